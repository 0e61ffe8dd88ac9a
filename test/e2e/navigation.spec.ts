import type { Locator, Page } from '@playwright/test'
import { pain002 } from '../pain002.ts'
import { call } from './calls.ts'
import { expect, expectFits, test } from './signed-in.ts'

// Paths from the sign-in to daily work, counted in clicks and keys; and the navigation itself.

const side = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })
const tabs = (page: Page, name: string) => page.getByRole('navigation', { name, exact: true })

/** Clicks and counts. */
function counting() {
  let clicks = 0
  return {
    click: async (target: Locator) => {
      clicks += 1
      await target.click()
    },
    clicks: () => clicks,
  }
}

test('the newest statement is two clicks from the sign-in, and the settings show what is left of budgets', async ({
  page,
}) => {
  const { click, clicks } = counting()
  await page.goto('/site-admin/')
  await click(side(page).getByRole('link', { name: 'Money' }))
  await click(page.getByRole('link', { name: /^Statement / }).first())
  await expect(page).toHaveURL(/\/site-admin\/bank-statement\/\d+\/$/)
  expect(clicks()).toBeLessThanOrEqual(2)
  await side(page).getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('columnheader', { name: 'Budget left' })).toBeVisible()
})

test('a file of all open payouts is four clicks from the sign-in', async ({ page }) => {
  const { click, clicks } = counting()
  await page.goto('/site-admin/')
  await click(side(page).getByRole('link', { name: 'Money' }))
  await click(tabs(page, 'Money').getByRole('link', { name: /^Payouts/ }))
  await click(page.getByRole('button', { name: /^SEPA file of \d+ open/ }))
  const drawer = page.getByRole('dialog', { name: 'SEPA file' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    click(drawer.getByRole('button', { name: /^Create file: \d+ payments?, €/ })),
  ])
  expect(file.suggestedFilename()).toMatch(/\.xml$/)
  expect(clicks()).toBeLessThanOrEqual(4)
  await refuseFile(page, file.suggestedFilename().replace('.xml', ''))
})

/** The bank refuses a whole file: its payouts are open again, for later journeys. */
async function refuseFile(page: Page, original: string): Promise<void> {
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')!.value
  const content = pain002({
    original,
    message: `${original}-REFUSED`,
    group: 'RJCT',
    groupReason: 'AM05',
    batch: null,
  })
  const answer = await page.request.post('/api/v4/payouts/bank-answers/', {
    headers: { 'X-CSRFToken': csrf },
    multipart: { file: { name: 'answer.xml', mimeType: 'application/xml', buffer: Buffer.from(content) } },
  })
  expect(answer.status()).toBe(201)
}

test('all entries are visible at 1440 × 900, and g and a letter open each @smoke', async ({ page }) => {
  await page.goto('/site-admin/')
  const links = side(page).getByRole('link')
  await expect(links).toHaveCount(12)
  await expect(links.last()).toBeInViewport({ ratio: 1 })
  for (const [letter, heading] of [
    ['w', 'My tasks'],
    ['a', 'Approvals'],
    ['m', 'Bank statements'],
    ['y', 'Payouts'],
    ['f', 'Documents'],
    ['s', 'Statistics'],
    ['e', 'E-mails'],
    ['i', 'Import'],
    ['r', 'Journal'],
    ['u', 'Users'],
    ['c', 'Settings'],
    ['d', 'Dashboard'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
  }
})

test('a page is pinned and unpinned by keyboard, and the rail names the focused entry', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/site-admin/exports/')
  await expect(page.getByRole('heading', { level: 1, name: 'Exports' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Pin to the navigation')
  await expect(page.getByRole('option', { name: 'Pin to the navigation: Exports' })).toBeVisible()
  await page.keyboard.press('Enter')
  const pinned = side(page).getByRole('link', { name: 'Exports' })
  await expect(pinned).toBeVisible()
  await pinned.focus()
  await expect(page.locator('.side-tip')).toHaveText('Exports')
  await page.setViewportSize({ width: 1440, height: 900 })
  const unpin = side(page).getByRole('button', { name: 'Unpin from the navigation: Exports' })
  await expect(unpin).toHaveCount(1)
  await pinned.focus()
  await page.keyboard.press('Tab')
  await expect(unpin).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pinned).toHaveCount(0)
  await call(page, 'PATCH', '/api/v4/users/profile/', { pinned_pages: [] })
})

test('on a phone the entries and pinned pages are in the menu, the tabs above the page', async ({ page }) => {
  await call(page, 'PATCH', '/api/v4/users/profile/', { pinned_pages: ['/site-admin/gifts/'] })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/site-admin/logs/searches/')
  await expect(tabs(page, 'Records').getByRole('link', { name: 'Searches' })).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link')).toHaveCount(13)
  await menu.getByRole('button', { name: 'Unpin from the navigation: Gifts' }).click()
  await expect(menu.getByRole('link')).toHaveCount(12)
  await expectFits(page)
})
