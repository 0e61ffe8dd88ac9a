import { dayOf } from '#shared/dates.ts'
import type { Page } from '@playwright/test'
import { call, makeProject } from './calls.ts'
import { expect, test } from './signed-in.ts'

// Private donations in a browser: recorded, ended, refunded, moved, and shown with their donors.

const list = '/site-admin/private-donations/'
const api = '/api/v4/private-donations/'
const today = () => dayOf(new Date())

const give = (page: Page, project_slug: string, name: string, more: object = {}) =>
  call<{ slug: string; number: string }>(page, 'POST', api, {
    project_slug,
    amount_cents: 25_000,
    received_on: today(),
    channel: 'bank_transfer',
    donor: { name, iban: 'DE89370400440532013000' },
    ...more,
  })

/** Opens an action of the row found by its number. */
async function act(page: Page, number: string, words: { search: string; more: RegExp; action: string }) {
  await page.getByRole('searchbox', { name: words.search }).fill(number)
  const row = page.locator('tbody tr, li.list-card').filter({ hasText: number })
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: words.more }).click()
  await page.getByRole('menuitem', { name: words.action }).click()
}

test('a donation is recorded, refunded in part and moved to another project', async ({ page }) => {
  const mark = Date.now().toString(36)
  const cafe = await makeProject(page, `Demenzcafé ${mark}`)
  const wall = await makeProject(page, `Kletterwand ${mark}`)
  const english = { search: 'Search private donations', more: /^More actions: / }
  await page.goto(list)
  await page.getByRole('button', { name: 'Record' }).click()
  const record = page.getByRole('dialog', { name: 'Record a private donation' })
  await record.getByLabel('Project').fill(cafe.title)
  await page.getByRole('option', { name: cafe.title }).click()
  await record.getByLabel('Amount').fill('250.00')
  await record.getByLabel('Name').fill(`Maria Kern ${mark}`)
  await record.getByRole('button', { name: 'Save' }).click()
  await expect(record).toBeHidden()
  const { results } = await call<{ results: { number: string }[] }>(page, 'GET', `${api}?search=${mark}`)
  const { number } = results[0]!

  await act(page, number, { ...english, action: 'Refund…' })
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await refund.getByText('In part').click()
  await refund.getByLabel('Amount').fill('100.00')
  await refund.getByLabel('Reason').fill('Doppelt überwiesen')
  await refund.getByRole('button', { name: 'Refund €100.00' }).click()
  await expect(refund).toBeHidden()
  const moved = await give(page, cafe.slug, `Renate ${mark}`)
  await act(page, moved.number, { ...english, action: 'Change purpose…' })
  const change = page.getByRole('dialog', { name: 'Give it to another project' })
  await change.getByLabel('Project').fill(wall.title)
  await page.getByRole('option', { name: wall.title }).click()
  await change.getByLabel('Reason').fill('Wunsch')
  await change.getByRole('button', { name: 'Move €250.00' }).click()
  await expect(change).toBeHidden()
})
