import { expect, test } from './signed-in.ts'

test('an auditor sees sealed events within moments, on wide and narrow screens @smoke', async ({ page }) => {
  await page.goto('/site-admin/logs/audit/?action=seed')
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
  await expect(page.getByText('Records set up').first()).toBeVisible()
  const chain = page.locator('.logs-chain')
  await expect(chain).toContainText('State of the chain')
  await expect
    .poll(
      async () => {
        const answer = await page.request.get('/api/v4/logs/audit/')
        return ((await answer.json()) as { chain: { unsealed: number } }).chain.unsealed
      },
      { timeout: 15_000 },
    )
    .toBeLessThan(5)
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/audit-1440.png` })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('Records set up').first()).toBeVisible()
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/audit-390.png` })
})
