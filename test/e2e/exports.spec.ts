import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readXlsx } from 'hucre'
import { expect, test } from './signed-in.ts'

// Exporting data in a browser, by keyboard alone.

/** Opens the choice of columns and format, moves down the given number of times in each, and confirms with Enter. */
async function take(
  page: Page,
  words: { choose: string; title: string; menu?: string },
  down: { set: number; format: number },
) {
  if (words.menu) await page.getByRole('button', { name: words.menu }).click()
  const open = page.getByRole(words.menu ? 'menuitem' : 'button', { name: words.choose })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: words.title })
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  for (let n = 0; n < down.set; n++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  for (let n = 0; n < down.format; n++) await page.keyboard.press('ArrowDown')
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  await expect(dialog).toBeHidden()
  await expect(words.menu ? page.getByRole('button', { name: words.menu }) : open).toBeFocused()
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('gifts are exported by keyboard completely, for import and as seen @smoke', async ({ page }) => {
  const english = { choose: 'Export: columns and format', title: 'Export' }
  await page.goto('/site-admin/gifts/')
  await expect(page.getByText('Sum of all')).toBeVisible()
  const whole = await take(page, english, { set: 1, format: 0 })
  expect(whole.name).toMatch(/^Gifts \d{4}-\d{2}-\d{2}\.xlsx$/)
  const [data, about] = (await readXlsx(whole.bytes)).sheets
  expect([data!.rows[0]!.includes('Key in Almoner'), about!.name]).toEqual([true, 'About'])
  const again = await take(page, english, { set: 2, format: 1 })
  expect(again.bytes.toString().startsWith('\ufefforganization_title;')).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  const seen = await take(page, english, { set: 0, format: 1 })
  expect(seen.name).toMatch(/^Gifts .*\.csv$/)
})

test('projects are exported on a phone and then on a desktop, in German', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === 'csrftoken')!.value
  await page.request.patch('/api/v4/users/profile/', {
    data: { language: 'sie_DE' },
    headers: { 'X-CSRFToken': csrf },
  })
  await page.goto('/site-admin/projects/')
  const german = {
    choose: 'Export: Spalten und Format',
    title: 'Export',
    menu: 'Mehr zu dieser Liste',
  }
  const csv = await take(page, german, { set: 1, format: 1 })
  expect(csv.name).toMatch(/^Projekte .*\.csv$/)
  expect(csv.bytes.toString().split('\r\n')[0]).toMatch(/^\ufeffProjekt;Organisation;/)
  await page.setViewportSize({ width: 1440, height: 900 })
  const { menu: _menu, ...onDesk } = german
  expect((await take(page, onDesk, { set: 0, format: 0 })).name).toMatch(/^Projekte .*\.xlsx$/)
})
