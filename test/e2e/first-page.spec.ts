import type { Page } from '@playwright/test'
import { hold } from './calls.ts'
import { afterProjects, settled } from './requests.ts'
import { expect, test } from './signed-in.ts'

// Requests and times of a first visit: its cache is empty.
test.use({ freshBrowser: true })

/** In the page: the moment the first row appears that answers a click; the server may have rendered it before. */
const rowsStand = `new Promise((resolve) => {
  const observer = new MutationObserver(look)
  function look() {
    if (document.querySelector('#root:not([inert]) :is(tbody tr a, .brief-card a)') === null) return
    observer.disconnect()
    resolve(performance.now())
  }
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['inert'] })
  look()
})`

/**
 * Requests of a fresh load until the first row appears, and after it, in order, by the browser's own clock; `isDone`
 * says that all later ones were made.
 */
async function load(page: Page, address: string, isDone?: () => Promise<unknown>) {
  // Requests of the previous page do not count.
  await page.goto('about:blank')
  await page.goto(address, { waitUntil: 'commit' })
  const rowsAt = await page.evaluate<number>(rowsStand)
  await isDone?.()
  const resources = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as unknown as { name: string; startTime: number }[]).map(
      ({ name, startTime }) => ({ path: name.replace(/^https?:\/\/[^/]+/, ''), startTime }),
    ),
  )
  const paths = (which: (startTime: number) => boolean) =>
    resources.filter(({ startTime }) => which(startTime)).map(({ path }) => path)
  return { untilRows: [address, ...paths((at) => at < rowsAt)], later: paths((at) => at >= rowsAt) }
}

/** In the page: resolves once it has been drawn as it is now. */
const drawn = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))`

const apiCalls = (paths: string[]) => paths.filter((path) => path.startsWith('/api/'))

test('a list shows its rows after at most twelve requests, one of them to the API @smoke', async ({
  page,
}) => {
  const { untilRows: requests, later } = await load(page, '/site-admin/projects/', () =>
    settled(page, afterProjects),
  )
  expect(requests.slice(12)).toEqual([])
  expect(apiCalls(requests)).toEqual(['/api/v4/projects/?exclude_status=archived&page=1&page_size=25'])
  // No request is repeated; counts of the navigation and settings were embedded, and counts of all matches follow the
  // rows.
  expect(new Set(requests).size).toBe(requests.length)
  const late = apiCalls(later).map((path) => path.split('?')[0]!)
  expect(late.sort()).toEqual(afterProjects)

  // A second visit loads no code.
  await load(page, '/site-admin/projects/', () => settled(page, afterProjects))
  const loaded = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as unknown as { name: string; transferSize: number }[])
      .filter(({ name, transferSize }) => name.includes('/assets/') && transferSize > 0)
      .map(({ name }) => name),
  )
  expect(loaded).toEqual([])
})

test('rows, texts and every code file are requested before the first of them arrives', async ({ page }) => {
  const asked = new Set<string>()
  let answer: () => void = () => undefined
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
  // Only the document is answered until all early requests have been made.
  await page.route(/\/(assets|api)\//, async (route) => {
    asked.add(new URL(route.request().url()).pathname.replace(/-[\w-]{8}\./, '.'))
    await mayAnswer
    await route.continue()
  })
  await page.goto('/site-admin/projects/', { waitUntil: 'commit' })
  await expect
    .poll(() => [...asked])
    .toEqual(
      expect.arrayContaining([
        '/api/v4/projects/',
        '/assets/ProjectsPage.js',
        '/assets/base.js',
        '/assets/en_US.js',
        '/assets/lists.js',
        '/assets/base.css',
        '/assets/vendor.js',
      ]),
    )
  answer()
  await expect(page.locator('tbody tr a').first()).toBeVisible()
})

test('stored filters are part of the single call, and the address overrides them', async ({ page }) => {
  await load(page, '/site-admin/projects/')
  const id = await page.evaluate(async () => {
    const profile = await fetch('/api/v4/users/profile/')
    return ((await profile.json()) as { id: number }).id
  })
  await page.evaluate(
    (key) => localStorage.setItem(key, '[{"filterName":"status","selected":["in_progress"]}]'),
    `almoner.filters.${id}.projects`,
  )
  const stored = await load(page, '/site-admin/projects/')
  expect(apiCalls(stored.untilRows)).toEqual([
    '/api/v4/projects/?status=in_progress&exclude_status=archived&page=1&page_size=25',
  ])
  const addressed = await load(page, '/site-admin/projects/?page=2')
  expect(apiCalls(addressed.untilRows)).toEqual([
    '/api/v4/projects/?exclude_status=archived&page=2&page_size=25',
  ])
})

for (const [width, most] of [
  [390, 0.01],
  [1440, 0.05],
] as const)
  test(`at ${width} px a list does not shift when its rows and code arrive late`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript(`
      window.shifted = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
      }).observe({ type: 'layout-shift', buffered: true })`)
    // Rows, and the code that renders them on a phone, arrive late and one after another: the page is drawn before each.
    const releaseRows = await hold(page, /\/api\/v4\/projects\/\?/)
    const releaseCode = await hold(page, /\/assets\/Project(Cards|Menu)-/)
    await page.goto('/site-admin/projects/', { waitUntil: 'commit' })
    await expect(page.locator('section.list')).toBeVisible()
    await page.evaluate(drawn)
    releaseRows()
    await expect(page.locator('.list-scroll:not([aria-busy])')).toBeVisible()
    await page.evaluate(drawn)
    releaseCode()
    await expect(page.locator('.brief-card, tbody tr a').first()).toBeVisible()
    await settled(page, ['/api/v4/projects/views/'])
    await page.evaluate(drawn)
    expect(Number(await page.evaluate('window.shifted'))).toBeLessThanOrEqual(most)
  })

test('a failed request for rows is sent once more, and the list then shows the error', async ({ page }) => {
  let calls = 0
  await page.route('**/api/v4/projects/?**', async (route) => {
    calls += 1
    await route.fulfill({ status: 500, json: { detail: 'broken', code: 'internal' } })
  })
  await page.goto('/site-admin/projects/')
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  expect(calls).toBe(2)
})

test('the sign-in page loads neither lists nor the forms of records', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: baseURL! })
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/login/')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(requests.filter((path) => /lists-|parts-/.test(path))).toEqual([])
  expect(requests.slice(12)).toEqual([])
  await page.close()
})
