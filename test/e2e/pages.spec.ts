import type { Page } from '@playwright/test'
import { settled } from './requests.ts'
import { expect, test } from './signed-in.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const side = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const rows = (page: Page) => page.getByRole('table').locator('tbody tr')

/**
 * The scroll position of the page: inside the shell on a desktop, of the window on a phone; undefined before the page
 * is rendered.
 */
const scrolled = (page: Page) =>
  page.evaluate('Math.round(Math.max(scrollY, document.querySelector("main")?.scrollTop ?? 0))')
const scrollTo = (page: Page, top: number) =>
  page.evaluate(`scrollTo(0, ${top}); document.querySelector("main").scrollTop = ${top}`)

/** The dashboard with all its parts, at full height. */
async function openDashboard(page: Page): Promise<void> {
  await page.goto('/site-admin/')
  await expect(page.getByRole('list', { name: 'Figures' }).getByRole('link')).toHaveCount(4)
  await expect(page.getByRole('img', { name: 'Loading' })).toHaveCount(0)
}

for (const [name, width, height] of [
  ['a desktop', 1440, 600],
  ['a phone', 390, 700],
] as const)
  test(`on ${name} a page opens at its top, and Back, Forward and a reload restore the position`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await openDashboard(page)
    await scrollTo(page, 150)
    expect(await scrolled(page)).toBe(150)
    // Not by mouse, which would scroll to the link.
    await page.getByRole('link', { name: 'Show all: My tasks' }).dispatchEvent('click')
    await expect(heading(page, 'My tasks')).toBeVisible()
    expect(await scrolled(page)).toBe(0)
    await page.goBack()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await expect.poll(() => scrolled(page)).toBe(150)
    await page.goForward()
    await expect(heading(page, 'My tasks')).toBeVisible()
    await expect.poll(() => scrolled(page)).toBe(0)
    await page.goBack()
    await expect.poll(() => scrolled(page)).toBe(150)
    await page.reload()
    await expect.poll(() => scrolled(page)).toBe(150)
  })

test('the previous page stays until the next one’s code has loaded, and the last click wins', async ({
  page,
}) => {
  await openDashboard(page)
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/OrganizationsPage/, async (route) => {
    await held
    await route.continue()
  })
  await side(page, 'Organizations').click()
  await expect(page).toHaveURL(/\/site-admin\/organizations\/$/)
  await expect(side(page, 'Organizations')).toHaveAttribute('aria-current', 'page')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await side(page, 'People').click()
  await expect(heading(page, 'Users')).toBeVisible()
  release()
  await settled(page)
  await expect(heading(page, 'Users')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Organizations')).toBeVisible()
})

test.describe('without the code in the cache', () => {
  test.use({ freshBrowser: true })

  test('a page whose code fails to load is reported inside the shell; the next try opens it', async ({
    page,
    context,
  }) => {
    await openDashboard(page)
    await context.setOffline(true)
    await side(page, 'Projects').click()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(side(page, 'Projects')).toHaveAttribute('aria-current', 'page')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveCount(25)
  })

  test('a dialog whose code fails to load says so, keeps the typed text, and opens once the connection is back', async ({
    page,
    context,
  }) => {
    await page.goto('/site-admin/organizations/create/')
    const name = page.getByRole('textbox', { name: 'Name' }).first()
    await name.fill('Verein')
    const jump = page.getByRole('button', { name: /Search or jump/ })
    await context.setOffline(true)
    await jump.click()
    await expect(page.locator('.toasts')).toContainText('You are offline')
    await jump.click()
    await expect(page.getByText('A new version is ready')).toHaveCount(0)
    await context.setOffline(false)
    await jump.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(name).toHaveValue('Verein')
  })
})

test('old addresses and those without a slash keep their query; unknown ones keep the navigation', async ({
  page,
}) => {
  await page.goto('/site-admin/organizations-old?page_size=10')
  await expect(heading(page, 'Organizations')).toBeVisible()
  await expect(page).toHaveURL(/\/site-admin\/organizations\/\?page_size=10$/)
  await page.goto('/site-admin/nothing-here/')
  await expect(heading(page, 'Page not found')).toBeVisible()
  await side(page, 'Projects').click()
  await expect(rows(page)).toHaveCount(25)
  await page.goBack()
  await expect(heading(page, 'Page not found')).toBeVisible()
})

test('a Ctrl click opens the page in a new tab and leaves this one', async ({ page, context }) => {
  await openDashboard(page)
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    side(page, 'People').click({ modifiers: ['ControlOrMeta'] }),
  ])
  // The tab's content is not checked: a headless Chromium often leaves a background tab waiting for ever, with its
  // address but without its page, and switching to it does not wake it. Regular Chromium draws it.
  await expect.poll(() => tab.url()).toMatch(/\/site-admin\/users\/$/)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page).toHaveURL(/\/site-admin\/$/)
})
