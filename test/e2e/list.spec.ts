import type { Page } from '@playwright/test'
import { expect, expectFits, test } from './signed-in.ts'

const list = '/site-admin/projects/'

const selected = (page: Page) => page.getByRole('group', { name: 'Actions for the selection' })

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
