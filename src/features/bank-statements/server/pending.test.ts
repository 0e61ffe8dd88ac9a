import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { camt, camtEntry, houseIban } from '#test/statements.ts'
import { statementCalls } from '#test/statement-calls.ts'

const app = useApp({ now: '2026-11-24T10:00:00Z' })
let clerk: Client
beforeEach(async () => {
  clerk = await app.as(['create_bank_statements', 'change_bank_statements', 'change_payouts'])
  await app.db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
})
const { base, checked, upload, suspense } = statementCalls(() => ({ app, clerk }))

const file = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../test/bank-files', name), 'latin1').replaceAll(
    'DE65123456780000000301',
    houseIban,
  )

test('counts pending entries, and imports each once when it is booked', async () => {
  const first = await upload(file('csv-01a-sparkasse-pending.csv'), { bank_account: 'main' })
  expect(first.body).toMatchObject({ lines: 1, lines_known: 0, lines_pending: 2 })
  const { notes } = (await clerk.get(`${base}${first.body.statements[0]}/`)).body
  expect(notes[0]).toEqual({
    code: 'pending_left_out',
    text: '2 entries that are not booked yet were left out',
  })
  const later = () => upload(file('csv-01b-sparkasse-booked-later.csv'), { bank_account: 'main' })
  expect((await later()).body).toMatchObject({ lines: 3, lines_known: 1, lines_pending: 0 })
  expect((await later()).body).toMatchObject({ lines: 3, lines_known: 3, statements: [] })
  expect(await suspense()).toBe(11_900 + 25_000 - 880)
  await checked()
})

test('a file with only pending entries reports that and leaves no statement', async () => {
  const all = 'Buchungstag;Info;Betrag\n30.11.26;Umsatz vorgemerkt;5,00\n'
  expect((await upload(all, { bank_account: 'main' })).body).toMatchObject({
    state: 'done',
    statements: [],
    lines: 0,
    lines_pending: 1,
  })
  const pending = camtEntry({ cents: 999 }).replace('BOOK', 'PDNG')
  const one = camt([{ lines: [{ cents: 100 }] }]).replace('</Stmt>', `${pending}</Stmt>`)
  expect((await upload(one)).body).toMatchObject({ lines: 1, lines_pending: 1 })
  expect((await upload(one)).body).toMatchObject({ lines: 1, lines_known: 1, lines_pending: 1 })
  expect(await suspense()).toBe(100)
})
