import { sql } from 'kysely'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { accountIds } from '#features/ledger/server/accounts.ts'
import { postForEvent, type Posting } from '#features/ledger/server/post.ts'
import type { Link } from '../chain.ts'
import type { FilePart } from '../reading/file.ts'
import { isDayReport, type StatementFormat, type StatementLine } from '../reading/statement.ts'
import { type KnownLines, knownLines } from './known-lines.ts'
import type { ScannedStatement } from './scan.ts'

export type ImportedStatements = { statements: number[]; lines: number; lines_known: number; fresh: number[] }

/** The parts of a file; each call starts over. */
export type Parts = AsyncIterable<FilePart> | Iterable<FilePart>

const batchSize = 1000

/**
 * Writes the statements of a scanned file. Each line is booked bank / suspense (debits the other way round) on its
 * booking day, with one audit event per statement. Lines of other statements are left out; a statement without new
 * lines leaves no row. Locks the accounts by id, so that files of one account are serialized.
 */
export async function importScanned(
  tx: Db,
  context: AuditContext,
  { file_id, scanned, read }: { file_id: number; scanned: readonly ScannedStatement[]; read: () => Parts },
): Promise<ImportedStatements> {
  const accounts = [...new Set(scanned.map((one) => one.bank_account_id))]
  await sql`select from bank_accounts where id = any(${accounts}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const result: ImportedStatements = { statements: [], lines: 0, lines_known: 0, fresh: [] }
  let nth = -1
  let writer: Awaited<ReturnType<typeof openStatement>> | undefined
  for await (const part of read()) {
    if (part.kind === 'begin') {
      nth++
      const now = scanned[nth]!
      // A notice is no statement: its entries describe lines that are already booked.
      writer =
        now.format === 'camt.054'
          ? undefined
          : await openStatement(tx, context, file_id, { ...now, format: now.format })
    } else if (part.kind === 'line') await writer!.add(part)
    else if (part.kind === 'end' && writer) {
      const { id, lines, known, ids } = await writer.close()
      result.lines += lines
      result.lines_known += known
      if (id !== null) result.statements.push(id)
      for (const one of ids) result.fresh.push(one)
    }
  }
  return result
}

async function openStatement(
  tx: Db,
  context: AuditContext,
  file_id: number,
  scanned: ScannedStatement & { format: StatementFormat },
) {
  const balances = await balancesOf(tx, scanned)
  const { bank_account_id, number, format, notes, sequence } = scanned
  const link: Link = { id: 0, from_day: scanned.from, to_day: scanned.to, ...balances }
  const known: KnownLines = await knownLines(tx, bank_account_id, {
    ...link,
    number,
    format,
    notes,
    sequence,
  })
  const [bank, suspense] = await accountIds(tx, [{ kind: 'bank', bank_account_id }, { kind: 'suspense' }])
  let statement: { id: number; event: number } | undefined
  let waiting: (StatementLine & { position: number })[] = []
  let [position, skipped] = [0, 0]
  const ids: number[] = []

  async function begin() {
    const { id } = await tx
      .insertInto('bank_statements')
      .values({
        bank_account_id,
        file_id,
        number,
        format,
        is_day_report: isDayReport(format),
        from_day: scanned.from,
        to_day: scanned.to,
        ...balances,
        lines: scanned.lines,
        lines_known: 0,
        credit_cents: scanned.credit_cents,
        debit_cents: scanned.debit_cents,
        notes: scanned.notes,
        created_at: context.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const event = await audit(tx, context, {
      action: 'import_statement',
      ...auditOf('bank_statement', { id, title: number }),
      after: { from: scanned.from, to: scanned.to, lines: scanned.lines, ...balances },
    })
    return { id, event }
  }
  async function flush() {
    if (waiting.length === 0) return
    statement ??= await begin()
    const made = await insertLines(tx, statement.id, bank_account_id, waiting)
    await postForEvent(
      tx,
      context,
      statement.event,
      waiting.map((line, at): Posting => {
        const cents = line.amount_cents
        const [debit, credit] = cents > 0 ? [bank!, suspense!] : [suspense!, bank!]
        return {
          entry: { kind: 'statement_line', business_day: line.booked_on, bank_line_id: made[at]! },
          rows: [{ purpose: 'statement', debit, credit, amount_cents: Math.abs(cents) }],
        }
      }),
    )
    for (const id of made) ids.push(id)
    waiting = []
  }

  return {
    async add(line: StatementLine) {
      position++
      if (known.isKnown(line)) return void skipped++
      waiting.push({ ...line, position })
      if (waiting.length >= batchSize) await flush()
    },
    async close() {
      await flush()
      // A statement without lines is kept for its balance, unless it has none or that is known already.
      const isKept = scanned.lines === 0 && balances.has_balances
      if (!statement && isKept && !(await isThere(tx, bank_account_id, link))) statement = await begin()
      if (statement && skipped > 0)
        await tx
          .updateTable('bank_statements')
          .set({ lines_known: skipped })
          .where('id', '=', statement.id)
          .execute()
      return { id: statement?.id ?? null, lines: position, known: skipped, ids }
    },
  }
}

/** A file without balances continues the previous statement. */
async function balancesOf(tx: Db, { bank_account_id, from, ...scanned }: ScannedStatement) {
  const { opening_cents, closing_cents, credit_cents, debit_cents } = scanned
  if (opening_cents !== null && closing_cents !== null)
    return { opening_cents, closing_cents, has_balances: true }
  const before = await tx
    .selectFrom('bank_statements')
    .select('closing_cents')
    .where('bank_account_id', '=', bank_account_id)
    .where('to_day', '<=', from)
    .orderBy('to_day', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const opening = before?.closing_cents ?? 0
  return { opening_cents: opening, closing_cents: opening + credit_cents - debit_cents, has_balances: false }
}

async function isThere(tx: Db, account: number, link: Link): Promise<boolean> {
  const found = await tx
    .selectFrom('bank_statements')
    .select('id')
    .where('bank_account_id', '=', account)
    .where('from_day', '=', link.from_day)
    .where('to_day', '=', link.to_day)
    .where('opening_cents', '=', link.opening_cents)
    .where('closing_cents', '=', link.closing_cents)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function insertLines(
  tx: Db,
  statement_id: number,
  bank_account_id: number,
  lines: readonly (StatementLine & { position: number })[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into bank_lines (statement_id, bank_account_id, position, booked_on, valued_on, amount_cents, name, iban, text,
      reference, bank_reference, booking, is_reversal)
    select ${statement_id}::bigint, ${bank_account_id}::bigint, position, booked_on, valued_on, amount_cents, name, iban,
      text, reference, bank_reference, booking, is_reversal
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (position integer, booked_on date, valued_on date,
      amount_cents bigint, name text, iban text, text text, reference text, bank_reference text, booking text,
      is_reversal boolean)
    order by position
    returning id`.execute(tx)
  return rows.map((row) => row.id)
}
