import { call, makeProject } from './calls.ts'
import { expect, expectFits, test } from './signed-in.ts'

test('the save bar fits the narrowest phone in German', async ({ page }) => {
  const { slug } = await makeProject(page, `Schmal ${Date.now()}`)
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/site-admin/project/${slug}/update/?edit=true`)
  await expect(page.getByText('Felder mit * sind Pflichtfelder')).toBeVisible()
  await page.getByRole('textbox', { name: 'Titel', exact: true }).fill('Anders')
  await expect(page.getByRole('button', { name: 'Speichern' })).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByRole('button', { name: 'Verwerfen' })).toBeInViewport({ ratio: 0.9 })
  await expectFits(page)
})

test('many errors are summarized in view, and the first field has the focus', async ({ page }) => {
  await page.goto('/site-admin/organizations/create/')
  await page.getByLabel('IBAN').fill('DE00')
  await page.getByLabel('Website').fill('not a site')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  const summary = page.getByText('Check 4 fields')
  await expect(summary).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('link', { name: 'IBAN' }).click()
  await expect(page.getByLabel('IBAN')).toBeFocused()
})
