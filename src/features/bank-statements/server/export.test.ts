import { readXlsx } from 'hucre'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'

let app: TestApp
let clerk: Client
eachOnStatementApp(
  (given) => ({ app, clerk } = given),
  ['create_bank_statements', 'change_bank_statements', 'export_data'],
)
const { act, base, bring, linesOf } = statementCalls(() => ({ app, clerk }))

test('lines of a statement are exported in order and filtered as shown, only with the right', async () => {
  const project = await createProject(app.db, { title: 'Kletterwand' })
  await bring({ lines: [{ cents: 999, name: 'Other statement' }], number: '46', day: '2026-11-19' })
  const iban = 'DE02120300000000202051'
  const { statements } = await bring({
    number: '47/2026',
    opening: 999,
    lines: [
      { cents: 4800, name: 'Renate Albers', text: 'Kletterwand', iban },
      { cents: -1290, name: 'Sparkasse', text: 'Entgelt' },
      { cents: 100, name: 'Renate Albers', text: '=1+1' },
    ],
  })
  const [first] = await linesOf(statements[0])
  await act(first.id, 'match', {
    parts: [{ target_type: 'project', target_slug: project.slug, amount_cents: 4800 }],
  })
  const path = `${base}${statements[0]}/transactions/export/`
  const rowsOf = async (query: string) => {
    const answer = await clerk.get(`${path}${query}`)
    expect(answer.status).toBe(200)
    const [sheet] = (await readXlsx(answer.bytes)).sheets
    const [headings, ...rows] = sheet!.rows
    return rows.map((row) => Object.fromEntries(headings!.map((heading, at) => [String(heading), row[at]])))
  }
  const rows = await rowsOf('')
  expect(rows.map((row) => [row.Line, row.Name, row.Text, row.Amount, row.State])).toEqual([
    [1, 'Renate Albers', 'Kletterwand', 48, 'Matched'],
    [2, 'Sparkasse', 'Entgelt', -12.9, 'Open'],
    [3, 'Renate Albers', '=1+1', 1, 'Open'],
  ])
  expect([rows[0]!.IBAN, rows[0]!['Where it went']]).toEqual(['DE•• •••• •••• 2051', 'Kletterwand €48.00'])
  expect(JSON.stringify(rows)).not.toContain(iban)
  const found = await rowsOf('?state=open&search=renate&ordering=-position')
  expect(found.map((row) => row.Line)).toEqual([3])
  expect((await rowsOf('?ordering=-position')).map((row) => row.Line)).toEqual([3, 2, 1])
  const events = await app.db
    .selectFrom('audit_events')
    .select('object_type')
    .where('action', '=', 'export')
    .orderBy('id')
    .execute()
  expect(events).toEqual(Array.from({ length: 3 }, () => ({ object_type: 'bank_line' })))
  expect((await clerk.get(`${base}999999/transactions/export/`)).status).toBe(404)
  const viewing = await (await app.as(['view_bank_statements'])).get(path)
  const exporting = await (await app.as(['export_data'])).get(path)
  expect([viewing.status, exporting.status]).toEqual([403, 403])
  expect([viewing.body.permission, exporting.body.permission]).toEqual([
    'export_data',
    'view_bank_statements',
  ])
})
