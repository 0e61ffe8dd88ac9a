import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type Link, overlaps } from '../chain.ts'
import type { StatementFormat, StatementLine } from '../reading/statement.ts'

/** Which lines of a statement other statements of the same days have brought already. */
export type KnownLines = { isKnown: (line: StatementLine) => boolean }

const nothingKnown: KnownLines = { isKnown: () => false }

/**
 * What is known of the days of a statement. Each line of an overlapping statement stands for one line of this one, so
 * that two equal gifts are both kept, and none twice. Between formats, which word the same line differently, day and
 * amount decide; within one, its texts do too.
 */
export async function knownLines(
  tx: Db,
  account: number,
  statement: Link & { format: StatementFormat },
): Promise<KnownLines> {
  const { rows: same } = await sql<Link & { format: StatementFormat }>`
    select id, from_day, to_day, opening_cents, closing_cents, has_balances, format from bank_statements
    where bank_account_id = ${account}::bigint and from_day <= ${statement.to_day}::date
      and to_day >= ${statement.from_day}::date`.execute(tx)
  const others = same.filter((other) => overlaps(other, statement))
  if (others.length === 0) return nothingKnown
  const texts = new Map<string, number>()
  const amounts = new Map<string, number>()
  const ids = others.map((other) => other.id)
  for (let after = 0; ;) {
    const { rows } = await sql<StatementLine & { id: number; format: string }>`
      select line.id, line.booked_on, line.amount_cents, line.name, line.iban, line.text, line.reference, format
      from bank_lines line join bank_statements statement on statement.id = line.statement_id
      where line.statement_id = any(${ids}::bigint[]) and line.id > ${after}
        and line.booked_on between ${statement.from_day}::date and ${statement.to_day}::date
      order by line.id limit 5000`.execute(tx)
    for (const row of rows) {
      if (row.format === statement.format) add(texts, textKey(row))
      else add(amounts, amountKey(row))
    }
    if (rows.length < 5000) break
    after = rows.at(-1)!.id
  }
  return { isKnown: (line) => take(texts, textKey(line)) || take(amounts, amountKey(line)) }
}

type Worded = Pick<StatementLine, 'booked_on' | 'amount_cents' | 'name' | 'iban' | 'text' | 'reference'>
const amountKey = ({ booked_on, amount_cents }: Worded) => `${booked_on} ${amount_cents}`
const textKey = (line: Worded) =>
  JSON.stringify([line.booked_on, line.amount_cents, line.name, line.iban, line.text, line.reference])

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function take(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key)
  if (!left) return false
  counts.set(key, left - 1)
  return true
}
