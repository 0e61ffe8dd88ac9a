import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { GuardedAct } from '#shared/approvals.ts'
import type { Client, TestApp } from '#test/app.ts'
import { createGift, createOrganization, createProject } from '#test/factories.ts'
import { makeCompany } from '#test/money.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'
import { createPayout, goodIban } from '#test/payouts.ts'

let app: TestApp
let clerk: Client
eachOnNewPage(
  async (given) => {
    app = given
    clerk = await app.as(['change_payouts', 'change_organizations'])
  },
  { sharesClock: true },
)

const list = '/site-admin/approvals/'
const rule = (act: GuardedAct) =>
  app.db.updateTable('approval_rules').set({ enabled: true }).where('act', '=', act).execute()
const isGone = () => waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
const says = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text))

/** A waiting proposal to unmark a paid payout. */
async function proposal(client = clerk) {
  await rule('unmark')
  const payout = await createPayout(app.db, {
    amount_cents: 150_000,
    paid_on: '2026-11-19',
    title: 'Demenzcafé',
  })
  const body = { payout_slugs: [payout.slug], reason: 'Verklickt' }
  const answer = await client.post('/api/v4/payouts/unmark/', body)
  expect(answer.status).toBe(202)
  return { payout, id: answer.body.approval.id as number }
}
const stateOf = async (id: number) =>
  (await app.db.selectFrom('payouts').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

test('a waiting act closes its dialog, the page links to the proposal, and nothing has moved', async () => {
  await rule('unmark')
  const payout = await createPayout(app.db, {
    amount_cents: 150_000,
    paid_on: '2026-11-19',
    title: 'Demenzcafé',
  })
  const page = await openPage(app, clerk, '/site-admin/payouts/')
  await page.press('More actions: Demenzcafé')
  await page.press(/^Unmark/)
  // The note appears before the click.
  await says(
    'From €1,000.00 a second person approves. Until then nothing moves; after 7 days the request expires.',
  )
  await page.type('Reason', 'Verklickt')
  await page.press('Submit for approval: €1,500.00', await page.dialog(/./))
  await isGone()
  await says('Waiting for approval by somebody else')
  await says('Unmarking a payment, €1,500.00: nothing has moved yet.')
  expect(await stateOf(payout.id)).toBe('marked_paid')
  await page.press('Open approval')
  const dialog = await page.dialog('Unmarking a payment')
  await waitFor(() => expect(page.address()).toMatch(/^\/site-admin\/approvals\/\?id=\d+$/))
  // The own proposal shows a disabled button with the reason.
  const approve = await page.found('button', 'Approve €1,500.00', dialog)
  expect(approve.getAttribute('aria-disabled')).toBe('true')
  expect(dialog.textContent).toContain('You proposed this. Another person has to approve it.')
  await page.press('Approve €1,500.00', dialog)
  expect(page.made.some(({ path }) => path.endsWith('/approve/'))).toBe(false)
  await page.press('Withdraw', dialog)
  await isGone()
  await says('Withdrawn: AZ-2026-0001')
})

const waitingCount = () => document.querySelector('.side-link[href="/site-admin/approvals/"] .waiting-count')

test('a second person finds the proposal in the navigation, sees its effects and approves it', async () => {
  const { payout, id } = await proposal()
  const chief = await app.as(['change_payouts'])
  const page = await openPage(app, chief, list)
  await waitFor(() => expect(waitingCount()?.textContent).toBe('1'))
  await page.press('Look at it: Unmarking a payment, AZ-2026-0001')
  const dialog = await page.dialog('Unmarking a payment')
  expect(dialog.textContent).toContain('1 payout with €1,500.00 is open again')
  expect(dialog.textContent).toContain('Reason: Verklickt')
  await page.press('Approve €1,500.00', dialog)
  await isGone()
  await says('Approved: AZ-2026-0001')
  expect(await stateOf(payout.id)).toBe('open')
  const call = page.made.find(({ path }) => path === `/api/v4/approvals/${id}/approve/`)
  expect(call?.method).toBe('POST')
  await says('Nothing is waiting for you.')
  await waitFor(() => expect(waitingCount()).toBeNull())
})

test('a rejection requires a reason and shows it afterwards, and the proposed act is not executed', async () => {
  const { payout } = await proposal()
  const page = await openPage(app, await app.as('superuser'), list)
  await page.press('Look at it: Unmarking a payment, AZ-2026-0001')
  const dialog = await page.dialog('Unmarking a payment')
  await page.press('Reject…', dialog)
  await page.press('Reject', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('Say why'))
  await page.type('Reason', 'Die Bank hat überwiesen')
  await page.press('Reject', dialog)
  await isGone()
  expect(await stateOf(payout.id)).toBe('marked_paid')
  await page.press('All')
  await page.press('Look at it: Unmarking a payment, AZ-2026-0001')
  await says('Die Bank hat überwiesen')
})

test('a proposal that can no longer be executed shows the reason in the dialog and keeps waiting', async () => {
  const { payout } = await proposal()
  await app.db.updateTable('approval_rules').set({ enabled: false }).execute()
  const chief = await app.as('superuser')
  await chief.post('/api/v4/payouts/unmark/', { payout_slugs: [payout.slug], reason: 'Schon getan' })
  const page = await openPage(app, chief, list)
  await page.press('Look at it: Unmarking a payment, AZ-2026-0001')
  const dialog = await page.dialog('Unmarking a payment')
  await page.press('Approve €1,500.00', dialog)
  await waitFor(() => expect(page.alerts().join()).toContain('AZ-2026-0001'))
  await waitFor(() => expect(dialog.textContent).toContain('Waiting for second person'))
})

test('the result of several fundings names those that wait, and only they wait', async () => {
  await rule('fund')
  const giver = await app.as(['fund_projects', 'view_projects'])
  await makeCompany(app.db, { slug: 'giver', title: 'Giver', granted_cents: 1_000_000 })
  await createProject(app.db, { title: 'Small', needs: [50_000] })
  await createProject(app.db, { title: 'Large', needs: [200_000] })
  const page = await openPage(app, giver, '/site-admin/projects/')
  await page.press('Select: Small')
  await page.press('Select: Large')
  await page.press('Fund internally')
  await page.press('Fund the rest')
  await says('From €1,000.00 a second person approves.')
  await says('€2,500.00 leave the budget')
  await page.press('Fund 2 projects with €2,500.00')
  const result = await page.dialog('1 of 2 projects funded')
  expect(result.textContent).toContain('Waiting for second person · €2,000.00')
  const made = await app.db.selectFrom('fundings').select('amount_cents').execute()
  expect(made).toEqual([{ amount_cents: 50_000 }])
  const waits = await app.db.selectFrom('approvals').select(['amount_cents', 'about_title']).execute()
  expect(waits).toEqual([{ amount_cents: 200_000, about_title: 'Large' }])
})

test('defunding announces before the click that it needs approval, and then closes the dialog', async () => {
  await rule('defund')
  const giver = await app.as(['fund_projects', 'defund_projects', 'view_projects'])
  await makeCompany(app.db, { slug: 'giver', title: 'Giver', granted_cents: 1_000_000 })
  const project = await createProject(app.db, { title: 'Large', needs: [200_000] })
  const body = { project_slug: project.slug, company_slug: 'giver', amount_cents: 150_000 }
  expect((await giver.post('/api/v4/projects/fund-internally/', body)).status).toBe(201)
  const page = await openPage(app, giver, '/site-admin/projects/')
  await page.press('More actions: Large')
  await page.press(/^Defund/)
  await says('From €1,000.00 a second person approves.')
  await page.type(/^Type|title/i, 'Large')
  await page.type(/^Reason/, 'Irrtum')
  await page.press('Submit for approval: €1,500.00')
  await isGone()
  await says('Waiting for approval by somebody else')
  const [funding] = await app.db.selectFrom('fundings').select('state').execute()
  expect(funding!.state).toBe('confirmed')
})

test('a save of bank details waits for approval: the form shows the old values and has no unsaved changes', async () => {
  await rule('bank_details')
  const organization = await createOrganization(app.db, { iban: goodIban })
  const project = await createProject(app.db, { organization_id: organization.id, needs: [500_000] })
  await createGift(app.db, project, 200_000)
  const page = await openPage(app, clerk, `/site-admin/organization/${organization.slug}/update/?edit=true`)
  await page.type('IBAN', 'DE02120300000000202051')
  await page.press('Save')
  await says('Waiting for approval by somebody else')
  const field = await page.found<HTMLInputElement>('input', 'IBAN')
  await waitFor(() => expect(field.value.replace(/\s/g, '')).toBe(goodIban))
  const { iban } = await app.db.selectFrom('organizations').select('iban').executeTakeFirstOrThrow()
  expect(iban).toBe(goodIban)
  // The unchanged record shows the waiting change.
  await says('Change of bank details, €2,000.00, proposed by')
})

test('the settings change when a second person is needed; a weaker guard waits for approval and is shown', async () => {
  const staff = await app.as(['change_settings'])
  const page = await openPage(app, staff, '/site-admin/settings/approvals/')
  await page.press('Refund')
  await page.type('Refund: second person from', '50.00')
  await page.type('A proposal expires after (days)', '99')
  await page.press('Save')
  await says('Enter 1 to 90 days')
  await page.type('A proposal expires after (days)', '5')
  await page.press('Save')
  await waitFor(async () => {
    const { body } = await staff.get('/api/v4/settings/approvals/')
    const refund = body.rules.find((one: { act: string }) => one.act === 'refund')
    expect([refund.enabled, refund.from_cents, body.days]).toEqual([true, 5_000, 5])
  })
  const other = await app.as(['change_settings'])
  await page.press('Refund')
  await page.press('Save')
  const waiting = async () => (await other.get('/api/v4/approvals/')).body.results
  await waitFor(async () => expect(await waiting()).toHaveLength(1))
  const [proposal] = await waiting()
  expect([proposal.act, proposal.effects]).toEqual([
    'lower_guard',
    ['Refund: no second person is needed any more.'],
  ])
  expect((await other.post(`/api/v4/approvals/${proposal.id}/approve/`, {})).status).toBe(200)
  await openPage(app, staff, '/site-admin/settings/approvals/')
  await says('Refund: the guard was made weaker by')
})
