import { expect } from 'vitest'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { balanceOf } from '#features/ledger/server/accounts.ts'
import { type Answer, type Client, type TestApp } from './app.ts'
import { camt, type MadeStatement } from './statements.ts'
import { databaseChecksums } from './table-checksums.ts'

/** Statement calls of the app's clerk for tests: files are uploaded, lines read and decided. */
export function statementCalls(given: () => { app: TestApp; clerk: Client }) {
  // The books must balance after every test.
  const checked = async () => expect(await findLedgerDifferences(given().app.db)).toEqual([])

  const base = '/api/v4/bank-statements/'
  async function upload(
    content: string | Uint8Array<ArrayBuffer>,
    fields: Record<string, string> = {},
    path = base,
  ): Promise<Answer> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([content]), 'auszug.xml')
    return given().clerk.call('POST', path, { raw: form })
  }
  const bring = async (...statements: MadeStatement[]) => (await upload(camt(statements))).body
  const linesOf = async (id: number, query = '') =>
    (await given().clerk.get(`${base}${id}/transactions/?page_size=100${query}`)).body.results
  const act = (id: number, name: string, body: object = {}) =>
    given().clerk.post(`/api/v4/bank-transactions/${id}/${name}/`, body)
  const suspense = async () => {
    const { id } = await given()
      .app.db.selectFrom('ledger_accounts')
      .select('id')
      .where('kind', '=', 'suspense')
      .executeTakeFirstOrThrow()
    return 0 - (await balanceOf(given().app.db, id))
  }
  async function refused(id: number, name: string, body: object, by = given().clerk) {
    const before = await databaseChecksums(given().app.db)
    const answer = await by.post(`/api/v4/bank-transactions/${id}/${name}/`, body)
    expect(await databaseChecksums(given().app.db)).toEqual(before)
    return answer
  }
  /** A statement of these lines; returns the first of them. */
  async function oneLine(cents: number, more: Partial<MadeStatement['lines'][number]> = {}) {
    const { statements } = await bring({ lines: [{ cents, ...more }] })
    return (await linesOf(statements[0]))[0]
  }
  return { base, checked, upload, bring, linesOf, act, suspense, refused, oneLine }
}
