import type { Locator, Page } from '@playwright/test'
import { expect, expectFits, test } from './signed-in.ts'

const figure = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Figures' }).getByRole('link', { name: label })
const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const numberOf = async (place: Locator) => Number((await place.innerText()).replace(/[^\d.]/g, ''))

/** All four parts have loaded. */
async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/site-admin/${query}`)
  await expectParts(page)
}
const backToIt = async (page: Page) => {
  await page.goBack()
  await expectParts(page)
}
async function expectParts(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: 'Figures' }).getByRole('link')).toHaveCount(4)
  await expect(page.getByRole('img', { name: 'Loading' })).toHaveCount(0)
}

async function expectListOf(page: Page, title: string, count: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.locator('.list-count')).toHaveText(String(count))
}

test('figures and waiting items match the counts of their linked lists', async ({ page }) => {
  await open(page)
  for (const [label, title, address] of [
    ['In financing', 'Projects', /financing_status=in_financing$/],
    ['Needs review', 'Projects', /needs_review=review,voting_review$/],
    ['My tasks due this week', 'My tasks', /status=open&due=overdue,week$/],
  ] as const) {
    const count = await numberOf(figure(page, label).locator('.figure-number'))
    await figure(page, label).click()
    await expect(page).toHaveURL(address)
    await expectListOf(page, title, count)
    await backToIt(page)
  }
  for (const [name, address] of [
    [/payouts? to export/, /\/payouts\/\?state=open$/],
    [/projects? to review/, /\/projects\/\?needs_review=review,voting_review$/],
    [/proofs? that ends? before/, /\/documents\/forecast\/$/],
  ] as const) {
    const row = card(page, 'Next for you').getByRole('link', { name })
    const count = await numberOf(row.locator('.next-count'))
    expect(count).toBeGreaterThan(0)
    await row.click()
    await expect(page).toHaveURL(address)
    if (!address.source.includes('forecast'))
      await expect(page.locator('.list-count')).toHaveText(String(count))
    await backToIt(page)
  }
})

test('the dashboard fits four widths and nothing on it shifts', async ({ page }) => {
  await page.addInitScript(`
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })`)
  for (const width of [1440, 1024, 390, 320])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await open(page, width < 400 ? '?period=12_months' : '')
      expect(Number(await page.evaluate('window.shifted'))).toBeLessThanOrEqual(0.01)
      await expectFits(page)
      await page.getByRole('button', { name: 'Show as table' }).click()
      await expect(card(page, 'Funding volume by type').getByRole('table')).toBeVisible()
      await expectFits(page)
    })
})
