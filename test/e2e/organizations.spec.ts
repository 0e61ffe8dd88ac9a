import { call, makeOrganization } from './calls.ts'
import { expect, test } from './signed-in.ts'

const list = '/site-admin/organizations/'

test('an organization is created, reviewed and deleted @smoke', async ({ page }) => {
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

test('an organization with a collecting project is not archived, and the project is named', async ({
  page,
}) => {
  const { results } = await call<{
    results: { title: string; organization: { slug: string; title: string } }[]
  }>(page, 'GET', '/api/v4/projects/?financing_status=in_financing&page_size=10')
  const project = results[0]!
  await page.goto(`${list}?search=${encodeURIComponent(project.organization.title)}`)
  await page
    .locator(`[data-row="${project.organization.slug}"]`)
    .getByRole('button', { name: /^More actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to archive organizations' })).toContainText(
    project.title,
  )
})

test('a selection is archived and restored', async ({ page }) => {
  await makeOrganization(page, 'Kurzverein Eins')
  await makeOrganization(page, 'Kurzverein Zwei')
  await page.goto(`${list}?search=Kurzverein`)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const bar = page.getByRole('group', { name: 'Actions for the selection' })
  await bar.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('2 organizations archived')).toBeVisible()
  await page.goto('/site-admin/organizations/archive/?search=Kurzverein')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await bar.getByRole('button', { name: 'Unarchive' }).click()
  await expect(page.getByText('2 organizations restored')).toBeVisible()
})
