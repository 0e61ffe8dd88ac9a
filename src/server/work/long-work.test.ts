import { type RawBuilder, sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { exportLongWork } from '#features/exports/server/background.ts'
import { importWork } from '#features/imports/server/jobs.ts'
import { projectRuns } from '#features/projects/server/acts/project-runs.ts'
import { bulkLongWork } from '#features/bulk-runs/server/work.ts'
import { generationWork } from '#features/receipts/server/runs.ts'
import { statementWork } from '#features/bank-statements/server/files.ts'
import { useApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { insertWork } from '#test/long-work.ts'
import { strictLog } from '#test/run-jobs.ts'
import type { WorkKind } from '#shared/work.ts'
import { type AnyJob, enqueue } from './jobs.ts'
import { limitDeaths, type LongWork, mostDeaths, mostTakeovers, recoverLostWork } from './long-work.ts'
import { openQueue, queueName } from './queue.ts'
import { runJob } from './worker.ts'

const app = useApp()
let user: { id: number }
beforeAll(async () => {
  const boss = await openQueue(app.database, () => {})
  await boss.stop({ close: false })
})
beforeEach(async () => {
  await sql`delete from pgboss.job where name = ${queueName}`.execute(app.db)
  user = await createUser(app.db, { rights: 'superuser' })
})

const look = (kind: LongWork) =>
  recoverLostWork([kind]).run(app.services, new AbortController().signal, strictLog)
const asked = async () =>
  (await app.db.selectFrom('job_requests').select(['job', 'payload']).orderBy('id').execute()).map(
    ({ job, payload }) => [job, (payload as { id: number }).id],
  )

/** Inserts a job in one of the queue's states. */
const queued = (state: string, job: string, id: number) =>
  sql`insert into pgboss.job (name, data, state)
    values (${queueName}, ${JSON.stringify({ job, payload: { id } })}::jsonb, ${state}::pgboss.job_state)`.execute(
    app.db,
  )

describe('work without its job', () => {
  const ids: number[] = []
  const gaveUp: number[] = []
  const kind: LongWork = {
    job: { name: 'test.long', payload: z.object({ id: z.int() }) },
    atWork: async () => ids,
    giveUp: async (_tx, id) => void gaveUp.push(id),
  }
  beforeEach(() => {
    ids.length = 0
    gaveUp.length = 0
  })

  test('is left alone while a job waits, runs or will be retried', async () => {
    ids.push(1, 2, 3, 4)
    await queued('created', kind.job.name, 1)
    await queued('active', kind.job.name, 2)
    await queued('retry', kind.job.name, 3)
    await enqueue(app.db, kind.job, { id: 4 })
    await look(kind)
    expect(await asked()).toEqual([[kind.job.name, 4]])
    expect(gaveUp).toEqual([])
  })

  test('is enqueued again when its job failed, ended or is gone, once per loss', async () => {
    ids.push(1, 2, 3)
    await queued('failed', kind.job.name, 1)
    await queued('completed', kind.job.name, 2)
    await Promise.all([look(kind), look(kind)])
    expect(await asked()).toEqual([1, 2, 3].map((id) => [kind.job.name, id]))
  })

  test('is given up after losing its worker too often; the count restarts after a day', async () => {
    ids.push(7)
    for (let times = 0; times < mostTakeovers; times += 1) {
      await look(kind)
      expect(await asked()).toEqual([[kind.job.name, 7]])
      await app.db.deleteFrom('job_requests').execute()
    }
    await look(kind)
    expect([await asked(), gaveUp]).toEqual([[], [7]])
    app.clock.now = new Date(app.clock.now.getTime() + 25 * 3_600_000)
    await look(kind)
    expect([await asked(), gaveUp]).toEqual([[[kind.job.name, 7]], [7]])
  })
})

describe('work during which the server dies', () => {
  const given: string[] = []
  const kind: LongWork = {
    job: { name: 'test.deaths', payload: z.object({ id: z.int() }) },
    atWork: async () => [5],
    giveUp: async (_tx, id, { code }) => void given.push(`${id} ${code}`),
  }
  let began = 0
  /** Runs the job of a piece of work with the given behaviour. */
  const run = (does: (signal: AbortSignal) => Promise<void>, signal = new AbortController().signal) => {
    const job: AnyJob = {
      ...kind.job,
      retries: 0,
      timeLimit: 60,
      run: async (context) => {
        began++
        await does(context.signal)
      },
    }
    return runJob(
      app.services,
      [limitDeaths(job, [kind])],
      { job: kind.job.name, payload: { id: 5 } },
      signal,
    )
  }
  /** A server that dies never learns about its work again. */
  const die = async () => {
    const before = began
    void run(() => new Promise(() => {}))
    await expect.poll(() => began).toBe(before + 1)
  }
  const notes = () => app.db.selectFrom('work_takeovers').select(['runs', 'times']).execute()
  beforeEach(() => {
    given.length = 0
    began = 0
  })

  test('is given up after three deaths instead of being run a fourth time', async () => {
    for (let deaths = 0; deaths < mostDeaths; deaths++) await die()
    await run(async () => {})
    expect([began, given]).toEqual([mostDeaths, ['5 server_stopped']])
    // A new worker gets three more attempts.
    await run(async () => {})
    expect([began, given.length, await notes()]).toEqual([mostDeaths + 1, 1, []])
  })

  test('does not count a run that ended, failed or was aborted', async () => {
    for (let times = 0; times <= mostDeaths; times++) {
      await run(async () => {})
      await expect(
        run(async () => {
          throw new Error('failed')
        }),
      ).rejects.toThrow('failed')
      const stopping = new AbortController()
      const before = began
      void run(() => new Promise(() => {}), stopping.signal)
      await expect.poll(() => began).toBe(before + 1)
      stopping.abort()
      await expect.poll(notes).toEqual([])
    }
    expect(given).toEqual([])
  })

  test('restarts its count after a day', async () => {
    for (let deaths = 0; deaths < mostDeaths; deaths++) await die()
    app.clock.now = new Date(app.clock.now.getTime() + 25 * 3_600_000)
    await run(async () => {})
    expect([began, given]).toEqual([mostDeaths + 1, []])
  })
})

type LostKind = { kind: LongWork; row: [WorkKind, string]; ended: (id: number) => Promise<unknown> }
const one = async (query: RawBuilder<unknown>) => (await query.execute(app.db)).rows[0]
const withCode = (table: string) => (id: number) =>
  one(sql`select state, failure ->> 'code' as code from ${sql.table(table)} where id = ${id}`)
const stateIn = (table: string, state: string) => (id: number) =>
  one(sql`select ${sql.ref(state)} as state from ${sql.table(table)} where id = ${id}`)
const ofImport = { kind: importWork, ended: withCode('imports') }
const ofBulk = { kind: bulkLongWork(projectRuns), ended: stateIn('bulk_runs', 'state') }
const lost: Record<string, LostKind> = {
  'an import that is checked': { ...ofImport, row: ['import', 'checking'] },
  'an import that is applied': { ...ofImport, row: ['import', 'running'] },
  'an import that is undone': { ...ofImport, row: ['import', 'undoing'] },
  'an export': { kind: exportLongWork, row: ['export', 'running'], ended: stateIn('exports', 'status') },
  'a large statement': {
    kind: statementWork,
    row: ['statement_file', 'waiting'],
    ended: withCode('bank_statement_files'),
  },
  'a run of receipts': {
    kind: generationWork,
    row: ['generation_run', 'running'],
    ended: stateIn('generation_runs', 'state'),
  },
  'a bulk run': { ...ofBulk, row: ['bulk_run', 'running'] },
  'a bulk run that is undone': { ...ofBulk, row: ['bulk_run', 'undoing'] },
}
const make = (name: string) => {
  const [kind, state] = lost[name]!.row
  return insertWork(app.db, kind, { state, user: user.id, now: app.clock.now })
}
const ends: Record<string, object> = {
  'an import that is checked': { state: 'failed', code: 'interrupted' },
  'an import that is applied': { state: 'failed', code: 'interrupted' },
  'an import that is undone': { state: 'done', code: 'undo_interrupted' },
  'an export': { state: 'failed' },
  'a large statement': { state: 'failed', code: 'interrupted' },
  'a run of receipts': { state: 'failed' },
  'a bulk run': { state: 'cancelled' },
  'a bulk run that is undone': { state: 'done' },
}

test.each(Object.keys(lost))(
  '%s without a job is enqueued again, and reports its end once it is given up',
  async (name) => {
    const { kind, ended } = lost[name]!
    const id = await make(name)
    for (let times = 0; times < mostTakeovers; times += 1) {
      await look(kind)
      expect(await asked()).toEqual([[kind.job.name, id]])
      await app.db.deleteFrom('job_requests').execute()
    }
    await look(kind)
    expect(await ended(id)).toEqual(ends[name])
    await look(kind)
    expect(await asked()).toEqual([])
  },
)

test('an import leased by another worker is not given up for its deaths until that worker is gone', async () => {
  const id = await make('an import that is applied')
  const lease_until = new Date(app.clock.now.getTime() + 20_000)
  await app.db.updateTable('imports').set({ lease_token: 't', lease_until }).where('id', '=', id).execute()
  await sql`insert into work_takeovers (job, work_id, times, runs, at)
    values (${importWork.job.name}, ${id}, 0, ${mostDeaths}, ${app.clock.now})`.execute(app.db)
  const began: number[] = []
  const job: AnyJob = {
    ...importWork.job,
    retries: 0,
    timeLimit: 60,
    run: async (_, payload: { id: number }) => void began.push(payload.id),
  }
  const run = () =>
    runJob(
      app.services,
      [limitDeaths(job, [importWork])],
      { job: job.name, payload: { id } },
      new AbortController().signal,
    )
  const ended = () => lost['an import that is applied']!.ended(id)
  // The job finds the import leased by another worker and is postponed.
  await run()
  expect([began, await ended()]).toEqual([[id], { state: 'running', code: null }])
  app.clock.now = new Date(lease_until.getTime() + 1)
  await run()
  expect([began, await ended()]).toEqual([[id], { state: 'failed', code: 'server_stopped' }])
})

test('an import with a valid lease is not taken over', async () => {
  const id = await make('an import that is applied')
  const lease_until = new Date(app.clock.now.getTime() + 1_000)
  await app.db.updateTable('imports').set({ lease_token: 't', lease_until }).where('id', '=', id).execute()
  await look(importWork)
  expect(await asked()).toEqual([])
})

test.each(['an import that is applied', 'an export', 'a large statement', 'a run of receipts', 'a bulk run'])(
  '%s that ended meanwhile is not given up',
  async (name) => {
    const { kind, row, ended } = lost[name]!
    const { files, config } = app.services
    const { now } = app.clock
    const why = { now, today: '2026-11-21', baseUrl: config.baseUrl, files, code: 'interrupted' as const }
    for (const state of ['done', 'cancelled']) {
      const id = await insertWork(app.db, row[0], { state, user: user.id, now })
      const before = await ended(id)
      await kind.giveUp(app.db, id, why)
      expect(await ended(id)).toEqual(before)
      expect(before).toMatchObject({ state })
    }
  },
)

test.each(['waiting', 'done'])('a large statement that is %s and given up leaves no file', async (state) => {
  const id = await make('a large statement')
  await sql`update bank_statement_files set state = ${state} where id = ${id}`.execute(app.db)
  for (let times = 0; times <= mostTakeovers; times++) {
    await look(statementWork)
    await app.db.deleteFrom('job_requests').execute()
  }
  const kept = await one(sql`select state, file_key from bank_statement_files where id = ${id}`)
  expect(kept).toEqual({ state: state === 'done' ? 'done' : 'failed', file_key: null })
})
