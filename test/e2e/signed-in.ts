import { type BrowserContext, expect, type Page } from '@playwright/test'
import { call } from './calls.ts'
import { test as base } from './policy.ts'

export const credentials = { username: 'admin', password: 'almoner-e2e-password' }

/** Signs in through the sign-in page, as a person does. */
export async function signIn(page: Page, { username, password } = credentials): Promise<void> {
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/**
 * The administrator's browser session, opened through the API so that each test starts on its own page. Tests of one
 * side share a session, because signing in costs a slow password hash, until one of them ends it.
 */
export const test = base.extend<object, { session: { cookies: Cookies } }>({
  session: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first argument
    async ({}, use) => use({ cookies: [] }),
    { scope: 'worker' },
  ],
  page: async ({ page, session }, use) => {
    const context = page.context()
    const profile = () => page.request.get('/api/v4/users/profile/')
    await context.addCookies(session.cookies)
    let answer = session.cookies.length > 0 ? await profile() : undefined
    if (!answer?.ok()) {
      await openSession(page)
      session.cookies = await context.cookies()
      answer = await profile()
    }
    // All journeys share the account: each starts in English, whatever the previous one set.
    const { language } = (await answer.json()) as { language: string }
    if (language !== 'en_US') await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'en_US' })
    await use(page)
  },
})

async function openSession(page: Page): Promise<void> {
  await page.request.get('/api/v4/session/')
  await call(page, 'POST', '/api/v4/session/', credentials)
}

/** Waits until the page and all its parts have loaded. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // A loading page or part of a page has a spinner.
  await expect(page.locator(loading)).toHaveCount(0)
}
const loading = 'main :is(.skeleton, .spinner, .dash-skeleton, [aria-busy=true])'

/** Gives the window another size and waits until the page's frame follows, which it does 200 ms later. */
export async function resize(page: Page, width: number, height = 900): Promise<void> {
  await page.setViewportSize({ width, height })
  const frame = width < 992 ? '.shell:not(:has(.side))' : width < 1200 ? '.side.rail' : '.side:not(.rail)'
  await expect(page.locator(frame)).toBeVisible()
}

/** Expects that the page does not scroll sideways, once it follows a new window width: it debounces that by 200 ms. */
export async function expectFits(page: Page): Promise<void> {
  const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth')
  await expect.poll(overflow).toBeLessThanOrEqual(0)
}

export { expect }
