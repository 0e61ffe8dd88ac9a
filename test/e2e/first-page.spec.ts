import type { Page } from '@playwright/test'
import { expect, test } from './signed-in.ts'

/** In the page: the moment at which the first row stands. */
const rowsStand = `new Promise((resolve) => {
  const observer = new MutationObserver(look)
  function look() {
    if (document.querySelector('tbody tr a, .brief-card a') === null) return
    observer.disconnect()
    resolve(performance.now())
  }
  observer.observe(document, { childList: true, subtree: true })
  look()
})`

/**
 * What a fresh load asks for until the first row stands in the page, and what after it until the page is at rest, in the
 * order it was asked for, by the browser's own clock.
 */
async function load(page: Page, address: string): Promise<{ untilRows: string[]; later: string[] }> {
  // What the page before still asks for is not of this one.
  await page.goto('about:blank')
  await page.goto(address, { waitUntil: 'commit' })
  const rowsAt = await page.evaluate<number>(rowsStand)
  await rest(page)
  const resources = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as unknown as { name: string; startTime: number }[]).map(
      ({ name, startTime }) => ({ path: name.replace(/^https?:\/\/[^/]+/, ''), startTime }),
    ),
  )
  const paths = (which: (startTime: number) => boolean) =>
    resources.filter(({ startTime }) => which(startTime)).map(({ path }) => path)
  return { untilRows: [address, ...paths((at) => at < rowsAt)], later: paths((at) => at >= rowsAt) }
}

/** Waits until a page has asked for nothing for a second: on a busy machine a shorter silence is only one between two. */
async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const asked = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  for (let before = -1, now = await asked(); now !== before; now = await asked()) {
    before = now
    await page.waitForTimeout(1_000)
  }
}
const apiCalls = (paths: string[]) => paths.filter((path) => path.startsWith('/api/'))

test('a list shows its rows after at most twelve requests, one of them to the API @smoke', async ({
  page,
}) => {
  const { untilRows: requests, later } = await load(page, '/site-admin/projects/')
  expect(requests.slice(12)).toEqual([])
  expect(apiCalls(requests)).toEqual(['/api/v4/projects/?exclude_status=archived&page=1&page_size=25'])
  // Nothing is asked twice; counts of the navigation and settings were handed over, and what is counted of all that
  // match comes after the rows.
  expect(new Set(requests).size).toBe(requests.length)
  const late = apiCalls(later).map((path) => path.split('?')[0]!)
  expect(late.sort()).toEqual([
    '/api/v4/projects/blocking/',
    '/api/v4/projects/count/',
    '/api/v4/projects/views/',
  ])
})

test('rows, texts and every code file are asked for before the first of them has come', async ({ page }) => {
  const asked = new Set<string>()
  let answer: () => void = () => undefined
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
  // Nothing but the document is answered until all that should not wait has been asked for.
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

test('stored filters are in the one call, and the address wins over them', async ({ page }) => {
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
  test(`at ${width} px nothing of a list jumps, however late its parts come`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript(`
      window.shifted = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
      }).observe({ type: 'layout-shift', buffered: true })`)
    // Rows, and the code that draws them on a phone, come one after the other and late.
    for (const [part, wait] of [
      [/\/api\/v4\/projects\/\?/, 600],
      [/\/assets\/Project(Cards|Menu)-/, 900],
    ] as const)
      await page.route(part, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, wait))
        await route.continue()
      })
    await load(page, '/site-admin/projects/')
    await expect(page.locator('.brief-card, tbody tr a').first()).toBeVisible()
    expect(Number(await page.evaluate('window.shifted'))).toBeLessThanOrEqual(most)
  })

test('a second visit loads no code again', async ({ page }) => {
  await load(page, '/site-admin/projects/')
  await load(page, '/site-admin/projects/')
  const loaded = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as unknown as { name: string; transferSize: number }[])
      .filter(({ name, transferSize }) => name.includes('/assets/') && transferSize > 0)
      .map(({ name }) => name),
  )
  expect(loaded).toEqual([])
})

test('rows that are refused are asked for again, and the list says what is wrong', async ({ page }) => {
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
