import { readXlsx } from 'hucre'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Client, useApp } from '#test/app.ts'
import { createGift, createProject } from '#test/factories.ts'
import { databaseChecksums } from '#test/table-checksums.ts'
import { makeCompany, payAll, settleAll } from '#test/money.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'

const path = '/api/v4/projects/defund-internally/'
const app = useApp()
let clerk: Client
beforeEach(async () => {
  clerk = await app.as(['fund_projects', 'defund_projects', 'view_payouts'])
  await makeCompany(app.db, { slug: 'bank', title: 'Stadtbank', granted_cents: 500_000 })
  await makeCompany(app.db, { slug: 'other', title: 'Andere', granted_cents: 500_000 })
})

type Named = { slug: string; title: string }
const fund = (project: Named, amount_cents: number, company_slug = 'bank') =>
  clerk.post('/api/v4/projects/fund-internally/', { project_slug: project.slug, company_slug, amount_cents })
const defund = (project: Named, more: object = {}) =>
  clerk.post(path, { project_slug: project.slug, confirm_title: project.title, reason: 'Irrtum', ...more })
const refused = async (call: () => Promise<Answer>) => {
  const before = await databaseChecksums(app.db)
  const { status, body } = await call()
  expect(await databaseChecksums(app.db)).toEqual(before)
  return [status, body.code ?? Object.keys(body)]
}
const budgetLeft = async () => {
  const { rows } = await sql<{ cents: number }>`
    select balance_cents as cents from ledger_accounts account join companies on companies.id = company_id
    where kind = 'budget_available' and slug = 'bank'`.execute(app.db)
  return rows[0]!.cents
}
const settle = () => settleAll(app.db, app.clock.now)
const pay = () => payAll(app.db, app.clock.now)
const openClaim = async (project: Named) => {
  await fund(project, 30_000)
  await settle()
  await pay()
  await defund(project, { acknowledge_marked_payments: true })
  return (await clerk.get('/api/v4/recovery-claims/')).body.results[0] as { slug: string }
}
const tasks = () =>
  app.db
    .selectFrom('reminders')
    .leftJoin('reminder_assignees', 'reminder_id', 'reminders.id')
    .select(['title', 'reminders.scheduled_for', 'reminders.status', 'user_id', 'project_id'])
    .execute()

describe('defunding', () => {
  test('reverses unpaid gifts, cancels their payout, and claims back paid ones', async () => {
    const project = await createProject(app.db, { needs: [200_000] })
    await fund(project, 30_000)
    await settle()
    await pay()
    await fund(project, 20_000)
    await settle()
    await fund(project, 10_000, 'other')
    const preview = await clerk.get(`${path}preview/?project_slug=${project.slug}`)
    expect(preview.body.results).toEqual([
      {
        company: { slug: 'other', title: 'Andere' },
        unsettled_cents: 10_000,
        settled_cents: 0,
        paid_cents: 0,
      },
      {
        company: { slug: 'bank', title: 'Stadtbank' },
        unsettled_cents: 0,
        settled_cents: 20_000,
        paid_cents: 30_000,
      },
    ])
    expect(await refused(() => defund(project))).toEqual([409, 'marked_payments'])
    const { status, body } = await defund(project, { acknowledge_marked_payments: true })
    expect([status, body]).toEqual([
      200,
      { reversed: 2, reversed_cents: 30_000, recovery_open_cents: 30_000 },
    ])
    expect(await budgetLeft()).toBe(470_000)
    const states = await app.db.selectFrom('payouts').select('state').orderBy('id').execute()
    expect(states).toEqual([{ state: 'marked_paid' }, { state: 'cancelled' }])
    expect(await findLedgerDifferences(app.db)).toEqual([])
  })

  test('requires the title, a reason, and something to cancel', async () => {
    const project = await createProject(app.db, { needs: [200_000] })
    expect(await refused(() => defund(project))).toEqual([409, 'nothing_to_defund'])
    await fund(project, 30_000)
    expect(await refused(() => defund(project, { confirm_title: 'Another' }))).toEqual([
      400,
      ['confirm_title'],
    ])
    expect(await refused(() => defund(project, { reason: '  ' }))).toEqual([400, ['reason']])
    expect(await refused(() => defund({ slug: 'nobody', title: 'x' }))).toEqual([400, ['project_slug']])
    expect((await defund(project, { confirm_title: `  ${project.title} ` })).status).toBe(200)
    expect(await tasks()).toEqual([])
  })

  test("leaves other donors' gifts alone", async () => {
    const project = await createProject(app.db, { needs: [200_000] })
    await createGift(app.db, project, 5_000)
    await fund(project, 30_000)
    await defund(project)
    const row = await app.db.selectFrom('projects').select('funded_cents').executeTakeFirstOrThrow()
    expect(row.funded_cents).toBe(5_000)
  })
})

test('paid, unsettled and unpaid amounts are reported per project', async () => {
  const project = await createProject(app.db, { needs: [200_000] })
  const empty = await createProject(app.db)
  await fund(project, 30_000)
  await settle()
  await pay()
  await fund(project, 20_000)
  await settle()
  await fund(project, 10_000)
  const check = (slugs: string) => clerk.get(`/api/v4/projects/check-marked-payments/?project_slugs=${slugs}`)
  expect((await check(`${project.slug},${empty.slug}`)).body.results).toEqual([
    {
      slug: project.slug,
      title: project.title,
      has_marked_payments: true,
      marked_cents: 30_000,
      unsettled_cents: 10_000,
      open_payout_cents: 20_000,
    },
    {
      slug: empty.slug,
      title: empty.title,
      has_marked_payments: false,
      marked_cents: 0,
      unsettled_cents: 0,
      open_payout_cents: 0,
    },
  ])
  expect((await check('nobody')).status).toBe(400)
})

describe('claims', () => {
  test('a task reminds of the claim after 14 days and completes when everything is returned', async () => {
    const project = await createProject(app.db, { needs: [200_000] })
    const claim = await openClaim(project)
    expect(await tasks()).toEqual([
      {
        title: 'Recover money that was paid out',
        scheduled_for: '2026-12-05',
        status: 1,
        user_id: clerk.userId,
        project_id: project.id,
      },
    ])
    const path = `/api/v4/recovery-claims/${claim.slug}/return/`
    const part = await clerk.post(path, { amount_cents: 10_000, received_on: '2026-11-21', note: 'Teil' })
    expect([part.status, part.body]).toEqual([
      200,
      expect.objectContaining({ open_cents: 20_000, returned_cents: 10_000, state: 'open', closed_on: null }),
    ])
    expect([await budgetLeft(), (await tasks())[0]!.status]).toEqual([480_000, 1])
    const rest = await clerk.post(path, { amount_cents: 20_000, received_on: '2026-11-21' })
    expect(rest.body).toMatchObject({ open_cents: 0, state: 'closed', closed_on: '2026-11-21' })
    expect([await budgetLeft(), (await tasks())[0]!.status]).toEqual([500_000, 2])
    expect(await findLedgerDifferences(app.db)).toEqual([])
  })

  test('one task covers all claims of a defunding and completes with the last', async () => {
    const project = await createProject(app.db, { needs: [200_000] })
    await fund(project, 10_000, 'other')
    await openClaim(project)
    const { results } = (await clerk.get('/api/v4/recovery-claims/')).body as { results: { slug: string }[] }
    expect(results).toHaveLength(2)
    const off = (slug: string) =>
      clerk.post(`/api/v4/recovery-claims/${slug}/write-off/`, { reason: 'Insolvenz' })
    await off(results[0]!.slug)
    expect((await tasks()).map(({ status }) => status)).toEqual([1])
    await off(results[1]!.slug)
    expect((await tasks()).map(({ status }) => status)).toEqual([2])
  })

  test('writing off needs a reason and returns nothing to the budget', async () => {
    const claim = await openClaim(await createProject(app.db, { needs: [200_000] }))
    const path = `/api/v4/recovery-claims/${claim.slug}/write-off/`
    expect(await refused(() => clerk.post(path, { reason: ' ' }))).toEqual([400, ['reason']])
    const { body } = await clerk.post(path, { reason: 'Insolvenz' })
    expect(body).toMatchObject({ written_off_cents: 30_000, open_cents: 0, state: 'closed' })
    expect(await budgetLeft()).toBe(470_000)
    expect(await refused(() => clerk.post(path, { reason: 'Noch einmal' }))).toEqual([409, 'claim_exceeded'])
    expect(await findLedgerDifferences(app.db)).toEqual([])
  })

  test('accepts at most the open amount, no future day, and no day before the claim', async () => {
    const claim = await openClaim(await createProject(app.db, { needs: [200_000] }))
    const back = (amount_cents: number, received_on: string) => () =>
      clerk.post(`/api/v4/recovery-claims/${claim.slug}/return/`, { amount_cents, received_on })
    expect(await refused(back(30_001, '2026-11-21'))).toEqual([409, 'claim_exceeded'])
    expect(await refused(back(100, '2026-11-22'))).toEqual([400, ['received_on']])
    expect(await refused(back(100, '2026-11-20'))).toEqual([400, ['received_on']])
    expect((await clerk.post('/api/v4/recovery-claims/nobody/write-off/', { reason: 'x' })).status).toBe(404)
  })
})

test('claims are listed with open amounts, filtered by state and company, and found by project', async () => {
  const first = await createProject(app.db, { needs: [200_000], title: 'Demenzcafé' })
  const second = await createProject(app.db, { needs: [200_000], title: 'Solaranlage' })
  const claim = await openClaim(first)
  await clerk.post(`/api/v4/recovery-claims/${claim.slug}/write-off/`, { reason: 'x' })
  await openClaim(second)
  const list = async (query: string) => {
    const { body } = await clerk.get(`/api/v4/recovery-claims/?${query}`)
    return [body.results.map((row: { project: Named }) => row.project.title), body.count, body.open_cents]
  }
  expect(await list('')).toEqual([['Solaranlage', 'Demenzcafé'], 2, 30_000])
  expect(await list('state=open')).toEqual([['Solaranlage'], 1, 30_000])
  expect(await list('state=closed')).toEqual([['Demenzcafé'], 1, 0])
  expect(await list('state=open,closed&company=bank')).toEqual([['Solaranlage', 'Demenzcafé'], 2, 30_000])
  expect(await list('company=other')).toEqual([[], 0, 0])
  expect(await list('search=demenzcafe')).toEqual([['Demenzcafé'], 1, 0])
  for (const key of ['amount', 'returned', 'written_off', 'open', 'opened_on', 'closed_on'])
    expect((await clerk.get(`/api/v4/recovery-claims/?ordering=-${key}`)).status).toBe(200)
  expect(await list('ordering=open')).toEqual([['Demenzcafé', 'Solaranlage'], 2, 30_000])
})

test('claims are exported as listed, only with the rights to see and export them', async () => {
  const project = await createProject(app.db, { title: 'Brunnen', needs: [100_000] })
  await openClaim(project)
  const path = '/api/v4/recovery-claims/export/'
  const exporting = await app.as(['view_payouts', 'export_data'])
  const [sheet] = (await readXlsx((await exporting.get(`${path}?state=open`)).bytes)).sheets
  expect(sheet!.rows).toHaveLength(2)
  const cell = (heading: string) => sheet!.rows[1]![sheet!.rows[0]!.indexOf(heading)]
  expect([cell('Project'), cell('State'), cell('Still open')]).toEqual(['Brunnen', 'Open', 300])
  expect((await readXlsx((await exporting.get(`${path}?state=closed`)).bytes)).sheets[0]!.rows).toHaveLength(
    1,
  )
  const other = await (await app.as(['export_data'])).get(path)
  expect([other.status, other.body.permission]).toEqual([403, 'view_payouts'])
})

test('a reader of tasks without the right to claims sees neither amount nor reason', async () => {
  const project = await createProject(app.db, { needs: [200_000] })
  await fund(project, 31_713)
  await settle()
  await pay()
  const defunded = await defund(project, {
    acknowledge_marked_payments: true,
    reason: 'Zweck Xyzwqk verfehlt',
  })
  expect(defunded.status).toBe(200)
  const reader = await app.as(['view_reminders', 'change_reminders', 'view_emails'])
  const { slug } = (await reader.get('/api/v4/reminders/')).body.results[0]
  await app.runJobs()
  const answers = await Promise.all(['', `${slug}/`].map((end) => reader.get(`/api/v4/reminders/${end}`)))
  const mails = await app.db.selectFrom('emails').selectAll().orderBy('id').execute()
  const said = JSON.stringify([answers.map(({ body }) => body), mails])
  expect(said).toContain('Recover money that was paid out')
  expect(said).not.toMatch(/31713|317[.,]13|Xyzwqk/)
})
