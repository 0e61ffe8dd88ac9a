import type { Locator, Page } from '@playwright/test'
import { call, makeProject } from './calls.ts'
import { expect, expectFits, expectLoaded, test } from './signed-in.ts'

const rows = (page: Page) => page.locator('tbody tr[data-row]')
const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)}))[${JSON.stringify(property)}]`,
  )
const background = (page: Page, selector: string) => styleOf(page, selector, 'backgroundColor')

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('chosen, current and focused elements are visible', async ({ page }) => {
    await page.goto('/site-admin/projects/')
    await expect(rows(page)).toHaveCount(25)
    await rows(page).nth(1).getByRole('checkbox').check()
    for (const [chosen, other] of [
      ['tbody tr[data-selected] > th', 'tbody tr:not([data-selected]) > th'],
      ['.side-link[aria-current]', '.side-link:not([aria-current])'],
      ['.segmented > [aria-current]', '.segmented > :not([aria-current])'],
      ['.pager-number[aria-current]', '.pager-number:not([aria-current])'],
    ] as const)
      expect([chosen, await background(page, chosen)]).not.toEqual([chosen, await background(page, other)])
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await expect(page.locator('[data-row-title]:focus')).toHaveCount(1)
    expect(await styleOf(page, ':focus', 'outlineStyle')).toBe('solid')
    expect(await styleOf(page, ':focus', 'outlineWidth')).toBe('3px')
    expect(await styleOf(page, '.label', 'borderTopWidth')).toBe('1px')
    // The row shown in the peek.
    await page.keyboard.press('Space')
    await expect(page.locator('.peek').getByRole('heading', { level: 2 })).toBeVisible()
    const peeked = 'tbody tr[data-peeked]:not([data-selected]) > th'
    expect(await background(page, peeked)).not.toBe(
      await background(page, 'tbody tr:not([data-peeked]):not([data-selected]) > th'),
    )
    await page.goto('/site-admin/projects/review/')
    await expect(page.getByText('Yours while it is open')).toBeVisible()
    await page.keyboard.press('2')
    await expect(page.locator('.rq-outcomes > label[data-chosen]')).toHaveCount(1)
    for (const [chosen, other] of [
      ['.rq-item[aria-current]', '.rq-item:not([aria-current])'],
      ['.rq-outcomes > label[data-chosen]', '.rq-outcomes > label:not([data-chosen])'],
    ] as const)
      expect([chosen, await background(page, chosen)]).not.toEqual([chosen, await background(page, other)])
    // A border that exists only for its colour is not drawn on the others.
    expect(await styleOf(page, '.rq-item:not([aria-current])', 'borderLeftColor')).toBe(
      await background(page, 'body'),
    )
  })
})

test('a new record offers Save before any input, names missing fields, and aligns “Fields with *” with its labels', async ({
  page,
}) => {
  const edges = async (inside: Locator) => {
    const hint = inside.locator('.required-hint')
    await expect(hint).toBeVisible()
    const label = inside.locator('label:visible, .field-label:visible').first()
    return [(await hint.boundingBox())!.x, (await label.boundingBox())!.x]
  }
  for (const address of ['projects/create/', 'organizations/create/']) {
    await page.goto(`/site-admin/${address}`)
    const [hint, label] = await edges(page.locator('main form'))
    expect([address, hint]).toEqual([address, label])
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect(save).toBeVisible()
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    await save.click()
    await expect(page.getByText('Enter a title').first()).toBeVisible()
  }
  await page.goto('/site-admin/settings/internal-statuses/')
  await page.getByRole('button', { name: 'Create status: Projects' }).click()
  const [hint, label] = await edges(page.getByRole('dialog').locator('form'))
  expect(hint).toBe(label)
})

test('text follows the browser’s text size, and the layout holds at 200 %', async ({
  playwright,
  baseURL,
  page,
}) => {
  const { slug } = await makeProject(page, `Groß ${Date.now()}`)
  const state = await page.context().storageState()
  const { executablePath, args } = await launchOptions()
  for (const [size, widths] of [
    [24, [1440]],
    [32, [1440, 780]],
  ] as const) {
    const browser = await playwright.chromium.launch({
      executablePath,
      args: [...args, `--blink-settings=defaultFontSize=${size}`],
    })
    const large = await (
      await browser.newContext({
        storageState: state,
        baseURL: baseURL!,
        viewport: { width: 1440, height: 900 },
      })
    ).newPage()
    for (const address of ['projects/', `project/${slug}/update/`, '']) {
      await large.setViewportSize({ width: 1440, height: 900 })
      await large.goto(`/site-admin/${address}`)
      await expectLoaded(large)
      const fonts = await large.evaluate(
        "[getComputedStyle(document.body).fontSize, getComputedStyle(document.querySelector('h1')).fontSize]",
      )
      expect(fonts).toEqual([`${(14 * size) / 16}px`, `${(20 * size) / 16}px`])
      for (const width of widths) {
        await large.setViewportSize({ width, height: 900 })
        await expectFits(large)
      }
    }
    await browser.close()
  }
})

async function launchOptions() {
  const { chromiumFlags, chromiumPath } = await import('./browser.ts')
  return { executablePath: await chromiumPath(), args: chromiumFlags }
}

test('on paper a list and a record are complete, in black on white', async ({ page }) => {
  const { slug, title } = await makeProject(page, `Papier ${Date.now()}`)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(`/site-admin/projects/?search=${encodeURIComponent(title)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expect(page.getByText(title).first()).toBeVisible()
  for (const gone of ['.side', '.top', '.toolbar-box', '.cell-check', '.cell-actions', '.pager > nav'])
    await expect(page.locator(gone).first()).toBeHidden()
  expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(21, 33, 43)')
  await page.goto(`/site-admin/project/${slug}/update/?edit=true`)
  await expect(page.getByRole('textbox', { name: 'Title' }).first()).toHaveValue(title)
  for (const gone of ['.side', '.top', '.back']) await expect(page.locator(gone).first()).toBeHidden()
  // No content is cut off inside a box that would scroll on a screen.
  const cut = await page.evaluate<number>(
    "[...document.querySelectorAll('.record-form, .record-side, .content')].filter((box) => getComputedStyle(box).overflowY !== 'visible').length",
  )
  expect(cut).toBe(0)
})

test('clearing all filters moves the focus to the page’s heading', async ({ page }) => {
  await page.goto('/site-admin/projects/?status=complete')
  await page.getByRole('button', { name: 'Clear all filters' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Clear all filters' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeFocused()
  await page.goto('/site-admin/projects/?search=zzzzzzzz')
  await page.getByRole('button', { name: 'Clear all filters' }).press('Enter')
  await expect(rows(page)).toHaveCount(25)
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeFocused()
})

test('at 1280 px in German the labels of a review do not overlap Decide', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { results } = await call<{ results: { slug: string }[] }>(
    page,
    'GET',
    '/api/v4/projects/?voting_review_status=needs_review&page_size=10',
  )
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.goto(`/site-admin/project/${results[0]!.slug}/update/`)
  await expect(page.locator('.reviews').getByText('Prüfung nötig').first()).toBeVisible()
  await expect(page.locator('.reviews > li').first()).toBeVisible()
  const overlaps = await page.evaluate<
    string[]
  >(`[...document.querySelectorAll('.reviews > li')].flatMap((row) => {
    const button = row.querySelector('button').getBoundingClientRect()
    return [...row.querySelectorAll('.label, .small')].filter((label) => {
      const box = label.getBoundingClientRect()
      return box.right > button.left && box.left < button.right && box.bottom > button.top && box.top < button.bottom
    }).map((label) => label.textContent)
  })`)
  expect(overlaps).toEqual([])
})
