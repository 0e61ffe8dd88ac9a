import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveBusinessDay } from '#server/work/business-day.ts'
import { addDays, addMonths, type Day } from '#shared/dates.ts'
import { listQuery } from '#shared/lists/list.ts'
import type { Label } from '#shared/labels.ts'
import { reviewLabel } from '#features/reviews/outcomes.ts'
import { statusLabel } from '#shared/statuses.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { type ExemptionKind, exemptionKinds, type ExemptionPeriods, isExemptionExpired } from '../rules.ts'
import { organizationList } from '../table.ts'
import type { OrganizationQuery } from './list.ts'
import { allOrganizationIds, listOrganizations, organizationRowsByIds } from './queries.ts'
import { runs } from '#test/runs.ts'

type ProofDay = { today: Day; periods: ExemptionPeriods }
type Generated<A> = A extends fc.Arbitrary<infer T> ? T : never

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const noon = new Date('2026-11-21T11:00:00Z')
const days = fc.integer({ min: 0, max: 4500 }).map((n) => addDays('2020-01-01', n))
const choice = fc.constantFrom(null, 1, 2, 3, 4, 9)
const months = fc.constantFrom(1, 12, 36, 37, 60)

/** A proof whose first or last day lies on or next to the day, or anywhere. */
const proofAround = ({ today, periods }: ProofDay) =>
  fc
    .record({
      exemption_kind: fc.constantFrom(...exemptionKinds),
      near: fc.boolean(),
      ahead: fc.boolean(),
      offset: fc.integer({ min: -3, max: 3 }),
      anywhere: days,
      sooner: fc.option(fc.integer({ min: -3, max: 3 })),
    })
    .map(({ exemption_kind, near, ahead, offset, anywhere, sooner }) => {
      const period = exemption_kind === 'art60a' ? periods.art60a : periods.notice
      const edge = ahead ? today : addMonths(today, -period)
      const date = near ? addDays(edge, offset) : anywhere
      const dated = exemption_kind === 'notice' || exemption_kind === 'art60a'
      const exemption_date = dated || offset > 0 ? date : null
      // Some proofs end earlier than by law, also around the day.
      const end = sooner === null || exemption_date === null ? null : addDays(today, sooner)
      const exemption_ends_on = end !== null && end >= exemption_date! ? end : null
      return { exemption_kind, exemption_date, exemption_ends_on }
    })

const proofDay: fc.Arbitrary<ProofDay> = fc.record({
  today: fc.oneof(days, fc.constantFrom('2024-02-29', '2025-02-28', '2028-02-29', '2026-03-31')),
  periods: fc.record({ notice: months, art60a: months }),
})

const rowAround = (day: ProofDay) =>
  fc.record({
    proof: proofAround(day),
    status: fc.constantFrom(1, 2, 3),
    review_status: choice,
    content_review_status: choice,
    nonprofit_review_status: choice,
    voting_review_status: choice,
    needs_review: fc.boolean(),
    needs_voting_review: fc.boolean(),
  })
type Row = Omit<Generated<ReturnType<typeof rowAround>>, 'proof'> & {
  id: number
  exemption_kind: ExemptionKind
  exemption_date: Day | null
  exemption_ends_on: Day | null
}

/**
 * Replaces all rows; returns them with their ids. `begunBefore` starts the business day before its periods are set, otherwise
 * afterwards; stored values must follow both.
 */
async function store(
  rows: Generated<ReturnType<typeof rowAround>>[],
  day: ProofDay,
  begunBefore = true,
): Promise<Row[]> {
  await database.reset()
  if (begunBefore) await moveBusinessDay(database.db, day.today)
  const limits = { exemption_notice_months: day.periods.notice, exemption_art60a_months: day.periods.art60a }
  await database.db
    .insertInto('dated_settings')
    .values(Object.entries(limits).map(([key, value]) => ({ key, value, valid_from: day.today })))
    .execute()
  if (!begunBefore) await moveBusinessDay(database.db, day.today)
  const values = rows.map(({ proof, ...row }, n) => ({
    ...row,
    ...proof,
    slug: `o-${n}`,
    title: `O ${n}`,
    preview_token: `t-${n}`,
    created_at: noon,
    updated_at: noon,
  }))
  const stored = await database.db.insertInto('organizations').values(values).returningAll().execute()
  return stored as Row[]
}

const queryOf = (query: Record<string, string>) =>
  listQuery(organizationList).parse(query) as unknown as OrganizationQuery

const shows = (label: Label | undefined, key: Label['text']) => label?.text === key
const review = (row: Row) => reviewLabel('review', 'organization', row.review_status)
const voting = (row: Row) => reviewLabel('voting', 'organization', row.voting_review_status)
const content = (row: Row) => reviewLabel('content', 'organization', row.content_review_status)
const nonprofit = (row: Row) => reviewLabel('nonprofit', 'organization', row.nonprofit_review_status)

/** Meaning of each filter value in terms of labels and rules instead of SQL. */
const promises: Record<string, Record<string, (row: Row, day: ProofDay) => boolean>> = {
  status: {
    in_progress: (row) => shows(statusLabel(row.status), 'labels.in_progress'),
    complete: (row) => shows(statusLabel(row.status), 'labels.complete'),
    archived: (row) => shows(statusLabel(row.status), 'labels.archived'),
  },
  review_status: {
    needs_review: (row) => row.needs_review,
    accepted: (row) => shows(review(row), 'labels.accepted'),
    rejected: (row) => shows(review(row), 'labels.rejected'),
    public: (row) => row.review_status === 2,
    4: (row) => row.review_status === 4,
  },
  content_review_status: {
    accepted: (row) => row.content_review_status === 4 || shows(content(row), 'labels.accepted'),
    rejected: (row) => shows(content(row), 'labels.rejected'),
  },
  nonprofit_review_status: {
    accepted: (row) => row.nonprofit_review_status === 4 || shows(nonprofit(row), 'labels.accepted'),
    rejected: (row) => shows(nonprofit(row), 'labels.rejected'),
  },
  voting_review_status: {
    needs_review: (row) => row.needs_voting_review,
    accepted: (row) => shows(voting(row), 'labels.accepted'),
    rejected: (row) => shows(voting(row), 'labels.rejected'),
  },
  proof_status: {
    expired: (row, { today, periods }) => isExemptionExpired(row, today, periods),
    valid: (row, { today, periods }) => !isExemptionExpired(row, today, periods),
  },
}

const someFilters = fc.record(
  Object.fromEntries(
    Object.entries(promises).map(([name, values]) => [
      name,
      fc.subarray(Object.keys(values), { minLength: 1 }),
    ]),
  ),
  { requiredKeys: [] },
)

test('proof status in SQL equals the rule in code, to the day, for every kind, date, period and day', async () => {
  const layouts = proofDay.chain((day) =>
    fc.tuple(fc.constant(day), fc.array(rowAround(day), { minLength: 30, maxLength: 60 }), fc.boolean()),
  )
  await fc.assert(
    fc.asyncProperty(layouts, async ([day, rows, begunBefore]) => {
      const stored = await store(rows, day, begunBefore)
      const expired = stored.filter((row) => isExemptionExpired(row, day.today, day.periods))
      const query = queryOf({ proof_status: 'expired' })
      const ids = await allOrganizationIds(database.db, query, day.today)
      expect(ids.toSorted((a, b) => a - b)).toEqual(expired.map((row) => row.id))
      const all = stored.map((row) => row.id)
      const shown = await organizationRowsByIds(database.db, all)
      expect(shown.map((row) => row.exemption_expired)).toEqual(stored.map((row) => expired.includes(row)))
    }),
    { numRuns: runs(3) },
  )
})

test('every filter, alone and combined, finds and counts exactly the rows whose labels match', async () => {
  const layouts = proofDay.chain((day) =>
    fc.tuple(
      fc.constant(day),
      fc.array(rowAround(day), { minLength: 20, maxLength: 40 }),
      fc.array(someFilters, { minLength: 3, maxLength: 6 }),
    ),
  )
  const single = Object.entries(promises).flatMap(([name, values]) =>
    Object.keys(values).map((value) => ({ [name]: [value] })),
  )
  await fc.assert(
    fc.asyncProperty(layouts, async ([day, rows, filters]) => {
      const stored = await store(rows, day)
      for (const filter of [...single, ...filters]) {
        const chosen = Object.entries(filter) as [string, string[]][]
        const query = queryOf({
          page_size: '100',
          ...Object.fromEntries(chosen.map(([name, values]) => [name, values.join(',')])),
        })
        const promised = stored.filter((row) =>
          chosen.every(([name, values]) => values.some((value) => promises[name]![value]!(row, day))),
        )
        const ids = await allOrganizationIds(database.db, query, day.today)
        expect(ids.toSorted((a, b) => a - b)).toEqual(promised.map((row) => row.id))
        const page = await listOrganizations(database.db, query, day.today)
        expect([page.count, page.rows.length]).toEqual([promised.length, promised.length])
      }
    }),
    { numRuns: runs(2) },
  )
})

test('the expected labels cover every filter value that the list offers', () => {
  for (const [name, values] of Object.entries(organizationList.filters))
    if (values !== 'any') expect(Object.keys(promises[name]!)).toEqual(expect.arrayContaining([...values]))
})
