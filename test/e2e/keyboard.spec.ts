import type { Page } from '@playwright/test'
import { call, makeProject } from './calls.ts'
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

test('Escape clears the selection, even with single keys switched off', async ({ page }) => {
  await call(page, 'PATCH', '/api/v4/users/profile/', { shortcuts: false })
  try {
    await page.goto(list)
    await rows(page).first().getByRole('checkbox').check()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await expect(bulk(page)).toContainText('1 selected')
    await page.keyboard.press('Escape')
    await expect(bulk(page)).toHaveCount(0)
  } finally {
    await call(page, 'PATCH', '/api/v4/users/profile/', { shortcuts: true })
  }
})

test('an archived row passes the focus to the next one, Undo to the list', async ({ page }) => {
  const name = `Tastatur ${Date.now()}`
  await makeProject(page, `${name} Eins`)
  await makeProject(page, `${name} Zwei`)
  await page.goto(`${list}?search=${encodeURIComponent(name)}&ordering=title`)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: `More actions: ${name} Eins` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(title(page, 0)).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await expect(page.locator(':focus')).toHaveAttribute('data-row-title')
})

test('the palette offers the page’s actions', async ({ page }) => {
  await page.goto(list)
  await expect(rows(page)).toHaveCount(25)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump' }).fill('table set')
  const option = page.getByRole('dialog').getByRole('option')
  await expect(option).toHaveText([/^Table SettingsAction/, /^Search the list for “table set”/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Table Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump' }).fill('create pro')
  await expect(option).toHaveText([/^Create projectAction/, /^Search the list for/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Create project' })).toBeFocused()
})
