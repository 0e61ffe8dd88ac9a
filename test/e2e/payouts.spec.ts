import type { Page } from '@playwright/test'
import { call } from './calls.ts'
import { expect, test } from './signed-in.ts'

// A clerk's work with payouts in a browser: the journeys run one after another on the demo's payouts.

const list = '/site-admin/payouts/'
const bar = (page: Page) =>
  page.getByRole('group', { name: /^(Actions for the selection|Aktionen für die Auswahl)$/ })
type Row = { slug: string; number: string; state: string; project: { title: string } }
const rowsOf = async (page: Page, query: string) =>
  (await call<{ results: Row[] }>(page, 'GET', `/api/v4/payouts/?${query}`)).results
const stateOf = async (page: Page, number: string) =>
  (await rowsOf(page, `search=${number}`)).find((row) => row.number === number)!.state

test('a payout is marked paid by keyboard in a dialog that explains the effect @smoke', async ({ page }) => {
  await page.goto(`${list}?state=open&ordering=-number`)
  const box = page.getByRole('row').nth(1).getByRole('checkbox')
  await expect(box).toBeVisible()
  const [first] = await rowsOf(page, 'state=open&ordering=-number')
  await box.focus()
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText('1 selected · €')
  await bar(page).getByRole('button', { name: 'Mark paid…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Mark paid' })
  await expect(dialog).toContainText('The product moves no money.')
  // The first field is the calendar's button; the day is already filled in.
  await dialog.getByLabel('Reference').focus()
  await page.keyboard.type('Statement 47')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('1 payout marked paid')).toBeVisible()
  expect(await stateOf(page, first!.number)).toBe('marked_paid')
})

test('a SEPA file is created from the selection and downloaded, and offers to mark its payouts paid', async ({
  page,
}) => {
  await page.goto(`${list}?state=open&ordering=-number&page_size=10`)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await bar(page).getByRole('button', { name: 'SEPA file…' }).click()
  const drawer = page.getByRole('dialog', { name: 'SEPA file' })
  await expect(drawer).toContainText('one batch')
  await expect(drawer).toContainText('Checked:')
  // As tall as the window (picture 18), whatever else the dialog holds.
  const { height } = page.viewportSize()!
  await expect
    .poll(() => drawer.locator('.modal').evaluate((box) => box.getBoundingClientRect().height))
    .toBe(height)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: /^Create file: \d+ payments?, €/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^SEPA-\d{4}-\d{4}\.xml$/)
  await expect(drawer.getByRole('heading', { name: /^File created/ })).toBeFocused()
  await expect(drawer).toContainText(file.suggestedFilename())
  await drawer.getByRole('button', { name: 'Mark these as paid' }).click()
  const confirm = page.getByRole('dialog', { name: 'Mark paid' })
  await expect(confirm).toContainText('You confirm that the bank transferred €')
  await page.keyboard.press('Escape')
  await expect(confirm).toBeHidden()
})

test('on a phone, in formal German, payouts are cards and the SEPA file fills the screen', async ({
  page,
}) => {
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${list}?page=1`)
  const card = page.getByRole('listitem').filter({ hasText: 'Offen' }).first()
  await card.getByRole('checkbox').check()
  await expect(bar(page)).toContainText('1 ausgewählt · ')
  await bar(page).getByRole('button', { name: 'SEPA-Datei…' }).click()
  const drawer = page.getByRole('dialog', { name: 'SEPA-Datei' })
  await expect(drawer.getByLabel('Auftraggeberkonto')).toBeVisible()
  expect(await drawer.locator('.modal').evaluate((box) => box.getBoundingClientRect().width)).toBe(390)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})
