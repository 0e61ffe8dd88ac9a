import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { makeCompany, payAll, settleAll } from '#test/money.ts'

// A company user with `defund_projects` may defund only their own company's money in a project that several companies
// funded.

const path = '/api/v4/projects/defund-internally/'
const app = useApp()
/** Staff with the rights to fund, defund and approve. */
let staff: Client
/** A user of the company `bank`. */
let own: Client
beforeEach(async () => {
  staff = await app.as(['fund_projects', 'defund_projects', 'view_payouts', 'change_payouts'])
  const bank = await makeCompany(app.db, { slug: 'bank', title: 'Stadtbank', granted_cents: 500_000 })
  await makeCompany(app.db, { slug: 'other', title: 'Andere', granted_cents: 500_000 })
  own = await app.as(['defund_projects', 'view_payouts', 'export_data'], {
    user_type: 'company',
    company_id: bank.id,
  })
})

type Named = { slug: string; title: string }
const project = () => createProject(app.db, { needs: [500_000] })
const fund = async ({ slug: project_slug }: Named, amount_cents: number, company_slug = 'bank') => {
  const body = { project_slug, company_slug, amount_cents }
  expect((await staff.post('/api/v4/projects/fund-internally/', body)).status).toBe(201)
}
const defund = (client: Client, { slug, title }: Named, more: object = {}) =>
  client.post(path, { project_slug: slug, confirm_title: title, reason: 'Irrtum', ...more })
const rule = (enabled: boolean) =>
  app.db.updateTable('approval_rules').set({ enabled, from_cents: 0 }).where('act', '=', 'defund').execute()
const states = async () => {
  const { rows } = await sql<{ said: string }>`
    select company.slug || ' ' || amount_cents || ' ' || state as said
    from fundings join companies company on company.id = company_id order by fundings.id`.execute(app.db)
  return rows.map(({ said }) => said)
}

test("staff approving a company user's proposal defund only that company's gifts", async () => {
  const given = await project()
  await fund(given, 30_000)
  await fund(given, 10_000, 'other')
  await rule(true)
  const proposed = await defund(own, given)
  expect([proposed.status, proposed.body.approval.amount_cents]).toEqual([202, 30_000])
  // Staff see that company's sum and may approve it while it is unchanged.
  const answer = await staff.post(`/api/v4/approvals/${proposed.body.approval.id}/approve/`)
  expect(answer.status).toBe(200)
  expect(await states()).toEqual(['bank 30000 reversed', 'other 10000 confirmed'])
  expect(await findLedgerDifferences(app.db)).toEqual([])
})

test.each([
  ['of a company user', () => own, 'bank'],
  ['of staff', () => staff, 'other'],
])(
  'a proposal %s is refused after other gifts of the same sum replaced the ones shown',
  async (_, client, giver) => {
    const given = await project()
    await fund(given, 30_000)
    await rule(true)
    const proposed = await defund(client(), given)
    expect(proposed.status).toBe(202)
    const approver = await app.as(['defund_projects'])
    const { id } = await app.db.selectFrom('approvals').select('id').executeTakeFirstOrThrow()
    // The gift shown is gone, and another one of the same sum exists.
    await rule(false)
    expect((await defund(staff, given)).status).toBe(200)
    await fund(given, 30_000, giver)
    await rule(true)
    const refused = await approver.post(`/api/v4/approvals/${id}/approve/`)
    expect([refused.status, refused.body.code]).toEqual([409, 'approval_changed'])
    expect(await states()).toEqual(['bank 30000 reversed', `${giver} 30000 confirmed`])
  },
)

test('a proposal made before a payout is refused after it, because a reversal would now be a claim', async () => {
  const given = await project()
  await fund(given, 30_000)
  await rule(true)
  const acknowledged = { acknowledge_marked_payments: true }
  const proposed = await defund(own, given, acknowledged)
  expect(proposed.status).toBe(202)
  await settleAll(app.db, app.clock.now)
  const path = `/api/v4/approvals/${proposed.body.approval.id}/`
  await payAll(app.db, app.clock.now)
  const refused = await staff.post(`${path}approve/`)
  expect([refused.status, refused.body.code]).toEqual([409, 'approval_changed'])
  expect(await states()).toEqual(['bank 30000 paid_out'])
  expect((await staff.post(`${path}reject/`, { reason: 'Schon bezahlt' })).status).toBe(200)
  // A new proposal shows the claim and can be approved.
  const anew = await defund(own, given, acknowledged)
  expect((await staff.post(`/api/v4/approvals/${anew.body.approval.id}/approve/`)).status).toBe(200)
  expect(await states()).toEqual(['bank 30000 recovery_open'])
  expect(await findLedgerDifferences(app.db)).toEqual([])
})

test('a company user making the same proposal is not told about another company’s proposal', async () => {
  const given = await project()
  await fund(given, 30_000)
  await fund(given, 10_000, 'other')
  await rule(true)
  const waiting = await defund(staff, given, { company_slug: 'other' })
  expect(waiting.status).toBe(202)
  const refused = await defund(own, given)
  expect([refused.status, refused.body.code, refused.body.blocking]).toEqual([409, 'approval_waiting', []])
  const told = await defund(await app.as(['defund_projects']), given)
  expect(told.body.blocking).toMatchObject([{ slug: String(waiting.body.approval.id), title: given.title }])
})

test("staff may defund one company's gifts, and a company user cannot name another company", async () => {
  const given = await project()
  await fund(given, 30_000)
  await fund(given, 10_000, 'other')
  const foreign = await defund(own, given, { company_slug: 'other' })
  expect([foreign.status, foreign.body]).toEqual([400, { company_slug: ['This company does not exist'] }])
  const unexpected = await defund(staff, given, { company_slug: 'other', expected_fundings: [] })
  expect([unexpected.status, unexpected.body.code]).toEqual([409, 'approval_changed'])
  expect((await defund(staff, given, { company_slug: 'other' })).body.reversed_cents).toBe(10_000)
  expect(await states()).toEqual(['bank 30000 confirmed', 'other 10000 reversed'])
})

test("only staff can cancel an open payout that also holds another company's gift", async () => {
  const given = await project()
  await fund(given, 30_000)
  await fund(given, 10_000, 'other')
  await settleAll(app.db, app.clock.now)
  const refused = await defund(own, given)
  expect([refused.status, refused.body.code]).toEqual([409, 'payout_shared'])
  expect(await states()).toEqual(['bank 30000 settled', 'other 10000 settled'])
  expect((await defund(staff, given)).body.reversed_cents).toBe(40_000)
  // A payout with only the own company's money is cancelled.
  const alone = await project()
  await fund(alone, 5_000)
  await settleAll(app.db, app.clock.now)
  expect((await defund(own, alone)).body.reversed_cents).toBe(5_000)
  expect(await findLedgerDifferences(app.db)).toEqual([])
})

test('a company user sees paid amounts of their own company only', async () => {
  const given = await project()
  await fund(given, 30_000)
  await fund(given, 10_000, 'other')
  await settleAll(app.db, app.clock.now)
  await payAll(app.db, app.clock.now)
  await fund(given, 2_000)
  await fund(given, 1_000, 'other')
  const check = async (client: Client) => {
    const { body } = await client.get(`/api/v4/projects/check-marked-payments/?project_slugs=${given.slug}`)
    const { marked_cents, unsettled_cents, open_payout_cents } = body.results[0]
    return [marked_cents, unsettled_cents, open_payout_cents]
  }
  expect(await check(own)).toEqual([30_000, 2_000, 0])
  expect(await check(staff)).toEqual([40_000, 3_000, 0])
  await settleAll(app.db, app.clock.now)
  expect(await check(own)).toEqual([30_000, 0, 2_000])
})

test('the task of a defunding covers only the claims it opened', async () => {
  const given = await project()
  await fund(given, 10_000, 'other')
  await settleAll(app.db, app.clock.now)
  await payAll(app.db, app.clock.now)
  await defund(staff, given, { acknowledge_marked_payments: true })
  // Simulates a deleted task.
  await app.db.updateTable('recovery_claims').set({ reminder_id: null }).execute()
  await fund(given, 30_000)
  await settleAll(app.db, app.clock.now)
  await payAll(app.db, app.clock.now)
  expect((await defund(own, given, { acknowledge_marked_payments: true })).status).toBe(200)
  const { rows } = await sql<{ said: string }>`
    select company.slug || ' ' || (reminder_id is not null) as said
    from recovery_claims claim join companies company on company.id = claim.company_id order by claim.id`.execute(
    app.db,
  )
  expect(rows.map(({ said }) => said)).toEqual(['other false', 'bank true'])
})

test('a user limited to one company cannot open an earlier export over all companies', async () => {
  const { files } = app.services
  const { key } = await files.put(
    (async function* () {
      yield Buffer.from('all claims')
    })(),
  )
  const { id } = await app.db
    .insertInto('exports')
    .values({
      user_id: own.userId,
      list: 'recovery_claims',
      query: JSON.stringify({ extra: { format: 'csv' } }),
      language: 'en_US',
      status: 'done',
      seen_as: 'every',
      file_key: key,
      filename: 'claims.csv',
      created_at: app.clock.now,
      expires_at: new Date(app.clock.now.getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const file = () => own.get(`/api/v4/exports/${id}/file/`)
  expect([(await file()).status, (await file()).body.code]).toEqual([403, 'company_user'])
  const { company_id } = await app.db
    .selectFrom('users')
    .select('company_id')
    .where('id', '=', own.userId)
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('exports')
    .set({ seen_as: String(company_id) })
    .execute()
  expect((await file()).status).toBe(200)
})
