import { beforeEach, expect, test } from 'vitest'
import type { Permission } from '#shared/permissions.ts'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject, createUser } from '#test/factories.ts'
import { makeCompany } from '#test/money.ts'
import { goodIban } from '#test/payouts.ts'

// Rights to decide a proposal, the end of a proposal, and its visibility.

const app = useApp()
let clerk: Client
let chief: Client
beforeEach(async () => {
  clerk = await app.as(['fund_projects'])
  chief = await app.as('superuser')
  await app.db.updateTable('approval_rules').set({ enabled: true, from_cents: 0 }).execute()
})

const path = '/api/v4/approvals/'
const funds = '/api/v4/projects/fund-internally/'

/** A waiting funding over 1,000 euros; options set the budget and the need. */
async function proposal(client = clerk, { granted_cents = 500_000, need = 500_000 } = {}) {
  const slug = `giver-${await count()}`
  const company = await makeCompany(app.db, { slug, title: `Giver of ${slug}`, granted_cents })
  const project = await createProject(app.db, { needs: [need] })
  const body = { project_slug: project.slug, company_slug: slug, amount_cents: 100_000 }
  const answer = await client.post(funds, body)
  expect([answer.status, answer.body.approval?.act]).toEqual([202, 'fund'])
  return { id: answer.body.approval.id as number, project, company, body }
}

const count = async () => (await app.db.selectFrom('companies').select('id').execute()).length + 1
const funded = async () =>
  (await app.db.selectFrom('fundings').select('id').where('source', '=', 'internal').execute()).length
const stateOf = async (id: number) =>
  (await app.db.selectFrom('approvals').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const codeOf = async (client: Client, id: number, act: string, body: object = {}) => {
  const answer = await client.post(`${path}${id}/${act}/`, body)
  return [answer.status, answer.body.code]
}

test('a proposer cannot approve or reject their own proposal, not even as a superuser', async () => {
  const { id } = await proposal(chief)
  expect(await codeOf(chief, id, 'approve')).toEqual([409, 'approval_own'])
  expect(await codeOf(chief, id, 'reject', { reason: 'Nein' })).toEqual([409, 'approval_own'])
  expect([await stateOf(id), await funded()]).toEqual(['waiting', 0])
  // The database refuses it as well, not only the routes.
  const forced = app.db
    .updateTable('approvals')
    .set({ state: 'approved', decided_by: chief.userId, decided_at: app.clock.now })
  await expect(forced.execute()).rejects.toThrow(/check constraint/)
})

test('a person without the right does not see a proposal; one with the right decides it', async () => {
  const { id } = await proposal()
  const other = await app.as(['change_payouts', 'view_projects'])
  for (const act of ['approve', 'reject', 'withdraw'])
    expect(await codeOf(other, id, act, act === 'reject' ? { reason: 'x' } : {})).toEqual([404, 'not_found'])
  expect((await other.get(`${path}${id}/`)).status).toBe(404)
  expect((await other.get(path)).body.count).toBe(0)
  expect((await other.get(`${path}summary/`)).body).toEqual({ to_decide: 0, mine: 0 })
  const second = await app.as(['fund_projects'])
  expect((await second.get(`${path}summary/`)).body).toEqual({ to_decide: 1, mine: 0 })
  expect((await clerk.get(`${path}summary/`)).body).toEqual({ to_decide: 0, mine: 1 })
  expect((await second.post(`${path}${id}/approve/`)).body.state).toBe('approved')
  expect(await funded()).toBe(1)
})

test('only the proposer can withdraw a proposal, and a withdrawn or rejected one cannot be approved', async () => {
  const { id } = await proposal()
  expect(await codeOf(chief, id, 'withdraw')).toEqual([409, 'approval_not_own'])
  expect((await clerk.post(`${path}${id}/withdraw/`)).body.state).toBe('withdrawn')
  expect(await codeOf(chief, id, 'approve')).toEqual([409, 'approval_decided'])
  const { id: second } = await proposal()
  const without = await chief.post(`${path}${second}/reject/`, { reason: ' ' })
  expect([without.status, without.body]).toEqual([400, { reason: ['Say why'] }])
  const rejected = await chief.post(`${path}${second}/reject/`, { reason: 'Zu viel' })
  expect(rejected.body).toMatchObject({ state: 'rejected', reason: 'Zu viel', may_decide: false })
  expect(await codeOf(chief, second, 'approve')).toEqual([409, 'approval_decided'])
  expect(await codeOf(clerk, second, 'withdraw')).toEqual([409, 'approval_decided'])
  expect(await funded()).toBe(0)
})

test('an expired proposal is refused at once, then closed and reported by the worker', async () => {
  const { id } = await proposal()
  app.clock.now = new Date('2026-11-28T08:59:59Z')
  chief = await app.asUser(chief.userId)
  expect((await chief.get(`${path}summary/`)).body.to_decide).toBe(1)
  await app.runJobs()
  expect(await stateOf(id)).toBe('waiting')
  app.clock.now = new Date('2026-11-28T09:00:00Z')
  expect(await codeOf(chief, id, 'approve')).toEqual([409, 'approval_expired'])
  expect((await chief.get(`${path}summary/`)).body.to_decide).toBe(0)
  expect((await chief.get(`${path}${id}/`)).body.state).toBe('expired')
  await app.runJobs()
  expect([await stateOf(id), await funded()]).toEqual(['expired', 0])
  expect(await codeOf(chief, id, 'approve')).toEqual([409, 'approval_expired'])
  const mail = await app.db
    .selectFrom('emails')
    .select(['user_id', 'subject', 'text_body'])
    .where('template', '=', 'approval_decided')
    .executeTakeFirstOrThrow()
  expect(Number(mail.user_id)).toBe(clerk.userId)
  expect(mail.subject).toContain('Expired: Internal funding')
  expect(mail.text_body).toContain('1,000.00')
  const events = await app.db
    .selectFrom('audit_events')
    .select(['action', 'actor_name'])
    .where('object_type', '=', 'approval')
    .orderBy('id')
    .execute()
  expect(events.map(({ action }) => action)).toEqual(['propose', 'read', 'expire'])
  // An expired proposal does not block a new one.
  const again = await app.asUser(clerk.userId)
  expect((await again.get(`${path}?state=expired`)).body.count).toBe(1)
})

test('the number of days until a proposal expires is a setting', async () => {
  const { version } = (await chief.get('/api/v4/settings/approvals/')).body
  await chief.patch('/api/v4/settings/approvals/', { days: 2, version })
  const { id } = await proposal()
  expect((await chief.get(`${path}${id}/`)).body.expires_at).toBe('2026-11-23T09:00:00.000Z')
})

test.each([
  ['the right', async () => void (await app.db.deleteFrom('user_permissions').execute())],
  [
    'the account',
    async () =>
      void (await app.db
        .updateTable('users')
        .set({ state: 'disabled' })
        .where('id', '=', clerk.userId)
        .execute()),
  ],
])(
  'the proposer must still hold the right: without %s approval is refused and the proposal stays waiting',
  async (_, lose) => {
    const { id } = await proposal()
    await lose()
    expect(await codeOf(chief, id, 'approve')).toEqual([409, 'approval_proposer'])
    expect([await stateOf(id), await funded()]).toEqual(['waiting', 0])
  },
)

test('the handler refuses when facts have changed; nothing moves and the proposal stays waiting', async () => {
  const { id, project, body } = await proposal(clerk, { need: 120_000 })
  await app.db.updateTable('approval_rules').set({ enabled: false }).execute()
  expect((await chief.post(funds, { ...body, amount_cents: 50_000 })).status).toBe(201)
  const refused = await chief.post(`${path}${id}/approve/`)
  expect([refused.status, refused.body.code]).toEqual([409, 'exceeds_missing'])
  expect(refused.body.current.missing_cents).toBe(70_000)
  expect([await stateOf(id), await funded()]).toEqual(['waiting', 1])
  await app.db.updateTable('projects').set({ is_banned: true }).where('id', '=', project.id).execute()
  expect(await codeOf(chief, id, 'approve')).toEqual([409, 'not_fundable'])
  const closed = { month: '2026-11-01', reason: 'Zu', closed_at: app.clock.now }
  await app.db.updateTable('projects').set({ is_banned: false }).where('id', '=', project.id).execute()
  await app.db.insertInto('closed_months').values(closed).execute()
  expect((await chief.post(`${path}${id}/approve/`)).status).toBeGreaterThanOrEqual(400)
  expect(await stateOf(id)).toBe('waiting')
})

test('a defunding that would now take more than shown is refused with the new sum and reverses nothing', async () => {
  const { project, body } = await fundedProject()
  const defund = { project_slug: project.slug, confirm_title: project.title, reason: 'Irrtum' }
  const defunder = await app.as(['defund_projects'])
  const proposed = await defunder.post('/api/v4/projects/defund-internally/', defund)
  expect(proposed.body.approval.amount_cents).toBe(100_000)
  await app.db.updateTable('approval_rules').set({ enabled: false }).execute()
  expect((await chief.post(funds, { ...body, amount_cents: 50_000 })).status).toBe(201)
  const refused = await chief.post(`${path}${proposed.body.approval.id}/approve/`)
  expect([refused.status, refused.body.code]).toEqual([409, 'approval_changed'])
  expect(refused.body.current).toEqual({ amount_cents: 150_000 })
  const states = await app.db.selectFrom('fundings').select('state').execute()
  expect(states).toEqual([{ state: 'confirmed' }, { state: 'confirmed' }])
})

/** A project with a funding of 1,000 euros. */
async function fundedProject() {
  await app.db.updateTable('approval_rules').set({ enabled: false }).where('act', '=', 'fund').execute()
  await makeCompany(app.db, { slug: 'sure', title: 'Sure', granted_cents: 500_000 })
  const project = await createProject(app.db, { needs: [500_000] })
  const body = { project_slug: project.slug, company_slug: 'sure', amount_cents: 100_000 }
  expect((await chief.post(funds, body)).status).toBe(201)
  return { project, body }
}

test('approving a save on an old version is refused and changes nothing', async () => {
  const organization = await createOrganization(app.db, { iban: '' })
  const address = `/api/v4/organization/${organization.slug}/`
  const editor = await app.as(['change_organizations'])
  const { body } = await editor.patch(address, { iban: goodIban }, { headers: { 'if-match': '"1"' } })
  expect((await chief.patch(address, { city: 'Bonn', version: 1 })).status).toBe(200)
  expect(await codeOf(chief, body.approval.id, 'approve')).toEqual([409, 'edit_conflict'])
  expect((await chief.get(address)).body).toMatchObject({ iban: '', city: 'Bonn' })
})

test('a company user sees and decides only proposals about their own company', async () => {
  const { company, id } = await proposal()
  const { id: foreign } = await proposal()
  const rights: Permission[] = ['fund_projects']
  const own = { user_type: 'company', company_id: company.id, rights, now: app.clock.now }
  const user = await app.asUser((await createUser(app.db, own)).id)
  expect((await user.get(path)).body.results.map((row: { id: number }) => row.id)).toEqual([id])
  expect(await codeOf(user, foreign, 'approve')).toEqual([404, 'not_found'])
  expect((await user.post(`${path}${id}/approve/`)).status).toBe(200)
  const homeless = { user_type: 'company', rights, now: app.clock.now }
  const nobody = await app.asUser((await createUser(app.db, homeless)).id)
  expect((await nobody.get(path)).body.count).toBe(0)
})

test('a proposer who lost the right still sees the waiting proposal, but not its effects', async () => {
  const { id } = await proposal()
  await app.db.deleteFrom('user_permissions').execute()
  await app.db
    .insertInto('user_permissions')
    .values({ user_id: clerk.userId, permission: 'view_projects', granted_at: app.clock.now })
    .execute()
  const mine = (await clerk.get(`${path}${id}/`)).body
  expect([mine.state, mine.effects, mine.may_decide]).toEqual(['waiting', [], false])
})

test('a stored proposal never contains the donor’s name, e-mail address or IBAN', async () => {
  const project = await createProject(app.db, { needs: [500_000] })
  const gift = await chief.post('/api/v4/private-donations/', {
    project_slug: project.slug,
    amount_cents: 5_000,
    received_on: '2026-11-20',
    channel: 'cash',
    donor: { name: 'Erika Geheim', email: 'erika@example.org', iban: goodIban },
  })
  const { body } = await chief.post(`/api/v4/private-donations/${gift.body.slug}/refund/`, { reason: 'Ja' })
  const row = await app.db
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', body.approval.id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toMatch(/Geheim|erika|DE8937/)
})

test.each(['with', 'without'])(
  'staff decide a proposal by a company user %s a company about a record without a company',
  async (which) => {
    const company = await makeCompany(app.db, { slug: 'giver', title: 'Giver' })
    const rights: Permission[] = ['change_organizations', 'change_private_donations', 'view_projects']
    const account = { user_type: 'company', ...(which === 'with' && { company_id: company.id }) }
    const proposer = await app.as(rights, account)
    const colleague = await app.as(rights, { user_type: 'company', company_id: company.id })
    const organization = await createOrganization(app.db)
    const project = await createProject(app.db, { needs: [500_000] })
    const gift = await chief.post('/api/v4/private-donations/', {
      project_slug: project.slug,
      amount_cents: 5_000,
      received_on: '2026-11-20',
      channel: 'cash',
      donor: { name: 'Erika Geheim' },
    })
    const proposed = [
      await proposer.patch(`/api/v4/organization/${organization.slug}/`, { iban: goodIban, version: 1 }),
      await proposer.post(`/api/v4/private-donations/${gift.body.slug}/refund/`, { reason: 'Auf Wunsch' }),
    ]
    for (const { status, body } of proposed) {
      expect(status).toBe(202)
      const { id } = body.approval
      expect((await proposer.get(`${path}${id}/`)).body).toMatchObject({ is_mine: true, may_decide: false })
      expect(await codeOf(colleague, id, 'approve')).toEqual([404, 'not_found'])
      expect((await (await app.as(rights)).post(`${path}${id}/approve/`)).body.state).toBe('approved')
    }
    const { iban } = await app.db
      .selectFrom('organizations')
      .select('iban')
      .where('id', '=', organization.id)
      .executeTakeFirstOrThrow()
    expect(iban).toBe(goodIban)
  },
)

test('the list filters by state, act and whose it is, newest first', async () => {
  const { id } = await proposal()
  const { id: second } = await proposal(chief)
  await clerk.post(`${path}${id}/withdraw/`)
  const ids = async (client: Client, query: string) =>
    (await client.get(`${path}?${query}`)).body.results.map((row: { id: number }) => row.id)
  expect(await ids(clerk, '')).toEqual([second, id])
  expect(await ids(clerk, 'whose=mine')).toEqual([id])
  expect(await ids(clerk, 'whose=to_decide')).toEqual([second])
  expect(await ids(clerk, 'state=withdrawn')).toEqual([id])
  expect(await ids(clerk, 'act=refund')).toEqual([])
  expect((await clerk.get(`${path}?state=soon`)).status).toBe(400)
})

test('effects are written in the reader’s language', async () => {
  const { id, project, company } = await proposal()
  const { body } = await chief.get(`${path}${id}/`, { locale: 'sie_DE' })
  expect(body).toMatchObject({ act_display: 'Interne Förderung', state_display: 'Zweite Person nötig' })
  expect(body.effects[0]).toBe(
    `1.000,00\u00a0€ verlassen das Budget von ${company.title} für ${project.title}, gebucht zum 21.11.2026.`,
  )
})

test('one of two simultaneous approvals succeeds and the other is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await proposal()
    const before = await funded()
    const people = await Promise.all([1, 2, 3, 4].map(() => app.as(['fund_projects'])))
    const answers = await Promise.all(people.map((person) => person.post(`${path}${id}/approve/`)))
    const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code))
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(codes.filter((code) => code === 'approval_decided')).toHaveLength(3)
    expect(await funded()).toBe(before + 1)
  }
})

test('small acts sent concurrently are summed too', async () => {
  await app.db.updateTable('approval_rules').set({ from_cents: 100_000 }).execute()
  const { slug } = await makeCompany(app.db, { slug: 'fast', title: 'Fast', granted_cents: 5_000_000 })
  const project = await createProject(app.db, { needs: [5_000_000] })
  const body = { project_slug: project.slug, company_slug: slug, amount_cents: 30_000 }
  const answers = await Promise.all(Array.from({ length: 8 }, () => clerk.post(funds, body)))
  const statuses = answers.map(({ status }) => status)
  // 3 · 300 euros stay below 1,000; the next call waits, and all others are refused.
  expect(statuses.filter((status) => status === 201)).toHaveLength(3)
  expect(statuses.filter((status) => status === 202)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(4)
})
