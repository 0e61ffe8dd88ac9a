import { expect, test } from '../e2e/signed-in.ts'

/** Page → file in docs/pictures. */
const pictures = {
  '/site-admin/': 'dashboard',
  '/site-admin/projects/': 'projects',
  '/site-admin/tasks/': 'tasks',
}

for (const [address, name] of Object.entries(pictures))
  test(`docs/pictures/${name}.png is taken`, async ({ page }) => {
    await page.goto(address)
    await expect(page.locator('h1')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: `docs/pictures/${name}.png`, animations: 'disabled' })
  })
