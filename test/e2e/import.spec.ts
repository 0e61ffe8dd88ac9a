import type { Locator, Page } from '@playwright/test'
import { call } from './calls.ts'
import { expect, expectFits, test } from './signed-in.ts'

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

test('a file is uploaded, corrected, checked and imported without its refused row @smoke', async ({
  page,
}) => {
  await page.goto('/site-admin/import/')
  await page.locator('input[type=file]').setInputFiles(file(lines))
  await expect(page.getByRole('heading', { level: 1, name: 'Zuwendungen.csv' })).toBeVisible()
  await expect(page.getByLabel('Field for Verein')).toHaveValue('organization_title')
  await expect(page.getByText('€1,250.50 on 31.12.2021')).toBeVisible()
  await page.getByLabel('Field for Ort').selectOption({ label: 'Not imported' })
  await expect(page.getByLabel('Field for Ort')).toHaveValue('')

  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('1 row was refused')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Repair' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await page.getByRole('button', { name: 'The amounts are EUR' }).click()
  await expect(page.getByRole('button', { name: 'The amounts are EUR' })).toBeHidden()
  // The checked file is checked again by itself.
  await expect(page.getByText('1 row was refused')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download refused rows' }).click()
  expect((await downloading).suggestedFilename()).toBe('Zuwendungen-refused.xlsx')

  await page.getByRole('link', { name: 'Columns' }).click()
  await page.getByLabel('Import only the good rows').click()
  await expect(page.getByLabel('Import only the good rows')).toBeChecked()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('link', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Book 1 gift' }).click()
  await expect(page.getByText('Imported: 1 organizations, 1 projects, 1 gifts')).toBeVisible()
  await page.getByRole('link', { name: 'Show projects' }).click()
  await page.getByRole('searchbox').fill('Importverein Süd')
  await expect(page.getByRole('link', { name: 'Neue Geräte', exact: true })).toBeVisible()
})

/** Presses Tab from the current focus until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeEnabled()
  const been: unknown[] = []
  for (let presses = 0; presses < 120; presses++) {
    if ((await target.and(page.locator(':focus')).count()) === 1) return
    await page.keyboard.press('Tab')
    been.push(await page.evaluate('document.activeElement.textContent.slice(0, 30)'))
  }
  throw new Error(`Tab does not get there, but to: ${been.join(', ')}`)
}

test('in formal German at 390 px a file is imported and undone with the keyboard alone', async ({ page }) => {
  const name = 'Falsch.csv'
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/site-admin/import/')
  const choose = page.getByRole('button', { name: 'Datei auswählen' })
  // Registered first: a chooser that opens before the listener exists is never reported.
  const choosing = page.waitForEvent('filechooser')
  await tabTo(page, choose)
  await page.keyboard.press('Enter')
  const chooser = await choosing
  await chooser.setFiles(file(['Verein;Vorhaben;Betrag in EUR;Jahr', 'Irrtum e. V.;Irrweg;70,00;2021'], name))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Prüfen', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: '1 Zuwendung buchen' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Importiert: 1 Organisationen, 1 Projekte, 1 Zuwendungen')).toBeVisible()
  const undo = page.getByRole('button', { name: 'Import rückgängig machen…' })
  await expect(undo).toBeVisible()
  await tabTo(page, undo)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Grund')).toBeFocused()
  await page.keyboard.type('Falsche Datei')
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel(/^Zur Bestätigung „.*“ eingeben/)).toBeFocused()
  await page.keyboard.type('Andere.csv')
  const confirm = dialog.getByRole('button', { name: '1 Zuwendungen rückgängig machen, 70,00 €' })
  await confirm.press('Enter')
  // Another name undoes nothing.
  await expect(dialog.getByLabel(/^Zur Bestätigung „.*“ eingeben/)).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel(/^Zur Bestätigung „.*“ eingeben/).fill(name)
  await confirm.press('Enter')
  // Earlier imports may show the same text beside it.
  await expect(page.getByRole('strong').filter({ hasText: /^Rückgängig gemacht am \d/ })).toBeVisible()
  await expectFits(page)
})

test('in formal German at 1440 px a file is imported by keyboard: columns, currency, repair, typed sum', async ({
  page,
}) => {
  const mark = Date.now().toString(36)
  const name = `Tastatur ${mark}.csv`
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/site-admin/import/')
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target)
    await page.keyboard.press(key)
  }
  const button = (text: string) => page.getByRole('button', { name: text, exact: true })

  const choose = page.waitForEvent('filechooser')
  await press(button('Datei auswählen'))
  await (
    await choose
  ).setFiles(
    file(
      [
        // Unique headings: another file with these would reuse remembered answers.
        'Verein;Stadt;Vorhaben;Betrag;Jahr',
        `Tastenverein ${mark} e. V.;Talheim;Große Orgel;150.000,00;2021`,
        `Tastenverein ${mark} e. V.;Talheim;Kleine Orgel;abc;2021`,
      ],
      name,
    ),
  )
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  // An unwanted column is skipped: its list is opened and chosen from by keyboard.
  const place = page.getByLabel('Feld für Stadt')
  await tabTo(page, place)
  await place.press('Home')
  await expect(place).toHaveValue('')
  await press(button('Prüfen'))
  await expect(page.getByText('1 Frage, 1 Zeile zu reparieren')).toBeVisible()

  // The currency question, then the cell that is no amount.
  await press(button('Die Beträge sind EUR'))
  await expect(button('Die Beträge sind EUR')).toBeHidden()
  await expect(page.getByText('1 Zeile wurde abgelehnt')).toBeVisible()
  const cell = page.getByRole('gridcell', { name: 'abc' })
  const grid = page.getByRole('grid')
  await tabTo(page, grid.locator('[tabindex="0"]').first())
  for (let presses = 0; presses < 12 && (await cell.and(page.locator(':focus')).count()) === 0; presses++)
    await page.keyboard.press('ArrowRight')
  await expect(cell).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2.000,50')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 Zeile wurde abgelehnt')).toBeHidden()
  await press(button('Weiter'))

  // Above the limit its sum is typed.
  const book = button('2 Zuwendungen buchen')
  await expect(book).toBeDisabled()
  await tabTo(page, page.getByLabel(/^Summe zur Bestätigung eingeben/))
  await page.keyboard.type('152.000,50')
  await press(book)
  await expect(page.getByText('Importiert: 1 Organisationen, 2 Projekte, 2 Zuwendungen')).toBeVisible()
  await press(page.getByRole('link', { name: 'Projekte anzeigen' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Projekte' })).toBeVisible()
  const { results } = await call<{ results: { title: string }[] }>(
    page,
    'GET',
    `/api/v4/projects/?search=${mark}&ordering=title`,
  )
  expect(results.map(({ title }) => title)).toEqual(['Große Orgel', 'Kleine Orgel'])
})

test('an unreadable file is refused; Back walks through the steps of an import, each in its last state', async ({
  page,
}) => {
  await page.goto('/site-admin/import/')
  await page.locator('input[type=file]').setInputFiles(file(['%PDF-1.7'], 'a.csv'))
  await expect(page.getByText('Files of this kind cannot be imported.')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(file(lines, 'Zurueck.csv'))
  await expect(page.getByRole('heading', { level: 1, name: 'Zurueck.csv' })).toBeVisible()
  await page.getByLabel('Field for Ort').selectOption({ label: 'Not imported' })
  await expect(page.getByLabel('Field for Ort')).toHaveValue('')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('1 row was refused')).toBeVisible()
  await page.getByRole('link', { name: 'Columns' }).click()
  await expect(page.getByLabel('Field for Ort')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('1 row was refused')).toBeVisible()
  await page.goForward()
  await expect(page.getByLabel('Field for Ort')).toHaveValue('')
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible()
  await page.getByRole('link', { name: 'Zurueck.csv' }).first().click()
  await expect(page.getByText('1 row was refused')).toBeVisible()
})
