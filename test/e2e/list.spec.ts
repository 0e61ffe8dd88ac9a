import type { Page } from '@playwright/test'
import { expect, expectFits, test } from './signed-in.ts'

const list = '/site-admin/projects/'

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(list + query)
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
}
const indexes = (page: Page) => page.locator('tbody .cell-index')
const selected = (page: Page) => page.getByRole('group', { name: 'Actions for the selection' })

test('a header filter loads nothing before Apply, is stored, restored, and cleared', async ({ page }) => {
  await openList(page)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('review_status=')) calls.push(request.url())
  })
  const funnel = page.getByRole('button', { name: 'Filter: Content review' })
  await funnel.click()
  await expect(funnel).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('checkbox', { name: 'Rejected' }).check()
  await page.keyboard.press('Escape')
  await expect(funnel).toBeFocused()
  expect(calls).toEqual([])

  await funnel.click()
  await page.getByRole('checkbox', { name: 'Rejected' }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/content_review_status=rejected/)
  await expect(page.locator('tbody tr[data-row] td:nth-child(6)').first()).toHaveText('Rejected')
  const stored = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.includes('projects'))
    return key && localStorage.getItem(key)
  })
  expect(JSON.parse(stored ?? '')).toEqual([{ filterName: 'content_review_status', selected: ['rejected'] }])

  await page.goto('/site-admin/profile/')
  await page.getByRole('link', { name: 'Projects' }).click()
  await expect(page).toHaveURL(/content_review_status=rejected/)
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL(list)
  await page.reload()
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await expect(page).toHaveURL(list)
})

test('row numbers continue across pages, and a page past the end becomes the last one', async ({ page }) => {
  await openList(page)
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('10')
  await expect(page.locator('tbody tr[data-row]')).toHaveCount(10)
  const pagination = page.getByRole('navigation', { name: 'Pagination' })
  await pagination.getByRole('button', { name: 'Next page' }).click()
  await expect(indexes(page).first()).toHaveText('11')
  await expect(pagination.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await page.goto(`${list}?page=9999&page_size=10`)
  await expect(pagination.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await expect(page).not.toHaveURL(/9999/)
  await expect(indexes(page).first()).toHaveText(/1$/)
})

test('a failed load keeps the old rows with a message, and a retry fixes it', async ({ page }) => {
  await openList(page)
  let failing = true
  await page.route('**/api/v4/projects/?**', (route) => (failing ? route.abort() : route.continue()))
  await page.getByRole('button', { name: 'Next page' }).click()
  const toast = page.getByRole('alert')
  await expect(toast).toContainText('Error')
  await expect(toast).toContainText('Please try again or contact an administrator.')
  await expect(indexes(page).first()).toHaveText('1')
  failing = false
  await toast.getByRole('button', { name: 'Try again' }).click()
  await expect(indexes(page).first()).toHaveText('26')
})

test('a slow answer never overwrites a newer one', async ({ page }) => {
  await openList(page)
  const { promise: newerIsShown, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/v4/projects/?**search=Kletter**', async (route) => {
    await newerIsShown
    await route.continue().catch(() => undefined)
  })
  const isOver = (request: { url: () => string }) => request.url().includes('search=Kletter')
  const over = Promise.race([
    page.waitForEvent('requestfinished', isOver),
    page.waitForEvent('requestfailed', isOver),
  ])
  await page.getByRole('searchbox').fill('Kletter')
  await expect(page).toHaveURL(/search=Kletter/)
  await page.getByRole('searchbox').fill('Repair')
  await expect(page.getByRole('rowheader').first()).toContainText('Repair')
  answer()
  await over
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  await expect(page.getByRole('rowheader').first()).toContainText('Repair')
})

test('on a phone the rows are cards, filters a drawer, and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // The projects have their own filter sheet (find.spec.ts).
  await page.goto('/site-admin/organizations/')
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: page.locator('[data-row-title]') })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expectFits(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer
    .getByRole('group', { name: 'Content review' })
    .getByRole('checkbox', { name: 'Accepted' })
    .check()
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/content_review_status=accepted/)
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Projects' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Back from a record restores the list: page, position and selection', async ({ page }) => {
  await page.goto(`${list}?page=2`)
  const scroller = page.locator('.list-scroll')
  await expect(page.locator('tbody .cell-index').first()).toHaveText('26')
  await page.getByRole('row').nth(3).getByRole('checkbox').check()
  const link = page.locator('tbody [data-row-title]').nth(19)
  await link.scrollIntoViewIfNeeded()
  const title = (await link.textContent())!
  const place = await scroller.evaluate((element) => element.scrollTop)
  expect(place).toBeGreaterThan(100)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.goBack()
  await expect(page.locator('tbody .cell-index').first()).toHaveText('26')
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(place)
  await expect(page.getByRole('row').nth(3).getByRole('checkbox')).toBeChecked()
  await expect(selected(page)).toContainText('1 selected')
})
