import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'
import { databaseChecksums } from '#test/table-checksums.ts'

let app: TestApp
let clerk: Client
eachOnStatementApp((given) => ({ app, clerk } = given))
const { base, linesOf, checked } = statementCalls(() => ({ app, clerk }))

/** The DOS byte of ß is á in Windows. */
const file = (rows: number) =>
  Buffer.from(
    `Datum;Betrag;Name\n${Array.from({ length: rows }, (_, at) => `20.11.2026;${at + 1},00;Stra\xe1e ${at}\n`).join('')}`,
    'latin1',
  )
const upload = (bytes: Uint8Array, letters?: string) => {
  const form = new FormData()
  form.append('bank_account', 'main')
  if (letters) form.append('letters', letters)
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'umlauts.csv')
  return clerk.call('POST', base, { raw: form })
}

test('asks how to read ambiguous umlauts, showing words of the file, and imports it as answered', async () => {
  const before = await databaseChecksums(app.db)
  expect(await upload(file(1))).toMatchObject({
    status: 400,
    body: {
      letters: ['The file does not state its encoding. Choose the words that are spelled right.'],
      letters_windows: ['Straáe'],
      letters_dos: ['Straße'],
    },
  })
  expect((await upload(file(1), 'morse')).status).toBe(400)
  expect(await databaseChecksums(app.db)).toEqual(before)
  const { body } = await upload(file(1), 'cp850')
  expect((await linesOf(body.statements[0]))[0].name).toBe('Straße 0')
  expect((await clerk.get(`${base}${body.statements[0]}/`)).body.notes).toContainEqual({
    code: 'dos_letters',
    text: expect.any(String),
  })
  await checked()
})

test('reads a large file in the worker with the chosen encoding', async () => {
  const { body } = await upload(file(2_100), 'windows-1252')
  expect(body.state).toBe('waiting')
  await app.runJobs()
  const [id] = (await clerk.get(`${base}files/${body.id}/`)).body.statements
  expect((await linesOf(id))[0].name).toMatch(/^Straáe/)
})
