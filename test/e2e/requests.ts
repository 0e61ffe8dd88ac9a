import { expect, type Page, type Request } from '@playwright/test'

/** Requests of each page that are not answered yet. */
const unanswered = new WeakMap<Page, Set<Request>>()

export function watchRequests(page: Page): void {
  const requests = new Set<Request>()
  unanswered.set(page, requests)
  const answered = (request: Request) => void requests.delete(request)
  page.on('request', (request) => void requests.add(request))
  page.on('requestfinished', answered)
  // Those of a former document, too.
  page.on('requestfailed', answered)
}

/** Calls that the list of projects makes a moment after its rows. */
export const afterProjects = [
  '/api/v4/projects/blocking/',
  '/api/v4/projects/count/',
  '/api/v4/projects/views/',
]

/**
 * Waits until these calls of the page and all its other requests are answered, and it has nothing left to do about the
 * answers. A call that the page makes only after a time must be named.
 */
export async function settled(page: Page, calls: readonly string[] = []): Promise<void> {
  const answered = () =>
    page.evaluate(() =>
      (performance.getEntriesByType('resource') as unknown as { name: string }[]).map(
        ({ name }) => new URL(name).pathname,
      ),
    )
  if (calls.length > 0) await expect.poll(answered).toEqual(expect.arrayContaining([...calls]))
  const requests = unanswered.get(page)!
  do {
    await expect.poll(() => requests.size).toBe(0)
    await page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve()))')
  } while (requests.size > 0)
}
