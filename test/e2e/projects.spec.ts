import { expect, test } from './signed-in.ts'

test('the list searches, filters, sorts and pages, and the address holds its state @smoke', async ({
  page,
}) => {
  await page.goto('/site-admin/projects/')
  const table = page.getByRole('table')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(26)
  await expect(page).toHaveTitle('Projects · Almoner')
  await expect(page.getByRole('table', { name: 'Projects' })).toBeVisible()
  for (const column of [
    'Status',
    'Review',
    'Content review',
    'Voting review',
    'Financing status',
    'Funding type',
  ])
    await expect(page.getByRole('columnheader', { name: column, exact: false }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Filter: Status' }).click()
  await page.getByRole('checkbox', { name: 'In progress' }).check()
  await expect(page).not.toHaveURL(/status=/)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/status=in_progress/)
  await expect(page.getByRole('button', { name: 'Clear all filters' })).toBeVisible()
  const labels = table.locator('tbody tr td:nth-child(4) .label')
  await expect(labels.and(page.locator(':not([data-tone=warning])'))).toHaveCount(0)
  await expect(labels.first()).toBeVisible()

  await page.goto('/site-admin/organizations/')
  await page.goto('/site-admin/projects/')
  await expect(page).toHaveURL(/status=in_progress/)
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page).not.toHaveURL(/status=/)

  await page.getByRole('searchbox').fill('kletterWAND')
  await expect(page).toHaveURL(/search=kletterWAND/)
  await expect(table.getByRole('link', { name: /Kletterwand/ }).first()).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(page).not.toHaveURL(/search=/)

  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('10')
  await expect(table.getByRole('row')).toHaveCount(11)
  await page
    .getByRole('navigation', { name: 'Pagination' })
    .getByRole('button', { name: 'Next page' })
    .click()
  await expect(table.locator('tbody tr').first()).toContainText('11')
  await page.goBack()
  await expect(table.locator('tbody tr').first()).toContainText('1')
})
