import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { databaseChecksums } from '#test/table-checksums.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { makeBudget, makeCompany } from '#test/money.ts'

const path = '/api/v4/projects/fund-internally/'
const app = useApp()
let clerk: Client
beforeEach(async () => {
  clerk = await app.as(['fund_projects'])
  await makeCompany(app.db, { slug: 'bank', title: 'Stadtbank', granted_cents: 500_000 })
})

const fund = (project_slug: string, amount_cents: unknown, more: object = {}, by = clerk) =>
  by.post(path, { project_slug, company_slug: 'bank', amount_cents, ...more })
/** Makes a call that must be refused, and asserts that the database is unchanged. */
const refused = async (call: () => Promise<Answer>) => {
  const before = await databaseChecksums(app.db)
  const { status, body } = await call()
  expect(await databaseChecksums(app.db)).toEqual(before)
  return { status, body }
}
const left = async () =>
  (
    await app.db
      .selectFrom('ledger_accounts')
      .select('balance_cents')
      .where('kind', '=', 'budget_available')
      // The general budget; each other one has its own account.
      .where('budget_id', 'is', null)
      .executeTakeFirstOrThrow()
  ).balance_cents

test('a funding moves money from budget to project and reports both remaining amounts', async () => {
  const project = await createProject(app.db, { needs: [200_000], funding_type: 3 })
  const { status, body } = await fund(project.slug, 150_000, { note: 'Beschluss vom 19.11.' })
  expect([status, body]).toEqual([
    201,
    {
      funding: {
        slug: expect.any(String),
        amount_cents: 150_000,
        funding_type: { choice: 3, display: 'Foundation' },
        state: 'confirmed',
        business_day: '2026-11-21',
        company: { slug: 'bank', title: 'Stadtbank' },
        note: 'Beschluss vom 19.11.',
      },
      project: {
        slug: project.slug,
        title: project.title,
        target_cents: 200_000,
        funded_cents: 150_000,
        missing_cents: 50_000,
        fully_funded: false,
      },
      budget: { slug: expect.any(String), title: 'General budget', available_cents: 350_000 },
    },
  ])
  expect(await app.db.selectFrom('payouts').selectAll().execute()).toEqual([])
  expect(await findLedgerDifferences(app.db)).toEqual([])
})

test('a project that becomes fully funded is settled at once', async () => {
  const project = await createProject(app.db, { needs: [200_000] })
  await fund(project.slug, 150_000)
  const { body } = await fund(project.slug, 50_000, { business_day: '2026-11-20' })
  expect([body.funding.state, body.project.fully_funded, body.project.missing_cents]).toEqual([
    'settled',
    true,
    0,
  ])
  const payouts = await app.db.selectFrom('payouts').selectAll().execute()
  expect(payouts).toMatchObject([{ amount_cents: 200_000, state: 'open', settled_on: '2026-11-20' }])
  expect(await findLedgerDifferences(app.db)).toEqual([])
})

test('the same idempotency key returns the first result, and is refused with another body', async () => {
  const project = await createProject(app.db, { needs: [200_000] })
  const options = { headers: { 'idempotency-key': 'one-key-for-it' } }
  const call = (amount_cents: number) =>
    clerk.post(path, { project_slug: project.slug, company_slug: 'bank', amount_cents }, options)
  const first = await call(150_000)
  const again = await call(150_000)
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  expect(await refused(() => call(10_000))).toMatchObject({ status: 422 })
  expect(await left()).toBe(350_000)
})

describe('refusals that change nothing', () => {
  test('an amount above the remaining need, naming the last funder and time', async () => {
    const project = await createProject(app.db, { needs: [200_000] })
    await fund(project.slug, 80_000)
    const { status, body } = await refused(() => fund(project.slug, 120_001))
    expect([status, body.code, body.current]).toEqual([
      409,
      'exceeds_missing',
      {
        missing_cents: 120_000,
        last_funding: { person: expect.stringMatching(/^Test Person/), at: app.clock.now.toISOString() },
      },
    ])
    const fresh = await createProject(app.db, { needs: [200_000] })
    expect((await refused(() => fund(fresh.slug, 200_001))).body.current).toEqual({
      missing_cents: 200_000,
      last_funding: null,
    })
  })

  test('an amount above what the budget has available', async () => {
    const project = await createProject(app.db, { needs: [900_000] })
    const { status, body } = await refused(() => fund(project.slug, 500_001))
    expect([status, body.code, body.current]).toEqual([409, 'budget_exceeded', { available_cents: 500_000 }])
  })

  test('a project that cannot take money, with every reason and its fix', async () => {
    const organization = await createOrganization(app.db, { review_status: null })
    const project = await createProject(app.db, {
      organization_id: organization.id,
      is_banned: true,
      ends_on: '2026-11-20',
    })
    const { status, body } = await refused(() => fund(project.slug, 100))
    expect([status, body.code, body.blocking.map((one: { code: string }) => one.code)]).toEqual([
      409,
      'not_fundable',
      ['organization_not_reviewed', 'banned', 'ended'],
    ])
    expect(body.current.reasons).toEqual([
      {
        code: 'organization_not_reviewed',
        text: 'The organization has not passed its review',
        link: `/site-admin/organization/${organization.slug}/update/`,
      },
      {
        code: 'banned',
        text: 'The project is banned',
        link: `/site-admin/project/${project.slug}/update/#status`,
      },
      {
        code: 'ended',
        text: 'The end date has passed',
        link: `/site-admin/project/${project.slug}/update/#dates`,
      },
    ])
  })

  test('unknown projects, companies and budgets, and budgets of another company', async () => {
    const { slug } = await createProject(app.db)
    const other = await makeCompany(app.db, { slug: 'other', title: 'Other' })
    const theirs = await makeBudget(app.db, { company_id: other.id, slug: 'theirs', title: 'Theirs' })
    const fields = async (body: object) => {
      const answer = await refused(() => clerk.post(path, body))
      return [answer.status, Object.keys(answer.body)]
    }
    const good = { project_slug: slug, company_slug: 'bank', amount_cents: 100 }
    expect(await fields({ ...good, project_slug: 'nobody' })).toEqual([400, ['project_slug']])
    expect(await fields({ ...good, company_slug: 'nobody' })).toEqual([400, ['company_slug']])
    expect(await fields({ ...good, budget_slug: 'nobody' })).toEqual([400, ['budget_slug']])
    expect(await fields({ ...good, budget_slug: theirs.slug })).toEqual([400, ['budget_slug']])
  })

  test.each([100.5, 0, -100, '100', 1e15, null])(
    'an amount that is not a valid positive number of cents: %s',
    async (wrong) => {
      const { slug } = await createProject(app.db)
      const answer = await refused(() => fund(slug, wrong))
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['amount_cents']])
    },
  )

  test('a future day, and a day in a closed month', async () => {
    const { slug } = await createProject(app.db)
    const future = await refused(() => fund(slug, 100, { business_day: '2026-11-22' }))
    expect([future.status, Object.keys(future.body)]).toEqual([400, ['business_day']])
    await app.db
      .insertInto('closed_months')
      .values({ month: '2026-10-01', reason: 'Abschluss', closed_at: app.clock.now })
      .execute()
    const closed = await refused(() => fund(slug, 100, { business_day: '2026-10-31' }))
    expect([closed.status, closed.body]).toEqual([
      400,
      { business_day: ['10.2026 is closed. Choose 01.11.2026 or later.'] },
    ])
    const first = async (day: string) =>
      (await clerk.get(`${path}preview/?project_slugs=${slug}&business_day=${day}`)).body.first_open_day
    expect([await first('2026-10-31'), await first('2026-11-01')]).toEqual(['2026-11-01', null])
  })

  test('without the right', async () => {
    const { slug } = await createProject(app.db)
    const nobody = await app.as(['defund_projects'])
    const answer = await refused(() => fund(slug, 100, {}, nobody))
    expect([answer.status, answer.body.permission]).toEqual([403, 'fund_projects'])
  })
})

describe('separate budgets', () => {
  test('are used when named, only on their days and for their type', async () => {
    const { id } = await app.db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
    const budget = await makeBudget(app.db, {
      company_id: id,
      slug: 'fund-2026',
      title: 'Stiftungsfonds 2026',
      funding_type: 3,
      valid_from: '2026-11-01',
      valid_until: '2026-12-31',
      granted_cents: 10_000,
    })
    const project = await createProject(app.db, { funding_type: 1 })
    const from = (more: object) => () => fund(project.slug, 4_000, { budget_slug: budget.slug, ...more })
    expect((await refused(from({ business_day: '2026-10-31' }))).body).toEqual({
      budget_slug: ['The budget is not valid on this day'],
    })
    expect(Object.keys((await refused(from({ funding_type: 2 }))).body)).toEqual(['funding_type'])
    const { body } = await from({})()
    expect([body.funding.funding_type.choice, body.budget]).toEqual([
      3,
      { slug: 'fund-2026', title: 'Stiftungsfonds 2026', available_cents: 6_000 },
    ])
    expect(await left()).toBe(500_000)
  })
})

describe('the funding type', () => {
  const typeOf = async (answer: Promise<Answer>) => (await answer).body.funding.funding_type.choice

  test('is the requested one, else the project’s own, else the platform’s', async () => {
    const project = await createProject(app.db, { funding_type: 1 })
    expect(await typeOf(fund(project.slug, 100, { funding_type: 2 }))).toBe(2)
    expect(await typeOf(fund(project.slug, 100))).toBe(1)
    await app.db
      .updateTable('platform_features')
      .set({ enableDonations: false, fallback_funding_type: 3 })
      .execute()
    expect(await typeOf(fund(project.slug, 100))).toBe(3)
    const off = await refused(() => fund(project.slug, 100, { funding_type: 1 }))
    expect([off.status, off.body]).toEqual([400, { funding_type: ['This funding type is switched off'] }])
  })

  test('profit-savings go only to organizations recognized as a public benefit', async () => {
    const expired = { exemption_date: '2020-01-01' }
    const rejected = await createOrganization(app.db, { ...expired, nonprofit_review_status: 3 })
    const accepted = await createOrganization(app.db, { ...expired, nonprofit_review_status: 2 })
    const proven = await createOrganization(app.db, { nonprofit_review_status: null })
    const give = async (organization_id: number, funding_type: number) => {
      const { slug } = await createProject(app.db, { organization_id })
      const { status, body } = await fund(slug, 100, { funding_type })
      return status === 201 ? status : body.blocking.map((one: { code: string }) => one.code)
    }
    expect(await give(rejected.id, 4)).toEqual(['not_public_benefit'])
    expect(await give(rejected.id, 2)).toBe(201)
    expect(await give(accepted.id, 4)).toBe(201)
    expect(await give(proven.id, 4)).toBe(201)
  })

  test('the proof must be valid on the business day', async () => {
    const organization = await createOrganization(app.db, { exemption_date: '2021-11-20' })
    const { slug } = await createProject(app.db, { organization_id: organization.id })
    const on = async (business_day: string) =>
      (await fund(slug, 100, { funding_type: 4, business_day })).status
    expect([await on('2026-11-10'), await on('2026-11-21')]).toEqual([201, 409])
  })
})

describe('the preview', () => {
  test('shows missing amounts and blockers per project, and available budgets', async () => {
    const { id } = await app.db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
    await makeBudget(app.db, {
      company_id: id,
      slug: 'last-year',
      title: 'Alt',
      valid_until: '2025-12-31',
      granted_cents: 5_000,
    })
    const open = await createProject(app.db, { needs: [200_000] })
    const banned = await createProject(app.db, { is_banned: true })
    await fund(open.slug, 20_000)
    const { status, body } = await clerk.get(
      `${path}preview/?project_slugs=${open.slug},${banned.slug}&company=bank`,
    )
    expect(status).toBe(200)
    expect(body.results).toMatchObject([
      { slug: open.slug, missing_cents: 180_000, fundable: true, reasons: [] },
      { slug: banned.slug, fundable: false, reasons: [{ code: 'banned' }] },
    ])
    expect(body.budgets).toMatchObject([
      { title: 'General budget', granted_cents: 500_000, used_cents: 20_000, available_cents: 480_000 },
    ])
    expect(body.total).toEqual({ fundable: 1, missing_cents: 180_000 })
    const then = await clerk.get(
      `${path}preview/?project_slugs=${open.slug}&company=bank&business_day=2025-12-01`,
    )
    expect(then.body.budgets.map((budget: { title: string }) => budget.title)).toEqual([
      'General budget',
      'Alt',
    ])
  })

  test('refuses unknown names and more than 200 projects', async () => {
    const { slug } = await createProject(app.db)
    const fields = async (query: string) => Object.keys((await clerk.get(`${path}preview/?${query}`)).body)
    expect(await fields(`project_slugs=nobody`)).toEqual(['project_slugs'])
    expect(await fields(`project_slugs=${slug}&company=nobody`)).toEqual(['company'])
    expect(await fields(`project_slugs=${slug}&company=bank&budget=nobody`)).toEqual(['budget'])
    const many = Array.from({ length: 201 }, (_, n) => `p${n}`).join(',')
    expect(await fields(`project_slugs=${many}`)).toEqual(['project_slugs'])
  })

  test('checks profit-savings rules by the budget’s type', async () => {
    const { id } = await app.db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
    await makeBudget(app.db, { company_id: id, slug: 'lottery', title: 'Lotterie', funding_type: 4 })
    const organization = await createOrganization(app.db, { exemption_kind: 'none', exemption_date: null })
    const { slug } = await createProject(app.db, { organization_id: organization.id })
    const reasons = async (query: string) =>
      (
        await clerk.get(`${path}preview/?project_slugs=${slug}&company=bank${query}`)
      ).body.results[0].reasons.map((one: { code: string }) => one.code)
    expect(await reasons('')).toEqual([])
    expect(await reasons('&budget=lottery')).toEqual(['not_public_benefit'])
  })
})
