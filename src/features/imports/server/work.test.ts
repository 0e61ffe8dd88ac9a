import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { enqueue } from '#server/work/jobs.ts'
import { enqueueDueRequests, openQueue, queueName } from '#server/work/queue.ts'
import { runJobs } from '#test/run-jobs.ts'
import { keptDays, removeAbandoned } from './abandoned.ts'
import { workOnFile } from './import-file.ts'
import { importJob } from './jobs.ts'
import { goodImport, importApp, importHeader } from '#test/import-app.ts'

const imports = importApp()

async function onCommandLine(id: number) {
  const { app } = imports
  const { file_key } = await app.db
    .selectFrom('imports')
    .select('file_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const path = await app.services.files.localPath(file_key!)
  const place = { db: app.db, now: () => app.clock.now, timeZone: 'Europe/Berlin' }
  return workOnFile(place, { id, path, state: 'checking' }, new AbortController().signal)
}

describe('work', () => {
  test('a waiting import is cancelled at once, and a running one between two batches', async () => {
    const id = await imports.uploaded(goodImport)
    await imports.staff.post(`/api/v4/imports/${id}/run/`)
    expect((await imports.staff.post(`/api/v4/imports/${id}/cancel/`)).body).toMatchObject({
      state: 'cancelled',
    })
    await imports.work()
    expect((await imports.staff.get(`/api/v4/imports/${id}/`)).body).toMatchObject({
      state: 'cancelled',
      can_run: true,
    })

    const rows = Array.from({ length: 6_000 }, (_, i) => `V${i};;P;1;2017;`)
    const large = await imports.uploaded([importHeader, ...rows])
    await imports.staff.post(`/api/v4/imports/${large}/run/`)
    const working = imports.work()
    const seen = new Set<number>()
    for (;;) {
      const { body } = await imports.staff.get(`/api/v4/imports/${large}/`)
      seen.add(body.rows_done)
      if (body.step === 'staging' && body.rows_done >= 1_000) break
      if (body.state !== 'running') throw new Error(`too late: ${body.state}`)
    }
    const asked = await imports.staff.post(`/api/v4/imports/${large}/cancel/`)
    expect(asked.body).toMatchObject({ state: 'running', can_cancel: false, rows_total: 6_000 })
    await working
    expect((await imports.staff.get(`/api/v4/imports/${large}/`)).body.state).toBe('cancelled')
    expect(seen.size).toBeGreaterThan(2)
    expect(await imports.everything()).toEqual({ organizations: [], projects: [], gifts: [] })
    expect((await imports.act(large, 'check')).counts.rows).toBe(6_000)
  })

  test('a check is cancelled while it reads, and the file stays unchanged', async () => {
    const rows = Array.from({ length: 80_000 }, (_, i) => `V${i};;P;1;2017;`)
    const id = await imports.uploaded([importHeader, ...rows])
    const look = async () => (await imports.staff.get(`/api/v4/imports/${id}/`)).body
    const before = await look()
    expect((await imports.staff.post(`/api/v4/imports/${id}/check/`)).status).toBe(202)
    const working = imports.work()
    for (;;) {
      const { state, step, rows_done } = await look()
      if (step === 'reading' && rows_done > 0) break
      if (state !== 'checking' || step === 'staging') throw new Error(`too late: ${state} ${step}`)
    }
    expect((await imports.staff.post(`/api/v4/imports/${id}/cancel/`)).status).toBe(200)
    await working
    const { finished_at, ...after } = await look()
    expect(finished_at).not.toBeNull()
    const { state: _state, finished_at: _never, rows_done: _done, ...as } = before
    expect(after).toMatchObject({ ...as, state: 'cancelled', step: null, counts: null, failure: null })
    const staged = await imports.app.db
      .selectFrom('import_rows')
      .select('n')
      .where('import_id', '=', id)
      .execute()
    expect(staged).toEqual([])
    expect(await imports.everything()).toEqual({ organizations: [], projects: [], gifts: [] })
  })

  test('an import is cancelled while it is applied, and nothing remains', async () => {
    const id = await imports.uploaded(goodImport)
    await imports.staff.post(`/api/v4/imports/${id}/run/`)
    const { pool } = imports.app.database
    await pool.query(`
      create function test_meanwhile() returns trigger language plpgsql as $$
      begin
        for i in 1..400 loop
          exit when (select cancel_requested from imports);
          perform pg_sleep(0.05);
        end loop;
        return null;
      end $$;
      create trigger test_meanwhile after insert on needs execute function test_meanwhile()`)
    try {
      const working = imports.work()
      let body = { step: '', rows_done: 0 }
      while (body.step !== 'applying') ({ body } = await imports.staff.get(`/api/v4/imports/${id}/`))
      expect((await imports.staff.post(`/api/v4/imports/${id}/cancel/`)).status).toBe(200)
      await working
    } finally {
      await pool.query('drop function test_meanwhile() cascade')
    }
    const { body } = await imports.staff.get(`/api/v4/imports/${id}/`)
    expect(body).toMatchObject({ state: 'cancelled', failure: null, can_run: true })
    expect(await imports.everything()).toEqual({ organizations: [], projects: [], gifts: [] })
    expect((await imports.act(id, 'run')).state).toBe('done')
  })

  test('an import that waits for its worker blocks others however long, and fails once its job is lost', async () => {
    const { app, staff } = imports
    const superuser = await app.as('superuser')
    const { id: done } = await imports.run(goodImport)
    const first = await imports.uploaded(goodImport)
    const second = await imports.uploaded(goodImport)
    await imports.staff.post(`/api/v4/imports/${first}/check/`)
    const other = await imports.staff.post(`/api/v4/imports/${second}/run/`)
    expect([other.status, other.body.code]).toEqual([409, 'import_other_at_work'])
    expect((await imports.staff.patch(`/api/v4/imports/${first}/`, { partial: true })).status).toBe(409)
    expect((await imports.staff.delete(`/api/v4/imports/${first}/`)).status).toBe(409)
    app.clock.now = new Date(app.clock.now.getTime() + 6 * 60_000)
    const undo = { reason: 'No', confirm_filename: 'file.csv' }
    const blocks = async () => {
      const asked = [
        await staff.post(`/api/v4/imports/${second}/check/`),
        await staff.post(`/api/v4/imports/${second}/run/`),
        await superuser.post(`/api/v4/imports/${done}/undo/`, undo),
      ]
      expect(asked.map(({ status, body }) => [status, body.code])).toEqual(
        asked.map(() => [409, 'import_other_at_work']),
      )
      await expect(onCommandLine(second)).rejects.toMatchObject({ code: 'import_other_at_work' })
      expect((await staff.get(`/api/v4/imports/${first}/`)).body.state).toBe('checking')
    }
    await blocks()
    // Its worker was killed, and the next one has not begun yet.
    const boss = await openQueue(app.database, () => {})
    await enqueueDueRequests(app.database, boss, [importJob], app.clock.now)
    await boss.stop({ close: false })
    await sql`update pgboss.job set state = 'retry' where name = ${queueName}`.execute(app.db)
    await blocks()
    await sql`delete from pgboss.job where name = ${queueName}`.execute(app.db)
    expect((await imports.staff.post(`/api/v4/imports/${second}/run/`)).status).toBe(202)
    const { body } = await imports.staff.get(`/api/v4/imports/${first}/`)
    expect(body).toMatchObject({ state: 'failed', failure: { code: 'interrupted' } })
    await imports.work()
    expect((await imports.staff.get(`/api/v4/imports/${second}/`)).body.state).toBe('done')
  })

  test('the file is deleted after the import, and when the import is removed', async () => {
    const before = await readdir(join(imports.dataDir, 'files')).catch(() => [])
    const done = await imports.run(goodImport)
    const other = await imports.uploaded(goodImport)
    expect((await imports.staff.delete(`/api/v4/imports/${other}/`)).status).toBe(204)
    expect(await readdir(join(imports.dataDir, 'files'))).toEqual(before)
    expect((await imports.staff.post(`/api/v4/imports/${done.id}/run/`)).status).toBe(409)
    expect((await imports.staff.delete(`/api/v4/imports/${done.id}/`)).status).toBe(204)
    expect((await imports.everything()).gifts).toHaveLength(3)
  })

  test('an import untouched for a month is removed with its file and rows, and others stay', async () => {
    const { app, staff } = imports
    const day = 86_400_000
    const begin = app.clock.now
    const night = () => runJobs(app.services, { jobs: [removeAbandoned], chores: [] })
    const enqueueNight = () => enqueue(app.db, removeAbandoned, { day: '2026-11-21', after: null })
    try {
      const done = await imports.run([...goodImport, ';;P;1;2017;'], { partial: true })
      const uploaded = await imports.uploaded(goodImport)
      const checked = (await imports.act(await imports.uploaded(goodImport), 'check')).id as number
      const lost = await imports.uploaded(goodImport)
      await staff.post(`/api/v4/imports/${lost}/check/`)
      await app.db.deleteFrom('job_requests').execute()
      app.clock.now = new Date(begin.getTime() + 2 * day)
      imports.staff = await app.as('superuser') // the other session has expired
      const touched = await imports.uploaded(goodImport)
      const kept = async () =>
        (await app.db.selectFrom('imports').select('id').orderBy('id').execute()).map((row) => row.id)

      app.clock.now = new Date(begin.getTime() + keptDays * day)
      await enqueueNight()
      await night()
      expect(await kept()).toEqual([done.id, uploaded, checked, lost, touched])

      app.clock.now = new Date(begin.getTime() + keptDays * day + 1)
      await enqueueNight()
      await night()
      expect(await kept()).toEqual([done.id, touched])
      expect(await readdir(join(imports.dataDir, 'files'))).toHaveLength(1)
      const rows = await app.db.selectFrom('import_rows').select(['import_id', 'line']).execute()
      expect(rows).toEqual([{ import_id: done.id, line: 5 }])
      const events = await app.db
        .selectFrom('audit_events')
        .select(['object_id', 'actor_name', 'object_title'])
        .where('action', '=', 'delete')
        .orderBy('id')
        .execute()
      expect(events).toEqual(
        [uploaded, checked, lost].map((object_id) => ({
          object_id,
          actor_name: 'imports.remove_abandoned',
          object_title: 'file.csv',
        })),
      )
      expect((await imports.everything()).gifts).toHaveLength(3)
    } finally {
      app.clock.now = begin
    }
  })
})

test("reading a file's rows is audited, but polling a running import is not", async () => {
  const id = await imports.uploaded(goodImport)
  const reads = () =>
    imports.app.db
      .selectFrom('audit_events')
      .select(['actor_id', 'object_type', 'object_id', 'object_title'])
      .where('action', '=', 'read')
      .orderBy('id')
      .execute()
  const path = `/api/v4/imports/${id}/`
  const before = (await reads()).length
  expect((await imports.staff.get(path)).body.first_rows).not.toEqual([])
  const read = {
    actor_id: imports.staff.userId,
    object_type: 'import',
    object_id: id,
    object_title: 'file.csv',
  }
  expect((await reads()).slice(before)).toEqual([read])
  await imports.app.db.updateTable('imports').set({ state: 'checking' }).where('id', '=', id).execute()
  expect((await imports.staff.get(path)).body.state).toBe('checking')
  expect(await reads()).toHaveLength(before + 1)
})
