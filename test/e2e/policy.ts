import { join } from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'

/** Violations of the content security policy that the browser reported, on any page of the journey, frames included. */
function watchPolicy(page: Page): string[] {
  const reports: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) reports.push(message.text())
  })
  return reports
}

/** The server of this side of the run: `playwright.config.ts` starts one for each. */
const side = Number(process.env.TEST_PARALLEL_INDEX ?? 0)
const baseURL = `http://127.0.0.1:${Number(process.env.E2E_PORT) + side}`
export const dataFolder = () => join(process.env.E2E_DATA!, String(side))

/** Every journey fails when a page violates the content security policy. */
export const test = base.extend<{ policy: void }>({
  baseURL,
  policy: [
    async ({ context }, use) => {
      const watched: string[][] = []
      context.on('page', (page) => watched.push(watchPolicy(page)))
      await use()
      expect(watched.flat(), 'reports against the content security policy').toEqual([])
    },
    { auto: true },
  ],
})
