import type { Page } from '@playwright/test'
import { expect, test } from './signed-in.ts'

const list = '/site-admin/projects/'
const rows = (page: Page) => page.locator('tbody tr[data-row]')
const title = (page: Page, at: number) => rows(page).nth(at).locator('[data-row-title]')
const bulk = (page: Page) => page.getByRole('group', { name: 'Actions for the selection' })

test('a list is used without a pointer: rows, ranges, pages, a record and back @smoke', async ({ page }) => {
  await page.goto(list)
  await expect(rows(page)).toHaveCount(25)
  await page.keyboard.press('j')
  await expect(title(page, 0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(bulk(page)).toContainText('1 selected')
  await rows(page).nth(4).getByRole('checkbox').focus()
  await page.keyboard.press('Shift+Space')
  await expect(bulk(page)).toContainText('4 selected')
  await page.keyboard.press('n')
  await expect(page.locator('tbody .cell-index').first()).toHaveText('26')
  // The focused row is gone: the keyboard starts at the first row of the page.
  await expect(title(page, 0)).toBeFocused()
  // On another page there is no row to start a range from.
  await rows(page).nth(2).getByRole('checkbox').focus()
  await page.keyboard.press('Shift+Space')
  await expect(bulk(page)).toContainText('5 selected')

  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/update\/$/)
  await page.goBack()
  await expect(page).toHaveURL(/page=2/)
  await expect(bulk(page)).toContainText('5 selected')
  await page.keyboard.press('p')
  await expect(page.locator('tbody .cell-index').first()).toHaveText('1')
  await page.keyboard.press('Escape')
  await expect(bulk(page)).toHaveCount(0)
})
