import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { camt, houseIban, partsOf, refusalOf } from '#test/statements.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'
import { databaseChecksums } from '#test/table-checksums.ts'

const other = 'DE59123456780000000312'
const csv = readFileSync(
  join(import.meta.dirname, '../../../../test/bank-files/csv-12-own-iban-of-other-account.csv'),
  'latin1',
)

let app: TestApp
let clerk: Client
eachOnStatementApp((given) => ({ app, clerk } = given))
const { base, checked, upload, suspense } = statementCalls(() => ({ app, clerk }))

const addOther = () =>
  app.db
    .insertInto('bank_accounts')
    .values({ slug: 'second', title: 'Second', iban: other, created_at: app.clock.now })
    .execute()

test('a file of another own account than the chosen one is refused, and the right one is offered', async () => {
  await addOther()
  const before = await databaseChecksums(app.db)
  for (const file of [csv, camt([{ lines: [{ cents: 100 }], iban: other }])]) {
    const { status, body } = await upload(file, { bank_account: 'main' })
    expect(status).toBe(400)
    expect(body.file[0]).toContain('The statement is from Second (•• 0312), not from the chosen account')
    expect(body.right_account).toEqual(['second', 'Second'])
  }
  expect(await databaseChecksums(app.db)).toEqual(before)
  const { body } = await upload(csv, { bank_account: 'second' })
  expect((await clerk.get(`${base}${body.statements[0]}/`)).body).toMatchObject({
    account: { slug: 'second' },
    credit_cents: 7_700,
  })
  // No choice is needed when the file names its account.
  expect((await upload(csv)).body).toMatchObject({ lines: 1, lines_known: 1 })
  await checked()
})

test('a CSV of an unknown account asks which account it belongs to, and the statement notes the choice', async () => {
  expect(await upload(csv)).toMatchObject({
    status: 400,
    body: {
      bank_account: [
        'The file is from •• 0312, which is not one of your own accounts. Choose the account it belongs to. (line 1)',
      ],
    },
  })
  const { body } = await upload(csv, { bank_account: 'main' })
  const { notes } = (await clerk.get(`${base}${body.statements[0]}/`)).body
  expect(notes).toContainEqual({
    code: 'other_iban',
    text: 'The file names an IBAN that ends in 0312 and is not the account’s; a person chose the account',
  })
  expect(await suspense()).toBe(7_700)
})

const table = 'Datum;Betrag\n20.11.26;5,00\n'
test.each([
  ['a line above the headings', `Girokonto;${houseIban}\n${table}`, { iban: houseIban }],
  ['an IBAN in groups', `Konto: DE89 3704 0044 0532 0130 00 Girokonto\n${table}`, { iban: houseIban }],
  [
    'bank code and number',
    `"BLZ:";"37040044"\n"Konto:";"532013000"\n${table}`,
    { bank_code: '37040044', number: '532013000' },
  ],
  ['a column', `Datum;Betrag;IBAN Kontoinhaber\n20.11.26;5,00;${houseIban}\n`, { iban: houseIban }],
  ['nothing', table, null],
  ['two accounts above the headings', `${houseIban};${other}\n${table}`, null],
])('the account of a CSV: %s', async (_name, text, account) => {
  expect((await partsOf(text))[0]).toMatchObject({ kind: 'begin', account })
})

test('a CSV with two accounts is refused where the second one begins', async () => {
  const rows = `20.11.26;5,00;${houseIban}\n19.11.26;6,00;${other}\n`
  expect(await refusalOf(`Datum;Betrag;Auftragskonto\n${rows}`)).toEqual(['several_accounts', 3, {}])
})
