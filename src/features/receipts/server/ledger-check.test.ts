import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { texts } from '#app/texts.ts'
import { runCheck } from '#features/ledger/server/checks/check.ts'
import { receipts } from '#features/ledger/server/checks/receipts.ts'
import { type Client, useApp } from '#test/app.ts'
import { certifiableProject, generatePath, receiptTemplate, recordGifts } from '#test/receipts.ts'

const app = useApp({ resets: false })
let clerk: Client
beforeAll(async () => {
  clerk = await app.as(['change_private_donations', 'create_documents', 'change_documents'])
})

async function found() {
  const { checked, rows } = await app.db.transaction().execute((tx) => runCheck(tx, receipts))
  for (const { part } of rows) expect([part, `ledger_checks.part.${part}` in texts]).toEqual([part, true])
  return { checked, broken: rows.map((row) => [row.part, row.title, row.left_cents, row.right_cents]) }
}
/** Runs SQL without triggers and foreign keys, runs the check, and rolls back. */
async function brokenAfter(...statements: string[]) {
  const seen: unknown[][] = []
  await app.db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const statement of statements) await sql.raw(statement).execute(tx)
      const { rows } = await runCheck(tx, receipts)
      seen.push(...rows.map((row) => [row.part, row.title, row.left_cents, row.right_cents]))
      throw new Error('taken back')
    })
    .catch((error: Error) => expect(error.message).toBe('taken back'))
  return seen
}

test('issued, withdrawn and reissued receipts pass the check; direct changes in the database are found', async () => {
  const { project } = await certifiableProject(app.db)
  const gifts = await recordGifts(clerk, project, [{}, {}, { amount_cents: 900 }, {}])
  const documents = []
  for (const { slug } of gifts) {
    const body = { template_slug: receiptTemplate, mode: 'final', targets: [slug] }
    documents.push((await clerk.post(generatePath, body)).body.document)
  }
  const [first] = documents
  const withdrawn = await clerk.post(`/api/v4/documents/${first.slug}/withdraw/`, {
    reason: 'Wrong donor',
    confirm_number: first.number,
  })
  expect(withdrawn.status).toBe(200)
  await clerk.post(generatePath, {
    template_slug: receiptTemplate,
    mode: 'final',
    targets: [gifts[0]!.slug],
  })
  expect(await found()).toEqual({ checked: 5, broken: [] })

  const whose = 'Naturschutzgruppe Hohenfels'
  const file = (place: number) => `Zuwendungsbestätigung_2026-000${place}.pdf`
  expect(await brokenAfter('delete from receipts where place in (2, 3)')).toEqual([
    ['number_missing', `${whose} 2026-0002 – 2026-0003`, null, null],
  ])
  expect(await brokenAfter('delete from receipts where place = 1')).toEqual([
    ['number_missing', `${whose} 2026-0001`, null, null],
  ])
  expect(await brokenAfter('delete from receipts where place = 5')).toEqual([
    ['number_missing', `${whose} 2026-0005`, null, null],
  ])
  expect(await brokenAfter(`update number_series set last = 4 where name like 'receipt:%'`)).toEqual([
    ['number_again', `${whose} 2026-0005`, null, null],
  ])
  expect(await brokenAfter(`delete from number_series where name like 'receipt:%'`)).toEqual([
    ['number_again', `${whose} 2026-0005`, null, null],
  ])
  expect(await brokenAfter('update receipts set amount_cents = 90000 where place = 3')).toEqual([
    ['receipt_amount', file(3), 90_000, 900],
  ])
  expect(await brokenAfter(`update documents set number = '2026-0007' where number = '2026-0002'`)).toEqual([
    ['other_number', file(2), null, null],
  ])
  expect(
    await brokenAfter(`update receipts set withdrawn_at = now(), withdrawn_reason = 'x' where place = 4`),
  ).toEqual([['receipt_gifts', file(4), null, null]])
  expect(
    await brokenAfter('update receipts set withdrawn_at = null, withdrawn_reason = null where place = 1'),
  ).toEqual([['receipt_gifts', file(1), null, null]])
  expect(await found()).toEqual({ checked: 5, broken: [] })
})
