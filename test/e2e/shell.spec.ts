import { test as signedOut } from './policy.ts'
import { call, holdCode } from './calls.ts'
import { afterProjects, settled } from './requests.ts'
import { credentials, expect, expectFits, test } from './signed-in.ts'

signedOut('the colours follow the system unless chosen, from the first paint on', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/login/')
  const scheme = () => page.evaluate('document.documentElement.dataset.colorScheme')
  expect(await scheme()).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(scheme).toBe('light')
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(scheme).toBe('dark')
})

test('an unknown address is reported as not found and links back @smoke', async ({ page }) => {
  await page.goto('/site-admin/nowhere/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expect(page).toHaveTitle('Page not found · Almoner')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await page.goto('/site-admin/project/nobody-made-this/update/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expect(page).toHaveTitle('Page not found · Almoner')
  await page.getByRole('link', { name: 'To the start page' }).click()
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
})

test('a route change moves the focus to the heading and sets the title', async ({ page }) => {
  await page.goto('/site-admin/profile/')
  await expect(page).toHaveTitle('Profile · Almoner')
  await page.getByRole('link', { name: 'Organizations' }).click()
  await expect(page).toHaveTitle('Organizations · Almoner')
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeFocused()
})

test('text typed while the palette loads appears in it and triggers no list shortcut', async ({ page }) => {
  const letGo = await holdCode(page, 'Palette')
  await page.goto('/site-admin/projects/')
  await expect(page.locator('tbody tr')).toHaveCount(25)
  await page.keyboard.press('Control+k')
  // "f" would open the filters, "j" go to a row, "x" select it.
  await page.keyboard.type('fjxletter')
  letGo()
  await expect(page.getByRole('combobox', { name: 'Search or jump' })).toHaveValue('fjxletter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('[data-row-title]:focus, tr[data-selected]')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or jump' })).toHaveValue('')
})

test('g o opens the organizations and ? shows the keys, but not while typing in a field', async ({
  page,
}) => {
  await page.goto('/site-admin/projects/')
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('go?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/\/site-admin\/organizations\//)
})

test('after a session ends, signing in over the page repeats the call', async ({ page, context }) => {
  await page.goto('/site-admin/projects/')
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  // A pending call would ask first, and so would hovering over the button: it preloads the next page.
  await settled(page, afterProjects)
  const csrf = (await context.cookies()).filter((cookie) => cookie.name === 'csrftoken')
  await context.clearCookies()
  await context.addCookies(csrf)
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await expect(dialog).toContainText('Your session has ended. Sign in again.')
  await dialog.getByLabel('Password').fill(credentials.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('tbody .cell-index').first()).toHaveText('26')
})

test('after signing out, Back and a page’s address lead only to the sign-in page', async ({ page }) => {
  await page.goto('/site-admin/profile/')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login\/$/)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.goto('/site-admin/projects/')
  await expect(page).toHaveURL(/\/login\//)
})

test("the server's own pages fit a phone", async ({ page }) => {
  type Found = { results: { slug: string; preview_token: string }[] }
  const { results } = await call<Found>(page, 'GET', '/api/v4/organizations/?page_size=10')
  const { slug, preview_token } = results[0]!
  await page.setViewportSize({ width: 320, height: 700 })
  for (const address of [
    '/api/docs/',
    `/organization/${slug}/?preview_token=${preview_token}`,
    '/organization/x/',
  ]) {
    await page.goto(address)
    await expectFits(page)
  }
})
