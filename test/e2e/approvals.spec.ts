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

type ApprovalAnswer = { approval?: { id: number } }

/** Sets the sum in cents from which a second person is needed; returns the proposal when that weakens the guard. */
async function rule(page: Page, act: string, enabled: boolean, from_cents = 1): Promise<ApprovalAnswer> {
  const { version } = await call<{ version: number }>(page, 'GET', settings)
  return call<ApprovalAnswer>(page, 'PATCH', settings, { rules: [{ act, enabled, from_cents }], version })
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

test('a proposal waits for another person, who finds and approves it', async ({ page, browser }) => {
  await rule(page, 'cancel', true)
  const clerk = await asPerson(page, browser, ['change_payouts'])
  const [payout] = await payouts(page, 'state=open&ordering=number')
  const { number } = payout!
  await call(clerk, 'POST', '/api/v4/payouts/cancel/', {
    payout_slugs: [payout!.slug],
    reason: 'Wrong recipient',
  })
  expect(await numbersIn(page, 'open', number)).toEqual([number])

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
