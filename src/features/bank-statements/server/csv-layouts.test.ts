import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'

let app: TestApp
let clerk: Client
eachOnStatementApp((given) => ({ app, clerk } = given))
const { base, upload, checked } = statementCalls(() => ({ app, clerk }))

const file = (day: string) => `Wann;Wieviel;Wer\n${day};5,00;Renate\n`
const save = (title: string, headings = ['Wann', 'Wieviel', 'Wer']) =>
  clerk.post(`${base}csv-layouts/`, {
    bank_account: 'main',
    title,
    headings,
    columns: { booked_on: 0, amount: 1, name: 2 },
  })
const listed = async () => (await clerk.get(`${base}csv-layouts/`)).body

test('CSV layouts are listed with account and columns', async () => {
  await save('Giro')
  await save('Bare', ['', '', ''])
  const { count, results } = await listed()
  expect(count).toBe(2)
  expect(results.map((one: { title: string }) => one.title)).toEqual(['Bare', 'Giro'])
  expect(results[1]).toMatchObject({
    version: 1,
    account: { slug: 'main' },
    columns: [
      { field: 'booked_on', place: 0, heading: 'Wann' },
      { field: 'amount', place: 1, heading: 'Wieviel' },
      { field: 'name', place: 2, heading: 'Wer' },
    ],
    updated_at: app.clock.now.toISOString(),
  })
  const reader = await app.as(['view_bank_statements'])
  expect((await reader.get(`${base}csv-layouts/`)).status).toBe(403)
})

test('renaming a layout needs its current version and a name that is unused for its account', async () => {
  await save('Giro')
  await save('Bare', ['', '', ''])
  const [bare, giro] = (await listed()).results
  const rename = (body: object) => clerk.patch(`${base}csv-layouts/${giro.id}/`, body)
  expect((await rename({ title: 'Bare', version: 1 })).body).toEqual({
    title: ['Another layout of this account has this name'],
  })
  expect((await rename({ title: 'House bank', version: 1 })).body).toMatchObject({
    title: 'House bank',
    version: 2,
  })
  const stale = await rename({ title: 'Other', version: 1 })
  expect(stale).toMatchObject({ status: 409, body: { code: 'edit_conflict', current: { version: 2 } } })
  // Later files are still read by the renamed layout.
  expect((await upload(file('20.11.2026'))).body).toMatchObject({ lines: 1 })
  // Saving it again under its name makes a new version.
  await save('House bank')
  expect((await listed()).results.map((one: typeof giro) => [one.id, one.title, one.version])).toEqual([
    [bare.id, 'Bare', 1],
    [giro.id, 'House bank', 3],
  ])
})

test('a removed layout reads no more files, and its statements stay', async () => {
  await save('Giro')
  const { body } = await upload(file('20.11.2026'))
  const [{ id }] = (await listed()).results
  expect((await clerk.delete(`${base}csv-layouts/${id}/`)).status).toBe(204)
  expect((await clerk.delete(`${base}csv-layouts/${id}/`)).status).toBe(404)
  expect((await listed()).results).toEqual([])
  expect((await clerk.get(`${base}${body.statements[0]}/`)).body).toMatchObject({ lines: 1 })
  expect((await upload(file('19.11.2026'), { bank_account: 'main' })).body.file[0]).toContain('Which column')
  await checked()
})

test('a workbook asks for columns like a CSV, and one with a saved layout is imported without questions', async () => {
  const { writeXlsx } = await import('hucre/xlsx')
  const book = async (day: string) => {
    const rows = [['Liste'], ['Wann', 'Wieviel', 'Wer'], [new Date(`${day}T00:00:00Z`), 12.5, 'Renate']]
    return Uint8Array.from(await writeXlsx({ sheets: [{ name: 'Blatt', rows }] }))
  }
  const asked = await upload(await book('2026-11-20'), { bank_account: 'main' })
  expect([asked.status, asked.body.headings]).toEqual([400, ['Wann', 'Wieviel', 'Wer']])
  const preview = await upload(await book('2026-11-20'), { bank_account: 'main' }, `${base}csv-preview/`)
  expect(preview.body).toMatchObject({
    rows: [
      { line: 1, cells: ['Liste'] },
      { line: 2, cells: ['Wann', 'Wieviel', 'Wer'] },
      { line: 3, cells: ['2026-11-20', '12.5', 'Renate'] },
    ],
  })
  await save('Workbook')
  const { status, body } = await upload(await book('2026-11-20'))
  expect([status, body]).toMatchObject([201, { lines: 1, lines_known: 0 }])
  const lines = await app.db.selectFrom('bank_lines').select(['amount_cents', 'booked_on', 'name']).execute()
  expect(lines).toEqual([{ amount_cents: 1_250, booked_on: '2026-11-20', name: 'Renate' }])
  // The same booking in a CSV is recognized.
  expect((await upload(file('20.11.2026').replace('5,00', '12,50'))).body).toMatchObject({
    lines: 1,
    lines_known: 1,
  })
  await checked()
})
