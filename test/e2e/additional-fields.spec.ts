import { call, makeProject } from './calls.ts'
import { expect, expectFits, test } from './signed-in.ts'

const settings = '/site-admin/settings/additional-fields/'

test('a field is created by keyboard, answered on a project, filtered by, shown as a column and switched off', async ({
  page,
}) => {
  await page.goto(settings)
  await expect(page.getByRole('rowheader', { name: 'Who is reached' })).toBeVisible()
  await page.getByRole('button', { name: 'Create field' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Question, English')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This field is required').first()).toBeVisible()
  await dialog.getByLabel('Question, English').fill('Barrier-free')
  await dialog.getByLabel('Question, German').fill('Barrierefrei')
  await dialog.getByLabel('Key').fill('barrier_free')
  await dialog.getByRole('combobox', { name: 'Kind of answer' }).fill('One of')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Add choice' }).press('Enter')
  await expect(dialog.getByLabel('Choice 1, English')).toBeFocused()
  await page.keyboard.type('Wheelchair')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Rollstuhl')
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByRole('rowheader', { name: 'Barrier-free' })).toBeVisible()
  try {
    // Last of its step: one place up by keyboard.
    await page.getByRole('button', { name: 'Move up: Barrier-free' }).press('Enter')
    await expect(page.locator('tbody tr').nth(1)).toContainText('Barrier-free')

    await page.goto('/site-admin/projects/?search=Trinkbrunnen')
    const link = page.locator('tbody tr[data-row] a').first()
    const title = (await link.textContent())!
    const address = (await link.getAttribute('href'))!
    await page.goto(`${address}?edit=true`)
    await page.getByRole('combobox', { name: 'Barrier-free' }).fill('Wheel')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await expect(page.getByText('Unsaved changes')).toBeHidden()
    await expect(page.locator('.history').first()).toContainText('Barrier-free: (empty) → Wheelchair')

    await page.goto('/site-admin/projects/')
    await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
    await page.keyboard.press('f')
    await page.getByRole('searchbox', { name: 'Filter by…' }).fill('Barrier')
    const menu = page.getByRole('dialog', { name: 'Filters' })
    // Fields without a column load after the rows: the menu finds them then.
    await menu.getByRole('button', { name: 'Barrier-free' }).press('Enter')
    await expect(menu.getByRole('heading', { name: 'Barrier-free' })).toBeVisible()
    await menu.getByLabel('Wheelchair').check()
    await page.keyboard.press('Enter')
    await expect(page.locator('.chip')).toContainText('Barrier-free Wheelchair')
    await expect(page.locator('tbody tr[data-row]')).toHaveCount(1)
    await expect(page.locator('tbody tr[data-row]')).toContainText(title.trim())

    await page.getByRole('button', { name: 'Table Settings' }).click()
    await page.getByRole('dialog').getByLabel('Barrier-free', { exact: true }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('columnheader', { name: 'Barrier-free' })).toBeVisible()
    await expect(page.locator('tbody tr[data-row]')).toContainText('Wheelchair')

    await page.goto(settings)
    await page.getByRole('button', { name: 'Edit: Barrier-free' }).click()
    await page.getByRole('dialog').getByLabel('Is asked').uncheck()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Barrier-free' })).toContainText('Switched off')
    await page.getByRole('button', { name: 'Delete: Barrier-free' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog')).toContainText('It is still in use, so it cannot be deleted')
    // Projects keep their answers, and the list no longer offers the field.
    await page.goto('/site-admin/projects/')
    await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Barrier-free' })).toBeHidden()
  } finally {
    await call(page, 'PUT', '/api/v4/table-settings/projects/layout/', { columns: null, widths: {} })
  }
})

test('in formal German on a phone the fields are cards, a new project asks them, and an answer is corrected and saved', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { slug } = await makeProject(page, `Zusatz ${Date.now().toString(36)}`)
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.goto(settings)
  await expect(page.getByRole('listitem').filter({ hasText: 'Eigenanteil' })).toBeVisible()
  await page.goto('/site-admin/projects/create/')
  await expect(page.getByRole('combobox', { name: 'Wen das Projekt erreicht' })).toBeVisible()

  await page.goto(`/site-admin/project/${slug}/update/?edit=true`)
  const share = page.getByRole('textbox', { name: 'Eigenanteil' })
  await share.fill('1.2345')
  const save = page.getByRole('button', { name: 'Speichern', exact: true })
  await save.click()
  await expect(share).toHaveAttribute('aria-invalid', 'true')
  await expect(share).toHaveValue('1.2345')
  await expect(share).toHaveAccessibleDescription(/1\.234,56/)
  await share.fill('1.234,5')
  await save.click()
  await expect(page.getByText('Nicht gespeicherte Änderungen')).toBeHidden()
  await page.getByRole('button', { name: 'Bearbeiten beenden' }).click()
  await expect(page.locator('dd', { hasText: '1.234,50 €' })).toBeVisible()
  const { additional } = await call(page, 'GET', `/api/v4/project/${slug}/`)
  expect(additional).toEqual({ own_share: 123_450 })
  await expectFits(page)
})
