import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#shared/dates.ts'
import { resolveRelativeDay, dayRange, numberRange } from '#shared/lists/filter-shapes.ts'
import { isExemptionExpired } from '#features/organizations/rules.ts'
import { type Client, useApp } from '#test/app.ts'
import { createGift, createOrganization, createProject, createTask, createUser } from '#test/factories.ts'
import { makeCompany } from '#test/money.ts'
import { costlyRuns } from '#test/runs.ts'
import { blockingCodes, missingCents } from '../rules.ts'
import { projectList } from '../table.ts'

type Generated<A> = A extends fc.Arbitrary<infer T> ? T : never

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const periods = { notice: 60, art60a: 36 }
const today = () => dayOf(app.clock.now)
const towns = ['Berlin', 'berlin ', 'Bad Tölz', 'Frankfurt, Oder', '']
const aroundToday = fc.constantFrom(-800, -31, -14, -1, 0, 1, 30, 45)

const organization = fc.record({
  city: fc.constantFrom(...towns),
  postcode: fc.constantFrom('10115', '10999', '83646', ''),
  exemption_kind: fc.constantFrom('notice', 'art60a', 'public_body', 'none'),
  // Around the day on which a notice (five years) or a finding (three) expires.
  exemption: fc.tuple(fc.constantFrom(36, 60), fc.constantFrom(-1, 0, 1, 20, 29, 30, 31, 400)),
  status: fc.constantFrom(1, 2, 3),
  review_status: fc.constantFrom(null, 2, 3, 4),
  needs_review: fc.boolean(),
})
const project = fc.record({
  of: fc.nat(3),
  status: fc.constantFrom(1, 2, 3),
  review_status: fc.constantFrom(null, 2, 3, 4),
  is_banned: fc.boolean(),
  internal: fc.constantFrom(null, 'seen', 'called'),
  needs: fc.array(fc.constantFrom(1000, 2500, 10_000), { maxLength: 2 }),
  gift: fc.constantFrom(0, 0, 500, 1000, 12_500),
  created: aroundToday,
  ends: fc.option(aroundToday),
  task: fc.constantFrom(null, -1, 0, 5),
  funder: fc.constantFrom(null, 'bank', 'mill', 'failed'),
  waiting: fc.option(aroundToday.filter((day) => day < 1)),
  reviewer: fc.constantFrom(null, 'me', 'other'),
})
const world = fc.record({
  organizations: fc.array(organization, { minLength: 4, maxLength: 4 }),
  projects: fc.array(project, { minLength: 6, maxLength: 12 }),
})
type World = Generated<typeof world>

const cents = fc.constantFrom('0..1000', '1000..', '..2500', '1001..9999', '500..500')
const days = fc.constantFrom(
  'today..+30',
  '..-1',
  '-14..today',
  '+1..',
  '..today',
  '2026-01-01..2026-12-01',
  'none',
)
const some = (...values: string[]) => fc.subarray(values, { minLength: 1 }).map((chosen) => chosen.join(','))
const filters = {
  status: some('in_progress', 'complete', '3'),
  review_status: some('needs_review', 'public', 'accepted', 'rejected'),
  internal_status: some('seen', 'called'),
  proof_status: some('expired', 'none', 'valid', 'ends_within:30', 'ends_within:0'),
  organization_review: some('needs_review', 'accepted', 'rejected', 'none'),
  town: some('Berlin', 'BAD TOLZ', 'frankfurt oder', 'Bonn'),
  postcode: some('10', '83646', '9'),
  blocking: some(
    'not_reviewed',
    'proof_expired',
    'no_proof',
    'organization_not_reviewed',
    'not_complete',
    'organization_not_complete',
    'banned',
    'ended',
    'fully_funded',
    'archived',
  ),
  goal: cents,
  received: cents,
  missing: cents,
  percent: fc.constantFrom('0..0', '40..', '..100', '101..'),
  created: days.filter((text) => text !== 'none'),
  ends: days,
  open_tasks: some('has', 'none', 'overdue'),
  funder: some('bank', 'mill'),
  waiting: days,
  reviewer: some('me', 'nobody', '999999'),
}
type Name = keyof typeof filters
// Few filters at a time: many together would find nothing.
const query = fc
  .tuple(
    fc.record(filters),
    fc.subarray(Object.keys(filters) as Name[], { minLength: 1, maxLength: 3 }),
    fc.subarray(Object.keys(filters)),
    fc.boolean(),
  )
  .map(([values, names, not, inWork]): Record<string, string> => ({
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
    ...(not.length > 0 && { not: not.join(',') }),
    ...(inWork && { exclude_status: 'archived' }),
  }))

async function build({ organizations, projects }: World): Promise<void> {
  const { db } = app
  const at = app.clock.now
  await db
    .insertInto('internal_statuses')
    .values(['seen', 'called'].map((slug) => ({ subject: 'project', slug, title: slug, created_at: at })))
    .execute()
  for (const slug of ['bank', 'mill']) await makeCompany(db, { slug, title: slug })
  const hosts: number[] = []
  for (const {
    exemption: [months, later],
    ...columns
  } of organizations) {
    const date = addDays(monthsBack(today(), months), later)
    const host = await createOrganization(db, {
      ...columns,
      exemption_date: columns.exemption_kind === 'none' ? null : date,
    })
    hosts.push(host.id)
  }
  const other = await createUser(db)
  for (const { of, internal, gift, created, ends, task, funder, waiting, reviewer, ...columns } of projects) {
    const row = await createProject(db, {
      ...columns,
      organization_id: hosts[of]!,
      internal_status_id: internal
        ? (sql<number>`(select id from internal_statuses where slug = ${internal})` as never)
        : null,
      created_at: new Date(`${addDays(today(), created)}T22:30:00Z`),
      reviewer_id: reviewer === 'me' ? staff.userId : reviewer && other.id,
      needs_donation_review: waiting !== null,
      updated_at: new Date(`${addDays(today(), waiting ?? 0)}T10:00:00Z`),
      ends_on: ends === null ? null : addDays(today(), ends),
    })
    if (gift > 0) await createGift(db, row, gift)
    if (task !== null) await createTask(db, { project_id: row.id, scheduled_for: addDays(today(), task) })
    if (funder)
      await sql`insert into fundings (slug, project_id, funding_type, amount_cents, state, received_on, source, created_at,
          company_id, budget_id)
        select ${`gift-${row.id}`}, ${row.id}, 1, 100, ${funder === 'failed' ? 'failed' : 'confirmed'}, ${today()}::date,
          'test', ${at}, company_id, id from budgets
        where company_id = (select id from companies where slug = ${funder === 'failed' ? 'bank' : funder})`.execute(
        db,
      )
  }
}

const monthsBack = (day: string, months: number) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1 - months, date)).toISOString().slice(0, 10)
}

/** All data that filters read, as plain rows. */
async function plainRows() {
  const { db } = app
  const [projects, organizations, tasks, fundings, statuses, companies] = await Promise.all([
    db.selectFrom('projects').selectAll().orderBy('id').execute(),
    db.selectFrom('organizations').selectAll().execute(),
    db.selectFrom('reminders').selectAll().where('status', '=', 1).execute(),
    db.selectFrom('fundings').selectAll().execute(),
    db.selectFrom('internal_statuses').selectAll().execute(),
    db.selectFrom('companies').selectAll().execute(),
  ])
  return projects.map((row) => ({
    row,
    organization: organizations.find(({ id }) => id === row.organization_id)!,
    tasks: tasks.filter((task) => task.project_id === row.id),
    internal: statuses.find(({ id }) => id === row.internal_status_id)?.slug,
    funders: fundings
      .filter((gift) => gift.project_id === row.id && gift.state !== 'failed')
      .map((gift) => companies.find(({ id }) => id === gift.company_id)?.slug),
  }))
}
type Plain = Awaited<ReturnType<typeof plainRows>>[number]

const inNumbers = (value: number | null, text: string) => {
  const { from = -Infinity, to = Infinity } = numberRange(text)!
  return value !== null && value >= from && value <= to
}
const inDays = (value: string | null, text: string) => {
  if (text === 'none') return value === null
  const { from, to } = dayRange(text)!
  return (
    value !== null &&
    (!from || value >= resolveRelativeDay(from, today())) &&
    (!to || value <= resolveRelativeDay(to, today()))
  )
}
const folded = (text: string) =>
  text
    .trim()
    .replace(/[,\s]+/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()

const outcomeIs = (status: number | null, value: string) =>
  ({ public: [2], accepted: [2, 4], rejected: [3] } as Record<string, number[]>)[value]?.includes(
    status ?? 0,
  ) === true

/** Reference check: does a row have a value of a filter? */
const plainly: Record<Name, (plain: Plain, value: string) => boolean> = {
  status: ({ row }, value) =>
    ({ in_progress: 1, complete: 2, archived: 3, 3: 3 } as Record<string, number>)[value] === row.status,
  review_status: ({ row }, value) =>
    value === 'needs_review' ? row.needs_donation_review : outcomeIs(row.review_status, value),
  internal_status: ({ internal }, value) => internal === value,
  proof_status: ({ organization }, value) => {
    const proof = organization as Parameters<typeof isExemptionExpired>[0]
    const over = isExemptionExpired(proof, today(), periods)
    if (value === 'none') return proof.exemption_kind === 'none'
    if (value === 'expired') return proof.exemption_kind !== 'none' && over
    if (value === 'valid') return !over
    return !over && isExemptionExpired(proof, addDays(today(), Number(value.split(':')[1])), periods)
  },
  organization_review: ({ organization }, value) =>
    value === 'needs_review'
      ? organization.needs_review
      : value === 'none'
        ? organization.review_status === null
        : outcomeIs(organization.review_status, value),
  town: ({ organization }, value) => organization.city !== '' && folded(organization.city) === folded(value),
  postcode: ({ organization }, value) => organization.postcode.startsWith(value),
  blocking: ({ row, organization }, value) => {
    const proof = organization as Parameters<typeof isExemptionExpired>[0]
    if (value === 'no_proof') return proof.exemption_kind === 'none'
    if (value === 'proof_expired')
      return proof.exemption_kind !== 'none' && isExemptionExpired(proof, today(), periods)
    return (blockingCodes({ ...row, organization }, today()) as string[]).includes(value)
  },
  goal: ({ row }, text) => inNumbers(row.target_cents, text),
  received: ({ row }, text) => inNumbers(row.funded_cents, text),
  missing: ({ row }, text) => inNumbers(missingCents(row), text),
  percent: ({ row }, text) =>
    inNumbers(row.target_cents > 0 ? Math.floor((100 * row.funded_cents) / row.target_cents) : null, text),
  created: ({ row }, text) => inDays(dayOf(row.created_at as unknown as Date), text),
  ends: ({ row }, text) => inDays(row.ends_on, text),
  open_tasks: ({ tasks }, value) =>
    value === 'none'
      ? tasks.length === 0
      : value === 'has'
        ? tasks.length > 0
        : tasks.some((task) => task.scheduled_for < today()),
  funder: ({ funders }, value) => funders.includes(value),
  waiting: ({ row }, text) => {
    const since = row.status === 3 || !row.needs_donation_review ? null : row.needs_donation_review_since
    return inDays(since && dayOf(since as unknown as Date), text)
  },
  reviewer: ({ row }, value) =>
    value === 'nobody'
      ? row.reviewer_id === null
      : row.reviewer_id === (value === 'me' ? staff.userId : Number(value)),
}

const plainlyFound = (rows: Plain[], asked: Record<string, string>) => {
  const { not = '', exclude_status, ...given } = asked
  return rows.filter(
    (plain) =>
      (!exclude_status || plain.row.status !== 3) &&
      Object.entries(given).every(
        ([name, values]) =>
          values.split(',').some((value) => plainly[name as Name](plain, value)) !==
          not.split(',').includes(name),
      ),
  )
}

const address = (asked: Record<string, string>) => String(new URLSearchParams(asked))

test('list, count, selection and export find what a plain reading of the rows finds, for any filters', async () => {
  await fc.assert(
    fc.asyncProperty(world, fc.array(query, { minLength: 12, maxLength: 12 }), async (given, queries) => {
      await app.reset()
      staff = await app.as('superuser')
      await build(given)
      const rows = await plainRows()
      for (const asked of queries) {
        const expected = plainlyFound(rows, asked).map(({ row }) => row.slug)
        const list = await staff.get(`/api/v4/projects/?page_size=100&ordering=created_at&${address(asked)}`)
        expect([asked, list.status]).toEqual([asked, 200])
        const slugs = list.body.results.map((row: { slug: string }) => row.slug).sort()
        expect([asked, slugs, list.body.count]).toEqual([asked, expected.toSorted(), expected.length])
        const count = await staff.get(`/api/v4/projects/count/?${address(asked)}`)
        expect([asked, count.body]).toEqual([asked, { count: expected.length }])
        // A wrong expected number is refused with the right one and changes nothing.
        const refused = await staff.post('/api/v4/projects/archive/', {
          selection: { query: address(asked), expected_count: expected.length + 1 },
        })
        expect([asked, refused.status, refused.body.current?.count]).toEqual([asked, 409, expected.length])
        const file = await staff.get(
          `/api/v4/projects/export/?format=csv&expected_count=${expected.length}&${address(asked)}`,
        )
        expect([asked, file.status]).toEqual([asked, 200])
        const titles = file.body.split('\n').slice(1).filter(Boolean).length
        expect([asked, titles]).toEqual([asked, expected.length])
      }
    }),
    { numRuns: costlyRuns(4) },
  )
}, 240_000)

test('filter values are counted under the other filters, blocking reasons under all', async () => {
  await fc.assert(
    fc.asyncProperty(world, query, async (given, asked) => {
      await app.reset()
      staff = await app.as('superuser')
      await build(given)
      const rows = await plainRows()
      const names = Object.keys(filters) as Name[]
      for (const name of names) {
        const { [name]: _own, not = '', ...others } = asked
        const rest = {
          ...others,
          not: not
            .split(',')
            .filter((one) => one !== name)
            .join(','),
        }
        const { status, body } = await staff.get(`/api/v4/projects/filters/${name}/?${address(asked)}`)
        expect([name, status]).toEqual([name, 200])
        for (const { value, count } of body.values as { value: string; count: number }[]) {
          const found = plainlyFound(rows, { ...rest, [name]: value } as Record<string, string>)
          expect([asked, name, value, count]).toEqual([
            asked,
            name,
            value,
            name === 'postcode'
              ? found.filter(({ organization }) => organization.postcode === value).length
              : found.length,
          ])
        }
      }
      const { body } = await staff.get(`/api/v4/projects/blocking/?${address(asked)}`)
      const all = plainlyFound(rows, asked)
      const codes = Object.keys(projectList.otherFilters.blocking.values)
      const reasons = codes
        .map((code) => ({ code, count: all.filter((plain) => plainly.blocking(plain, code)).length }))
        .filter(({ count }) => count > 0)
      const blocked = all.filter((plain) => codes.some((code) => plainly.blocking(plain, code))).length
      expect([asked, body]).toEqual([asked, { count: all.length, blocked, reasons }])
    }),
    { numRuns: costlyRuns(4) },
  )
}, 240_000)

test('complete projects in Berlin whose organization has no valid proof', async () => {
  const berlin = { city: 'Berlin', postcode: '10115' }
  const without = await createOrganization(app.db, {
    ...berlin,
    exemption_kind: 'none',
    exemption_date: null,
  })
  const old = await createOrganization(app.db, { ...berlin, exemption_date: '2015-01-01' })
  const valid = await createOrganization(app.db, berlin)
  const away = await createOrganization(app.db, { city: 'Bonn', exemption_date: '2015-01-01' })
  for (const [at, host] of [without, old, valid, away].entries())
    await createProject(app.db, { organization_id: host.id, title: `Project ${at}` })
  await createProject(app.db, { organization_id: old.id, title: 'In progress', status: 1 })
  const titles = async (asked: string) =>
    (await staff.get(`/api/v4/projects/?ordering=title&${asked}`)).body.results.map(
      (row: { title: string }) => row.title,
    )
  const asked = 'status=complete&town=Berlin'
  expect(await titles(`${asked}&proof_status=expired,none`)).toEqual(['Project 0', 'Project 1'])
  expect(await titles(`${asked}&proof_status=valid&not=proof_status`)).toEqual(['Project 0', 'Project 1'])
})

describe('an invalid filter value is rejected at its filter', () => {
  test.each([
    ['goal=5'],
    ['goal=..'],
    ['goal=-5..3'],
    ['goal=1.5..3'],
    ['percent=a..b'],
    ['ends=yesterday..today'],
    ['ends=2026-02-30..'],
    ['created=today'],
    ['postcode=%25'],
    ['proof_status=ends_within:'],
    ['proof_status=ends_within:30days'],
    ['proof_status=gone'],
    ['blocking=no'],
    ['not=colour'],
  ])('%s', async (asked) => {
    const { status, body } = await staff.get(`/api/v4/projects/?${asked}`)
    expect([status, body]).toEqual([400, { [asked.split('=')[0]!]: ['Unknown filter value'] }])
  })
})

test('“+30” is accepted in an address with its plus raw, encoded or missing', async () => {
  await createProject(app.db, { ends_on: addDays(today(), 30) })
  await createProject(app.db, { ends_on: addDays(today(), 31) })
  for (const asked of ['today..+30', 'today..%2B30', 'today..30'])
    expect((await staff.get(`/api/v4/projects/?ends=${asked}`)).body.count).toBe(1)
})

test('towns are found by part of their name, and at most twenty are sent', async () => {
  for (let nth = 0; nth < 22; nth++) {
    const host = await createOrganization(app.db, { city: `Neustadt ${nth}` })
    await createProject(app.db, { organization_id: host.id })
  }
  const all = (await staff.get('/api/v4/projects/filters/town/')).body
  expect([all.values.length, all.more]).toEqual([20, true])
  const found = (await staff.get('/api/v4/projects/filters/town/?find=stadt%2021')).body
  expect(found).toEqual({ values: [{ value: 'Neustadt 21', title: 'Neustadt 21', count: 1 }], more: false })
  expect((await staff.get('/api/v4/projects/filters/lost/')).status).toBe(400)
})

test('an export lists its filters in the words of the page', async () => {
  await makeCompany(app.db, { slug: 'bank', title: 'Sparbank' })
  await createUser(app.db)
  const asked =
    'town=Berlin,Bonn&not=town&goal=100000..500000&ends=today..%2B30&proof_status=none,ends_within:30&funder=bank'
  const { bytes } = await staff.get(`/api/v4/projects/export/?${asked}`, { locale: 'sie_DE' })
  const about = (await readXlsx(Buffer.from(bytes))).sheets[1]!.rows.map((row) => row.slice(0, 2))
  expect(about).toEqual(
    expect.arrayContaining([
      ['Filter: Ort', 'ist nicht Berlin, Bonn'],
      ['Filter: Förderziel', '1.000,00\u00a0€ bis 5.000,00\u00a0€'],
      ['Filter: Endet', 'heute bis in 30 Tagen'],
      ['Filter: Nachweisstatus', 'Ohne, Gültig, endet in 30 Tagen'],
      ['Filter: Fördernde', 'Sparbank'],
    ]),
  )
})
