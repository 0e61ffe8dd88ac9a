import { type Day, isDay } from '#shared/dates.ts'
import { type Purpose, readOwnField, readPurpose } from './mt940-purpose.ts'
import { centsOf, cleanText } from '#server/reading/bank-text.ts'
import {
  longestText,
  type NamedAccount,
  type OddPart,
  StatementError,
  type StatementLine,
  type StatementPart,
  zeroNotes,
} from './statement.ts'

type Field = { tag: string; lines: string[]; line: number }
type Open = {
  line: number
  number: string
  account: NamedAccount | null
  opening: { cents: number; day: Day } | undefined
  begun: boolean
  from: Day | undefined
  to: Day | undefined
  last: StatementLine | undefined
  /** The next field is more text of the last line: a booking of 0,00, or another `:86:`. */
  isContinued: boolean
  odd: OddPart | undefined
  zero: number
}

/** Fields that only MT942 has, the report of an unfinished day. */
const ofDay = /^(?:34F|13D|90[CD])$/

/** Reads MT940 as German banks write it, with or without subfields in `:86:`. */
export async function* readMt940(text: AsyncIterable<string>): AsyncGenerator<StatementPart> {
  let open: Open | undefined
  let lastLine = 1
  let hasClosed = false
  for await (const field of fieldsOf(text)) {
    lastLine = field.line
    if (field.tag === '20') {
      if (open) throw new StatementError('no_closing', open.line)
      open = begin(field.line)
      continue
    }
    // Available balances and notes on the whole statement follow its closing balance.
    if (!open && hasClosed && /^(?:64|65|86|NS)$/.test(field.tag)) continue
    if (!open && field.tag === '940') continue
    if (ofDay.test(field.tag)) throw new StatementError('mt942', field.line)
    if (!open) throw new StatementError('beginning_missing', field.line)
    const next = field.tag === '61' ? lineOf(field, open) : undefined
    if (next?.amount_cents === 0) {
      open.zero++
      open.isContinued = true
      continue
    }
    if (next || field.tag.startsWith('62')) {
      if (!open.begun) yield head(open)
      if (open.last) yield { kind: 'line', ...open.last }
      open.last = next
      open.isContinued = false
    }
    if (field.tag.startsWith('62')) {
      yield foot(open, field)
      open = undefined
      hasClosed = true
    } else take(open, field)
  }
  if (open) throw new StatementError('truncated', lastLine)
}

const begin = (line: number): Open => ({
  line,
  number: '',
  account: null,
  opening: undefined,
  begun: false,
  from: undefined,
  to: undefined,
  last: undefined,
  isContinued: false,
  odd: undefined,
  zero: 0,
})

function take(open: Open, field: Field): void {
  const value = field.lines.join('')
  if (field.tag === '25') open.account = accountOf(value, field.line)
  else if (field.tag === '28' || field.tag === '28C') open.number = value.trim().slice(0, 60)
  else if (field.tag.startsWith('60')) open.opening = balanceOf(value, field.line)
  else if (field.tag === '61' && open.last) {
    const { booked_on } = open.last
    if (!open.from || booked_on < open.from) open.from = booked_on
    if (!open.to || booked_on > open.to) open.to = booked_on
  } else if (field.tag === '86' && open.last) addPurpose(open, open.last, readPurpose(field.lines))
  else if (field.tag === 'NS' && open.last) addPurpose(open, open.last, readOwnField(field.lines))
}

/** The first `:86:` fills a line; later ones append to the text and fill empty fields. */
function addPurpose(open: Open, line: StatementLine, purpose: Purpose): void {
  const { name = '', iban = '', text = '', reference = '', booking = '' } = purpose
  if (open.isContinued) {
    line.text = cleanText(`${line.text} ${text}`, longestText)
    line.name ||= name
    line.iban ||= iban
    return
  }
  open.isContinued = true
  line.name = name
  line.iban = iban
  line.text = text
  // Some banks write only where the reference is (`KREF+`).
  line.reference = reference || line.reference.replace(/^[A-Z]{4}\+$/, '')
  line.booking = cleanText(`${booking} ${line.booking}`, 140)
}

function head(open: Open): StatementPart {
  if (!open.account) throw new StatementError('no_account', open.line)
  if (!open.opening) throw new StatementError('no_opening', open.line)
  open.begun = true
  const { number, account, line, opening } = open
  return { kind: 'begin', format: 'mt940', number, account, line, opens_on: opening.day }
}

function foot(open: Open, field: Field): StatementPart {
  const closing = balanceOf(field.lines.join(''), field.line)
  const to = open.to && open.to > closing.day ? open.to : closing.day
  return {
    kind: 'end',
    opening_cents: open.opening!.cents,
    closing_cents: closing.cents,
    from: open.from && open.from < to ? open.from : to,
    to,
    pending: 0,
    notes: [...zeroNotes(open.zero), ...(open.odd ? [open.odd] : [])],
    line: field.line,
  }
}

function accountOf(value: string, line: number): NamedAccount {
  const text = value.replace(/\s/g, '').toUpperCase()
  const german = /^(\d{8})\/(\d{1,10})(?:[A-Z]{3})?$/.exec(text)
  if (german) return { bank_code: german[1]!, number: german[2]! }
  // Some banks append the currency to the account.
  const plain = /^(?:[A-Z0-9]{8,11}\/)?([A-Z0-9]{5,34}?)(?:EUR)?$/.exec(text)
  if (!plain) throw new StatementError('no_account', line)
  return { iban: plain[1]! }
}

const balance = /^([CD])(\d{6})([A-Z]{3})([\d,]{1,16})$/

function balanceOf(value: string, line: number): { cents: number; day: Day } {
  const match = balance.exec(value.trim())
  if (!match) throw new StatementError('bad_line', line)
  if (match[3] !== 'EUR') throw new StatementError('foreign_currency', line, { currency: match[3]! })
  const cents = amountOf(match[4]!, line)
  return { cents: match[1] === 'D' && cents > 0 ? -cents : cents, day: dayOf(match[2]!, line) }
}

// The booking type is optional here; some banks write it differently or not at all.
const booked = /^(\d{6})(\d{4})?(RC|RD|C|D)([A-Z]?)(\d[\d,]{0,15})([A-Z][A-Z0-9]{3})?(.*)$/

/** RC reverses a credit, RD a debit; a currency letter may follow the mark. */
function lineOf({ lines, line }: Field, open: Open): StatementLine {
  // Some banks break the line after the debit or credit mark.
  const whole = booked.exec(lines[0]!.trim())
  const match = whole ?? booked.exec(`${lines[0]!.trim()}${lines[1]?.trim() ?? ''}`)
  const more = lines.slice(whole ? 1 : 2)
  if (!match) throw new StatementError('bad_line', line)
  const [, value, entry, mark, , amount, , rest] = match
  const valued_on = dayOf(value!, line)
  const cents = amountOf(amount!, line)
  const [own, banks] = rest!.split('//')
  const known = (text: string | undefined) => {
    const clean = cleanText(text ?? '', 140)
    return clean === 'NONREF' ? '' : clean
  }
  return {
    line,
    booked_on: entryDay(entry, valued_on, () => (open.odd ??= `odd_part:61:${line}`)),
    valued_on,
    amount_cents: mark === 'C' || mark === 'RD' || cents === 0 ? cents : -cents,
    name: '',
    iban: '',
    text: '',
    reference: known(own),
    bank_reference: known(banks),
    booking: cleanText(more.join(' '), 140),
    is_reversal: mark!.startsWith('R'),
  }
}

function amountOf(text: string, line: number): number {
  const cents = centsOf(text, ',')
  if (cents === undefined) throw new StatementError('bad_amount', line, { text })
  return cents
}

function dayOf(text: string, line: number): Day {
  const year = Number(text.slice(0, 2))
  const day = `${year >= 70 ? 19 : 20}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`
  if (!isDay(day)) throw new StatementError('bad_day', line, { text })
  return day
}

/** The booking day has no year: takes the day closest to the value day, or the value day if it is invalid. */
function entryDay(text: string | undefined, valued_on: Day, onOdd: () => void): Day {
  if (!text) return valued_on
  const near = Number(valued_on.slice(0, 4))
  const days = [near - 1, near, near + 1]
    .map((year) => `${year}-${text.slice(0, 2)}-${text.slice(2, 4)}`)
    .filter(isDay)
  if (days.length === 0) onOdd()
  const distance = (day: Day) => Math.abs(Date.parse(day) - Date.parse(valued_on))
  return days.reduce((best, day) => (distance(day) < distance(best) ? day : best), days[0] ?? valued_on)
}

const tag = /^:(\d{2,3}[A-Z]?|[A-Z]{2,3}):(.*)$/
const envelope = /^(?:\{[1-5]:.*|-\}?|-?\}.*)$/
const longestField = 20_000

async function* fieldsOf(text: AsyncIterable<string>): AsyncGenerator<Field> {
  let field: Field | undefined
  let size = 0
  let line = 0
  let hasBegun = false
  let isOpen = false
  for await (const written of linesOf(text)) {
    line++
    if (written.length > longestField) throw new StatementError('text_too_long', line)
    const match = tag.exec(written.replace(/^\{4:/, ''))
    if (match) {
      if (field) yield field
      hasBegun = true
      field = { tag: match[1]!, lines: [match[2]!], line }
      isOpen = field.tag === '20' || (isOpen && !field.tag.startsWith('62'))
      size = 0
    } else if (written.trim() === '') continue
    else if (envelope.test(written) && !(isOpen && field?.tag === '86' && written.trim() === '-')) {
      // Before the closing balance, a dash alone is part of a wrapped text.
      if (field) yield field
      field = undefined
    } else if (field) {
      size += written.length
      if (size > longestField) throw new StatementError('text_too_long', line)
      field.lines.push(written)
    } else throw new StatementError(hasBegun ? 'line_outside' : 'beginning_missing', line)
  }
  if (field) yield field
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    yield* lines
    // Only its beginning is kept, which is refused with its line.
    if (rest.length > longestField) return yield rest
  }
  if (rest) yield rest.replace(/\r$/, '')
}
