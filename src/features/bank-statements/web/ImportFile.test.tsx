import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'
import { camt, houseIban } from '#test/statements.ts'

let app: TestApp
let clerk: Client
eachOnNewPage(
  async (given) => {
    app = given
    clerk = await app.as(['view_bank_statements', 'create_bank_statements', 'view_settings'])
    await app.db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
  },
  { sharesClock: true },
)

// jsdom's own FormData cannot be sent over the network.
const { FormData: Form, File: Given } = globalThis
async function opened() {
  const page = await openPage(app, clerk, '/site-admin/bank-statements/')
  Object.assign(globalThis, { FormData: Form, File: Given })
  const drop = async (content: string | Uint8Array<ArrayBuffer>, name: string) => {
    const area = (await page.found('input[type=file]:enabled', 'Import statements')).closest('.drop')!
    fireEvent.drop(area, { dataTransfer: { files: [new Given([content], name)] } })
  }
  return { page, drop }
}

test('copies a refusal as a mail to the bank, naming the error and its line', async () => {
  const { page, drop } = await opened()
  const copied: string[] = []
  Object.assign(navigator, { clipboard: { writeText: async (text: string) => void copied.push(text) } })
  await drop(camt([{ lines: [{ cents: 100 }] }]).replace('</Document>', ''), 'november.xml')
  await page.press('Copy as mail')
  await waitFor(() => expect(copied).toHaveLength(1))
  expect(copied[0]).toMatch(
    /^Your file november\.xml\n\nDear Sir or Madam,\n\nwe could not import your file november\.xml:\n\n- [^\n]+ \(line \d+\)\n\nPlease send us the statement/,
  )
  // Advice for our own staff must not reach the bank.
  expect(copied[0]).not.toContain('Download')
})

test('shows the rows around the line of a refusal, with the odd cell marked', async () => {
  const { page, drop } = await opened()
  const rows = [
    'Buchungstag;Betrag;Auftragskonto;Name',
    `20.11.2026;5,00;${houseIban};Eva`,
    `20.11.2026;5,0O;${houseIban};Bo`,
  ]
  await drop(`${rows.join('\n')}\n`, 'november.csv')
  const shown = await page.found('.refused-rows', 'The file around this line')
  const cells = [...shown.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  )
  expect(cells).toEqual([
    ['1', 'Buchungstag', 'Betrag', 'Auftragskonto', 'Name'],
    ['2', '20.11.2026', '5,00', houseIban, 'Eva'],
    ['Line 3: here', '20.11.2026', '5,0O', houseIban, 'Bo'],
  ])
  expect([...shown.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['5,0O'])
  expect(await app.db.selectFrom('bank_statement_files').select('id').execute()).toEqual([])
})

test('offers both readings of ambiguous umlauts and imports the file as chosen', async () => {
  const { page, drop } = await opened()
  const file = `Datum;Betrag;Auftragskonto;Name\n20.11.2026;5,00;${houseIban};Stra\xe1e\n`
  await drop(new Uint8Array(Buffer.from(file, 'latin1')), 'dos.csv')
  await page.found('.callout', /Which words are right/)
  await page.found('button', 'Straáe')
  await page.press('Straße')
  await waitFor(() =>
    expect(page.alerts()).toEqual(['dos.csv: 1 lines, 0 known already, 0 matched automatically']),
  )
  const lines = await app.db.selectFrom('bank_lines').select('name').execute()
  expect(lines).toEqual([{ name: 'Straße' }])
})
