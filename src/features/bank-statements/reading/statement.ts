import type { Day } from '#shared/dates.ts'
import type { ExcerptRow } from '#shared/reading/excerpt-row.ts'
import type { ReadErrorCode } from '#shared/reading/errors.ts'

export const statementFormats = ['camt.053', 'camt.052', 'mt940', 'csv'] as const
/** Formats of a file: a payment notice is no statement and only lists the payments of collective lines. */
export type FileFormat = StatementFormat | 'camt.054'
export type StatementFormat = (typeof statementFormats)[number]

/** True for a day report, whose day may not be over; the day's statement repeats its lines later. */
export const isDayReport = (format: FileFormat) => format === 'camt.052'

/** The account named in a file: an IBAN, or a German bank code with account number. */
export type NamedAccount = { iban: string } | { bank_code: string; number: string }

/** The beginning of a statement; `line` is its place in the file. Only a CSV may lack an `account`. */
export type StatementHead = {
  format: FileFormat
  /** The bank's statement number; empty when it has none. */
  number: string
  account: NamedAccount | null
  /** The day of its opening balance, if that precedes the lines. */
  opens_on?: Day
  /** The account of the saved CSV layout. */
  layout_account?: number | null
  /** Line in the file, counted from 1. */
  line: number
}

/** One booked line; credits are positive, debits negative cents. */
export type StatementLine = {
  line: number
  booked_on: Day
  valued_on: Day
  amount_cents: number
  name: string
  iban: string
  text: string
  reference: string
  bank_reference: string
  booking: string
  /** True when the bank reversed an earlier booking. */
  is_reversal: boolean
}

/** Tolerated irregularities; they do not refuse a statement, but staff see them. */
export const statementNotes = [
  'opening_from_previous',
  'batch_not_itemized',
  'balance_not_in_file',
  'one_balance',
  'dos_letters',
] as const
export type StatementNote =
  | (typeof statementNotes)[number]
  | OutOfOrder
  | PendingLeftOut
  | ZeroLeftOut
  | OtherCurrency
  | OddPart
  | `layout_changed:${string}`
  | `other_iban:${string}`
/** Number of entries left out because the bank had not booked them. */
export type PendingLeftOut = `pending_left_out:${number}`
/** Number of entries left out because they are 0.00 and move no money. */
export type ZeroLeftOut = `zero_left_out:${number}`
/** A currency whose entries were left out of a multi-currency file, and their number. */
export type OtherCurrency = `other_currency:${string}:${number}`
/** A violation of the schema's element order: the element and its line. */
export type OutOfOrder = `out_of_order:${string}:${number}`

/** An unreadable part that does not affect amounts and was skipped: the element or field, and its line. */
export type OddPart = `odd_part:${string}:${number}`

export const pendingNotes = (count: number): PendingLeftOut[] =>
  count === 0 ? [] : [`pending_left_out:${count}`]

export const zeroNotes = (count: number): ZeroLeftOut[] => (count === 0 ? [] : [`zero_left_out:${count}`])

/** The end of a statement. Balances are null for a CSV without them; days are null when nothing is booked. */
export type StatementFoot = {
  opening_cents: number | null
  closing_cents: number | null
  from: Day | null
  to: Day | null
  /** Number of entries that are not booked yet; they are no lines. */
  pending: number
  notes: StatementNote[]
  line: number
}

/** A collective entry of a notice: its sum and day, the references that identify it, and its payments. */
export type Collective = {
  line: number
  booked_on: Day
  amount_cents: number
  references: string[]
  payments: StatementLine[]
}

/**
 * A statement in reading order: one `begin`, its lines, one `end`. A notice has collective entries instead of lines.
 */
export type StatementPart =
  | ({ kind: 'begin' } & StatementHead)
  | ({ kind: 'line' } & StatementLine)
  | ({ kind: 'collective' } & Collective)
  | ({ kind: 'end' } & StatementFoot)

export const statementErrorCodes = [
  'not_a_statement',
  'unknown_version',
  'no_account',
  'no_opening',
  'no_closing',
  'wrong_balance',
  'wrong_running_balance',
  'other_balance',
  'foreign_currency',
  'bad_amount',
  'bad_day',
  'bad_line',
  'line_outside',
  'beginning_missing',
  'mt942',
  'datev_batch',
  'camt_054',
  'payment_file',
  'payment_status',
  'other_message',
  'report_without_balance',
  'no_statements',
  'nested_archive',
  'too_many_lines',
  'no_columns',
  'in_future',
  'closed_month',
  'account_needed',
  'unknown_account',
  'asked_account',
  'other_account',
  'several_accounts',
  'saved_by_spreadsheet',
  'doubled',
  'layout_changed',
  'no_csv',
  'hidden_rows',
  'letters_open',
] as const
export type StatementErrorCode = (typeof statementErrorCodes)[number] | ReadErrorCode

/** The refusal of a whole file, with its line and the values for its text. */
export class StatementError extends Error {
  readonly code: StatementErrorCode
  readonly line: number | undefined
  readonly parameters: Record<string, string | number>
  /** The rows around the line, once they have been read. */
  excerpt: ExcerptRow[] = []
  constructor(code: StatementErrorCode, line?: number, parameters: Record<string, string | number> = {}) {
    super(line === undefined ? code : `${code} at line ${line}`)
    this.name = 'StatementError'
    this.code = code
    this.line = line
    this.parameters = parameters
  }
}

/** Interprets a booking state: booked, or not (pending, returned, refused); undefined for other words. */
export function bookedState(text: string): boolean | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[.!*]+$/, '')
  if (unbooked.test(word)) return false
  return booked.test(word) ? true : undefined
}

const unbooked =
  /^(?:(?:umsatz|buchung|zahlung|transaktion)\s+)?(?:(?:ist|noch)\s+)*(?:vorgemerkte?r?|vormerkung|vorm|offene?r?|nicht (?:aus)?gef(?:ü|ue)hrt|nicht gebucht|unbooked|not booked|ausstehend|schwebend|in bearbeitung|wartend|geplant|angek(?:ü|ue)ndigt|terminiert|reserviert|reservierung|autorisiert|pending|pdng|futr|in progress|processing|authori[sz](?:ed|ation)|scheduled|reverted|declined|rejected|failed|cancell?ed|abgelehnt|abgebrochen|fehlgeschlagen)(?:\s+(?:umsatz|buchung|zahlung|transaktion))?$/
const booked =
  /^(?:(?:umsatz|buchung|zahlung)\s+)?(?:gebuchte?r?|verbucht|book|booked|posted|settled|completed|cleared|abgeschlossen|ausgef(?:ü|ue)hrt|erledigt)(?:\s+(?:umsatz|buchung|zahlung))?$/

/** Maximum number of booked lines per file. */
export const maxStatementLines = 1_000_000

/** Passes parts through and throws when a statement's opening balance plus lines is not its closing balance. */
export async function* balanced(parts: AsyncIterable<StatementPart>): AsyncGenerator<StatementPart> {
  let sum = 0
  let lines = 0
  let statements = 0
  for await (const part of parts) {
    if (part.kind === 'begin') {
      sum = 0
      statements++
    } else if (part.kind === 'line') {
      sum += part.amount_cents
      if (++lines > maxStatementLines) throw new StatementError('too_many_lines', part.line)
    } else if (part.kind === 'end') refuseOtherSum(part, sum)
    yield part
  }
  if (statements === 0) throw new StatementError('no_statements')
}

function refuseOtherSum({ opening_cents, closing_cents, line }: StatementFoot, sum: number): void {
  if (opening_cents === null || closing_cents === null || opening_cents + sum === closing_cents) return
  throw new StatementError('wrong_balance', line, {
    opening: opening_cents,
    sum,
    closing: closing_cents,
    difference: closing_cents - opening_cents - sum,
  })
}

/** Maximum stored length of a sender's text. */
export const longestText = 4_000

/** A reference, or '' when the bank writes that there is none. */
export const givenReference = (text: string) => (/^NOT ?PROVIDED$|^NONREF$/i.test(text) ? '' : text)
