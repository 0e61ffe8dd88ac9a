import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { enqueue } from '#server/work/jobs.ts'
import { useApp } from '#test/app.ts'
import { createOrganization } from '#test/factories.ts'
import { exportLongWork } from './background.ts'

const app = useApp({ resets: false })

const storedFiles = () => readdir(join(app.services.config.dataDir, 'files'))
const row = () => app.db.selectFrom('exports').select(['id', 'status', 'file_key']).executeTakeFirstOrThrow()

const exportRow = {
  list: 'organizations',
  query: JSON.stringify({
    search: '',
    ordering: { key: 'title', descending: false },
    filters: {},
    extra: { format: 'csv' },
  }),
  language: 'en_US',
}

test('retrying an export that died after storing its file leaves only the new file', async () => {
  await createOrganization(app.db, { title: 'Chor Süd' })
  const staff = await app.as('superuser')
  const { id } = await app.db
    .insertInto('exports')
    .values({ ...exportRow, user_id: staff.userId, created_at: app.clock.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    create function die() returns trigger language plpgsql as $$ begin
      raise exception 'the worker is gone';
    end $$`.execute(app.db)
  await sql`
    create trigger die before update on exports for each row when (new.status = 'done') execute function die()`.execute(
    app.db,
  )
  await enqueue(app.db, exportLongWork.job, { id })
  await expect(app.runJobs()).rejects.toThrow('the worker is gone')
  const first = await row()
  expect(first.status).toBe('running')
  expect(await storedFiles()).toEqual([first.file_key])
  await sql`drop trigger die on exports`.execute(app.db)

  await enqueue(app.db, exportLongWork.job, { id })
  await app.runJobs()
  const second = await row()
  expect(second.status).toBe('done')
  expect(second.file_key).not.toBe(first.file_key)
  expect(await storedFiles()).toEqual([second.file_key])
})

describe('an export that a person stops', () => {
  async function asked() {
    await app.db.deleteFrom('exports').execute()
    const staff = await app.as('superuser')
    const { id } = await app.db
      .insertInto('exports')
      .values({ ...exportRow, user_id: staff.userId, created_at: app.clock.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(app.db, exportLongWork.job, { id })
    return { staff, id, stop: () => staff.post(`/api/v4/exports/${id}/cancel/`) }
  }

  test('creates neither file nor mail, and cannot be stopped twice', async () => {
    const { staff, id, stop } = await asked()
    const before = await storedFiles()
    expect(await stop()).toMatchObject({ status: 200, body: { id, status: 'cancelled' } })
    expect(await stop()).toMatchObject({ status: 409, body: { code: 'export_not_running' } })
    await app.runJobs()
    expect([(await row()).status, await storedFiles()]).toEqual(['cancelled', before])
    expect(
      await app.db.selectFrom('emails').select('id').where('user_id', '=', staff.userId).execute(),
    ).toEqual([])
  })

  test('leaves no file behind where its rows are being read', async () => {
    // More rows than are read at once; the stop comes after the first of them.
    await sql`
      insert into organizations (slug, title, preview_token, status, created_at, updated_at)
      select 'many-' || n, 'Verein ' || n, 'token-' || n, 2, now(), now() from generate_series(1, 2500) n`.execute(
      app.db,
    )
    await sql`
      create function stop() returns trigger language plpgsql as $$ begin new.status := 'cancelled'; return new; end $$`.execute(
      app.db,
    )
    await sql`
      create trigger stop before update on exports for each row
      when (new.row_count is not null and new.status = 'running') execute function stop()`.execute(app.db)
    await asked()
    const before = await storedFiles()
    await app.runJobs()
    expect([(await row()).status, await storedFiles()]).toEqual(['cancelled', before])
    await sql`drop trigger stop on exports`.execute(app.db)
  })
})
