import type { Page } from '@playwright/test'
import { makeProject } from './calls.ts'
import { expect, test } from './signed-in.ts'

const list = '/site-admin/projects/'
const rows = (page: Page) => page.locator('tbody tr[data-row]')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const dialog = (page: Page, name?: string | RegExp) => page.getByRole('dialog', name ? { name } : {})
const places = (page: Page) => page.evaluate('history.length') as Promise<number>

async function openDecision(page: Page) {
  const { slug } = await makeProject(page, `Ebenen ${Date.now()}`)
  await page.goto(`/site-admin/project/${slug}/update/`)
  await page.getByRole('button', { name: 'Decide: Review' }).click()
  await expect(dialog(page, 'Decide: Review')).toBeVisible()
  return slug
}

test('a modal is native, Tab never lands behind it, and the focus returns to its opener @smoke', async ({
  page,
}) => {
  await openDecision(page)
  expect(await page.evaluate("document.querySelector('dialog').matches(':modal')")).toBe(true)
  // Content behind it is out of reach for pointer and keyboard.
  const decide = page.locator('#root').getByRole('button', { name: 'Decide: Review' })
  const isHit = () =>
    decide.evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      return button.contains(button.ownerDocument.elementFromPoint((left + right) / 2, (top + bottom) / 2))
    })
  expect(await isHit()).toBe(false)
  const outside = new Set<string>()
  for (let times = 0; times < 14; times += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(
      "document.activeElement.closest('dialog') ? '' : document.activeElement.tagName",
    )
    // The browser's own controls are a stop too; the page then has the focus on its body.
    if (found && found !== 'BODY') outside.add(found as string)
  }
  expect([...outside]).toEqual([])

  // A click outside closes it, one that started inside does not.
  const box = (await page.locator('.modal').boundingBox())!
  await page.mouse.move(box.x + 40, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x - 60, box.y + 20)
  await page.mouse.up()
  await expect(dialog(page)).toHaveCount(1)
  await page.mouse.click(box.x - 60, box.y + 20)
  await expect(dialog(page)).toHaveCount(0)
  await expect.poll(isHit).toBe(true)

  // The focus starts at the first field and returns to the opener, also for a nested modal.
  await decide.click()
  const modal = dialog(page, 'Decide: Review')
  await expect(modal.getByRole('radio').first()).toBeFocused()
  await modal.getByLabel('Reason').fill('typed')
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Unsaved changes').getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Unsaved changes')).toHaveCount(0)
  await expect(modal.getByLabel('Reason')).toBeFocused()
  await expect(modal.getByLabel('Reason')).toHaveValue('typed')
  // However often Escape is pressed, typed text is never discarded without asking.
  for (let times = 0; times < 5; times += 1) await page.keyboard.press('Escape')
  await expect(modal.getByLabel('Reason')).toHaveValue('typed')
  if ((await dialog(page, 'Unsaved changes').count()) === 0) await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(decide).toBeFocused()
})

test('toasts are announced and closed while a modal is open', async ({ page }) => {
  await page.goto(list)
  await page.getByRole('button', { name: 'Table Settings' }).click()
  await dialog(page, 'Table Settings').getByRole('checkbox').first().click()
  await page.route('**/table-settings/**', (route) => route.fulfill({ status: 500, json: { detail: 'no' } }))
  await dialog(page, 'Table Settings').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Could not save new table settings')
  await page.getByRole('button', { name: 'Close: Error' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(dialog(page, 'Table Settings')).toBeVisible()
})

test('Back closes modal, then filter step, then page', async ({ page }) => {
  await page.goto('/site-admin/')
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('button', { name: 'Filter: Status', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Complete' }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/status=/)
  await page.getByRole('button', { name: 'Table Settings' }).click()
  await expect(dialog(page, 'Table Settings')).toBeVisible()

  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(/status=/)
  await expect(page.getByRole('button', { name: 'Table Settings' })).toBeFocused()
  await page.goBack()
  await expect(page).not.toHaveURL(/status=/)
  await expect(heading(page, 'Projects')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.goForward()
  await expect(heading(page, 'Projects')).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL(/status=/)
})

test('Back closes an open filter, and a modal on the first page of a tab', async ({ page }) => {
  await page.goto(list)
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('button', { name: 'Filter: Status', exact: true }).click()
  await expect(dialog(page, 'Filter: Status')).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(heading(page, 'Projects')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(dialog(page, 'Search or jump')).toBeVisible()
  // The browser moves forward to the layers' entry, which is a step of its own: nobody presses Back before it.
  await expect.poll(() => page.evaluate('history.state.almonerLayer')).toBe(true)
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(heading(page, 'Projects')).toBeVisible()
})

test('Back from a page opened in a layer skips the layer in one step', async ({ page }) => {
  await page.goto(list)
  await expect(rows(page)).toHaveCount(25)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump' }).fill('organizations')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Organizations')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Projects')).toBeVisible()
  await page.goForward()
  await expect(heading(page, 'Organizations')).toBeVisible()
})

test('closing by Escape and reloading with a modal open leave no dead history entry', async ({ page }) => {
  await page.goto('/site-admin/')
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(rows(page)).toHaveCount(25)
  for (let times = 0; times < 3; times += 1) {
    await page.getByRole('button', { name: 'Table Settings' }).click()
    await expect(dialog(page, 'Table Settings')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  }
  await expect.poll(() => page.evaluate('history.state.almonerLayer')).toBe(true)
  const before = await places(page)
  // Nothing is ahead.
  expect(await page.goForward()).toBeNull()
  await expect(heading(page, 'Projects')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expect(await places(page)).toBe(before)
  await page.goForward()
  await expect(rows(page)).toHaveCount(25)

  await page.getByRole('button', { name: 'Table Settings' }).click()
  await expect(dialog(page, 'Table Settings')).toBeVisible()
  // A browser that reloads at the moment of the dialog's entry confuses the two entries.
  await expect.poll(() => page.evaluate('history.state.almonerLayer')).toBe(true)
  await page.reload()
  await expect(rows(page)).toHaveCount(25)
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Organizations' }).click()
  await expect(heading(page, 'Organizations')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Projects')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test('typed text in a modal survives Back, reload and closing the tab', async ({ page }) => {
  await openDecision(page)
  const modal = dialog(page, 'Decide: Review')
  const reason = modal.getByLabel('Reason')
  const asked: string[] = []
  page.on('dialog', (ask) => {
    asked.push(ask.type())
    void ask.dismiss()
  })
  await reason.fill('All papers')
  await page.goBack()
  await expect(dialog(page, 'Unsaved changes')).toBeVisible()
  // The question's history entry follows a moment after it appears.
  await expect.poll(() => page.evaluate('history.state.almonerLayer')).toBe(true)
  await page.goBack()
  await expect(dialog(page, 'Unsaved changes')).toHaveCount(0)
  await expect(reason).toHaveValue('All papers')
  await page.evaluate('location.reload()').catch(() => undefined)
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload'])
  await expect(reason).toHaveValue('All papers')
  // Without typed text nothing asks.
  await reason.fill('')
  await page.evaluate('location.reload()')
  await expect(dialog(page)).toHaveCount(0)
  expect(asked).toHaveLength(2)
})

test('Back on a page with unsaved changes asks; keeping stays, discarding continues', async ({ page }) => {
  await page.goto('/site-admin/')
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const title = page.getByRole('textbox', { name: 'Title' }).first()
  await title.fill('Getippt')
  const address = page.url()
  for (let times = 0; times < 2; times += 1) {
    await page.goBack()
    await expect(dialog(page, 'Unsaved changes')).toBeVisible()
    expect(page.url()).toBe(address)
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(title).toHaveValue('Getippt')
    expect(page.url()).toBe(address)
  }
  await page.goBack()
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
  await expect(heading(page, 'Projects')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Dashboard')).toBeVisible()
})
