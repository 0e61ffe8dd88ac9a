import type { Locator, Page } from '@playwright/test'
import { call, makeOrganization } from './calls.ts'
import { expect, expectFits, test } from './signed-in.ts'

type Row = { slug: string; id: number; review_status: { choice: number | null }; open_tasks: number }

/** Creates projects of one organization that wait for a review; a word of their title finds only them. */
async function waiting(page: Page, word: string, count: number): Promise<void> {
  const { slug } = await makeOrganization(page, `Verein ${word}`)
  for (let n = 1; n <= count; n++) {
    const made = await call<{ slug: string; version: number }>(page, 'POST', '/api/v4/projects/', {
      title: `${word} ${String(n).padStart(2, '0')}`,
      organization_slug: slug,
      needs: [{ title: 'Pump', amount_cents: 125_000 }],
      funding_type: 1,
    })
    await call(page, 'PATCH', `/api/v4/project/${made.slug}/`, {
      needs_donation_review: true,
      version: made.version,
    })
  }
}
const rows = async (page: Page, word: string) =>
  (await call<{ results: Row[] }>(page, 'GET', `/api/v4/projects/?page_size=100&search=${word}`)).results
const list = (word: string) => `/site-admin/projects/?search=${word}&page_size=25`
const bar = (page: Page, name = 'Actions for the selection') => page.getByRole('group', { name })

/** Presses Tab until an element has the focus, as a keyboard user does. */
async function tabTo(page: Page, aim: Locator, key = 'Tab'): Promise<void> {
  for (let n = 0; n < 60; n++) {
    if ((await aim.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press(key)
  }
  await expect(aim).toBeFocused()
}

test('a task from a template for ten projects takes at most eight clicks', async ({ page }) => {
  const word = `Zehnfach${Date.now() % 100_000}`
  await waiting(page, word, 10)
  const steps = [
    { title: 'Bescheid anfordern', description: '', days: 0 },
    { title: 'Nachfassen', description: '', days: 14 },
  ]
  await call(page, 'POST', '/api/v4/reminders/templates/', { title: `Vorlage ${word}`, steps })
  await page.goto(list(word))
  await page.evaluate(
    `window.clicks = 0; addEventListener('click', ({ detail }) => { if (detail > 0) window.clicks++ }, true)`,
  )
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await bar(page).getByRole('button', { name: 'Task', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Task for 10 projects' })
  await dialog.getByRole('combobox', { name: 'Choose a template' }).click()
  await page.getByRole('option', { name: `Vorlage ${word}` }).click()
  await expect(dialog.getByText('2 tasks per project:')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add 20 tasks' }).click()
  await expect(page.getByText('10 projects given tasks')).toBeVisible()
  expect(await page.evaluate<number>('window.clicks')).toBeLessThanOrEqual(8)
  expect((await rows(page, word)).map((row) => row.open_tasks)).toEqual(Array.from({ length: 10 }, () => 2))
})

test('projects are decided by keyboard alone, the toast reports the mails, and Undo reverts everything', async ({
  page,
}) => {
  const word = `Tastatur${Date.now() % 100_000}`
  await waiting(page, word, 3)
  await page.goto(list(word))
  const all = page.getByRole('checkbox', { name: 'Select all' })
  await expect(all).toBeVisible()
  await tabTo(page, all)
  await page.keyboard.press('Space')
  await tabTo(page, bar(page).getByRole('button', { name: 'Decide' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Decide for 3 projects' })
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('2')
  await expect(dialog.getByRole('button', { name: 'Accept 3' })).toBeEnabled()
  await expect(dialog.getByText('“Project accepted”, 5 minutes after the run')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const toast = page.locator('.toast').filter({ hasText: '3 projects accepted' })
  await expect(toast).toContainText('3 e-mails leave at')
  expect((await rows(page, word)).map((row) => row.review_status.choice)).toEqual([4, 4, 4])
  await toast.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Undone for 3 projects')).toBeVisible()
  expect((await rows(page, word)).map((row) => row.review_status.choice)).toEqual([null, null, null])
})

test('on a phone, in German, an applicant is sent a message, and its mail is then stopped', async ({
  page,
}) => {
  const word = `Handy${Date.now() % 100_000}`
  await waiting(page, word, 2)
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(list(word))
  await page.getByRole('button', { name: 'Mehr zu dieser Liste' }).click()
  await page.getByRole('menuitem', { name: 'Auswählen' }).click()
  await page.getByRole('checkbox', { name: `${word} 01` }).click()
  await bar(page, 'Aktionen für die Auswahl').getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'E-Mail an die Projektträger' }).click()
  const dialog = page.getByRole('dialog', { name: 'E-Mail an den Projektträger von 1 Projekt' })
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Bitte rufen Sie uns an.')
  await dialog.getByRole('button', { name: 'Vorschau' }).click()
  await expect(dialog.getByRole('group', { name: 'Vorschau' })).toContainText('Bitte rufen Sie uns an.')
  await expectFits(page)
  await dialog.getByRole('button', { name: '1 senden' }).click()
  const toast = page.locator('.toast').filter({ hasText: '1 Projekt angeschrieben' })
  await toast.getByRole('button', { name: 'Ergebnis zeigen' }).click()
  const result = page.getByRole('dialog', { name: '1 Projekt angeschrieben' })
  await expect(result).toContainText('1 warten bis')
  await result.getByRole('button', { name: 'E-Mails anhalten' }).click()
  await expect(result.getByText('1 warten bis')).toBeHidden()
})
