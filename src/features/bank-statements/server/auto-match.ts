import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { HttpError, InvalidInput } from '#server/errors.ts'
import { inTransaction } from '#server/transaction.ts'
import { certain, numbersIn } from '../suggest.ts'
import { candidatesFor, type StoredLine } from './candidates.ts'
import { matchLine } from './match.ts'

const batchSize = 500

/**
 * Matches what names the number of its target and has its exact amount, each line in a transaction of its own; a line
 * that its target refuses stays open. Visible as done by itself, and undone like any other.
 */
export async function autoMatch(
  db: Db,
  context: AuditContext,
  { file_id, lines, today }: { file_id: number; lines: readonly number[]; today: Day },
): Promise<void> {
  let matched = 0
  for (let start = 0; start < lines.length; start += batchSize) {
    const stored = (await storedLines(db, lines.slice(start, start + batchSize))).filter(
      (line) => numbersIn(line).length === 1,
    )
    const candidates = await candidatesFor(db, stored)
    for (const [at, line] of stored.entries()) {
      const target = certain(line, candidates[at]!)
      if (target && (await tryMatch(db, context, line, { ...target, today }))) matched++
    }
  }
  if (matched > 0)
    await sql`update bank_statement_files set lines_matched = ${matched} where id = ${file_id}::bigint`.execute(
      db,
    )
}

/** Lines by id, in their order, as the rules want them. */
export async function storedLines(db: Db, ids: readonly number[]): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select id, bank_account_id, amount_cents, name, iban, text, reference, booking from bank_lines
    where id = any(${ids}::bigint[]) order by id`.execute(db)
  return rows
}

async function tryMatch(
  db: Db,
  context: AuditContext,
  line: StoredLine,
  {
    target_type,
    slug,
    today,
  }: Pick<NonNullable<ReturnType<typeof certain>>, 'target_type' | 'slug'> & { today: Day },
): Promise<boolean> {
  const parts = [{ target_type, target_slug: slug, amount_cents: Math.abs(line.amount_cents) }]
  try {
    await inTransaction(db, (tx) => matchLine(tx, context, line.id, { parts, is_auto: true, today }))
    return true
  } catch (error) {
    if (error instanceof InvalidInput || (error instanceof HttpError && error.status === 409)) return false
    throw error
  }
}
