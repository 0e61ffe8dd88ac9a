import type { Page } from '@playwright/test'
import { call } from './calls.ts'
import { expect, expectLoaded, resize, test } from './signed-in.ts'

const lists = ['projects', 'organizations']

async function open(page: Page, list: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(`/site-admin/${list}/?page_size=50`)
  await expect(page.locator('[data-row]').first()).toBeVisible()
}

/** Words broken across two lines in tables, cards and headings; a name or address with digits is made up, no word. */
const brokenWords = `(() => {
  const broken = []
  for (const element of document.querySelectorAll('main :is(th, td, dt, dd, h1, h2)')) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { 0: word, index } of node.data.replace(/\\S*\\d\\S*/g, (made) => ' '.repeat(made.length)).matchAll(/\\p{L}+/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top / 8)))
        if (lines.size > 1) broken.push(word)
      }
  }
  return [...new Set(broken)]
})()`

for (const list of lists)
  test(`${list}: titles take the remaining room, and no column is hidden behind another`, async ({
    page,
  }) => {
    await open(page, list, 1920)
    const cut = await page
      .locator('[data-row-title]')
      .evaluateAll((titles) =>
        titles
          .filter((title) => title.scrollHeight > title.clientHeight + 1 && title.textContent!.length <= 60)
          .map((title) => title.textContent),
      )
    expect(cut).toEqual([])
    const widths = await page
      .locator('thead th:not(.cell-title)')
      // Money is as wide as its two amounts.
      .filter({ hasNotText: 'Money' })
      .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width))
    expect(Math.max(...widths)).toBeLessThan(150)

    await open(page, list, 1440)
    const { right, left } = await page.locator('thead tr').evaluate((row) => ({
      right: row.querySelector('th:nth-last-child(2)')!.getBoundingClientRect().right,
      left: row.querySelector('th:last-child')!.getBoundingClientRect().left,
    }))
    expect(right).toBeLessThanOrEqual(left + 1)
  })

test('at 1280 × 720 in German 14 projects are visible, titles have room, and every column is reachable', async ({
  page,
}) => {
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/site-admin/projects/')
  const headings = page.locator('thead th')
  await expect(headings.filter({ hasText: 'Interner Status' })).toHaveCount(1)
  await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(14)
  const { y: end } = (await page.locator('.pager').boundingBox())!
  const bottoms = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom))
  const inSight = bottoms.filter((bottom) => bottom <= end + 1).length
  const { width: title } = (await page.locator('tbody .row-title').first().boundingBox())!
  expect(inSight).toBeGreaterThanOrEqual(14)
  expect(title).toBeGreaterThanOrEqual(280)
  for (const heading of await headings.all()) {
    await heading.scrollIntoViewIfNeeded()
    // No sticky element covers it.
    const seen = await heading.evaluate((cell) => {
      cell.scrollIntoView({ inline: 'center', block: 'nearest' })
      const { left, right, top, bottom } = cell.getBoundingClientRect()
      return cell.contains(cell.ownerDocument.elementFromPoint((left + right) / 2, (top + bottom) / 2))
    })
    expect([await heading.textContent(), seen]).toEqual([await heading.textContent(), true])
  }
})

test('no word of a list is broken at any width', async ({ page }) => {
  for (const path of [...lists, 'users', 'tasks', 'permissions', 'import']) {
    await page.goto(`/site-admin/${path}/`)
    await expectLoaded(page)
    for (const width of [1920, 1440, 1280, 1024, 390]) {
      await resize(page, width)
      await expectLoaded(page)
      expect([path, width, await page.evaluate(brokenWords)]).toEqual([path, width, []])
    }
  }
})
