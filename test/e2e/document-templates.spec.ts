import { formPdf } from '../make-form.ts'
import { call } from './calls.ts'
import { createTemplate } from './document-fixtures.ts'
import { expect, expectFits, test } from './signed-in.ts'

// A template in a browser: created from a PDF, mapped by keyboard and mouse, tried out.

test('a PDF becomes a template: tokens in fields, placed by key and mouse, moved, removed and saved @smoke', async ({
  page,
}) => {
  const title = `Dank ${Date.now().toString(36)}`
  await page.goto('/site-admin/document-templates/')
  await page.getByRole('button', { name: 'New template' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Type').click()
  await page.getByRole('option', { name: 'Thank-you letter' }).click()
  await dialog.getByLabel('Valid from').fill('01.01.2026')
  const buffer = Buffer.from(await formPdf({ texts: ['donor'], boxes: [] }))
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'Dank.pdf', mimeType: 'application/pdf', buffer })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.locator('.pdf-page[data-state=drawn]')).toBeVisible()

  // Selecting in the page highlights the row, where the token is chosen.
  await page.getByRole('button', { name: 'donor: no token' }).click()
  await expect(page.locator('[data-row="field donor"]')).toHaveAttribute('data-chosen', 'true')
  await page.getByLabel('Token of donor').click()
  await page.getByRole('option', { name: 'Donor, name and address' }).click()
  await expect(page.getByRole('button', { name: 'donor: Donor, name and address' })).toBeVisible()

  // By keyboard: placed, moved by ten points, removed, and restored.
  const missing = page.getByText(/of \d+ required tokens are not on the page/)
  const before = await missing.innerText()
  await page.getByRole('heading', { name: title }).focus()
  await page.keyboard.press('t')
  const placed = page.locator('.place[data-kind=placed]')
  await expect(placed).toBeFocused()
  await expect(missing).not.toHaveText(before)
  const y = async () => Number(await page.getByLabel('y, pt').inputValue())
  const start = await y()
  await page.keyboard.press('Shift+ArrowDown')
  expect(await y()).toBe(start - 10)
  await page.keyboard.press('Delete')
  await expect(placed).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(placed).toHaveCount(1)

  // By mouse: a place is drawn on the page.
  const sheet = (await page.locator('.sheet').boundingBox())!
  await page.mouse.move(sheet.x + 100, sheet.y + 300)
  await page.mouse.down()
  await page.mouse.move(sheet.x + 300, sheet.y + 330, { steps: 4 })
  await page.mouse.up()
  await expect(placed).toHaveCount(2)
  await page.getByRole('button', { name: 'Sample values' }).click()
  await expect(page.locator('.place-sample').first()).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await page.reload()
  await expect(placed).toHaveCount(2)
})

test('at 1024 px the list is below the full-width page, and choosing a field there marks its row', async ({
  page,
}) => {
  const { slug } = await createTemplate(page)
  const boxes = async () => {
    const [sheet, drawn, side] = await Promise.all(
      ['.map-sheet', '.pdf-page[data-state=drawn]', '.map-side'].map((part) =>
        page.locator(part).first().boundingBox(),
      ),
    )
    return { sheet: sheet!, drawn: drawn!, side: side! }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/site-admin/document-template/${slug}/`)
  await expect(page.locator('.pdf-page[data-state=drawn]').first()).toBeVisible()
  const wide = await boxes()
  expect(wide.side.x).toBeGreaterThanOrEqual(wide.sheet.x + wide.sheet.width - 1)
  expect(wide.side.y).toBeLessThan(wide.sheet.y + 1)

  await page.setViewportSize({ width: 1024, height: 768 })
  // The frame folds its navigation, and the parts follow.
  await expect
    .poll(async () => {
      const { sheet, drawn, side } = await boxes()
      return {
        isBelow: side.y >= sheet.y + sheet.height - 1,
        asWide: [side.x - sheet.x, side.width - sheet.width],
        takesTheWidth: drawn.width / sheet.width > 0.8,
      }
    })
    .toEqual({ isBelow: true, asWide: [0, 0], takesTheWidth: true })
  await expectFits(page)
  await page.getByRole('button', { name: 'donor: no token' }).click()
  await expect(page.locator('[data-row="field donor"]')).toHaveAttribute('data-chosen', 'true')
  await expect(page.locator('[data-row="field donor"]')).toBeInViewport()
})

test('on a phone, in German, a template is viewed and its test print fits', async ({ page }) => {
  const { slug } = await createTemplate(page)
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/site-admin/document-template/${slug}/`)
  await expect(page.getByText('Wasserzeichen TEST, ohne Nummer, nichts wird gespeichert')).toBeVisible()
  await expectFits(page)
  const heading = page.getByRole('heading', { level: 1 })
  const title = await heading.innerText()
  await page.getByRole('link', { name: 'Probedruck' }).click()
  await expect(page.locator('.viewer .pdf-page[data-state=drawn]').first()).toBeVisible()
  await expectFits(page)
  await page.goBack()
  await expect(heading).toHaveText(title)
})
