import { type Day, isDay } from '#shared/dates.ts'
import { dayAt, moneyAt, signed } from './camt-values.ts'
import {
  batchReferences,
  collectiveIn,
  entryLines,
  type EntryDetail,
  outOfOrder,
  readDetail,
} from './camt-entry.ts'
import {
  type NamedAccount,
  pendingNotes,
  zeroNotes,
  type OddPart,
  type OutOfOrder,
  StatementError,
  type StatementNote,
  type StatementPart,
} from './statement.ts'
import { type Element, find, readXml, textAt } from '#server/reading/xml.ts'

/** ISO 20022 messages end in kind, variant and version; some banks use a variant of their own. */
const message = /([a-z]{4}\.\d{3})\.(\d{3})\.(\d\d)$/
const newest = 13

/** Maximum fields of a statement, or of an entry besides its payments; far more than the schema has. */
const maxFields = 1_000

const kinds = {
  'camt.053': placesOf('Document/BkToCstmrStmt/Stmt'),
  'camt.052': placesOf('Document/BkToCstmrAcctRpt/Rpt'),
  'camt.054': placesOf('Document/BkToCstmrDbtCdtNtfctn/Ntfctn'),
}
type Kind = keyof typeof kinds

function placesOf(statement: string) {
  const entry = `${statement}/Ntry`
  const details = `${entry}/NtryDtls`
  return { statement, entry, details, detail: `${details}/TxDtls`, batch: `${details}/Btch` }
}

type Open = {
  line: number
  fields: Element[]
  kind: Kind
  balances: Map<string, Element>
  sum: number
  begun: boolean
  from: Day | undefined
  to: Day | undefined
  notes: Set<StatementNote>
  pending: number
  outOfOrder: OutOfOrder | undefined
  odd: OddPart | undefined
  zero: number
}

const [ofStatement, ...others] = Object.values(kinds).map((places) => ({
  ...places,
  prefix: `${places.statement}/`,
}))
/** Called for every element of a file, so it must be fast. */
const placesAt = (path: string) => others.find(({ prefix }) => path.startsWith(prefix)) ?? ofStatement!

/** Entries are captured one detail at a time, so that a long batch is never held as XML. */
function capture(path: string): boolean {
  const { prefix, statement, entry, details } = placesAt(path)
  return (
    path.startsWith(prefix) &&
    path !== entry &&
    path !== details &&
    path.slice(statement.length + 1).split('/').length <= (path.startsWith(`${details}/`) ? 3 : 2)
  )
}

/**
 * Reads CAMT.053, CAMT.052 with balances, and collective entries of CAMT.054, in all versions in use (001.02 to
 * 001.13), detected by namespace.
 */
export async function* readCamt(text: AsyncIterable<string>): AsyncGenerator<StatementPart> {
  let kind: Kind = 'camt.053'
  let open: Open | undefined
  let fields: Element[] = []
  let items: EntryDetail[] = []
  let batch: string[] = []
  let entryAt = 0
  let begins = 1
  let isXml = false
  for await (const event of readXml(text, capture)) {
    isXml = true
    if (event.path === 'Document' && event.kind === 'open') {
      kind = kindOf(event.namespace, event.line)
      begins = event.line
    }
    if (event.kind === 'open' && !event.path.startsWith('Document'))
      throw new StatementError('not_a_statement', event.line)
    const { statement, entry, details, detail, batch: ofBatch } = kinds[kind]
    if (event.kind === 'open' && !`${statement}/`.startsWith(`${event.path}/`) && isChild.test(event.path))
      throw new StatementError('not_a_statement', begins)
    if (event.path === statement && event.kind === 'open') open = begin(event.line, kind)
    if (!open) continue
    const now = open
    if (event.path === entry && event.kind === 'open') {
      if (!open.begun) yield head(open)
      ;[fields, items, batch, entryAt] = [[], [], [], event.line]
    } else if (event.kind === 'element' && event.path === detail)
      items.push(readDetail(event.element, kind === 'camt.054'))
    else if (event.kind === 'element' && event.path === ofBatch) batch.push(...batchReferences(event.element))
    else if (event.kind === 'element' && event.path.startsWith(`${entry}/`)) {
      if (!event.path.startsWith(`${details}/`)) addField(fields, event.element)
    } else if (event.kind === 'element') addFieldOrBalance(open, event.element)
    else if (event.kind === 'close' && event.path === entry) {
      open.outOfOrder ??= outOfOrder(fields)
      const onOdd = (name: string, line: number) => void (now.odd ??= `odd_part:${name}:${line}`)
      const onZero = () => void now.zero++
      const read = { fields, items, batch, line: entryAt, notes: open.notes, onOdd, onZero }
      if (kind === 'camt.054') {
        const collective = collectiveIn(read)
        if (collective) yield { kind: 'collective', line: entryAt, ...collective }
        continue
      }
      const lines = entryLines(read)
      if (lines === 'pending') open.pending++
      else
        for (const line of lines) {
          if (!open.from || line.booked_on < open.from) open.from = line.booked_on
          if (!open.to || line.booked_on > open.to) open.to = line.booked_on
          open.sum += line.amount_cents
          yield { kind: 'line', ...line }
        }
    } else if (event.kind === 'close' && event.path === statement) {
      if (!open.begun) yield head(open)
      yield kind === 'camt.054' ? footOfNotice(event.line) : foot(open)
      open = undefined
    }
  }
  if (!isXml) throw new StatementError('not_a_statement', 1)
}

const isChild = /^Document\/[^/]+$/

function kindOf(uri: string, line: number): Kind {
  const [, kind = '', variant = '', version = ''] = message.exec(uri) ?? []
  if (kind === 'camt.053' || kind === 'camt.052' || kind === 'camt.054') {
    if (variant === '001' && Number(version) >= 1 && Number(version) <= newest) return kind
    throw new StatementError('unknown_version', line, { version: `${kind}.${variant}.${version}` })
  }
  if (kind === 'pain.002') throw new StatementError('payment_status', line, { message: kind })
  if (kind.startsWith('pain.')) throw new StatementError('payment_file', line, { message: kind })
  if (kind !== '') throw new StatementError('other_message', line, { message: kind })
  throw new StatementError('not_a_statement', line)
}

const begin = (line: number, kind: Kind): Open => ({
  line,
  kind,
  fields: [],
  balances: new Map(),
  sum: 0,
  begun: false,
  from: undefined,
  to: undefined,
  notes: new Set(),
  pending: 0,
  outOfOrder: undefined,
  odd: undefined,
  zero: 0,
})

function addField(fields: Element[], element: Element): void {
  fields.push(element)
  if (fields.length > maxFields) throw new StatementError('too_many_fields', element.line)
}

function addFieldOrBalance(open: Open, element: Element): void {
  if (element.name !== 'Bal') return addField(open.fields, element)
  const code = textAt(element, 'Tp', 'CdOrPrtry', 'Cd')
  if (!['OPBD', 'PRCD', 'CLBD', 'ITBD'].includes(code)) return
  // A page may contain two interim balances: the first opens it, the last closes it.
  if (code === 'ITBD') {
    if (!open.balances.has('ITBD first')) open.balances.set('ITBD first', element)
    else open.balances.set('ITBD last', element)
  } else if (!open.balances.has(code)) open.balances.set(code, element)
}

type Balance = { cents: number; day: Day; line: number }

/** Reads a balance; only those that prove the lines are used. */
function balanceOf(element: Element): Balance {
  const { line } = element
  const cents = signed(moneyAt(find(element, 'Amt'), line), textAt(element, 'CdtDbtInd'), line)
  return { cents, day: dayAt(find(element, 'Dt'), line), line }
}

function head(open: Open): StatementPart {
  open.begun = true
  const of = (name: string) => open.fields.find((field) => field.name === name)
  const account = accountOf(of('Acct'), open.line)
  const currency = textAt(of('Acct'), 'Ccy')
  if (currency !== '' && currency !== 'EUR')
    throw new StatementError('foreign_currency', of('Acct')!.line, { currency })
  const number = of('LglSeqNb')?.text.trim() || of('ElctrncSeqNb')?.text.trim() || of('Id')?.text.trim() || ''
  const opening = ['OPBD', 'PRCD', 'ITBD first'].flatMap((code) => open.balances.get(code) ?? [])[0]
  const written = textAt(opening, 'Dt', 'Dt') || textAt(opening, 'Dt', 'DtTm')
  const opens_on = written.slice(0, 10)
  return {
    kind: 'begin',
    format: open.kind,
    number: number.slice(0, 60),
    account,
    ...(isDay(opens_on) && { opens_on }),
    line: open.line,
  }
}

function accountOf(account: Element | undefined, line: number): NamedAccount {
  const iban = (textAt(account, 'Id', 'IBAN') || textAt(account, 'Id', 'Othr', 'Id')).replace(/\s/g, '')
  if (iban === '') throw new StatementError('no_account', account?.line ?? line)
  return { iban: iban.toUpperCase() }
}

function foot(open: Open): StatementPart {
  const { notes } = open
  const { opening, closing, isOfDayBefore } = endsOf(open)
  if (isOfDayBefore && open.kind === 'camt.053') notes.add('opening_from_previous')
  // Lines and balances define the statement's period; the period that banks state may be anything.
  const begins = open.from ?? closing.day
  const first = !isOfDayBefore && opening.day < begins ? opening.day : begins
  const last = open.to && open.to > closing.day ? open.to : closing.day
  return {
    kind: 'end',
    opening_cents: opening.cents,
    closing_cents: closing.cents,
    from: first < last ? first : last,
    to: last,
    pending: open.pending,
    notes: [
      ...notes,
      ...pendingNotes(open.pending),
      ...zeroNotes(open.zero),
      ...(open.outOfOrder ? [open.outOfOrder] : []),
      ...(open.odd ? [open.odd] : []),
    ],
    line: closing.line,
  }
}

/** A notice has no balances and books nothing. */
const footOfNotice = (line: number): StatementPart => ({
  kind: 'end',
  opening_cents: null,
  closing_cents: null,
  from: null,
  to: null,
  pending: 0,
  notes: [],
  line,
})

/**
 * The balances that prove the lines. A statement opens with OPBD, or PRCD of the previous day, and closes with CLBD, or
 * with ITBD when more pages follow. A following page opens with ITBD; two ITBDs are its start and end.
 */
function endsOf(open: Open): { opening: Balance; closing: Balance; isOfDayBefore: boolean } {
  const of = (name: string) => open.balances.get(name)
  const [given, previous, closing] = [of('OPBD'), of('PRCD'), of('CLBD')]
  const [first, last] = [of('ITBD first'), of('ITBD last')]
  const pages = [
    [given, closing ?? last ?? first],
    ...(last ? [[first, closing ?? last]] : []),
    [previous, closing ?? last ?? first],
    ...(closing ? [[first, closing]] : []),
  ]
  const found = pages.flatMap(([from, to]) => (from && to ? [{ from, to }] : []))
  const usual = found[0]
  if (!usual) {
    if (open.kind === 'camt.052') throw new StatementError('report_without_balance', open.line)
    throw new StatementError(closing || first ? 'no_opening' : 'no_closing', open.line)
  }
  const read = ({ from, to }: typeof usual) => ({ opening: balanceOf(from), closing: balanceOf(to), from })
  let ends = read(usual)
  // When the bank gives more balances than a page needs, the sum of the lines decides which ones apply.
  for (const other of found.slice(1)) {
    if (ends.opening.cents + open.sum === ends.closing.cents) break
    const tried = read(other)
    if (tried.opening.cents + open.sum === tried.closing.cents) ends = tried
  }
  return { ...ends, isOfDayBefore: ends.from !== given }
}
