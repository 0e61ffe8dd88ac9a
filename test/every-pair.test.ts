import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealEvents } from '#server/audit/seals.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import type { Answer } from './app.ts'
import { call, changes } from './changes/all.ts'
import { app, type Change, openWorld } from './changes/world.ts'
import { testDatabase } from './database.ts'

// All audited calls against each other, on a connection each: two on the same object begin together, and meet whatever else
// is under way. No more are under way than there are connections, so that a slow machine has time for each: a 503 tells of a
// lock, not of a queue. None may end in a 500 or 503, no two may wait for each other (who does is tried again, which an answer
// does not tell), and each that succeeds leaves its event once.

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

type Made = { route: string; change: Change }
type Done = { route: string; answer: Answer }

/** The path of an address before its parameter: calls of one such path are about the same kind of object. */
const kindOf = (route: string) => /^\w+ ([^:]*):\w+/.exec(route)?.[1]

/** The calls of a round: each by itself, and each on the object of each other call of its kind. */
async function arrange(): Promise<[Made, Made][]> {
  const made: Made[] = []
  for (const [route, prepare] of Object.entries(changes)) made.push({ route, change: await prepare() })
  return made.flatMap((one, place) =>
    made.slice(place).flatMap((other): [Made, Made][] => {
      if (one === other) return [[one, other]]
      const kind = kindOf(one.route)
      if (kind === undefined || kind !== kindOf(other.route)) return []
      return [[one, { route: other.route, change: { ...other.change, path: one.change.path! } }]]
    }),
  )
}

test.each([1, 2, 3])(
  'no two calls keep each other from being answered (round %i)',
  { timeout: 300_000 },
  async (round) => {
    const pairs = await arrange()
    expect(pairs.length).toBeGreaterThan(75)
    // Shuffled by the round: a pair's neighbours are other ones each time.
    const order = pairs.map((pair, place) => ({ pair, by: (place * 7919 * round) % 104_729 }))
    order.sort((a, b) => a.by - b.by)
    const done: Done[] = []
    const next = order.values()
    await Promise.all(Array.from({ length: connections / 2 }, () => callAll(next, done)))
    const failed = done.filter(({ answer }) => answer.status >= 500)
    expect(failed.map(({ route, answer }) => [route, answer.status, answer.body.code])).toEqual([])
    expect(deadlocks.splice(0)).toEqual([])
    const succeeded = done.filter(({ answer }) => answer.status < 300)
    expect(succeeded.length).toBeGreaterThan(Object.keys(changes).length * 0.8)
    const numbers = (all: Done[]) => all.map(({ answer }) => answer.headers.get('x-request-id')!)
    expect(await eventsTwice(numbers(done))).toEqual([])
    expect(await requestsWithEvents(numbers(done.filter(({ answer }) => answer.status >= 300)))).toEqual([])
    await sealEvents(app.db)
    expect(await verifyAudit(app.db)).toMatchObject({ unsealed: 0, broken: 0 })
  },
)

/** Makes both calls of a pair at once, and then those of the next that nobody has taken. */
async function callAll(next: Iterator<{ pair: [Made, Made] }>, done: Done[]) {
  for (let taken = next.next(); !taken.done; taken = next.next()) {
    const both = taken.value.pair.map(async ({ route, change }) =>
      done.push({ route, answer: await call(route, change) }),
    )
    // oxlint-disable-next-line no-await-in-loop -- more than there are connections for would only wait
    await Promise.all(both)
  }
}

/** Events that one call left more than once. */
async function eventsTwice(requests: string[]) {
  const { rows } = await sql`
    select request_id, action, object_type, object_id, count(*) from audit_events
    where request_id = any(${requests}::text[])
    group by 1, 2, 3, 4, before, after having count(*) > 1`.execute(app.db)
  return rows
}

/** What refused calls left; that a password was refused is told of, as it has to be. */
async function requestsWithEvents(requests: string[]) {
  const { rows } = await sql`
    select request_id, action, object_type from audit_events
    where request_id = any(${requests}::text[]) and action <> 'change_password_refused'`.execute(app.db)
  return rows
}
