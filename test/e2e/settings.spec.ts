import { call } from './calls.ts'
import { expect, expectFits, test } from './signed-in.ts'

test('the settings are a list of pages in groups @smoke', async ({ page }) => {
  await page.goto('/site-admin/settings/')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  for (const tab of [
    'Donating companies',
    'Individual bank accounts',
    'Internal statuses',
    'Periods',
    'Jobs',
  ]) {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: tab }).click()
    await expect(page).toHaveTitle(`${tab} · Almoner`)
    await expect(page.getByRole('table').first()).toBeVisible()
  }
})

test('an internal status is created, offered as a filter, renamed and deleted', async ({ page }) => {
  await page.goto('/site-admin/settings/internal-statuses/')
  await page.getByRole('button', { name: 'Create status: Projects' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await page.getByLabel('Title').fill('Wartet auf Beirat')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('rowheader', { name: 'Wartet auf Beirat' })).toBeVisible()

  await page.goto('/site-admin/projects/')
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await page.getByRole('button', { name: 'Filter: Internal status' }).click()
  await expect(page.getByLabel('Wartet auf Beirat')).toBeVisible()

  await page.goto('/site-admin/settings/internal-statuses/')
  await page.getByRole('button', { name: 'Edit: Wartet auf Beirat' }).click()
  await page.getByLabel('Title').fill('Im Beirat besprochen')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Delete: Im Beirat besprochen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('rowheader', { name: 'Im Beirat besprochen' })).toBeHidden()
})

test('the maximum private donation is kept, and a switched-off funding type is no longer offered', async ({
  page,
}) => {
  await page.goto('/site-admin/settings/features/')
  const largest = page.getByLabel('Largest private donation')
  await expect(largest).toHaveValue('100,000.00')
  try {
    await largest.fill('90,000.00')
    await page.getByLabel('Sponsoring').uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Unsaved changes')).toBeHidden()
    await page.reload()
    await expect(largest).toHaveValue('90,000.00')
    await page.goto('/site-admin/projects/')
    await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
    await page.getByRole('button', { name: 'Filter: Funding type' }).click()
    await expect(page.getByLabel('Foundation')).toBeVisible()
    await expect(page.getByLabel('Sponsoring')).toBeHidden()
  } finally {
    await call(page, 'PATCH', '/api/v4/platform-features/1/', {
      enableSponsoring: true,
      max_gift_cents: 10_000_000,
    })
  }
})

test('on a phone short lists are cards, and the settings menu is above them', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/site-admin/settings/companies/')
  const company = page.getByRole('listitem').filter({ hasText: 'Stadtwerke Lindenau' })
  await expect(company).toContainText('Budget€138,000.00')
  await expect(page.getByRole('table')).toHaveCount(0)
  await company.getByRole('button', { name: 'Edit: Stadtwerke Lindenau' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(company.getByRole('button')).toBeFocused()
  await page.goto('/site-admin/settings/limits/')
  await expect(page.getByText('From the beginning').first()).toBeVisible()
  const menu = page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('button', { name: 'Periods', exact: true })
  await expect(menu).toBeInViewport({ ratio: 0.9 })
  await menu.click()
  await page.getByRole('menuitemradio', { name: 'Jobs' }).click()
  await expect(page).toHaveURL(/\/settings\/jobs\/$/)
  await expectFits(page)
})
