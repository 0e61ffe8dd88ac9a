import type { Day } from '#shared/dates.ts'
import { dayAt, moneyAt, signed } from './camt-values.ts'
import { entryLines, type EntryDetail, outOfOrder, readDetail } from './camt-entry.ts'
import {
  type NamedAccount,
  pendingNotes,
  type OutOfOrder,
  StatementError,
  type StatementNote,
  type StatementPart,
} from './statement.ts'
import { type Element, find, readXml, textAt } from './xml.ts'

const namespace = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(\d\d)$/
const newest = 13

const statement = 'Document/BkToCstmrStmt/Stmt'
/** Fields of one statement, or of one entry beside its payments: far more than the schema has. */
const maxFields = 1_000

const entry = `${statement}/Ntry`
const details = `${entry}/NtryDtls`

/** Entries come detail by detail, so that a batch of any length is never held as XML. */
const capture = (path: string) =>
  path.startsWith(`${statement}/`) &&
  path !== entry &&
  path !== details &&
  path.slice(statement.length + 1).split('/').length <= (path.startsWith(`${details}/`) ? 3 : 2)

type Balance = { cents: number; day: Day; line: number }
type Open = {
  line: number
  fields: Element[]
  balances: Map<string, Balance>
  begun: boolean
  from: Day | undefined
  to: Day | undefined
  notes: Set<StatementNote>
  pending: number
  outOfOrder: OutOfOrder | undefined
}

/** CAMT.053 in all versions in use (001.02 to 001.13), told by the namespace. */
export async function* readCamt(text: AsyncIterable<string>): AsyncGenerator<StatementPart> {
  let open: Open | undefined
  let fields: Element[] = []
  let items: EntryDetail[] = []
  let entryAt = 0
  for await (const event of readXml(text, capture)) {
    if (event.path === 'Document' && event.kind === 'open') refuseNamespace(event.namespace, event.line)
    if (event.kind === 'open' && !event.path.startsWith('Document'))
      throw new StatementError('not_a_statement', event.line)
    if (event.path === statement && event.kind === 'open') open = begin(event.line)
    if (!open) continue
    if (event.path === entry && event.kind === 'open') {
      if (!open.begun) yield head(open)
      ;[fields, items, entryAt] = [[], [], event.line]
    } else if (event.kind === 'element' && event.path === `${details}/TxDtls`)
      items.push(readDetail(event.element))
    else if (event.kind === 'element' && event.path.startsWith(`${entry}/`)) {
      if (!event.path.startsWith(`${details}/`)) addField(fields, event.element)
    } else if (event.kind === 'element') takeField(open, event.element)
    else if (event.kind === 'close' && event.path === entry) {
      open.outOfOrder ??= outOfOrder(fields)
      const lines = entryLines({ fields, items, line: entryAt, notes: open.notes })
      if (lines === 'pending') open.pending++
      else
        for (const line of lines) {
          if (!open.from || line.booked_on < open.from) open.from = line.booked_on
          if (!open.to || line.booked_on > open.to) open.to = line.booked_on
          yield { kind: 'line', ...line }
        }
    } else if (event.kind === 'close' && event.path === statement) {
      if (!open.begun) yield head(open)
      yield foot(open)
      open = undefined
    }
  }
}

function refuseNamespace(uri: string, line: number): void {
  const version = namespace.exec(uri)?.[1]
  if (version === undefined) throw new StatementError('not_a_statement', line)
  if (Number(version) < 1 || Number(version) > newest)
    throw new StatementError('unknown_version', line, { version: `camt.053.001.${version}` })
}

const begin = (line: number): Open => ({
  line,
  fields: [],
  balances: new Map(),
  begun: false,
  from: undefined,
  to: undefined,
  notes: new Set(),
  pending: 0,
  outOfOrder: undefined,
})

function addField(fields: Element[], element: Element): void {
  fields.push(element)
  if (fields.length > maxFields) throw new StatementError('too_many_fields', element.line)
}

function takeField(open: Open, element: Element): void {
  if (element.name !== 'Bal') return addField(open.fields, element)
  const code = textAt(element, 'Tp', 'CdOrPrtry', 'Cd')
  if (!['OPBD', 'PRCD', 'CLBD', 'ITBD'].includes(code)) return
  const cents = signed(
    moneyAt(find(element, 'Amt'), element.line),
    textAt(element, 'CdtDbtInd'),
    element.line,
  )
  const balance = { cents, day: dayAt(find(element, 'Dt'), element.line), line: element.line }
  // Of several pages the interim balance stands twice: the first is where it opens, the last where it closes.
  if (code === 'ITBD') {
    if (!open.balances.has('ITBD first')) open.balances.set('ITBD first', balance)
    open.balances.set('ITBD last', balance)
  } else if (!open.balances.has(code)) open.balances.set(code, balance)
}

function head(open: Open): StatementPart {
  open.begun = true
  const of = (name: string) => open.fields.find((field) => field.name === name)
  const account = accountOf(of('Acct'), open.line)
  const currency = textAt(of('Acct'), 'Ccy')
  if (currency !== '' && currency !== 'EUR')
    throw new StatementError('foreign_currency', of('Acct')!.line, { currency })
  const number = of('LglSeqNb')?.text.trim() || of('ElctrncSeqNb')?.text.trim() || of('Id')?.text.trim() || ''
  return { kind: 'begin', format: 'camt.053', number: number.slice(0, 60), account, line: open.line }
}

function accountOf(account: Element | undefined, line: number): NamedAccount {
  const iban = (textAt(account, 'Id', 'IBAN') || textAt(account, 'Id', 'Othr', 'Id')).replace(/\s/g, '')
  if (iban === '') throw new StatementError('no_account', account?.line ?? line)
  return { iban: iban.toUpperCase() }
}

function foot(open: Open): StatementPart {
  const { balances, notes } = open
  const given = balances.get('OPBD')
  const opening = given ?? balances.get('PRCD') ?? balances.get('ITBD first')
  const closing = balances.get('CLBD') ?? balances.get('ITBD last')
  if (!opening) throw new StatementError('no_opening', open.line)
  if (!closing) throw new StatementError('no_closing', open.line)
  if (!given) notes.add('opening_from_previous')
  // Its lines and balances say of which days it is; the span that a bank writes beside them may be any.
  const begins = open.from ?? closing.day
  const first = given && given.day < begins ? given.day : begins
  const last = open.to && open.to > closing.day ? open.to : closing.day
  return {
    kind: 'end',
    opening_cents: opening.cents,
    closing_cents: closing.cents,
    from: first < last ? first : last,
    to: last,
    pending: open.pending,
    notes: [...notes, ...pendingNotes(open.pending), ...(open.outOfOrder ? [open.outOfOrder] : [])],
    line: closing.line,
  }
}
