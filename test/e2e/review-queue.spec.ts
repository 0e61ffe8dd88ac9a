import { call, holdCode } from './calls.ts'
import { expect, test } from './signed-in.ts'

type Row = { slug: string; title: string; review_status: { choice: number | null } }

test('five projects are decided with ten keys and no page load, and the last is undone', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/site-admin/projects/')
  await page.getByRole('link', { name: /^Start review \(/ }).click()
  await expect(page).toHaveURL(/\/projects\/review\//)
  await expect(page.getByText('Yours while it is open')).toBeVisible()
  let loads = 0
  page.on('load', () => (loads += 1))
  const decided: string[] = []
  for (let n = 0; n < 5; n++) {
    const title = (await page.getByRole('heading', { level: 1 }).textContent())!
    decided.push(title)
    await expect(page.getByText('Yours while it is open')).toBeVisible()
    await page.keyboard.press('2')
    await expect(page.getByRole('button', { name: /^Accept/ })).toBeEnabled()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: /^Decide/ })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  expect(loads).toBe(0)
  await expect(page.getByText('Yours while it is open')).toBeVisible()
  await expect(page.locator('.rq-toast')).toContainText(decided[4]!)
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(decided[4]!)
  await expect(page.getByRole('radio', { name: /Accepted/ })).toBeChecked()
  const outcomes = []
  for (const title of decided) {
    const path = `/api/v4/projects/?page_size=100&search=${encodeURIComponent(title)}`
    const { results } = await call<{ results: Row[] }>(page, 'GET', path)
    outcomes.push(results.find((row) => row.title === title)?.review_status.choice)
  }
  expect(outcomes.slice(0, 4)).toEqual([4, 4, 4, 4])
  expect(outcomes[4]).not.toBe(4)
})

test('keys typed while a dialog loads neither skip nor decide, and it opens for the same project', async ({
  page,
}) => {
  const letGo = await holdCode(page, 'AskModal')
  await page.goto('/site-admin/projects/')
  await page.getByRole('link', { name: /^Start review \(/ }).click()
  await expect(page.getByText('Yours while it is open')).toBeVisible()
  const title = (await page.getByRole('heading', { level: 1 }).textContent())!
  const code = page.waitForRequest(/\/AskModal-/)
  await page.keyboard.press('a')
  await code
  await page.keyboard.type('Is 2 the sum?')
  letGo()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(title)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
})
