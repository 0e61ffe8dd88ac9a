import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditContext, brokenEvents } from '#test/audit-chain.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { type AuditEvent, audit, auditAll } from './audit.ts'
import { firstHash, sealEvents, sealsOf } from './seals.ts'
import { type Finding, verifyAudit } from './verify.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())
beforeEach(() => database.reset())

const context = auditContext(new Date('2026-11-21T09:00:00.120Z'))
const event = (n: number): AuditEvent => ({
  action: 'change',
  object_type: 'project',
  object_id: n,
  after: { n },
})
const events = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => event(from + place))
const write = (from: number, to: number) =>
  database.db.transaction().execute((tx) => auditAll(tx, context, events(from, to)))

/** Seals until the horizon is past all events: other databases of the same server hold it back while they write. */
async function sealAll(): Promise<void> {
  const isPast = async () => {
    await sealEvents(database.db)
    const { rows } = await sql`
      select from audit_sealer where horizon > all (select xid from audit_events)`.execute(database.db)
    return rows.length === 1
  }
  await expect.poll(isPast).toBe(true)
}

test('an event waits for its seal, and is counted as waiting until then', async () => {
  await write(0, 3)
  expect(await sealsOf(database.db)).toEqual({ sealed: 0, head: firstHash, unsealed: 3 })
  expect(await verifyAudit(database.db)).toEqual({ events: 3, unsealed: 3, broken: 0, findings: [] })
  expect(await sealEvents(database.db)).toBe(3)
  expect(await sealsOf(database.db)).toMatchObject({ sealed: 3, unsealed: 0 })
  expect(await sealEvents(database.db)).toBe(0)
  await write(3, 5)
  expect(await sealEvents(database.db)).toBe(2)
  expect(await verifyAudit(database.db)).toEqual({ events: 5, unsealed: 0, broken: 0, findings: [] })
  expect(await brokenEvents(database.db)).toEqual([])
})

test('one call seals more events than a batch, in the order of their transactions', async () => {
  await write(0, 1)
  await write(1, 4_321)
  await write(4_321, 4_322)
  expect(await sealEvents(database.db)).toBe(4_322)
  const { rows } = await sql<{ n: number }>`
    select object_id as n from audit_seals join audit_events on id = event_id order by position`.execute(
    database.db,
  )
  expect(rows.map((row) => row.n)).toEqual(events(0, 4_322).map((one) => one.object_id))
  expect(await brokenEvents(database.db)).toEqual([])
})

test('the sealer skips an open transaction and seals its events later', async () => {
  await database.db.transaction().execute(async (slow) => {
    await audit(slow, context, event(1))
    await write(2, 4)
    expect(await sealEvents(database.db)).toBe(2)
    await write(4, 6)
    expect(await sealEvents(database.db)).toBe(2)
    expect(await sealsOf(database.db)).toMatchObject({ sealed: 4, unsealed: 0 })
  })
  expect(await sealsOf(database.db)).toMatchObject({ sealed: 4, unsealed: 1 })
  expect(await sealEvents(database.db)).toBe(1)
  expect(await brokenEvents(database.db)).toEqual([])
  expect(await verifyAudit(database.db)).toMatchObject({ events: 5, broken: 0 })
})

test('writers do not wait for each other or for the sealer', async () => {
  await database.db.transaction().execute(async (one) => {
    await audit(one, context, event(1))
    await database.db.transaction().execute(async (other) => {
      await sql`set local lock_timeout = '1s'`.execute(other)
      await audit(other, context, event(2))
    })
  })
  await sealEvents(database.db)
  expect(await brokenEvents(database.db)).toEqual([])
})

test('a sealer continues where another one stopped', async () => {
  await write(0, 9_000)
  const stopping = new AbortController()
  const stopAfterFirst = {
    get aborted() {
      const was = stopping.signal.aborted
      stopping.abort()
      return was
    },
  } as AbortSignal
  expect(await sealEvents(database.db, { signal: stopAfterFirst })).toBe(2_000)
  const read = await sql<{ pass_id: number }>`select pass_id from audit_sealer`.execute(database.db)
  expect(read.rows).toEqual([{ pass_id: 2_000 }])
  await write(9_000, 9_100)
  expect(await sealEvents(database.db)).toBe(7_100)
  expect(await sealsOf(database.db)).toMatchObject({ sealed: 9_100, unsealed: 0 })
  expect(await brokenEvents(database.db)).toEqual([])
})

test('sealing continues in a database moved to another server with new transaction ids', async () => {
  await write(0, 3)
  await sealEvents(database.db)
  await write(3, 5)
  await unlocked(async () => {
    await sql`update audit_events set xid = (xid::text::numeric + 1000000000)::text::xid8`.execute(
      database.db,
    )
    await sql`update audit_sealer set horizon = (horizon::text::numeric + 1000000000)::text::xid8`.execute(
      database.db,
    )
  })
  await write(5, 6)
  expect(await sealsOf(database.db)).toMatchObject({ sealed: 3, unsealed: 3 })
  expect(await sealEvents(database.db)).toBe(3)
  await write(6, 7)
  expect(await sealEvents(database.db)).toBe(1)
  expect(await brokenEvents(database.db)).toEqual([])
})

describe('verification finds tampering in the database', () => {
  const tamper = (statement: string) =>
    unlocked(async () => void (await sql.raw(statement).execute(database.db)))
  const findings: [string, string, Finding[]][] = [
    [
      'a sealed event',
      `update audit_events set object_title = 'Other' where id = 2`,
      [{ kind: 'event_changed', event_id: 2 }],
    ],
    [
      'a sealed event with its digest',
      `update audit_events e set actor_name = 'X',
        digest = sha256_hex(audit_event_text(jsonb_populate_record(e, '{"actor_name": "X"}'))) where id = 2`,
      [{ kind: 'seal_broken', event_id: 2 }],
    ],
    [
      'an event that waits for its seal',
      `update audit_events set after = '{"n": 9}' where id = 5`,
      [{ kind: 'event_changed', event_id: 5 }],
    ],
    ['a removed event', `delete from audit_events where id = 2`, [{ kind: 'event_missing', event_id: 2 }]],
    [
      'a removed seal and event',
      `with gone as (delete from audit_events where id = 2) delete from audit_seals where event_id = 2`,
      [{ kind: 'seal_broken', event_id: 3 }],
    ],
    [
      'a removed last seal',
      `delete from audit_seals where event_id = 4`,
      [{ kind: 'seal_missing', event_id: 4 }],
    ],
    [
      'a seal',
      `update audit_seals set hash = repeat('1', 64) where event_id = 2`,
      [
        { kind: 'seal_broken', event_id: 2 },
        { kind: 'seal_broken', event_id: 3 },
      ],
    ],
    [
      'an event put in without a digest',
      `insert into audit_events (at, actor_name, action, object_type) values (now(), 'X', 'change', 'project')`,
      [{ kind: 'event_changed', event_id: 6 }],
    ],
    [
      'an event put in as if it were old',
      `insert into audit_events (at, actor_name, action, object_type, xid, digest)
        select at, actor_name, action, object_type, '3', sha256_hex(audit_event_text(e)) from (
          select (jsonb_populate_record(null::audit_events,
            '{"at": "2026-01-01", "actor_name": "X", "action": "change", "object_type": "project", "object_title": ""}')).*
        ) e`,
      [{ kind: 'seal_missing', event_id: 6 }],
    ],
    [
      'two events that changed places',
      `update audit_seals set event_id = -1 where event_id = 2;
        update audit_seals set event_id = 2 where event_id = 3;
        update audit_seals set event_id = 3 where event_id = -1`,
      [
        { kind: 'seal_broken', event_id: 3 },
        { kind: 'seal_broken', event_id: 2 },
      ],
    ],
  ]
  test.each(findings)('%s', async (_, statement, expected) => {
    await write(1, 5)
    await sealAll()
    await write(5, 6)
    expect(await verifyAudit(database.db)).toMatchObject({ events: 5, unsealed: 1, broken: 0 })
    await tamper(statement)
    const { broken, findings: found } = await verifyAudit(database.db)
    expect(found).toEqual(expected)
    expect(broken).toBe(expected.length)
    // The tampering does not block the sealing of later events, and later verifications still report it.
    if (statement.startsWith('delete from audit_seals')) return
    await write(6, 7)
    await sealEvents(database.db)
    expect((await sealsOf(database.db)).unsealed).toBe(0)
    expect((await verifyAudit(database.db)).findings).toEqual(expect.arrayContaining(expected))
  })

  test('the database allows only inserts of events and seals', async () => {
    await write(1, 3)
    await sealEvents(database.db)
    for (const statement of [
      `update audit_events set digest = ''`,
      'delete from audit_events',
      `update audit_seals set hash = ''`,
      'delete from audit_seals',
      'truncate audit_seals',
    ])
      await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('is append-only')
  })
})

/** Does things only the owner of the tables can do. */
async function unlocked(work: () => Promise<void>): Promise<void> {
  const tables = ['audit_events', 'audit_seals']
  for (const table of tables) await sql.raw(`alter table ${table} disable trigger all`).execute(database.db)
  try {
    await work()
  } finally {
    for (const table of tables) await sql.raw(`alter table ${table} enable trigger all`).execute(database.db)
  }
}

test('three processes that seal and are killed again and again seal each event once', async () => {
  const script = fileURLToPath(new URL('../../../test/seal-forever.ts', import.meta.url))
  const start = () =>
    spawn(process.execPath, [script, database.connection.connectionString!], { stdio: 'inherit' })
  let sealers: ChildProcess[] = [start(), start(), start()]
  let written = 0
  for (let kills = 0; kills < 12; kills++) {
    const before = (await sealsOf(database.db)).sealed
    await Promise.all(
      [0, 1, 2].map(async (writer) => {
        const base = written + writer * 500
        await write(base, base + 500)
      }),
    )
    written += 1500
    // Each kill hits a different point of the work, and each process starts while others are sealing.
    await expect
      .poll(async () => (await sealsOf(database.db)).sealed, { timeout: 60_000, interval: 10 })
      .toBeGreaterThan(before + 250 * (kills % 5))
    const victim = sealers.shift()!
    victim.kill('SIGKILL')
    sealers.push(start())
  }
  const patience = performance.now() + 60_000
  while ((await sealsOf(database.db)).unsealed > 0 && performance.now() < patience) await sleep(100)
  for (const sealer of sealers) sealer.kill('SIGKILL')
  sealers = []
  expect(await sealsOf(database.db)).toMatchObject({ sealed: written, unsealed: 0 })
  expect(await verifyAudit(database.db)).toEqual({ events: written, unsealed: 0, broken: 0, findings: [] })
  expect(await brokenEvents(database.db)).toEqual([])
})
