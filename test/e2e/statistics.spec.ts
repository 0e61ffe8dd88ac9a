import type { Page } from '@playwright/test'
import { call } from './calls.ts'
import { expect, test } from './signed-in.ts'

const page_ = '/site-admin/statistics/'

/** The figure in the summary, as shown. */
const figure = (page: Page, name: string) =>
  page.locator('.statistics-strip > div', { hasText: name }).first().getByRole('link')

test('a figure opens its rows with the same sum, and Back closes them @smoke', async ({ page }) => {
  await page.goto(page_)
  const paid = figure(page, 'Paid')
  const sum = await paid.innerText()
  await paid.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Paid' })
  await expect(dialog.getByText(/^Sum of all \d+ rows: /)).toContainText(sum)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`${page_}$`))
})

test('on a phone, in German: the period, a figure’s rows and the types show the same sum', async ({
  page,
}) => {
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(page_)
  const period = page.getByRole('button', { name: '12 Monate' })
  await period.click()
  await expect(period).toHaveAttribute('aria-pressed', 'true')
  // Until the new figures are there, the former ones are shown, dimmed.
  await expect(page.locator('[data-stale]')).toHaveCount(0)
  const allocated = figure(page, 'Zugeteilt')
  const sum = await allocated.innerText()
  await allocated.click()
  const dialog = page.getByRole('dialog', { name: 'Zugeteilt' })
  await expect(dialog.getByText(/^Summe aller .+ Zeilen: /)).toContainText(sum)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(
    page.getByRole('region', { name: 'Nach Förderart' }).getByRole('row', { name: /^Alle/ }),
  ).toContainText(sum)
})

test('a company’s budget by month is downloaded', async ({ page }) => {
  await page.goto('/site-admin/company/stadtwerke-lindenau/')
  const workbook = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download: Budget by month' }).click()
  expect((await workbook).suggestedFilename()).toMatch(/Stadtwerke Lindenau.*\.xlsx$/)
})
