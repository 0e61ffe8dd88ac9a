import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { texts } from '#app/texts.ts'
import { ledgerChecks } from '#features/ledger/server/checks/all.ts'
import { runCheck } from '#features/ledger/server/checks/check.ts'
import { useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { camt, houseIban } from '#test/statements.ts'

const app = useApp({ resets: false })

/** The suspense check's result: its rows' part, title and two figures. */
async function found() {
  const check = ledgerChecks.find(({ key }) => key === 'suspense')!
  const { checked, figures, rows } = await app.db.transaction().execute((tx) => runCheck(tx, check))
  for (const { part } of rows)
    for (const key of ['', '.left', '.right'])
      expect([part, `ledger_checks.part.${part}${key}` in texts]).toEqual([part, true])
  return {
    checked,
    figures,
    broken: rows.map((row) => [row.part, row.title, row.left_cents, row.right_cents]),
  }
}
/** Runs SQL without triggers and foreign keys. */
const behindTheBack = (statement: string) =>
  app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
  })

test('suspense equals the sum of unmatched lines through matches, moves and undos, and violations are found', async () => {
  const clerk = await app.as('superuser')
  await app.db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
  const { slug } = await createProject(app.db, { needs: [100_000] })
  const other = await createProject(app.db, { needs: [100_000] })
  const names = ['Matched', 'Moved', 'Undone', 'Held', 'Ignored', 'Open', 'Fee']
  const lines = names.map((name, at) => ({ cents: name === 'Fee' ? -290 : 1_000 + at, name }))
  const form = new FormData()
  form.append('file', new Blob([camt([{ lines }])]), 'auszug.xml')
  const { body: file } = await clerk.call('POST', '/api/v4/bank-statements/', { raw: form })
  const { results } = (
    await clerk.get(`/api/v4/bank-statements/${file.statements[0]}/transactions/?page_size=100`)
  ).body
  const act = async (name: string, call: string, body: object = {}) => {
    const { id } = results.find((line: { name: string }) => line.name === name)
    const answer = await clerk.post(`/api/v4/bank-transactions/${id}/${call}/`, body)
    expect([name, call, answer.status]).toEqual([name, call, 200])
  }
  const gift = (amount_cents: number) => ({
    parts: [{ target_type: 'project', target_slug: slug, amount_cents }],
  })
  await act('Matched', 'match', gift(1_000))
  await act('Moved', 'match', gift(1_001))
  await act('Undone', 'match', gift(1_002))
  await act('Undone', 'undo')
  await act('Held', 'hold', { reason: 'x' })
  await act('Ignored', 'ignore', { reason: 'x' })
  const moving = await app.db
    .selectFrom('fundings')
    .select('slug')
    .where('amount_cents', '=', 1_001)
    .executeTakeFirstOrThrow()
  const moved = await clerk.post(`/api/v4/private-donations/${moving.slug}/change-purpose/`, {
    project_slug: other.slug,
    reason: 'x',
  })
  expect(moved.status).toBe(200)
  const waiting = 1_002 + 1_003 + 1_004 + 1_005 - 290
  expect(await found()).toEqual({ checked: 7, figures: [waiting, waiting], broken: [] })

  await behindTheBack(`update bank_lines set state = 'matched' where name = 'Open'`)
  await behindTheBack(`update bank_lines set state = 'open' where name = 'Matched'`)
  expect((await found()).broken).toEqual([
    ['line_waits', 'Matched', 1_000, 0],
    ['line_matched', 'Open', 0, 1_005],
  ])
  await behindTheBack(`update bank_lines set state = 'open' where name = 'Open'`)
  await behindTheBack(`update bank_lines set state = 'matched' where name = 'Matched'`)
  await behindTheBack(
    `update ledger_transactions set bank_line_id = null where bank_line_id =
      (select id from bank_lines where name = 'Fee')`,
  )
  expect((await found()).broken).toEqual([
    ['line_waits', 'Fee', -290, 0],
    ['no_line', '', 0, -290],
  ])
})
