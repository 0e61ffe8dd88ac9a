import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import axe, { type Result, type RunOptions } from 'axe-core'
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

/**
 * Waits until nothing fades or moves: half-faded text has half its contrast. An ending animation may start another one;
 * one whose element is removed rejects; endless ones are ignored.
 */
const settled = `(async () => {
  const passing = () =>
    document.getAnimations().filter(
      ({ effect, playState }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity,
    )
  while (passing().length > 0) await Promise.allSettled(passing().map(({ finished }) => finished))
})()`

// Still experimental: the visible text of a control must be part of its name, so that voice control finds it.
const rules = { 'label-content-name-mismatch': { enabled: true } }
const contrastRule = 'color-contrast'

/** The applied rules: all, all but contrast (which takes three quarters of the time), or contrast alone. */
type Rules = 'all' | 'structure' | 'contrast'
const optionsOf = (applied: Rules) => ({
  resultTypes: ['violations' as const],
  ...(applied === 'contrast'
    ? { runOnly: { type: 'rule' as const, values: [contrastRule] } }
    : { rules: applied === 'all' ? rules : { ...rules, [contrastRule]: { enabled: false } } }),
})

/**
 * Expects no accessibility findings on the screen, best practices included. Contrast is measured only in modal dialogs:
 * `every-page.spec.ts` measures it on every page, in both themes.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A loading page has no heading yet.
  await expect(page.locator('h1').first()).toBeAttached()
  const found = await findings(page, 'structure')
  if (await page.evaluate(`document.querySelector('${modal}') !== null`))
    found.push(...(await findings(page, 'contrast', modal)))
  expect(found).toEqual([])
}
const modal = 'dialog:modal'

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

/** Findings on the page, or in its matching parts, once nothing moves: `rule: elements`. */
export async function findings(page: Page, applied: Rules, within?: string): Promise<string[]> {
  await page.evaluate(settled)
  const options = optionsOf(applied)
  const violations =
    page.frames().length === 1 || within
      ? await run(page, options, within)
      : (await new AxeBuilder({ page }).options(options).analyze()).violations
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

async function run(page: Page, options: RunOptions, within?: string): Promise<Result[]> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axe.source)
  const context = within ? `{ include: [...document.querySelectorAll('${within}')] }` : 'document'
  return page.evaluate<Result[]>(
    `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
}

export { expect }
