import type { Page } from '@playwright/test'
import { call } from './calls.ts'
import { expect, test } from './signed-in.ts'

const page_ = '/site-admin/statistics/'

/** The figure in the summary, as shown. */
const figure = (page: Page, name: string) =>
  page.locator('.statistics-strip > div', { hasText: name }).first().getByRole('link')

/** The part of the page that shows a figure by month. */
const byMonth = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

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

test('period, comparison and the ledger’s day are in the address and survive a reload', async ({ page }) => {
  await page.goto(page_)
  await page.getByRole('button', { name: '12 months' }).click()
  await page.getByLabel('Ledger as of').fill('01.01.2020')
  await expect(page.getByText('As the ledger stood on 01.01.2020')).toBeVisible()
  await expect(page.getByText('The period ends after that day')).toBeVisible()
  await expect(page.getByText('No money in this period.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('As the ledger stood on 01.01.2020')).toBeVisible()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page.getByRole('heading', { name: 'Allocated by month and funding type' })).toBeVisible()
  await page.getByLabel('Ledger as of').fill('32.01.2026')
  await expect(page.getByText('Enter the date as DD.MM.YYYY')).toBeVisible()
  await expect(page).not.toHaveURL(/as_of/)
})

test('the chart, its table, the types and the groups show the same sum', async ({ page }) => {
  await page.goto(page_)
  const allocated = await figure(page, 'Allocated').innerText()
  const types = page.getByRole('region', { name: 'By funding type' })
  await expect(types.getByRole('row', { name: /^All/ })).toContainText(allocated)
  await byMonth(page, 'Allocated by month and funding type').getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('rowheader', { name: /January \d{4}/ })).toBeVisible()
  for (const group of ['By company', 'By organization', 'By month']) {
    await page.getByLabel('Group by').click()
    await page.getByRole('option', { name: group }).click()
    await expect(page.getByRole('region', { name: group }).getByRole('row', { name: /^All/ })).toContainText(
      allocated,
    )
  }
})

test('the chart shows payments by month, its bars are keyboard accessible, and its table matches', async ({
  page,
}) => {
  await page.goto(page_)
  const paid = await figure(page, 'Paid').innerText()
  await page.getByLabel('Figure by month').click()
  await page.getByRole('option', { name: 'Paid' }).click()
  const chart = page.getByRole('group', { name: 'Paid by month', exact: true })
  await expect(chart).toContainText(`${paid} in all`)
  await chart.locator('[tabindex="0"]').focus()
  await page.keyboard.press('Home')
  await expect(chart.getByRole('img', { name: /^Jan \d{4}, / })).toBeFocused()
  await byMonth(page, 'Paid by month').getByRole('button', { name: 'Table' }).click()
  await expect(byMonth(page, 'Paid by month').getByRole('columnheader', { name: 'Paid' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download: Paid by month' })).toBeVisible()
})

test('on a phone, in German: the period, a figure’s rows and the types show the same sum', async ({
  page,
}) => {
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(page_)
  await page.getByRole('button', { name: '12 Monate' }).click()
  await expect(page).toHaveURL(/from=/)
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

test('a company’s page shows its budgets and adds one', async ({ page }) => {
  const title = `Mühle ${Date.now()}`
  const { slug } = await call<{ slug: string }>(page, 'POST', '/api/v4/companies/donating-companies/', {
    title,
    budget_cents: 500,
  })
  await page.goto('/site-admin/settings/companies/')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('button', { name: 'Add budget' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add budget' })
  await dialog.getByLabel('Title').fill('Fonds 2026')
  await dialog.getByLabel('Valid from').fill('01.01.2026')
  await dialog.getByLabel('Valid until').fill('31.12.2025')
  await dialog.getByLabel('First budget').fill('1,000.00')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('The budget ends before it begins')).toBeVisible()
  await dialog.getByLabel('Valid until').fill('31.12.2026')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'Fonds 2026' })).toContainText('€1,000.00')
  const { budgets } = await call<{ budgets: unknown[] }>(
    page,
    'GET',
    `/api/v4/companies/donating-companies/${slug}/`,
  )
  expect(budgets).toHaveLength(2)
  const chart = page.getByRole('group', { name: 'Budget by month', exact: true })
  await expect(chart).toContainText('€1,005.00 are left today.')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Budget by month' }).getByRole('row').last()).toContainText(
    '€1,005.00',
  )
  const workbook = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download: Budget by month' }).click()
  expect((await workbook).suggestedFilename()).toContain(title)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Statement of account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'As PDF' }).click()
  expect((await download).suggestedFilename()).toContain(title)
})

test('a project’s money is on its own tab, and typed text survives the switch', async ({ page }) => {
  const { results } = await call<{ results: { slug: string }[] }>(
    page,
    'GET',
    '/api/v4/projects/?money=partly&ordering=-money',
  )
  await page.goto(`/site-admin/project/${results[0]!.slug}/update/?edit=true`)
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('Halb getippt')
  const tabs = page.getByRole('navigation', { name: 'Parts of this record' })
  await tabs.getByRole('link', { name: 'Money' }).click()
  await expect(page).toHaveURL(/\?tab=money$/)
  await expect(page.getByRole('heading', { name: 'Funding timeline' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Money by funding type' })).toBeVisible()
  await page.getByRole('button', { name: /^All/ }).click()
  await expect(page.locator('.money-timeline > li').first()).toBeVisible()
  await page.goBack()
  await expect(title).toHaveValue('Halb getippt')
  await page.getByRole('button', { name: 'Discard' }).click()
})
