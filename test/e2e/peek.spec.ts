import { expect, test } from './signed-in.ts'

const list = '/site-admin/projects/'

test('Space and J browse a list without leaving it, and Back closes the peek @smoke', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(list)
  const titles = page.locator('tbody [data-row-title]')
  await titles.first().focus()
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.keyboard.press('Space')
  const peek = page.locator('.peek')
  await expect(peek.getByRole('heading', { level: 2 })).toHaveText((await titles.first().textContent())!)
  await expect(peek.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  // Beside the table, not over it.
  const [table, beside] = [await page.locator('.list-scroll').boundingBox(), await peek.boundingBox()]
  expect(table!.x + table!.width).toBeLessThanOrEqual(beside!.x + 1)
  for (const at of [1, 2, 3]) {
    await page.keyboard.press('j')
    await expect(peek.getByRole('heading', { level: 2 })).toHaveText((await titles.nth(at).textContent())!)
    await expect(titles.nth(at)).toBeFocused()
  }
  await page.keyboard.press('F6')
  await expect(peek.getByRole('heading', { level: 2 })).toBeFocused()
  await page.goBack()
  await expect(peek).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe(list)
  expect(loads).toBe(0)
})

test('hovering over a row loads its peek, so that opening waits for no call', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(list)
  const third = page.locator('tbody [data-row-title]').nth(2)
  const loaded = page.waitForResponse(/\/api\/v4\/project\/[^/]+\/peek\//)
  await third.hover()
  await loaded
  // From here on no call is answered.
  await page.route('**/api/**', () => undefined)
  await third.focus()
  await page.keyboard.press('Space')
  await expect(page.locator('.peek').getByRole('heading', { name: 'Tasks' })).toBeVisible()
})

test('at 1024 px the peek covers the right side of the table; at 390 px it is a sheet that Back closes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(list)
  await page.locator('tbody [data-row-title]').first().focus()
  await page.keyboard.press('Space')
  const peek = page.locator('.peek')
  await expect(peek.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  const [table, over] = [await page.locator('.list-scroll').boundingBox(), await peek.boundingBox()]
  expect(over!.x).toBeLessThan(table!.x + table!.width)
  expect(over!.x + over!.width).toBeCloseTo(table!.x + table!.width, -1)
  await page.keyboard.press('Escape')
  await expect(peek).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(list)
  const title = await page.locator('[data-row-title]').first().textContent()
  await page.getByRole('button', { name: 'More of this list' }).click()
  await page.getByRole('menuitem', { name: 'Select' }).click()
  await page.getByRole('button', { name: `More actions: ${title}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Peek' }).click()
  const sheet = page.getByRole('dialog', { name: title!, exact: true })
  await expect(sheet.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  expect((await sheet.locator('.modal').boundingBox())!.width).toBe(390)
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(list)
})
