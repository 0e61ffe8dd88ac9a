import type { Page } from '@playwright/test'
import { expect, expectFits, resize, test } from './signed-in.ts'

/** A file from a source no other journey uses: the header makes its recipe. */
const file = (source: string, rows: string[]) => ({
  name: `${source}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from([`Verein;Projekt;FoerderbeitragCHF;Jahr;${source}`, ...rows].join('\r\n')),
})
const rows = (source: string) => [
  `Chor ${source} e.V.;\u0084Grüße\u0093 aus dem Archiv;1000;2016;x`,
  `TSV ${source} e.V.;Tore;abc;2017;x`,
  `Gut ${source} e.V.;Saal;800;2017;x`,
]

async function upload(page: Page, source: string, lines = rows(source)) {
  await page.goto('/site-admin/import/')
  await page.locator('input[type=file]').setInputFiles(file(source, lines))
  await expect(page.getByRole('heading', { level: 1, name: `${source}.csv` })).toBeVisible()
}

/** The source of a retry: it does not meet the recipe of an earlier try. */
const sourceOf = (name: string, retry: number) => `${name}${retry}`

test('a file is repaired by keyboard, and its rates show their results', async ({ page }, { retry }) => {
  const source = sourceOf('Bodensee', retry)
  await upload(page, source)
  await expect(page.getByRole('row', { name: /FoerderbeitragCHF/ }).getByText('Likely')).toBeVisible()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Repair' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('1 question, 3 rows to repair')).toBeVisible()
  const onward = page.getByRole('button', { name: 'Continue' })
  await expect(onward).toBeDisabled()
  await expect(onward).toHaveAttribute('title', 'Still open: Which currency is “FoerderbeitragCHF”?')

  await page.getByLabel('Rate', { exact: true }).selectOption({ label: 'Rate per year' })
  await page.getByLabel('Euros for 1 CHF in 2016').fill('0.9')
  await expect(page.getByRole('button', { name: 'Confirm CHF' })).toBeDisabled()
  await page.getByLabel('Euros for 1 CHF in 2017').fill('0.95')
  await expect(page.getByText('CHF 800.00 makes €760.00')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm CHF' }).click()
  await expect(page.getByText('2 rates for CHF: 0.9 – 0.95 euros for 1 CHF')).toBeVisible()

  await page.getByRole('button', { name: /Amount: This is not an amount/ }).click()
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('rowheader')).toHaveText(['3'])
  await grid.getByRole('gridcell').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(grid.getByRole('gridcell', { name: 'abc' })).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.press('Escape')
  await expect(grid.getByRole('gridcell', { name: 'abc' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('600')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Row 3: “600”')).toBeVisible()
  await page.getByRole('button', { name: 'Replace in 2 places' }).click()
  await expect(page.getByText('No row is refused.')).toBeVisible()

  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/step=confirm/)
  await expect(page.getByRole('heading', { name: '3 gifts, €2,230.00, into the ledger' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/step=repair/)
  await expect(page.getByRole('link', { name: 'Repair' })).toHaveAttribute('aria-current', 'page')
  await page.goForward()
  await page.getByRole('button', { name: 'Book 3 gifts' }).click()
  await expect(page.getByText('Imported: 3 organizations, 3 projects, 3 gifts')).toBeVisible()
})

test('a file is repaired on a phone and then on a desktop, in German', async ({ page }, { retry }) => {
  const source = sourceOf('Linz', retry)
  await page.setViewportSize({ width: 390, height: 844 })
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === 'csrftoken')!.value
  await page.request.patch('/api/v4/users/profile/', {
    data: { language: 'sie_DE' },
    headers: { 'X-CSRFToken': csrf },
  })
  await upload(page, source)
  await page.getByRole('button', { name: 'Prüfen', exact: true }).click()
  await expect(page.getByText('1 Frage, 3 Zeilen zu reparieren')).toBeVisible()
  await page.getByRole('button', { name: 'Die Beträge sind EUR' }).click()
  // The file is checked again by itself before anything else in it can be changed.
  await expect(page.getByText('2 Zeilen zu reparieren')).toBeVisible()
  await page.getByRole('button', { name: 'An 2 Stellen ersetzen' }).click()
  await expect(page.getByText('1 Zeile zu reparieren')).toBeVisible()
  await expect(page.getByText('Zeile 3 (1 von 1)')).toBeVisible()
  await expect(page.getByText('Betrag: Das ist kein Betrag').last()).toBeVisible()
  await page.getByLabel('FoerderbeitragCHF (Betrag)').fill('7')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Keine Zeile ist abgelehnt.')).toBeVisible()
  await expectFits(page)
  await page.getByRole('button', { name: 'Rückgängig: Zeile 3: „7“' }).click()
  await expect(page.getByText('1 Zeile zu reparieren')).toBeVisible()
  await expectFitsAt(page, 1440)
  await expect(page.getByRole('grid').getByRole('gridcell', { name: 'abc' })).toBeVisible()
})

/** The same step at another width: nothing overflows. */
async function expectFitsAt(page: Page, width: number) {
  await resize(page, width)
  await expectFits(page)
}
