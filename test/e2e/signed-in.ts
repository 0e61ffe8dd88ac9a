import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import axe, { type Result } from 'axe-core'
import { test as base } from './policy.ts'

export const credentials = { username: 'admin', password: 'almoner-e2e-password' }

/** Signs in through the sign-in page, as a person does. */
export async function signIn(page: Page, { username, password } = credentials): Promise<void> {
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A browser session of the administrator, opened through the API so that each test starts on its own page. */
export const test = base.extend({
  page: async ({ page, baseURL }, use) => {
    await page.request.get('/api/v4/session/')
    const csrf = async () =>
      (await page.context().cookies(baseURL)).find((cookie) => cookie.name === 'csrftoken')?.value ?? ''
    const answer = await page.request.post('/api/v4/session/', {
      data: credentials,
      headers: { 'X-CSRFToken': await csrf() },
    })
    expect(answer.status()).toBe(200)
    // The account is shared by all journeys: each begins in English, whatever the one before left.
    await page.request.patch('/api/v4/users/profile/', {
      data: { language: 'en_US' },
      headers: { 'X-CSRFToken': await csrf() },
    })
    await use(page)
  },
})

/**
 * Waits until nothing fades or moves any more: a text that is half faded in has half its contrast. An animation that
 * ends may start another one; one whose element goes away rejects; one that turns for ever is not waited for.
 */
const settled = `(async () => {
  const passing = () =>
    document.getAnimations().filter(
      ({ effect, playState }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity,
    )
  while (passing().length > 0) await Promise.allSettled(passing().map(({ finished }) => finished))
})()`

// Still called experimental: what is read on a button is part of its name, so that it can be spoken to.
const rules = { 'label-content-name-mismatch': { enabled: true } }
const options = { rules, resultTypes: ['violations' as const] }

/**
 * All rules on the whole page. Contrast, which takes three quarters of a look, is measured where people can see and reach it:
 * what lies behind a modal dialog is inert and dimmed, and is looked at while no dialog is before it.
 */
const lookAtPage = `(async (options) => {
  const modals = [...document.querySelectorAll('dialog:modal')]
  if (modals.length === 0) return (await axe.run(document, options)).violations
  const rules = { ...options.rules, 'color-contrast': { enabled: false } }
  const whole = await axe.run(document, { ...options, rules })
  const runOnly = { type: 'rule', values: ['color-contrast'] }
  const before = await axe.run({ include: modals }, { resultTypes: options.resultTypes, runOnly })
  return [...whole.violations, ...before.violations]
})(${JSON.stringify(options)})`

/** No accessibility findings on what is on the screen, best practices included. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page whose code is on its way has no heading yet.
  await expect(page.locator('h1').first()).toBeAttached()
  await page.evaluate(settled)
  const violations = page.frames().length === 1 ? await look(page) : await lookIntoFrames(page)
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([])
}

async function look(page: Page): Promise<Result[]> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axe.source)
  return page.evaluate<Result[]>(lookAtPage)
}

async function lookIntoFrames(page: Page): Promise<Result[]> {
  return (await new AxeBuilder({ page }).options(options).analyze()).violations
}

export { expect }
