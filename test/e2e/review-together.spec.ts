import type { Page } from '@playwright/test'
import { asPerson, call, makeProject } from './calls.ts'
import { expect, expectFits, resize, test } from './signed-in.ts'

// A journey here stops the browser's clock.
test.use({ freshBrowser: true })

/** Three projects that wait for a review, and a queue with only these. */
async function queueOf(page: Page, word: string): Promise<string> {
  for (const title of ['One', 'Two', 'Three']) {
    const { slug, version } = await makeProject(page, `${word} ${title}`)
    await call(page, 'PATCH', `/api/v4/project/${slug}/`, { needs_donation_review: true, version })
  }
  return `/site-admin/projects/review/?search=${word}&needs_review=review`
}
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const yours = (page: Page) =>
  expect(page.getByText('Yours while it is open')).toBeVisible({ timeout: 30_000 })

test('two people in one queue never get the same project; the lease ends after ten idle minutes', async ({
  page,
  browser,
}) => {
  const address = await queueOf(page, `Gemeinsam${Date.now().toString(36)}`)
  const other = await asPerson(page, browser, ['view_projects', 'change_projects'])
  await page.clock.install()
  await page.goto(address)
  await yours(page)
  await other.goto(address)
  await yours(other)
  await expect(title(page)).toHaveText(/ One$/)
  await expect(title(other)).toHaveText(/ Two$/)
  await expect(other.getByText('1 other here')).toBeVisible()

  // Viewed side by side: shown, named, and not decidable.
  await other.keyboard.press('k')
  await expect(title(other)).toHaveText(/ One$/)
  await expect(other.getByText(/has this project open since \d\d:\d\d\./)).toBeVisible()
  await expect(other.getByRole('radio')).toHaveCount(0)

  await page.clock.fastForward('10:01')
  await expect(page.getByText('Given back. Take it again to decide.')).toBeVisible()
  // It opens by itself for the person viewing it.
  await yours(other)
  await page.getByRole('button', { name: 'Take again' }).click()
  await expect(page.getByText(/has this project open since/)).toBeVisible()

  // Decided there, it disappears here.
  await other.keyboard.press('2')
  await expect(other.getByRole('button', { name: /^Accept/ })).toBeEnabled()
  await other.keyboard.press('Control+Enter')
  await expect(title(other)).toHaveText(/ Two$/)
  await page.clock.fastForward('00:20')
  await expect(page.getByText(/ decided: Accepted, /)).toBeVisible()
  await other.context().close()
})

test('in formal German the queue works by keyboard and fits a small window and a phone', async ({ page }) => {
  const address = await queueOf(page, `Formell${Date.now().toString(36)}`)
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(address)
  await expect(title(page)).toHaveText(/ One$/)
  await expectFits(page)
  await resize(page, 390, 844)
  await page.keyboard.press('j')
  await expect(title(page)).toHaveText(/ Two$/)
  await expectGoodQueue(page)
})

/** Rejects the open project with a letter and undoes it; nothing overflows meanwhile. */
async function expectGoodQueue(page: Page): Promise<void> {
  await expect(page.getByRole('radio', { name: /^Öffentlich/ })).toBeEnabled()
  const first = (await title(page).textContent())!
  await page.keyboard.press('h')
  await expect(page.getByRole('dialog', { name: 'Übergeben' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('3')
  await page.keyboard.press('r')
  await page.keyboard.type('Es fehlt ein zweites Angebot.')
  await expect(page.locator('.rq-letter mark')).toHaveText('Es fehlt ein zweites Angebot.')
  await page.keyboard.press('Control+Enter')
  await expect(title(page)).not.toHaveText(first)
  await expect(page.locator('.rq-toast')).toContainText('Abgelehnt')
  await expectFits(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(title(page)).toHaveText(first)
  await expect(page.getByRole('radio', { name: /^Abgelehnt/ })).toBeChecked()
}
