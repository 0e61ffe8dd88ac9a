import type { Browser, Page } from '@playwright/test'
import { asPerson, call } from './calls.ts'
import { expect, test } from './signed-in.ts'

// Four eyes in a browser: an act waits, its proposer may not approve it, a second person does.

const settings = '/api/v4/settings/approvals/'
type Row = { slug: string; number: string; amount_cents: number; project: { slug: string; title: string } }

const payouts = async (page: Page, query: string) =>
  (await call<{ results: Row[] }>(page, 'GET', `/api/v4/payouts/?${query}`)).results
const numbersIn = async (page: Page, state: string, number: string) =>
  (await payouts(page, `state=${state}&search=${number}`)).map((row) => row.number)

type Answered = { approval?: { id: number } }

/** Sets the sum in cents from which a second person is needed; returns the proposal when that weakens the guard. */
async function rule(page: Page, act: string, enabled: boolean, from_cents = 1): Promise<Answered> {
  const { version } = await call<{ version: number }>(page, 'GET', settings)
  return call<Answered>(page, 'PATCH', settings, { rules: [{ act, enabled, from_cents }], version })
}

/** Disables an act's guard, which takes two people: the second must be signed in before the first proposes. */
async function guardOff(page: Page, browser: Browser, act: string): Promise<void> {
  const other = await asPerson(page, browser, ['change_settings'])
  const { approval } = await rule(page, act, false, 100_000)
  if (approval) await call(other, 'POST', `/api/v4/approvals/${approval.id}/approve/`, {})
  await other.context().close()
}

test.afterEach(async ({ page, browser }) => {
  // All journeys share the settings.
  await guardOff(page, browser, 'cancel')
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'en_US' })
})

test('one person proposes to cancel a payout, cannot approve it, and another person does @smoke', async ({
  page,
  browser,
}) => {
  await rule(page, 'cancel', true)
  const clerk = await asPerson(page, browser, ['change_payouts'])
  const [payout] = await payouts(page, 'state=open&ordering=number')
  const { number } = payout!
  await clerk.goto(`/site-admin/payouts/?state=open&search=${number}`)
  await clerk
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^More actions/ })
    .click()
  await clerk.getByRole('menuitem', { name: 'Cancel payout…' }).click()
  const dialog = clerk.getByRole('dialog')
  await expect(dialog).toContainText('From €0.01 a second person approves.')
  await dialog.getByLabel('Reason').fill('Wrong recipient')
  await dialog.getByRole('button', { name: /^Submit for approval: €/ }).click()
  await expect(dialog).toBeHidden()
  await expect(clerk.getByText('Waiting for approval by somebody else')).toBeVisible()
  expect(await numbersIn(page, 'open', number)).toEqual([number])

  await clerk.getByRole('button', { name: 'Open approval' }).click()
  const own = clerk.getByRole('dialog', { name: 'Cancelling payouts' })
  await expect(own).toContainText('You proposed this. Another person has to approve it.')
  await expect(own.getByRole('button', { name: /^Approve €/ })).toHaveAttribute('aria-disabled', 'true')

  await page.goto('/site-admin/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My work' }).click()
  await page.getByRole('navigation', { name: 'My work' }).getByRole('link', { name: 'Approvals' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible()
  await page.getByRole('button', { name: `Look at it: Cancelling payouts, ${number}` }).click()
  const second = page.getByRole('dialog', { name: 'Cancelling payouts' })
  await expect(second).toContainText('its money waits for the next settlement')
  await expect(second).toContainText('Reason: Wrong recipient')
  await second.getByRole('button', { name: /^Approve €/ }).click()
  await expect(second).toBeHidden()
  await expect(page.getByRole('button', { name: `Look at it: Cancelling payouts, ${number}` })).toHaveCount(0)
  expect(await numbersIn(page, 'cancelled', number)).toEqual([number])
  await clerk.context().close()
})

test('on a phone, in German: a proposal is rejected with a reason, and the settings show the minimum sum', async ({
  page,
  browser,
}) => {
  await rule(page, 'cancel', true)
  const clerk = await asPerson(page, browser, ['change_payouts'])
  const [payout] = await payouts(page, 'state=open&ordering=-number')
  const body = { payout_slugs: [payout!.slug], reason: 'Falscher Empfänger' }
  const { approval } = await call<{ approval: { id: number } }>(
    clerk,
    'POST',
    '/api/v4/payouts/cancel/',
    body,
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.goto('/site-admin/approvals/')
  await expect(page.getByRole('heading', { level: 1, name: 'Freigaben' })).toBeVisible()
  await page.getByRole('button', { name: `Ansehen: Auszahlungen zurückziehen, ${payout!.number}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Auszahlungen zurückziehen' })
  await expect(dialog).toContainText('wird zurückgezogen; das Geld wartet auf die nächste Abrechnung')
  await dialog.getByRole('button', { name: 'Ablehnen…' }).click()
  await dialog.getByRole('button', { name: 'Ablehnen', exact: true }).click()
  await expect(dialog.getByText('Nennen Sie den Grund')).toBeVisible()
  await dialog.getByLabel('Grund').fill('Der Empfänger stimmt')
  await dialog.getByRole('button', { name: 'Ablehnen', exact: true }).click()
  await expect(dialog).toBeHidden()
  expect(await numbersIn(page, 'open', payout!.number)).toEqual([payout!.number])
  const decided = await call<{ state: string; reason: string }>(
    clerk,
    'GET',
    `/api/v4/approvals/${approval.id}/`,
  )
  expect(decided).toMatchObject({ state: 'rejected', reason: 'Der Empfänger stimmt' })

  await page.goto('/site-admin/settings/approvals/')
  await expect(page.getByLabel('Auszahlungen zurückziehen: zweite Person ab')).toHaveValue('0,01')
  await clerk.context().close()
})
