import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { continuesSameDay, type Link } from '../chain.ts'
import type { StatementFormat, StatementLine } from '../reading/statement.ts'
import { isEarlierNumber, isNextNumber, repeatedLines, type LineSequence } from '../repeated-lines.ts'

export type KnownLines = { isKnown: (line: StatementLine) => boolean }

const nothingKnown: KnownLines = { isKnown: () => false }

/** A statement being imported, with all its lines. */
export type IncomingStatement = Link & {
  number: string
  format: StatementFormat
  notes: readonly string[]
  sequence: Pick<LineSequence, 'days' | 'cents'>
}

/**
 * Finds the already imported lines of a statement. Balances and their sequence decide which other statements contain
 * the same lines (`repeatedLines`); for a file without balances, all statements of the same days do. Each of their lines
 * accounts for one line here, so that equal gifts are all kept and none is imported twice. Within a format, texts must
 * match too. Between formats, whose texts differ, day and amount decide how many equal lines are known; the bank's
 * reference or equal words decide which, if possible.
 */
export async function knownLines(tx: Db, account: number, statement: IncomingStatement): Promise<KnownLines> {
  const { rows: others } = await sql<Other>`
    select id, number, from_day, to_day, opening_cents, closing_cents, has_balances, format, lines, lines_known, notes
    from bank_statements where bank_account_id = ${account}::bigint and id in (select statement_id from bank_lines
      where bank_account_id = ${account}::bigint and booked_on between ${statement.from_day}::date and ${statement.to_day}::date)
    order by id`.execute(tx)
  const repeated: Repeated[] = []
  for (const other of others) {
    const lines = await repeatedOf(tx, account, other, statement)
    if (lines !== 'none') repeated.push({ other, lines })
  }
  const isNew = behindNumber(others, repeated, statement)
  const known = repeated.filter(({ other }) => !isNew(other))
  if (known.length === 0) return nothingKnown
  const stock = await stockOf(tx, known, statement)
  return { isKnown: (line) => stock.take(line) }
}

type Other = Link & {
  number: string
  format: StatementFormat
  lines: number
  lines_known: number
  notes: string[]
}
/** A statement, and which of its lines the new one may repeat. */
type Repeated = { other: Other; lines: 'all' | ReadonlySet<number> }

async function repeatedOf(
  tx: Db,
  account: number,
  other: Other,
  statement: IncomingStatement,
): Promise<Repeated['lines'] | 'none'> {
  if (!isProved(other) || !isProved(statement)) return 'all'
  const coming = { ...statement.sequence, ...balancesOf(statement) }
  if (other.lines_known > 0) {
    if (!continuesSameDay(other, statement) && !continuesSameDay(statement, other)) return 'all'
    // Other statements imported some of its lines; together they are its own if number and sum agree.
    const { sequence } = await sequenceOf(
      tx,
      sql`bank_account_id = ${account}::bigint and statement_id <= ${other.id}
      and booked_on between ${other.from_day}::date and ${other.to_day}::date`,
    )
    const sum = sequence.cents.reduce((total, cents) => total + cents, 0)
    const isComplete =
      sequence.cents.length === other.lines && other.opening_cents + sum === other.closing_cents
    return isComplete && repeatedLines({ ...sequence, ...balancesOf(other) }, coming).length > 0
      ? 'all'
      : 'none'
  }
  const { ids, sequence } = await sequenceOf(tx, sql`statement_id = ${other.id}::bigint`)
  const again = repeatedLines({ ...sequence, ...balancesOf(other) }, coming)
  if (again.length === 0) return 'none'
  return again.length === ids.length ? 'all' : new Set(again.map((at) => ids[at]!))
}

/** A single balance proves nothing: it may belong to another day than the lines. */
const isProved = ({ has_balances, notes }: { has_balances: boolean; notes: readonly string[] }) =>
  has_balances && !notes.includes('one_balance')

const balancesOf = ({ opening_cents, closing_cents }: Link) => ({ opening_cents, closing_cents })

/**
 * A statement that directly follows the last one, by number and balance, repeats no lines from before that one, even if
 * the account had the same balance earlier.
 */
function behindNumber(others: readonly Other[], repeated: readonly Repeated[], statement: IncomingStatement) {
  const before = others.find(
    (other) =>
      continuesSameDay(other, statement) &&
      other.format === statement.format &&
      isNextNumber(other.number, statement.number) &&
      repeated.every((one) => one.other !== other),
  )
  return (other: Other) =>
    before !== undefined &&
    other.has_balances &&
    other.format === before.format &&
    other.to_day <= before.to_day &&
    isEarlierNumber(other.number, before.number)
}

const atOnce = 5_000

/** Stored lines in the form that `repeatedLines` needs. */
async function sequenceOf(tx: Db, where: ReturnType<typeof sql>) {
  const ids: number[] = []
  const days: Day[] = []
  const cents: number[] = []
  for (let [statement, position] = [0, 0]; ;) {
    const { rows } = await sql<{
      id: number
      statement_id: number
      position: number
      booked_on: Day
      amount_cents: number
    }>`
      select id, statement_id, position, booked_on, amount_cents from bank_lines
      where ${where} and (statement_id, position) > (${statement}::bigint, ${position}::integer)
      order by statement_id, position limit ${atOnce}`.execute(tx)
    for (const row of rows) {
      ids.push(row.id)
      days.push(row.booked_on)
      cents.push(row.amount_cents)
    }
    if (rows.length < atOnce) return { ids, sequence: { days, cents } }
    ;({ statement_id: statement, position } = rows.at(-1)!)
  }
}

/** Imported lines of this statement's days, each to be used once. */
async function stockOf(tx: Db, repeated: readonly Repeated[], statement: IncomingStatement) {
  const texts = new Map<string, number>()
  const others = otherFormats(statement)
  const ids = repeated.map(({ other }) => other.id)
  const only = new Map(repeated.map(({ other, lines }) => [other.id, lines]))
  for (let after = 0; ;) {
    const { rows } = await sql<LineText & { id: number; statement_id: number; format: string }>`
      select line.id, statement_id, line.booked_on, line.amount_cents, line.name, line.iban, line.text, line.reference,
        line.bank_reference, format
      from bank_lines line join bank_statements statement on statement.id = line.statement_id
      where line.statement_id = any(${ids}::bigint[]) and line.id > ${after}
        and line.booked_on between ${statement.from_day}::date and ${statement.to_day}::date
      order by line.id limit ${atOnce}`.execute(tx)
    for (const row of rows) {
      const lines = only.get(row.statement_id)!
      if (lines !== 'all' && !lines.has(row.id)) continue
      if (row.format === statement.format) add(texts, textKey(row))
      else others.add(row)
      others.count(row)
    }
    if (rows.length < atOnce) break
    after = rows.at(-1)!.id
  }
  return { take: (line: LineText) => take(texts, textKey(line)) || others.take(line) }
}

/**
 * Lines imported in another format. Among equal lines, only the surplus over the stored ones is new: those that match
 * no stored reference or text. All others are known, so that the numbers agree.
 */
function otherFormats({ sequence }: IncomingStatement) {
  const kept = new Map<string, { amounts: number; words: Map<string, number> }>()
  const fresh = new Map<string, number>()
  sequence.days.forEach((booked_on, at) =>
    add(fresh, amountKey({ booked_on, amount_cents: sequence.cents[at]! })),
  )
  return {
    count: (line: LineText) => void take(fresh, amountKey(line)),
    add(line: LineText) {
      const key = amountKey(line)
      const equal = kept.get(key) ?? { amounts: 0, words: new Map<string, number>() }
      equal.amounts++
      for (const word of wordsOf(line)) add(equal.words, word)
      kept.set(key, equal)
    },
    take(line: LineText): boolean {
      const key = amountKey(line)
      const equal = kept.get(key)
      if (!equal || equal.amounts === 0) return false
      const isNamed = wordsOf(line).some((word) => take(equal.words, word))
      if (!isNamed && take(fresh, key)) return false
      equal.amounts--
      return true
    },
  }
}

/** Identifies one of several equal lines: the bank's reference, else all its text. */
const wordsOf = (line: LineText) =>
  line.bank_reference === '' ? [textKey(line)] : [`reference ${line.bank_reference}`, textKey(line)]

type LineText = Pick<
  StatementLine,
  'booked_on' | 'amount_cents' | 'name' | 'iban' | 'text' | 'reference' | 'bank_reference'
>
const amountKey = ({ booked_on, amount_cents }: Pick<LineText, 'booked_on' | 'amount_cents'>) =>
  `${booked_on} ${amount_cents}`
const textKey = (line: LineText) =>
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
