import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { camt, mt940 } from '#test/statements.ts'
import { databaseChecksums } from '#test/table-checksums.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'

let app: TestApp
let clerk: Client
eachOnStatementApp((given) => ({ app, clerk } = given))
const { base, checked, upload, bring, linesOf, suspense } = statementCalls(() => ({ app, clerk }))

test('books each line on its day as bank / suspense, and debits the other way round', async () => {
  const answer = await upload(
    camt([
      {
        lines: [
          { cents: 5000, name: 'A' },
          { cents: -1290, name: 'B' },
        ],
        opening: 100,
        number: '47',
      },
    ]),
  )
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    state: 'done',
    lines: 2,
    lines_known: 0,
    statements: [expect.any(Number)],
  })
  const { body } = await clerk.get(`${base}${answer.body.statements[0]}/`)
  expect(body).toMatchObject({
    number: '47',
    opening_cents: 100,
    closing_cents: 3810,
    credit_cents: 5000,
    debit_cents: 1290,
    counts: { open: 2 },
    is_day_report: false,
    break: null,
  })
  expect(await suspense()).toBe(3710)
  expect(
    (await linesOf(body.id)).map((line: { amount_cents: number; booked_on: string }) => [
      line.amount_cents,
      line.booked_on,
    ]),
  ).toEqual([
    [5000, '2026-11-20'],
    [-1290, '2026-11-20'],
  ])
  await checked()
})

test('the same file or line is imported once in any format, and two equal real gifts are both kept', async () => {
  const gift = { cents: 2500, name: 'Renate Albers', text: 'Spende' }
  const statement = { lines: [gift, gift, { cents: -100 }], number: '47', day: '2026-11-19' }
  expect(await bring(statement)).toMatchObject({ lines: 3, lines_known: 0 })
  expect(await bring(statement)).toMatchObject({ lines: 3, lines_known: 3, statements: [] })
  expect((await upload(mt940(statement))).body).toMatchObject({ lines: 3, lines_known: 3, statements: [] })
  // A longer export of the same days adds only new lines.
  const longer = {
    lines: [gift, gift, { cents: -100 }, gift, { cents: 700, day: '2026-11-20' }],
    number: '48',
    day: '2026-11-20',
  }
  longer.lines.slice(0, 4).forEach((line) => Object.assign(line, { day: '2026-11-19' }))
  expect(await bring(longer)).toMatchObject({ lines: 5, lines_known: 3 })
  // The next statement of the same day continues at the first one's balance, so the same text is another gift.
  expect(await bring({ lines: [{ cents: 700 }], opening: 8100, number: '49' })).toMatchObject({
    lines: 1,
    lines_known: 0,
  })
  expect(await suspense()).toBe(2500 * 3 - 100 + 1400)
})

test('a refused file names reason and line, and leaves nothing', async () => {
  const before = await databaseChecksums(app.db)
  const wrong = await upload(
    camt([
      { lines: [{ cents: 100 }], number: '1' },
      { lines: [{ cents: 100 }], opening: 100, closing: 201, number: '2' },
    ]),
  )
  expect(wrong.status).toBe(400)
  expect(wrong.body.file[0]).toMatch(
    /^Opening balance €1.00 and lines €1.00 do not add up to the closing balance €2.01: €0.01 .* \(line \d+\)$/,
  )
  const other = await upload(camt([{ lines: [{ cents: 100 }], iban: 'DE02120300000000202051' }]))
  expect(other.body.file).toEqual([
    '•• 2051 is not one of your own accounts. Add it under Settings first. (line 4)',
  ])
  const late = await upload(camt([{ lines: [{ cents: 100, day: '2026-11-22' }] }]))
  expect(late.body.file[0]).toContain('22.11.2026 is in the future')
  expect((await upload('Datum;Betrag\n1.2.2026;5,00\n')).body).toEqual({
    bank_account: ['The file does not name its account. Choose one. (line 1)'],
  })
  expect((await upload('a;b\n1;2\n', { bank_account: 'main' })).body.file[0]).toContain('Headings: a · b')
  expect((await upload(camt([{ lines: [] }]), { bank_account: 'nobody' })).status).toBe(400)
  expect(await databaseChecksums(app.db)).toEqual(before)
  await app.db
    .insertInto('closed_months')
    .values({ month: '2026-10-01', reason: '', closed_at: app.clock.now })
    .execute()
  const closed = await upload(camt([{ lines: [{ cents: 100, day: '2026-10-30' }] }]))
  expect(closed.body.file[0]).toContain('30.10.2026 is in a closed month')
})

test('saved columns of a bank’s CSV are used for its next file', async () => {
  const file = 'Wann;Wieviel;Wer\n20.11.2026;5,00;Renate\n'
  const columns = { booked_on: 0, amount: 1, name: 2 }
  const layout = { bank_account: 'main', title: 'Haus', headings: ['Wann', 'Wieviel', 'Wer'], columns }
  expect((await clerk.post(`${base}csv-layouts/`, layout)).status).toBe(204)
  // The layout includes its account.
  const { body } = await upload(file)
  expect((await linesOf(body.statements[0]))[0]).toMatchObject({ amount_cents: 500, name: 'Renate' })
  expect(body.layout_changed).toBe('')
  const moved = await upload('Wer;Notiz;Wann;Wieviel\nUlf;x;20.11.2026;6,00\n', { bank_account: 'main' })
  expect(moved.body.layout_changed).toBe('Haus')
  expect((await linesOf(moved.body.statements[0]))[0]).toMatchObject({ amount_cents: 600, name: 'Ulf' })
  const other = await upload('Wer;Notiz;Was;Wieviel\nUlf;x;20.11.2026;6,00\n', { bank_account: 'main' })
  expect(other.body.file[0]).toContain('no longer looks like the layout “Haus”')
  const refused = await clerk.post(`${base}csv-layouts/`, {
    bank_account: '',
    title: '',
    headings: ['A', 'B'],
    columns: { name: 0 },
  })
  expect(Object.keys(refused.body)).toEqual(expect.arrayContaining(['bank_account', 'title', 'columns']))
})

test('the preview shows the first rows of a CSV with known columns, and stores nothing', async () => {
  const preview = (content: string) => {
    const form = new FormData()
    form.set('file', new Blob([content]), 'auszug.csv')
    return clerk.call('POST', `${base}csv-preview/`, { raw: form })
  }
  const before = await databaseChecksums(app.db)
  const known = await preview('Konto;Verein\nBuchungstag;Text;Betrag\n20.11.2026;Spende;5,00\n')
  expect(known.status).toBe(200)
  expect(known.body).toMatchObject({ header: 2, columns: { booked_on: 0, text: 1, amount: 2 }, title: '' })
  expect(known.body.rows.at(-1)).toEqual({ line: 3, cells: ['20.11.2026', 'Spende', '5,00'] })
  const unknown = await preview('Wann|Wieviel\n20.11.2026|5,00\n')
  expect(unknown.body).toMatchObject({ header: null, columns: {} })
  for (const other of [camt([{ lines: [{ cents: 100 }] }]), ':20:A\n:25:1\n'])
    expect((await preview(other)).body.file[0]).toMatch(/^Only a CSV file or a workbook has columns/)
  expect((await preview('PK\u0003\u0004')).body.file[0]).toMatch(/^The ZIP is damaged/)
  expect((await preview('')).status).toBe(400)
  expect(await databaseChecksums(app.db)).toEqual(before)
})

test("equal headings of two accounts use the chosen account's layout", async () => {
  const second = { slug: 'second', title: 'Second', iban: 'DE02120300000000202051' }
  await app.db
    .insertInto('bank_accounts')
    .values({ ...second, created_at: app.clock.now })
    .execute()
  const headings = ['Wann', 'Wer', 'Was', 'Wieviel']
  const save = (bank_account: string, columns: Record<string, number>) =>
    clerk.post(`${base}csv-layouts/`, { bank_account, title: 'Haus', headings, columns })
  expect((await save('main', { booked_on: 0, name: 1, amount: 3 })).status).toBe(204)
  expect((await save('second', { booked_on: 0, name: 2, amount: 3 })).status).toBe(204)
  const file = 'Wann;Wer;Was;Wieviel\n20.11.2026;Ulf;Eva;5,00\n'
  expect((await upload(file)).body.bank_account[0]).toContain('does not name its account')
  for (const [slug, name] of [
    ['main', 'Ulf'],
    ['second', 'Eva'],
  ] as const) {
    const { body } = await upload(file, { bank_account: slug })
    expect((await linesOf(body.statements[0]))[0]).toMatchObject({ amount_cents: 500, name })
  }
})

test('a large file is processed by a worker, completely or not at all', async () => {
  const lines = Array.from({ length: 2100 }, (_, at) => ({ cents: 100 + at, name: `Donor ${at}` }))
  const { body } = await upload(camt([{ lines }]))
  expect(body).toMatchObject({ state: 'waiting', statements: [] })
  expect(await app.db.selectFrom('bank_lines').select('id').execute()).toHaveLength(0)
  await app.runJobs()
  const done = (await clerk.get(`${base}files/${body.id}/`)).body
  expect(done).toMatchObject({ state: 'done', lines: 2100, lines_known: 0 })
  expect(await suspense()).toBe(lines.reduce((sum, line) => sum + line.cents, 0))
  await checked()
})
