import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealEvents } from '#server/audit/seals.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import type { Answer } from './app.ts'
import { call, changes } from './changes/all.ts'
import { app, type Change, openWorld } from './changes/world.ts'
import { testDatabase } from './database.ts'
import { costlyRuns } from './runs.ts'

// All audited calls against each other, each on its own connection: two calls on the same object start together while
// others run. No more calls run than there are connections, so that a slow machine has time for each: a 503 then means
// a lock, not a queue. None may end in a 500 or 503, none may deadlock (a deadlocked call is retried, which an answer
// does not show), and each that succeeds leaves its event once.

const connections = 30
const deadlocks: string[] = []
beforeAll(async () => {
  const database = await testDatabase({ poolSize: connections })
  database.pool.on('connect', ({ connection }) =>
    connection.on('errorMessage', ({ code, detail }: pg.DatabaseError) => {
      if (code === '40P01') deadlocks.push(detail!)
    }),
  )
  await openWorld(database)
})
afterAll(() => app.close())

type PreparedCall = { route: string; change: Change }
type AnsweredCall = { route: string; answer: Answer }

/** The path prefix before the parameter: calls with the same prefix concern the same kind of object. */
const kindOf = (route: string) => /^\w+ ([^:]*):\w+/.exec(route)?.[1]

/** The calls of a round: each alone, and each on the object of every other call of its kind. */
async function arrange(): Promise<[PreparedCall, PreparedCall][]> {
  const made: PreparedCall[] = []
  for (const [route, prepare] of Object.entries(changes)) made.push({ route, change: await prepare() })
  return made.flatMap((one, place) =>
    made.slice(place).flatMap((other): [PreparedCall, PreparedCall][] => {
      if (one === other) return [[one, other]]
      const kind = kindOf(one.route)
      if (kind === undefined || kind !== kindOf(other.route)) return []
      return [[one, { route: other.route, change: { ...other.change, path: one.change.path! } }]]
    }),
  )
}

// Rounds differ in the order, so that a pair has other neighbours in each.
const rounds = Array.from({ length: costlyRuns(1) }, (_, at) => at + 1)

test.each(rounds)('no two calls block each other (round %i)', { timeout: 300_000 }, async (round) => {
  const pairs = await arrange()
  expect(pairs.length).toBeGreaterThan(75)
  const order = pairs.map((pair, place) => ({ pair, by: (place * 7919 * round) % 104_729 }))
  order.sort((a, b) => a.by - b.by)
  const done: AnsweredCall[] = []
  const next = order.values()
  await Promise.all(Array.from({ length: connections / 2 }, () => callAll(next, done)))
  const failed = done.filter(({ answer }) => answer.status >= 500)
  expect(failed.map(({ route, answer }) => [route, answer.status, answer.body.code])).toEqual([])
  expect(deadlocks.splice(0)).toEqual([])
  const succeeded = done.filter(({ answer }) => answer.status < 300)
  expect(succeeded.length).toBeGreaterThan(Object.keys(changes).length * 0.8)
  const numbers = (all: AnsweredCall[]) => all.map(({ answer }) => answer.headers.get('x-request-id')!)
  expect(await eventsTwice(numbers(done))).toEqual([])
  expect(await requestsWithEvents(numbers(done.filter(({ answer }) => answer.status >= 300)))).toEqual([])
  await sealEvents(app.db)
  expect(await verifyAudit(app.db)).toMatchObject({ unsealed: 0, broken: 0 })
})

/** Makes both calls of a pair at once, then those of the next free pair. */
async function callAll(next: Iterator<{ pair: [PreparedCall, PreparedCall] }>, done: AnsweredCall[]) {
  for (let taken = next.next(); !taken.done; taken = next.next()) {
    const both = taken.value.pair.map(async ({ route, change }) =>
      done.push({ route, answer: await call(route, change) }),
    )
    // oxlint-disable-next-line no-await-in-loop -- more than there are connections for would only wait
    await Promise.all(both)
  }
}

/** Events that one call wrote more than once. */
async function eventsTwice(requests: string[]) {
  const { rows } = await sql`
    select request_id, action, object_type, object_id, count(*) from audit_events
    where request_id = any(${requests}::text[])
    group by 1, 2, 3, 4, before, after having count(*) > 1`.execute(app.db)
  return rows
}

/** Events of refused calls; a refused password must be recorded. */
async function requestsWithEvents(requests: string[]) {
  const { rows } = await sql`
    select request_id, action, object_type from audit_events
    where request_id = any(${requests}::text[]) and action <> 'change_password_refused'`.execute(app.db)
  return rows
}
