import type { Page } from '@playwright/test'
import { firstPages } from '#app/first-pages.ts'
import { call } from './calls.ts'
import { expect, test } from './signed-in.ts'

/** The pages whose rows the server renders into the document. */
const lists = Object.entries(firstPages.byPath).flatMap(([path, needs]) => (needs.list ? [path] : []))
const row = 'tbody tr'

/** Holds all code back until it is released. */
async function holdCode(page: Page): Promise<() => Promise<void>> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return async () => {
    release()
    await expect(page.locator('#root:not([inert])')).toBeAttached()
  }
}

/**
 * Opens a page whose rows the server has rendered. On a busy machine it may take too long for that, e.g. for the first
 * page after the start: then once more.
 */
async function open(page: Page, path: string): Promise<void> {
  await expect(async () => {
    const answer = await page.goto(path, { waitUntil: 'commit' })
    expect(await answer!.text()).toContain('<tbody')
  }).toPass()
}

/** In the page: the elements of the table and their places, for `lookAgain`. Notes may appear above the table. */
const recordPlaces = `{
  const kept = [...document.querySelectorAll('tbody tr, tbody td, thead th')]
  const placeOf = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.querySelector('thead').getBoundingClientRect().y
    return [x, y - top, width, height].map(Math.round).join(' ')
  }
  const before = kept.map(placeOf)
  globalThis.lookAgain = () => ({
    kept: kept.length,
    replaced: kept.filter((element) => !element.isConnected).length,
    moved: kept.flatMap((element, at) => {
      const now = placeOf(element)
      return now === before[at] ? [] : [element.textContent + ': ' + before[at] + ' → ' + now]
    }),
  })
}`
type PlaceCounts = { kept: number; replaced: number; moved: string[] }

async function looksTheSame(page: Page, path: string): Promise<void> {
  const start = await holdCode(page)
  await open(page, path)
  await expect(page.locator(row).first()).toBeVisible()
  // Fonts that arrive late may move text.
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.evaluate(recordPlaces)
  await start()
  const { kept, replaced, moved } = await page.evaluate<PlaceCounts>('lookAgain()')
  await page.unrouteAll()
  expect({ path, replaced, moved }).toEqual({ path, replaced: 0, moved: [] })
  expect(kept).toBeGreaterThan(3)
}

for (const language of ['en_US', 'du_DE', 'sie_DE'] as const)
  test(`lists show rows before any code, and these stay in place: ${language}`, async ({ page }) => {
    await call(page, 'PATCH', '/api/v4/users/profile/', { language })
    expect(lists).toHaveLength(8)
    // Rows that change in between, such as a mail that is sent just now, are rendered anew: then once more.
    for (const path of lists) await test.step(path, () => expect(() => looksTheSame(page, path)).toPass())
  })

test('a rendered page takes no click and no text before its code has loaded @smoke', async ({ page }) => {
  const start = await holdCode(page)
  await open(page, '/site-admin/projects/')
  const search = page.getByPlaceholder('Search projects')
  await expect(search).toBeVisible()
  await search.evaluate((field) => (field as unknown as { focus(): void }).focus())
  await page.keyboard.type('lost')
  expect(await search.inputValue()).toBe('')
  await start()
  await search.fill('Trauer')
  await expect(page).toHaveURL(/search=Trauer/)
})

test('a page whose code or texts do not load says so, and loads with the next try', async ({ page }) => {
  for (const missing of [/\/assets\/base-[^/]*\.js$/, /\/assets\/en_US-[^/]*\.js$/]) {
    await page.route(missing, (route) => route.abort())
    await open(page, '/site-admin/projects/')
    await expect(page.getByRole('alert')).toContainText('The connection was lost while this was loading.')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.locator('#root:not([inert])')).toBeAttached()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('another width, filters stored in the browser, or a folded navigation show nothing else first', async ({
  page,
}) => {
  await page.goto('/site-admin/projects/')
  await expect(page.locator(row).first()).toBeVisible()
  const { id } = (await (await page.request.get('/api/v4/users/profile/')).json()) as { id: number }
  const hidden = async () => {
    const start = await holdCode(page)
    await open(page, '/site-admin/projects/')
    await expect(page.locator('#root:empty')).toBeAttached()
    await start()
    await expect(page.locator(row).first()).toBeVisible()
    await page.unrouteAll()
  }
  for (const [key, value] of [
    [`almoner.filters.${id}.projects`, '[{"filterName":"status","selected":["in_progress"]}]'],
    [`almoner.rail.${id}`, 'folded'],
  ] as const) {
    await page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, value] as const)
    await hidden()
    await page.evaluate((name) => localStorage.removeItem(name), key)
  }
  // As after a move to another screen: the cookie names the former width.
  await page.context().addCookies([{ name: 'almoner-window', value: '1300', url: page.url() }])
  await hidden()
})
