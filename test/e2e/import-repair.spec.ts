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

/** Uploads a file and checks it; its amounts are taken for euros, so that no currency question stays open. */
async function uploadInEuros(page: Page, source: string, lines: string[]) {
  await upload(page, source, lines)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  // The question is shown before the check too: an early answer would leave nothing to repair.
  await expect(page.getByRole('link', { name: 'Repair' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'The amounts are EUR' }).click()
}

test('a file is repaired by keyboard, and its rates show their results @smoke', async ({ page }, {
  retry,
}) => {
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

test('find and replace changes a whole file by keyboard, and undo reverts it', async ({ page }, {
  retry,
}) => {
  const source = sourceOf('Aare', retry)
  const odd = rows(source).map((row) => row.replace('abc', '600'))
  await uploadInEuros(page, source, odd)
  await page.getByRole('button', { name: 'Replace in 2 places' }).click()
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('rowheader')).toHaveText(['2', '3', '4'])
  await page.keyboard.press('ControlOrMeta+h')
  await expect(page.getByLabel('Find')).toBeFocused()
  await page.keyboard.type('e.V.')
  await expect(grid.locator('mark')).toHaveText(['e.V.', 'e.V.', 'e.V.'])
  await page.getByLabel('becomes').fill('e. V.')
  await page.getByRole('button', { name: 'Count', exact: true }).click()
  await page.getByRole('button', { name: 'Replace 3' }).click()
  await expect(page.getByText('“e.V.” becomes “e. V.”')).toBeVisible()
  await expect(grid.getByText(`Chor ${source} e. V.`)).toBeVisible()
  await expectFitsAt(page, 390)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText('“e.V.” becomes “e. V.”')).toBeHidden()
  await expect(grid.getByText(`Chor ${source} e.V.`)).toBeVisible()
})

test('the next file of a source is read like the last one, until its recipe is renamed or removed', async ({
  page,
}, { retry }) => {
  const source = sourceOf('Reuss', retry)
  const good = [`Gut ${source} e.V.;Saal;800;2017;x`, `Chor ${source} e.V.;Noten;200;2017;x`]
  await uploadInEuros(page, source, good)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Book 2 gifts' }).click()
  await expect(page.getByText('Imported: 2 organizations, 2 projects, 2 gifts')).toBeVisible()

  await upload(page, source, good)
  await expect(page.getByText(/^Used as last time on /)).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByText('Which currency is “FoerderbeitragCHF”?')).toBeVisible()
  await page.getByRole('button', { name: `Use “${source}”` }).click()
  await expect(page.getByText('Which currency is “FoerderbeitragCHF”?')).toBeHidden()

  await page.goto('/site-admin/import/')
  await page.getByRole('button', { name: `Edit: ${source}` }).click()
  await page.getByRole('textbox', { name: 'Recipe' }).fill(`${source} fund`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('rowheader', { name: `${source} fund` })).toBeVisible()
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

/** The same step on another screen: nothing overflows. */
async function expectFitsAt(page: Page, width: number) {
  await resize(page, width)
  await expectFits(page)
}
