import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { goesOn, type Link, overlaps } from '../chain.ts'
import type { StatementFormat, StatementLine } from '../reading/statement.ts'

/** Which lines of a statement other statements of the same days have brought already. */
export type KnownLines = { isKnown: (line: StatementLine) => boolean }

const nothingKnown: KnownLines = { isKnown: () => false }

/** Reads the lines of a statement that is being brought in once more. */
export type Reread = () => AsyncIterable<StatementLine>

/**
 * What is known of the days of a statement. Each line of an overlapping statement stands for one line of this one, so
 * that two equal gifts are both kept, and none twice. Between formats, which word the same line differently, day and
 * amount decide; within one, its texts do too.
 */
export async function knownLines(
  tx: Db,
  account: number,
  statement: Link & { format: StatementFormat },
  reread: Reread,
): Promise<KnownLines> {
  const { rows: same } = await sql<Other>`
    select id, from_day, to_day, opening_cents, closing_cents, has_balances, format from bank_statements
    where bank_account_id = ${account}::bigint and from_day <= ${statement.to_day}::date
      and to_day >= ${statement.from_day}::date order by id`.execute(tx)
  const others: Other[] = []
  for (const other of same)
    if (overlaps(other, statement) || (await isRepeated(tx, other, statement, reread))) others.push(other)
  if (others.length === 0) return nothingKnown
  const stock = await stockOf(tx, others, statement, [statement.from_day, statement.to_day])
  return { isKnown: (line) => stock.take(line) }
}

type Other = Link & { format: StatementFormat }

/**
 * True when of two statements, one of which goes on where the other ended, both tell of the same lines of that day all the
 * same: where these come to nothing, the balance before them is that after them. What comes first then stands in the other
 * once more, whole; the longer one may also come in first.
 */
async function isRepeated(tx: Db, other: Other, statement: Other, reread: Reread): Promise<boolean> {
  const day = other.to_day < statement.to_day ? other.to_day : statement.to_day
  const stock = await stockOf(tx, [other], statement, [day, day])
  const isNext = goesOn(other, statement) && stock.sum === 0
  if (stock.left() === 0 || (!isNext && !goesOn(statement, other))) return false
  let [sum, isInOther] = [0, true]
  for await (const line of reread()) {
    if (line.booked_on !== day) continue
    sum += line.amount_cents
    isInOther = stock.take(line) && isInOther
  }
  const hasOther = stock.left() === 0
  return (isNext && hasOther) || (goesOn(statement, other) && sum === 0 && (isInOther || hasOther))
}

/** The lines that statements brought of some days, each to be taken once. */
async function stockOf(
  tx: Db,
  others: readonly Other[],
  statement: { format: StatementFormat },
  [from, to]: readonly [Day, Day],
) {
  const texts = new Map<string, number>()
  const amounts = new Map<string, number>()
  const ids = others.map((other) => other.id)
  let [left, sum] = [0, 0]
  for (let after = 0; ;) {
    const { rows } = await sql<StatementLine & { id: number; format: string }>`
      select line.id, line.booked_on, line.amount_cents, line.name, line.iban, line.text, line.reference, format
      from bank_lines line join bank_statements statement on statement.id = line.statement_id
      where line.statement_id = any(${ids}::bigint[]) and line.id > ${after}
        and line.booked_on between ${from}::date and ${to}::date
      order by line.id limit 5000`.execute(tx)
    for (const row of rows) {
      left++
      sum += row.amount_cents
      if (row.format === statement.format) add(texts, textKey(row))
      else add(amounts, amountKey(row))
    }
    if (rows.length < 5000) break
    after = rows.at(-1)!.id
  }
  return {
    /** What its lines come to. */
    sum,
    /** How many were not taken. */
    left: () => left,
    take(line: Worded): boolean {
      const isThere = take(texts, textKey(line)) || take(amounts, amountKey(line))
      if (isThere) left--
      return isThere
    },
  }
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
