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
 * Matches lines that name their target's number with its exact amount, each in a transaction of its own; a line refused
 * by its target stays open. Automatic matches are marked as such and can be undone like any other.
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
    // Counted over the whole file: an earlier worker may have matched some lines before it died.
    await sql`
      update bank_statement_files set lines_matched = (
        select count(*) from bank_lines line join bank_statements statement on statement.id = line.statement_id
        where statement.file_id = ${file_id}::bigint and line.is_auto and line.state = 'matched')
      where id = ${file_id}::bigint`.execute(db)
}

export async function storedLines(db: Db, ids: readonly number[]): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select id, bank_account_id, amount_cents, name, iban, text, reference, booking from bank_lines
    where id = any(${ids}::bigint[]) order by id`.execute(db)
  return rows
}

/** Those lines that are certain, each with its single part. */
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
