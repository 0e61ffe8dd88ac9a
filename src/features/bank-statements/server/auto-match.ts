import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { HttpError, InvalidInput } from '#server/base/errors.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { certain, numbersIn } from '../suggest.ts'
import { candidatesFor, type StoredLine } from './candidates.ts'
import { matchLine } from './match.ts'
import type { WantedPart } from './targets.ts'

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
    for (const { id, parts } of await certainMatches(db, lines.slice(start, start + batchSize)))
      if (await tryMatch(db, context, id, { parts, is_auto: true, today })) matched++
  }
  if (matched > 0)
    // Counted over the file: an earlier worker may have matched some before it died.
    await sql`
      update bank_statement_files set lines_matched = (
        select count(*) from bank_lines line join bank_statements statement on statement.id = line.statement_id
        where statement.file_id = ${file_id}::bigint and line.is_auto and line.state = 'matched')
      where id = ${file_id}::bigint`.execute(db)
}

/** Lines by id, in their order, as the rules want them. */
export async function storedLines(db: Db, ids: readonly number[]): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select id, bank_account_id, amount_cents, name, iban, text, reference, booking from bank_lines
    where id = any(${ids}::bigint[]) order by id`.execute(db)
  return rows
}

/** Of some lines those that are certain, each with the one part it is matched with. */
export async function certainMatches(
  db: Db,
  lines: readonly number[],
): Promise<{ id: number; parts: WantedPart[] }[]> {
  const stored = (await storedLines(db, lines)).filter((line) => numbersIn(line).length === 1)
  const candidates = await candidatesFor(db, stored, 'numbered')
  return stored.flatMap((line, at) => {
    const target = certain(line, candidates[at]!)
    if (!target) return []
    const { target_type, slug } = target
    return [
      { id: line.id, parts: [{ target_type, target_slug: slug, amount_cents: Math.abs(line.amount_cents) }] },
    ]
  })
}

async function tryMatch(
  db: Db,
  context: AuditContext,
  id: number,
  given: Parameters<typeof matchLine>[3],
): Promise<boolean> {
  try {
    await inTransaction(db, (tx) => matchLine(tx, context, id, given))
    return true
  } catch (error) {
    if (error instanceof InvalidInput || (error instanceof HttpError && error.status === 409)) return false
    throw error
  }
}
