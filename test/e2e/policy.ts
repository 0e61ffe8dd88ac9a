import { join } from 'node:path'
import { type BrowserContext, expect, test as base, type Page } from '@playwright/test'
import { watchRequests } from './requests.ts'

/** Violations of the content security policy that the browser reported, on any page of the journey, frames included. */
function watchPolicy(page: Page, reports: string[]): void {
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) reports.push(message.text())
  })
}

/**
 * Lets `goto` and `reload` wait until a page with rendered rows takes keys and clicks, unless they return early by
 * themselves: `focus()` and `press()` do not wait for it.
 */
function waitForInput(page: Page): void {
  for (const name of ['goto', 'reload'] as const) {
    const open = page[name].bind(page) as (...given: unknown[]) => ReturnType<Page['goto']>
    page[name] = async (...given: unknown[]) => {
      const answer = await open(...given)
      const { waitUntil } = (given.at(-1) ?? {}) as { waitUntil?: string }
      if (waitUntil !== 'commit') await expect(page.locator('#root[inert]')).toHaveCount(0)
      return answer
    }
  }
}

/** The server of this side of the run: `playwright.config.ts` starts one for each. */
const side = Number(process.env.TEST_PARALLEL_INDEX ?? 0)
const baseURL = `http://127.0.0.1:${Number(process.env.E2E_PORT) + side}`
export const dataFolder = () => join(process.env.E2E_DATA!, String(side))

type Options = {
  /** True for a journey that needs an empty cache or changes what closing its pages does not undo, such as the clock. */
  freshBrowser: boolean
}

/**
 * A journey starts without cookies, storage and pages, but its browser has the code that an earlier journey of the same
 * window size loaded, ready to run. Every journey fails when a page violates the content security policy.
 */
export const test = base.extend<Options & { policy: void }, { contexts: Map<string, BrowserContext> }>({
  baseURL,
  freshBrowser: [false, { option: true }],
  contexts: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first argument
    async ({}, use) => use(new Map()),
    { scope: 'worker' },
  ],
  context: async ({ browser, contexts, freshBrowser, viewport, hasTouch, contextOptions }, use) => {
    const options = JSON.stringify({ viewport, hasTouch, contextOptions })
    const kept = freshBrowser ? undefined : contexts.get(options)
    const context = kept ?? (await browser.newContext())
    if (!freshBrowser) contexts.set(options, context)
    await use(context)
    if (freshBrowser) return context.close()
    await Promise.all(context.pages().map((page) => page.close()))
    await Promise.all([context.clearCookies(), context.setOffline(false)])
  },
  page: async ({ context }, use) => {
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Storage.clearDataForOrigin', { origin: baseURL, storageTypes: 'local_storage' })
    await client.detach()
    waitForInput(page)
    await use(page)
  },
  policy: [
    async ({ context }, use) => {
      const reports: string[] = []
      const watch = (page: Page) => {
        watchPolicy(page, reports)
        watchRequests(page)
      }
      context.on('page', watch)
      await use()
      context.off('page', watch)
      expect(reports, 'reports against the content security policy').toEqual([])
    },
    { auto: true },
  ],
})
