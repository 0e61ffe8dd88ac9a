import { expect, expectAccessible, test } from './signed-in.ts'

const file = (lines: string[], name = 'Zuwendungen.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})
const lines = [
  'Verein;Ort;Vorhaben;Betrag;Jahr',
  'Importverein Süd e. V.;Talheim;Neue Geräte;1.250,50;2021',
  'Importverein Süd e. V.;Talheim;Neue Geräte;-5,00;2022',
]

test('a file is uploaded, corrected, checked and imported without its refused row', async ({ page }) => {
  await page.goto('/site-admin/import/')
  await expectAccessible(page)
  await page.locator('input[type=file]').setInputFiles(file(lines))
  await expect(page.getByRole('heading', { level: 1, name: 'Zuwendungen.csv' })).toBeVisible()
  await expect(page.getByLabel('Field for Verein')).toHaveValue('organization_title')
  await expect(page.getByText('€1,250.50 on 31.12.2021')).toBeVisible()
  await page.getByLabel('Field for Ort').selectOption({ label: 'Not imported' })
  await expect(page.getByLabel('Field for Ort')).toHaveValue('')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('1 row was refused')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download refused rows' }).click()
  expect((await downloading).suggestedFilename()).toBe('Zuwendungen-refused.xlsx')

  await page.getByLabel('Import only the good rows').click()
  await expect(page.getByLabel('Import only the good rows')).toBeChecked()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Imported: 1 organizations, 1 projects, 1 gifts')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show projects' }).click()
  await page.getByRole('searchbox').fill('Importverein Süd')
  await expect(page.getByRole('link', { name: 'Neue Geräte', exact: true })).toBeVisible()
})

test('a file that cannot be read is refused at its field', async ({ page }) => {
  await page.goto('/site-admin/import/')
  await page.locator('input[type=file]').setInputFiles(file(['%PDF-1.7'], 'a.csv'))
  await expect(page.getByText('Files of this kind cannot be imported.')).toBeVisible()
  await expectAccessible(page)
})
