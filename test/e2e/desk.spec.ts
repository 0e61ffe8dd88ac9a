import type { Page } from '@playwright/test'
import { call, makeProject } from './calls.ts'
import { expect, expectFits, test } from './signed-in.ts'

// A morning at the desk by keyboard alone: a view, a search, browsing rows, deciding, undoing, jumping to the record
// and to one's tasks.

const rows = (page: Page) => page.locator('tbody [data-row-title]')
const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('in formal German at 1280 × 720 a project is found, viewed, decided, undone and opened by keyboard alone', async ({
  page,
}) => {
  const word = `Pult${Date.now().toString(36)}`
  for (const name of ['Eins', 'Zwei']) {
    const { slug, version } = await makeProject(page, `${word} ${name}`)
    await call(page, 'PATCH', `/api/v4/project/${slug}/`, { needs_donation_review: true, version })
  }
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/site-admin/projects/')
  await expect(rows(page).first()).toBeVisible()
  let loads = 0
  page.on('load', () => (loads += 1))

  // The views are one focus stop; the search is a key away.
  const view = page.getByRole('link', { name: /^Prüfung nötig/ })
  await page.locator('.view-tabs a[aria-current]').focus()
  await page.keyboard.press('ArrowRight')
  await expect(view).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(view).toHaveAttribute('aria-current', /./)
  await page.keyboard.press('/')
  await page.keyboard.type(word)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(2)

  // Viewed beside the list, taken over, and reviewed from there.
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('Space')
  const peek = page.locator('.peek')
  const first = (await rows(page).first().textContent())!
  await expect(peek.getByRole('heading', { level: 2 })).toHaveText(first)
  await page.keyboard.press('j')
  const second = (await rows(page).nth(1).textContent())!
  await expect(peek.getByRole('heading', { level: 2 })).toHaveText(second)
  await page.keyboard.press('r')
  await expect(title(page)).toHaveText(second)
  await expect(page.getByText('Für Sie reserviert')).toBeVisible()
  await page.keyboard.press('2')
  await expect(page.getByRole('button', { name: /^Annehmen/ })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(title(page)).toHaveText(first)
  await expect(title(page)).toBeFocused()
  await expect(page.locator('.rq-toast')).toContainText('Angenommen')
  await expect(page.getByText('Für Sie reserviert')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(title(page)).toHaveText(second)
  await expect(page.getByRole('button', { name: /^Annehmen/ })).toBeEnabled()

  // Jumped to by its words in any order; the record shows its review first.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Suchen oder springen' }).fill(`eins ${word}`)
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(`${word} Eins`)
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText(`${word} Eins`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Prüfung')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(title(page)).toHaveText('Meine Aufgaben')
  expect(loads).toBe(0)
  await expectFits(page)
})
