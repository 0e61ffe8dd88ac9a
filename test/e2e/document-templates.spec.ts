import { formPdf } from '../make-form.ts'
import { expect, expectAccessible, test } from './signed-in.ts'

// A template in a browser: made of a PDF, mapped by keyboard and by mouse, tried out.

test('a PDF becomes a template: tokens into fields, placed by key and by mouse, moved, removed and saved', async ({
  page,
}) => {
  const title = `Dank ${Date.now().toString(36)}`
  await page.goto('/site-admin/document-templates/')
  await page.getByRole('button', { name: 'New template' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Type').click()
  await page.getByRole('option', { name: 'Thank-you letter' }).click()
  await dialog.getByLabel('Counts from').fill('01.01.2026')
  const buffer = Buffer.from(await formPdf({ texts: ['donor'], boxes: [] }))
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'Dank.pdf', mimeType: 'application/pdf', buffer })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.locator('.pdf-page[data-state=drawn]')).toBeVisible()

  // Choosing in the page lights the row; the token is chosen there.
  await page.getByRole('button', { name: 'donor: no token' }).click()
  await expect(page.locator('[data-row="field donor"]')).toHaveAttribute('data-chosen', 'true')
  await page.getByLabel('Token of donor').click()
  await page.getByRole('option', { name: 'Donor, name and address' }).click()
  await expect(page.getByRole('button', { name: 'donor: Donor, name and address' })).toBeVisible()

  // By keyboard: placed, moved by ten points, removed, and back.
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
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await page.reload()
  await expect(placed).toHaveCount(2)
})
