import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listQuery } from '#shared/lists/list.ts'
import { parsePart } from '#server/routes/validation.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { createProject } from '#test/factories.ts'
import { runs } from '#test/runs.ts'
import { rhythmsOf } from '../rhythm.ts'
import { donationList } from '../table.ts'
import { listDonations } from './queries.ts'
import { updateRhythms } from './rhythms.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const staff = { is_superuser: true, permissions: [] }
const days = [
  '2026-05-31',
  '2026-06-28',
  '2026-07-01',
  '2026-07-31',
  '2026-08-03',
  '2026-08-30',
  '2026-10-01',
]
/** State transitions that the database allows. */
const next: Record<string, string[]> = {
  pledged: ['confirmed', 'failed', 'expired'],
  confirmed: ['settled', 'reversed', 'pledged'],
  settled: ['paid_out', 'confirmed', 'reversed'],
  paid_out: ['recovery_open', 'settled'],
  recovery_open: ['recovered'],
}

const gift = fc.record({
  act: fc.constant('gift' as const),
  donor: fc.option(fc.nat(1), { freq: 6 }),
  amount: fc.constantFrom(1000, 2500),
  day: fc.constantFrom(...days),
  state: fc.constantFrom('pledged', 'confirmed', 'confirmed', 'paid_out'),
  channel: fc.constantFrom('psp', 'cash'),
})
const step = fc.oneof(
  { weight: 5, arbitrary: gift },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('becomes' as const), gift: fc.nat(12), way: fc.nat(2) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('returned' as const), gift: fc.nat(12) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('donor' as const),
      gift: fc.nat(12),
      donor: fc.option(fc.nat(1)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('keep' as const), atMost: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('fold' as const) }) },
)
const questions = [
  '',
  'repeated=yes',
  'state=confirmed,paid_out',
  'repeated=yes&channel=psp',
  'search=garten',
]

type Gift = {
  id: number
  donor_id: number | null
  project_id: number
  amount_cents: number
  returned_cents: number
  received_on: string
  state: string
  channel: string
}
const stood = ['confirmed', 'settled', 'paid_out']

/** The expected result, computed from all gifts one by one. */
function plainly(gifts: readonly Gift[], question: string) {
  const asked = new URLSearchParams(question)
  const alike = Map.groupBy(
    gifts.filter((one) => one.donor_id !== null && stood.includes(one.state)),
    (one) => `${one.donor_id} ${one.project_id} ${one.amount_cents}`,
  )
  const repeated = new Set(
    [...alike.values()].flatMap((of) =>
      rhythmsOf(of.map(({ id, received_on }) => ({ id, day: received_on }))).flatMap(
        (rhythm) => rhythm.gifts,
      ),
    ),
  )
  const states = asked.get('state')?.split(',')
  const channel = asked.get('channel')
  const found = gifts.filter(
    (one) =>
      (!asked.has('repeated') || repeated.has(one.id)) &&
      (!states || states.includes(one.state)) &&
      (!channel || one.channel === channel),
  )
  const came = found.filter(
    (one) =>
      [...stood, 'recovery_open', 'recovered'].includes(one.state) ||
      (one.state === 'reversed' && one.returned_cents > 0),
  )
  const pledged = found.filter((one) => one.state === 'pledged')
  const sum = (of: readonly Gift[], cents: 'amount_cents' | 'returned_cents') =>
    of.reduce((all, one) => all + one[cents], 0)
  return {
    count: found.length,
    sum_cents: sum(found, 'amount_cents'),
    totals: {
      confirmed: came.length,
      confirmed_cents: sum(came, 'amount_cents'),
      pledged: pledged.length,
      pledged_cents: sum(pledged, 'amount_cents'),
      returned_cents: sum(found, 'returned_cents'),
      rest_cents: sum(came, 'amount_cents') - sum(found, 'returned_cents'),
    },
    rows: found.length,
  }
}

test('after any changes the totals equal the filter, and monthly gifts are found', async () => {
  const { db } = database
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 24 }), async (steps) => {
      await database.reset()
      const project = await createProject(db, { title: 'Schulgarten' })
      const { rows: donors } = await sql<{ id: number }>`
        insert into donors (slug, name, created_at) select 'd-' || n, 'Donor ' || n, now() from generate_series(1, 2) n
        returning id`.execute(db)
      const donorOf = (n: number | null) => (n === null ? null : donors[n]!.id)
      const ids: number[] = []
      for (const one of steps) {
        if (one.act === 'gift') {
          const { rows } = await sql<{ id: number }>`
            insert into fundings (slug, number, project_id, funding_type, amount_cents, state, received_on, source, channel,
              donor_id, created_at)
            values (${`g-${ids.length}`}, ${`PS-${ids.length}`}, ${project.id}, 1, ${one.amount}, ${one.state}, ${one.day},
              'hand', ${one.channel}, ${donorOf(one.donor)}, now()) returning id`.execute(db)
          ids.push(rows[0]!.id)
        } else if (one.act === 'keep') await updateRhythms(db, one.atMost)
        else if (one.act === 'fold') await sql`select fold_private_gift_totals()`.execute(db)
        else {
          const id = ids[one.gift]
          if (id === undefined) continue
          const { state } = await db
            .selectFrom('fundings')
            .select('state')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          const ways = next[state] ?? []
          const change =
            one.act === 'returned'
              ? { returned_cents: 500 }
              : one.act === 'donor'
                ? { donor_id: donorOf(one.donor) }
                : { state: ways[one.way % Math.max(1, ways.length)] ?? state }
          await db.updateTable('fundings').set(change).where('id', '=', id).execute()
        }
      }
      const gifts = (await db.selectFrom('fundings').selectAll().execute()) as Gift[]
      for (const question of questions) {
        const query = parsePart(listQuery(donationList), Object.fromEntries(new URLSearchParams(question)))
        const { count, sum_cents, totals, results } = await listDonations(db, query, {
          user: staff,
          locale: 'en_US',
        })
        expect([question, { count, sum_cents, totals, rows: results.length }]).toEqual([
          question,
          plainly(gifts, question),
        ])
        if (question.startsWith('repeated'))
          expect(results.map((row) => row.repeated !== null)).toEqual(results.map(() => true))
      }
    }),
    { numRuns: runs(25) },
  )
})

test('once computed, the filter reads only the stored column, and a gift that ends a rhythm leaves it at once', async () => {
  const { db } = database
  await database.reset()
  const project = await createProject(db)
  await sql`
    with donor as (insert into donors (slug, name, created_at) values ('d', 'Donor', now()) returning id)
    insert into fundings (slug, number, project_id, funding_type, amount_cents, state, received_on, source, channel, donor_id,
      created_at)
    select 'g-' || n, 'PS-' || n, ${project.id}, 1, 1000, 'confirmed', date '2026-01-10' + n * interval '1 month', 'hand', 'cash',
      donor.id, now() from donor, generate_series(1, 3) n`.execute(db)
  const waiting = async () => (await sql`select from rhythms_to_keep`.execute(db)).rows.length
  expect(await waiting()).toBe(1)
  while ((await updateRhythms(db, 10)) > 0);
  expect(await waiting()).toBe(0)
  const repeated = async () =>
    (
      await db.selectFrom('fundings').select('number').where('is_repeated', '=', true).orderBy('id').execute()
    ).map((row) => row.number)
  expect(await repeated()).toEqual(['PS-1', 'PS-2', 'PS-3'])
  await db.updateTable('fundings').set({ state: 'reversed' }).where('number', '=', 'PS-2').execute()
  expect(await repeated()).toEqual(['PS-1', 'PS-3'])
  const query = parsePart(listQuery(donationList), { repeated: 'yes' })
  expect((await listDonations(db, query, { user: staff, locale: 'en_US' })).count).toBe(0)
  while ((await updateRhythms(db, 10)) > 0);
  expect(await repeated()).toEqual([])
})
