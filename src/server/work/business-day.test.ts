import { beforeEach, expect, test } from 'vitest'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { z } from 'zod'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import type { Db } from '../db/db.ts'
import type { DB } from '../db/schema.ts'
import { defineJob } from './jobs.ts'
import { runJob } from './worker.ts'
import { ensureBusinessDay } from './business-day.ts'

const evening = new Date('2026-11-21T22:30:00Z')
const app = useApp({ now: evening.toISOString() })
let staff: Client
const afterMidnight = new Date('2026-11-21T23:30:00Z')

beforeEach(async () => void (staff = await app.as('superuser')))

const dayKept = async () => {
  const { rows } = await sql<{ day: string }>`select day::text from business_day`.execute(app.db)
  return rows[0]!.day
}

test('the first call of a new day moves the business day, whichever call it is', async () => {
  await createProject(app.db, { ends_on: '2026-11-21' })
  await staff.get('/api/v4/session/')
  expect(await dayKept()).toBe('2026-11-21')
  app.clock.now = afterMidnight
  await staff.get('/api/v4/session/')
  expect(await dayKept()).toBe('2026-11-22')
  expect(await app.db.selectFrom('projects').select('is_ended').execute()).toEqual([{ is_ended: true }])
})

test('a refused call moves the day too, an unauthorized one does not', async () => {
  app.clock.now = afterMidnight
  expect((await app.signedOut().get('/api/v4/projects/')).status).toBe(401)
  expect(await dayKept()).toBe('2026-11-21')
  expect((await staff.get('/api/v4/project/no-such-project/')).status).toBe(404)
  expect(await dayKept()).toBe('2026-11-22')
})

test('a corrected clock moves the day back', async () => {
  app.clock.now = new Date('2027-01-01T12:00:00Z')
  await staff.get('/api/v4/session/')
  expect(await dayKept()).toBe('2027-01-01')
  app.clock.now = evening
  await staff.get('/api/v4/session/')
  expect(await dayKept()).toBe('2026-11-21')
})

test('a job runs on the current business day', async () => {
  const seen: string[] = []
  const look = defineJob({
    name: 'test.look',
    payload: z.object({}),
    run: async ({ today }) => void seen.push(today, await dayKept()),
  })
  app.clock.now = afterMidnight
  await runJob(app.services, [look], { job: look.name, payload: {} }, new AbortController().signal)
  expect(seen).toEqual(['2026-11-22', '2026-11-22'])
})

test('lists, figures and exports show the new day and write nothing on the replica', async () => {
  await createProject(app.db, { ends_on: '2026-11-21', status: 2, review_status: 2, needs: [100] })
  const { database } = app.services
  const written: string[] = []
  app.services.database = { ...database, reader: watched(written) }
  try {
    for (const path of ['/api/v4/projects/?financing_status=expired', '/api/v4/dashboard/projects/'])
      expect((await staff.get(path)).status).toBe(200)
    app.clock.now = afterMidnight
    expect((await staff.get('/api/v4/projects/export/')).status).toBe(200)
    expect((await staff.get('/api/v4/projects/?financing_status=expired')).body.count).toBe(1)
    expect((await staff.get('/api/v4/dashboard/projects/')).body.financing.expired).toBe(1)
  } finally {
    app.services.database = database
  }
  expect(written).toEqual([])
})

test('the database is asked once per day, not once per call', async () => {
  const asked: string[] = []
  const db = watched(asked)
  await ensureBusinessDay(db, '2026-11-22')
  await ensureBusinessDay(db, '2026-11-22')
  await ensureBusinessDay(db, '2026-11-23')
  expect(asked).toHaveLength(2)
})

/** The same database in the role of a replica; notes statements that a replica would refuse. */
function watched(written: string[]): Db {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: app.database.pool }),
    log: ({ query }) => {
      if (/\b(move_business_day|insert|update|delete)\b/i.test(query.sql)) written.push(query.sql)
    },
  })
}
