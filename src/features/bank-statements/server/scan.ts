import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { normalIban } from '#shared/bank-details.ts'
import type { FilePart } from '../reading/file.ts'
import {
  type Collective,
  type FileFormat,
  type NamedAccount,
  StatementError,
  type StatementHead,
  type StatementNote,
} from '../reading/statement.ts'

export type ScannedStatement = {
  bank_account_id: number
  number: string
  format: FileFormat
  from: Day
  to: Day
  opening_cents: number | null
  closing_cents: number | null
  credit_cents: number
  debit_cents: number
  lines: number
  pending: number
  /** Day and cents of each line, in file order. */
  sequence: { days: Day[]; cents: number[] }
  notes: StatementNote[]
  /** Collective entries of a notice; empty for a statement. */
  collectives: Collective[]
}

/** Conditions from outside the file that may refuse a statement. */
export type Bounds = {
  /** The account chosen by a person, for files that name no own account. */
  account: number | null
  today: Day
}

/**
 * Reads a whole file and writes nothing: returns its statements, or throws the refusal with its line. Refuses lines of
 * unknown accounts, future days and closed months.
 */
export async function scanFile(
  db: Db,
  parts: AsyncIterable<FilePart>,
  { account, today }: Bounds,
): Promise<ScannedStatement[]> {
  const accounts = await accountsOfTheHouse(db)
  const closed = await closedMonths(db)
  const statements: ScannedStatement[] = []
  // Sharing one string per day keeps a million lines small.
  const days = new Map<Day, Day>()
  let now: ScannedStatement | undefined
  let payments = 0
  for await (const part of parts) {
    if (part.kind === 'begin') {
      const found = accountOf(
        accounts,
        part,
        account ?? (part.account ? null : (part.layout_account ?? null)),
      )
      now = {
        bank_account_id: found.id,
        number: part.number,
        format: part.format,
        from: today,
        to: today,
        opening_cents: null,
        closing_cents: null,
        credit_cents: 0,
        debit_cents: 0,
        lines: 0,
        pending: 0,
        sequence: { days: [], cents: [] },
        notes: found.notes,
        collectives: [],
      }
    } else if (part.kind === 'line') {
      if (part.booked_on > today) throw new StatementError('in_future', part.line, { day: part.booked_on })
      if (closed.has(part.booked_on.slice(0, 7)))
        throw new StatementError('closed_month', part.line, { day: part.booked_on })
      now!.lines++
      now!.sequence.days.push(days.get(part.booked_on) ?? part.booked_on)
      days.set(part.booked_on, part.booked_on)
      now!.sequence.cents.push(part.amount_cents)
      if (part.amount_cents > 0) now!.credit_cents += part.amount_cents
      else now!.debit_cents -= part.amount_cents
    } else if (part.kind === 'collective') {
      payments += part.payments.length
      if (payments > mostPayments) throw new StatementError('too_many_lines', part.line)
      const { kind: _, file: __, ...collective } = part
      now!.collectives.push(collective)
    } else {
      const { opening_cents, closing_cents, pending } = part
      const notes = [...now!.notes, ...part.notes]
      const [from, to] = [part.from ?? today, part.to ?? today]
      if (to > today) throw new StatementError('in_future', part.line, { day: to })
      statements.push({ ...now!, from, to, opening_cents, closing_cents, pending, notes })
    }
  }
  return statements
}

/** Maximum number of payments of collective entries held in memory. */
const mostPayments = 50_000

type HouseAccount = { id: number; slug: string; title: string; iban: string }

async function accountsOfTheHouse(db: Db): Promise<HouseAccount[]> {
  return db.selectFrom('bank_accounts').select(['id', 'slug', 'title', 'iban']).orderBy('id').execute()
}

/**
 * The account of a statement. An own account other than the chosen one is refused, and the right one is offered. A CSV
 * of an unknown account asks for it; the answer counts and is noted on the statement.
 */
function accountOf(
  accounts: HouseAccount[],
  { account: named, format, line }: StatementHead,
  chosen: number | null,
): { id: number; notes: StatementNote[] } {
  if (!named) {
    if (chosen === null) throw new StatementError('account_needed', line)
    return { id: chosen, notes: [] }
  }
  const found = accounts.find(({ iban }) => isSame(normalIban(iban), named))
  if (!found && format !== 'csv')
    throw new StatementError('unknown_account', line, { account: masked(named) })
  if (!found && chosen === null) throw new StatementError('asked_account', line, { account: masked(named) })
  if (!found) return { id: chosen!, notes: [`other_iban:${lastOf(named)}`] }
  if (chosen !== null && found.id !== chosen) {
    const { slug, title } = found
    throw new StatementError('other_account', line, { account: masked(named), slug, title })
  }
  return { id: found.id, notes: [] }
}

/** A German IBAN ends in bank code and account number. */
const isSame = (iban: string, named: NamedAccount) =>
  'iban' in named
    ? iban === named.iban
    : iban.startsWith('DE') && iban.slice(4) === `${named.bank_code}${named.number.padStart(10, '0')}`

const lastOf = (named: NamedAccount) => ('iban' in named ? named.iban : named.number).slice(-4)
const masked = (named: NamedAccount) => `•• ${lastOf(named)}`

async function closedMonths(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM') as month from closed_months`.execute(db)
  return new Set(rows.map((row) => row.month))
}
