import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { WorkStopped } from '#server/work/define-work.ts'
import { useApp } from '#test/app.ts'
import { importJob } from './jobs.ts'
import { claimWork, LeaseHeldElsewhere, renewWhileWorking } from './lease.ts'
import { finishWork, leaseMs } from './progress.ts'

const app = useApp()
let id: number
beforeEach(async () => {
  const { rows } = await sql<{ id: number }>`
    insert into imports (filename, size_bytes, file_hash, file_key, kind, options, mapping, head, state, created_at,
      updated_at)
    values ('a.csv', 1, 'h', 'k', 'csv', '{}', '{}', '{}', 'running', ${app.clock.now}, ${app.clock.now})
    returning id`.execute(app.db)
  id = rows[0]!.id
})

const now = () => app.clock.now
const later = (ms: number) => (app.clock.now = new Date(app.clock.now.getTime() + ms))
const claim = (token: string) => claimWork({ db: app.db, now }, id, token, ['running'])
const leaseUntil = async () =>
  (
    await app.db.selectFrom('imports').select('lease_until').where('id', '=', id).executeTakeFirstOrThrow()
  ).lease_until!.getTime()

test('a renewed lease outlives its term, and one that is not renewed expires', async () => {
  await claim('first')
  const lease = renewWhileWorking({ db: app.db, now }, id, 'first', 5)
  later(leaseMs - 1_000)
  await expect.poll(leaseUntil).toBe(app.clock.now.getTime() + leaseMs)
  later(leaseMs - 1_000)
  await expect.poll(leaseUntil).toBe(app.clock.now.getTime() + leaseMs)
  await expect(claim('second')).rejects.toThrow(LeaseHeldElsewhere)
  await lease.stop()
  later(leaseMs + 1)
  expect(await claim('second')).toMatchObject({ id })
})

test('a worker whose lease was taken over stops and writes nothing', async () => {
  await claim('paused')
  later(leaseMs + 1)
  await claim('next')
  const lease = renewWhileWorking({ db: app.db, now }, id, 'paused', 5)
  await expect.poll(() => lease.signal.aborted).toBe(true)
  expect(lease.signal.reason).toBeInstanceOf(WorkStopped)
  await lease.stop()
  const stage = { db: app.db, beside: app.db, id, token: 'paused', now, signal: lease.signal }
  await expect(finishWork(stage, { state: 'done' })).rejects.toThrow(WorkStopped)
  const { state } = await app.db
    .selectFrom('imports')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('running')
})

test('a job that finds the import leased is postponed and does not fail', async () => {
  const { key } = await app.services.files.put(Readable.from([Buffer.from('a;b')]))
  await app.db.updateTable('imports').set({ file_key: key }).execute()
  await claim('other')
  const context = {
    services: app.services,
    db: app.db,
    now: now(),
    today: '2026-11-21',
    signal: AbortSignal.any([]),
  }
  await importJob.run(context, { id })
  const [request] = await app.db.selectFrom('job_requests').select(['job', 'due_at']).execute()
  expect(request!.job).toBe('imports.work')
  expect(request!.due_at!.getTime()).toBeGreaterThan(app.clock.now.getTime())
})
