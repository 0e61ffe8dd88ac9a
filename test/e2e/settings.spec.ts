import { expect, expectFits, test } from './signed-in.ts'

test('the settings menu opens pages with their titles and tables @smoke', async ({ page }) => {
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
