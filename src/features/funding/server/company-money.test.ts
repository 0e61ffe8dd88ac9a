import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { makeCompany, payAll, settleAll } from '#test/money.ts'

// Two companies fund one project; a user of one of them reads and decides on its money.

const path = '/api/v4/projects/defund-internally/'
const approvals = '/api/v4/approvals/'
const rights = [
  'view_projects',
  'view_statistics',
  'fund_projects',
  'defund_projects',
  'view_payouts',
] as const
const app = useApp()
let chief: Client
let own: Client
let werke: { id: number }
beforeEach(async () => {
  chief = await app.as('superuser')
  await makeCompany(app.db, { slug: 'bank', title: 'Stadtbank', granted_cents: 500_000 })
  werke = await makeCompany(app.db, { slug: 'werke', title: 'Stadtwerke', granted_cents: 500_000 })
  own = await personOf(werke)
})

const personOf = ({ id }: { id: number }) => app.as([...rights], { user_type: 'company', company_id: id })
type Named = { slug: string; title: string }
const needy = () => createProject(app.db, { needs: [500_000] })
const fund = async (project: Named, amount_cents: number, company_slug: string) => {
  const body = { project_slug: project.slug, company_slug, amount_cents }
  expect((await chief.post('/api/v4/projects/fund-internally/', body)).status).toBe(201)
}
const defund = (project: Named, client = own, more: object = {}) =>
  client.post(path, {
    project_slug: project.slug,
    confirm_title: project.title,
    reason: 'Irrtum',
    acknowledge_marked_payments: true,
    ...more,
  })
const settle = () => settleAll(app.db, app.clock.now)
const pay = () => payAll(app.db, app.clock.now)
const guard = () =>
  app.db
    .updateTable('approval_rules')
    .set({ enabled: true, from_cents: 0 })
    .where('act', '=', 'defund')
    .execute()
/** States of all gifts in the order given, each prefixed by its company. */
const gifts = async () => {
  const { rows } = await sql<{ gift: string }>`
    select company.slug || ' ' || state as gift from fundings join companies company on company.id = company_id
    order by fundings.id`.execute(app.db)
  return rows.map((row) => row.gift)
}
const becomes = (userId: number, account: { user_type: string; company_id: number | null }) =>
  app.db.updateTable('users').set(account).where('id', '=', userId).execute()

describe('the approval queue', () => {
  const staffProposal = async (project: Named) => {
    const clerk = await app.as([...rights])
    return { clerk, id: (await defund(project, clerk)).body.approval.id as number }
  }
  const answers = async (client: Client, id: number) =>
    Promise.all([
      client.get(`${approvals}${id}/`),
      client.post(`${approvals}${id}/approve/`),
      client.post(`${approvals}${id}/reject/`, { reason: 'x' }),
      client.post(`${approvals}${id}/withdraw/`),
    ])

  test('hides proposals about several companies’ money from a company user', async () => {
    const project = await needy()
    await fund(project, 31_713, 'bank')
    await fund(project, 20_000, 'werke')
    await guard()
    const { id } = await staffProposal(project)
    expect((await own.get(approvals)).body.count).toBe(0)
    expect((await own.get(`${approvals}summary/`)).body).toEqual({ to_decide: 0, mine: 0 })
    expect((await answers(own, id)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  test('does not show later gifts of another company to a company user who decides', async () => {
    const project = await needy()
    await fund(project, 20_000, 'werke')
    await guard()
    const { id } = await staffProposal(project)
    await fund(project, 31_713, 'bank')
    const seen = await own.post(`${approvals}${id}/approve/`)
    expect(JSON.stringify(seen.body)).not.toMatch(/51713|31713|517[.,]13|317[.,]13|Stadtbank/)
    expect((await gifts())[1]).toBe('bank confirmed')
  })

  test("hides a person's proposals for a company that is no longer theirs", async () => {
    const project = await needy()
    await fund(project, 31_713, 'bank')
    await fund(project, 20_000, 'werke')
    await guard()
    const { clerk, id } = await staffProposal(project)
    for (const company_id of [werke.id, null]) {
      await becomes(clerk.userId, { user_type: 'company', company_id })
      expect((await clerk.get(approvals)).body.count).toBe(0)
      expect((await clerk.get(`${approvals}summary/`)).body).toEqual({ to_decide: 0, mine: 0 })
      expect((await answers(clerk, id)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
      expect((await chief.post(`${approvals}${id}/approve/`)).body.code).toBe('approval_proposer')
    }
    expect(await gifts()).toEqual(['bank confirmed', 'werke confirmed'])
  })
})

describe('a payout shared by two companies', () => {
  const shared = async () => {
    const project = await needy()
    await fund(project, 31_713, 'bank')
    await fund(project, 20_000, 'werke')
    await settle()
    return project
  }

  test('the timeline shows a company user only their company’s part, under its name', async () => {
    const { slug } = await shared()
    await pay()
    const { body } = await own.get(`/api/v4/project/${slug}/timeline/?show=all`)
    const entries = body.results.map(({ kind, amount_cents, company }: Record<string, unknown>) => [
      kind,
      amount_cents,
      (company as { title: string } | null)?.title,
    ])
    expect(entries).toEqual([
      ['payout_paid', 20_000, 'Stadtwerke'],
      ['settled', 20_000, 'Stadtwerke'],
      ['funded_internally', 20_000, 'Stadtwerke'],
    ])
    expect((await chief.get(`/api/v4/project/${slug}/timeline/?show=all`)).body.results[0].amount_cents).toBe(
      51_713,
    )
  })

  test('the project page shows a company user only their company’s part', async () => {
    const { slug } = await shared()
    const later = await needy()
    await fund(later, 4_711, 'bank')
    await settle()
    const payouts = async (client: Client, of: string) =>
      (await client.get(`/api/v4/project/${of}/money/`)).body.payouts
    expect(await payouts(chief, slug)).toMatchObject({ open: 1, paid: 0, latest: [{ amount_cents: 51_713 }] })
    expect(await payouts(own, slug)).toMatchObject({ open: 1, paid: 0, latest: [{ amount_cents: 20_000 }] })
    expect(await payouts(chief, later.slug)).toMatchObject({ open: 1, latest: [{ amount_cents: 4_711 }] })
    expect(await payouts(own, later.slug)).toEqual({ open: 0, paid: 0, latest: [] })
  })

  test('cannot be found or read by its number', async () => {
    await shared()
    const { number } = await app.db.selectFrom('payouts').select('number').executeTakeFirstOrThrow()
    for (const path of [`?q=${number}`, `?q=${number}&kind=payout`, `recent/?of=payout/${number}`]) {
      const found = async (client: Client) => (await client.get(`/api/v4/search/${path}`)).body.results
      expect(await found(chief)).toMatchObject([{ kind: 'payout' }])
      expect(await found(own)).toEqual([])
    }
  })
})

test("no document is created about another company's gifts", async () => {
  const project = await needy()
  await fund(project, 31_713, 'bank')
  const { slug } = await app.db.selectFrom('fundings').select('slug').executeTakeFirstOrThrow()
  const client = await app.as(['create_documents', 'change_private_donations'], {
    user_type: 'company',
    company_id: werke.id,
  })
  for (const [end, mode] of [
    ['preview/', {}],
    ['', { mode: 'test' }],
  ] as const) {
    const body = { template_slug: 'standard-thank-you', targets: [slug], ...mode }
    const answer = await client.post(`/api/v4/documents/generate/${end}`, body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['targets']])
    expect(JSON.stringify(answer.body)).not.toMatch(/31713|Stadtbank/)
  }
})

test("the history finds a company's gifts even after the company was renamed", async () => {
  const project = await needy()
  await fund(project, 31_713, 'bank')
  await fund(project, 20_000, 'werke')
  const title = (slug: string, to: string) =>
    app.db.updateTable('companies').set({ title: to }).where('slug', '=', slug).execute()
  await title('werke', 'Stadtwerke Neu')
  await title('bank', 'Stadtwerke')
  const seen = async () => {
    const { body } = await own.get(`/api/v4/project/${project.slug}/history/`)
    const given = body.results.filter(({ action }: { action: string }) => action === 'fund')
    return given.map(({ after }: { after: { amount_cents: number } }) => after.amount_cents)
  }
  expect(await seen()).toEqual([20_000])
  expect((await defund(project, chief)).status).toBe(200)
  const { body } = await own.get(`/api/v4/project/${project.slug}/history/`)
  expect(JSON.stringify(body)).not.toMatch(/31713|Stadtbank/)
  const taken = body.results.filter(({ action }: { action: string }) => action === 'defund')
  expect(taken.map(({ before }: { before: object }) => before)).toMatchObject([{ amount_cents: 20_000 }])
})

test("a project's history hides the outcome of another company’s claim", async () => {
  const project = await needy()
  await fund(project, 31_713, 'bank')
  await fund(project, 20_000, 'werke')
  await settle()
  await pay()
  expect((await defund(project, chief)).status).toBe(200)
  const { results } = (await chief.get('/api/v4/recovery-claims/')).body
  for (const { slug } of results)
    expect((await chief.post(`/api/v4/recovery-claims/${slug}/write-off/`, { reason: 'Weg' })).status).toBe(
      200,
    )
  const off = async (client: Client) =>
    (await client.get(`/api/v4/project/${project.slug}/history/`)).body.results
      .filter(({ action }: { action: string }) => action === 'claim_written_off')
      .map(({ after }: { after: { amount_cents: number } }) => after.amount_cents)
  expect((await off(chief)).toSorted()).toEqual([20_000, 31_713])
  expect(await off(own)).toEqual([20_000])
})

test('whole-house statistics are closed to company users', async () => {
  const { status, body } = await own.get('/api/v4/dashboard/funding/')
  expect([status, body.code]).toEqual([403, 'company_user'])
})

test('company users can filter projects only by their own company as funder', async () => {
  await fund(await needy(), 31_713, 'bank')
  await fund(await needy(), 20_000, 'werke')
  const count = async (client: Client, funder: string) =>
    (await client.get(`/api/v4/projects/?funder=${funder}`)).body.count
  expect([await count(chief, 'bank'), await count(chief, 'bank,werke')]).toEqual([1, 2])
  expect(await count(own, 'werke')).toBe(1)
  expect([await count(own, 'bank'), await count(own, 'bank,werke')]).toEqual([0, 1])
})
