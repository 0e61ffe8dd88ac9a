import type { Page } from '@playwright/test'
import { call } from './calls.ts'
import { expect, expectLoaded, resize, test } from './signed-in.ts'
import { tooSmall } from './targets.ts'

const picture = process.env.PICTURES
const rows = 'tbody tr[data-row]'

test('the journal filters by account and amount, and shows a transaction and the account sheet @smoke', async ({
  page,
}) => {
  await page.goto('/site-admin/logs/')
  await expect(page).toHaveURL(/logs\/journal/)
  await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeVisible()
  await expect(page.locator(rows).first()).toBeVisible()

  // By account: its code is part of the address.
  await page.goto('/site-admin/logs/journal/?account=bank:main')
  await expect(page.getByRole('columnheader', { name: 'Balance' })).toBeVisible()
  await expect(page.getByText(/^In .* Out .* Balance /)).toBeVisible()
  if (picture) await page.screenshot({ path: `${picture}/journal-1440.png` })

  // By amount: the first row's amount finds the row again.
  const first = page.locator(rows).first()
  const number = await first.getAttribute('data-row')
  const amount = (await first.locator('td.cell-end').first().innerText()).replace(/^[+\u2212]/, '')
  await page.goto('/site-admin/logs/journal/')
  await page.getByRole('searchbox', { name: 'Amount or number' }).fill(amount)
  await expect(page.locator(`tr[data-row="${number}"]`)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Amount or number' }).fill('Brunnen')
  await expect(page.getByText(/Write an amount such as/).first()).toBeVisible()

  await page.goto(`/site-admin/logs/journal/${number}/`)
  await expect(page.getByRole('heading', { level: 1, name: /^Transaction / })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Rows' }).getByRole('row')).not.toHaveCount(1)

  await page.goto('/site-admin/logs/journal/?account=bank:main')
  await page.getByRole('link', { name: 'Open account sheet' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Account sheet Bank account · / })).toBeVisible()
  await expect(page.getByText('bank:main', { exact: true })).toBeVisible()
  await expect(page.getByText('Opening balance €0.00')).toBeVisible()
})

test('journal and account sheet links have separate 24 px targets, in rows no taller than their lines', async ({
  page,
}) => {
  const { results } = await call<{ results: { id: number; code: string }[] }>(
    page,
    'GET',
    '/api/v4/logs/accounts/?page_size=100',
  )
  const bank = results.find(({ code }) => code === 'bank:main')!.id
  for (const address of [
    'journal/?page_size=50',
    'journal/?account=bank:main&page_size=50',
    `accounts/${bank}/`,
  ]) {
    await page.goto(`/site-admin/logs/${address}`)
    for (const width of [1440, 1024, 390]) {
      await resize(page, width)
      await expect(page.locator('.account-link').first()).toBeVisible()
      await expectLoaded(page)
      const found = [...(await tooSmall(page)), ...(await covered(page)), ...(await higherThanLines(page))]
      expect(found, `${address} at ${width} px`).toEqual([])
    }
  }
})

/** Links in a cell that overlap the link below, so that a press could hit the wrong one. */
const covered = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.journal-event > a + a')].flatMap((link) => {
    const [above, below] = [link.previousElementSibling, link].map((each) => each.getBoundingClientRect())
    return above.bottom > below.top + 0.1 ? [link.parentElement.textContent] : []
  })`)

/** Rows made taller by the space around their links: a 48 px row must be as tall without it. */
const higherThanLines = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const heights = () => [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height)
    const now = heights()
    const bare = new CSSStyleSheet()
    bare.replaceSync('td a { min-height: 0 !important; margin-block: 0 !important; padding-block: 0 !important }')
    document.adoptedStyleSheets = [bare]
    const lines = heights()
    document.adoptedStyleSheets = []
    return now.flatMap((height, at) => (height > Math.max(48, lines[at] + 4) ? [height + ', lines ' + lines[at]] : []))
  })()`)
