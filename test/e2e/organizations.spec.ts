import { expect, test } from './signed-in.ts'

const list = '/site-admin/organizations/'

test('an organization is created, reviewed and deleted', async ({ page }) => {
  await page.goto(list)
  await page.getByRole('link', { name: 'Create organization' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create organization' })).toBeVisible()
  await page.getByLabel('Name').fill('Musterverein Talheim')
  await page.getByLabel('IBAN').fill('DE00 1234')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Enter an e-mail address')).toBeVisible()
  await expect(page.getByText('Enter a valid IBAN')).toBeVisible()
  await page.getByLabel('Contact e-mail').fill('mail@verein.example')
  await page.getByLabel('IBAN').fill('DE89370400440532013000')
  await page.getByRole('combobox', { name: 'Kind of proof' }).click()
  await page.getByRole('option', { name: 'Notice of exemption' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await page.getByLabel('Date of the proof').fill('01.02.2025')
  await page.getByRole('button', { name: 'Save', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Musterverein Talheim' })).toBeVisible()
  await expect(page.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
  await expect(page.getByText(/Valid until \d\d\.\d\d\.2030/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Preview' })).toHaveAttribute(
    'href',
    /^\/organization\/musterverein-talheim[^/]*\/\?preview_token=.+/,
  )
  await page.getByRole('button', { name: 'Decide: Non-profit review' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Accepted').check()
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText('Non-profit review: (empty) → Accepted')).toBeVisible()

  await page.getByRole('button', { name: 'More actions: Musterverein Talheim' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/site-admin\/organizations\/$/)
  await expect(page.getByText('Organization deleted')).toBeVisible()
})
