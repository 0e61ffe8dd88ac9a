import type { Day } from '#shared/dates.ts'
import { dayAt, moneyAt, signed } from './camt-values.ts'
import { ultimateParty } from './mt940-purpose.ts'
import { cleanText } from '#server/reading/bank-text.ts'
import {
  longestText,
  type OutOfOrder,
  bookedState,
  givenReference,
  StatementError,
  type Collective,
  type StatementLine,
  type StatementNote,
} from './statement.ts'
import { all, type Element, find, textAt } from '#server/reading/xml.ts'

/** One payment within an entry. */
export type EntryDetail = Pick<StatementLine, 'iban' | 'text' | 'reference' | 'booking'> & {
  /** Unsigned; undefined when the bank gives none. */
  amount: Element | undefined
  indicator: string
  bank_reference: string
  debtor: Party
  creditor: Party
  /** References by which a bank identifies the collective entry of a payment. */
  batch: string[]
  line: number
}
type Party = { name: string; iban: string }

/**
 * Reads one `TxDtls`. It never refuses a file: without a readable amount, the entry's amount counts. Only a notice
 * needs the references of its batch.
 */
export function readDetail(element: Element, isNotice: boolean): EntryDetail {
  const refs = find(element, 'Refs')
  const known = (name: string) => givenReference(cleanText(textAt(refs, name), 140))
  const remittance = find(element, 'RmtInf')
  const structured = all(remittance, 'Strd').flatMap((part) => [
    textAt(part, 'CdtrRefInf', 'Ref'),
    ...all(part, 'AddtlRmtInf').map((one) => one.text),
  ])
  // An invoice number replaces a missing reference.
  const documents = all(remittance, 'Strd').flatMap((part) =>
    all(part, 'RfrdDocInf').map((one) => textAt(one, 'Nb')),
  )
  // The reason of a return, as code and text.
  const sentBack = find(element, 'RtrInf')
  const why = [
    textAt(sentBack, 'Rsn', 'Cd') || textAt(sentBack, 'Rsn', 'Prtry'),
    ...all(sentBack, 'AddtlInf').map((one) => one.text),
  ]
  const debtor = party(element, 'Dbtr')
  const creditor = party(element, 'Cdtr')
  const others = [
    ...ultimateParty('ABWA', ultimate(element, 'Dbtr'), debtor.name),
    ...ultimateParty('ABWE', ultimate(element, 'Cdtr'), creditor.name),
  ]
  const written = all(remittance, 'Ustrd').map((part) => part.text)
  return {
    amount: [find(element, 'AmtDtls', 'TxAmt', 'Amt'), find(element, 'Amt')].find(
      (one) => one && one.text.trim() !== '',
    ),
    indicator: textAt(element, 'CdtDbtInd'),
    bank_reference: known('AcctSvcrRef') || known('TxId'),
    reference: known('EndToEndId') || cleanText(documents.join(' '), 140),
    booking: cleanText(textAt(element, 'AddtlTxInf'), longestText),
    text: cleanText([...written, ...structured, ...why, ...others].join(' '), longestText),
    debtor,
    creditor,
    batch: isNotice ? ['AcctSvcrRef', 'PmtInfId', 'MsgId'].map(known).filter(Boolean) : [],
    iban: '',
    line: element.line,
  }
}

function party(element: Element, role: 'Dbtr' | 'Cdtr'): Party {
  const parties = find(element, 'RltdPties')
  const account = find(parties, `${role}Acct`, 'Id')
  return {
    name: cleanText(nameOf(find(parties, role)) || ultimate(element, role), 140),
    iban: textAt(account, 'IBAN').replace(/\s/g, '').toUpperCase().slice(0, 34),
  }
}

const ultimate = (element: Element, role: 'Dbtr' | 'Cdtr') =>
  nameOf(find(element, 'RltdPties', `Ultmt${role}`))

/** From 001.08 on, a party's name is nested one level deeper. */
const nameOf = (party: Element | undefined) => textAt(party, 'Nm') || textAt(party, 'Pty', 'Nm')

/** Children of an entry, in schema order. */
const order = [
  'NtryRef',
  'Amt',
  'CdtDbtInd',
  'RvslInd',
  'Sts',
  'BookgDt',
  'ValDt',
  'AcctSvcrRef',
  'Avlbty',
  'BkTxCd',
  'ComssnWvrInd',
  'AddtlInfInd',
  'AmtDtls',
  'Chrgs',
  'TechInptChanl',
  'Intrst',
  'CardTx',
  'NtryDtls',
  'AddtlNtryInf',
]

/** The first child of an entry that violates the schema's order; banks write such files, so they are accepted. */
export function outOfOrder(fields: readonly Element[]): OutOfOrder | undefined {
  let reached = 0
  for (const { name, line } of fields) {
    const at = order.indexOf(name)
    if (at < reached) return `out_of_order:${name}:${line}`
    reached = at
  }
  return undefined
}

type Entry = {
  fields: Element[]
  items: EntryDetail[]
  batch: string[]
  line: number
  notes: Set<StatementNote>
  onOdd: (name: string, line: number) => void
  onZero: () => void
}

/**
 * The lines of one entry: one per payment if the payments of a batch add up to it, otherwise one. None when it is
 * pending.
 */
export function entryLines(entry: Entry): StatementLine[] | 'pending' {
  const { fields, items, line, notes } = entry
  const of = (name: string) => fields.find((field) => field.name === name)
  const status = of('Sts')
  const code = textAt(status, 'Cd') || textAt(status, 'Prtry') || status?.text.trim() || ''
  // Unbooked entries are not part of any balance.
  if (code === 'INFO' || bookedState(code) === false) return 'pending'
  if (!bookedState(code)) throw new StatementError('bad_line', status?.line ?? line)
  const indicator = of('CdtDbtInd')?.text.trim() ?? ''
  const amount_cents = signed(moneyAt(of('Amt'), line), indicator, line)
  if (amount_cents === 0) {
    entry.onZero()
    return []
  }
  const shared = {
    ...daysOf(entry, of('BookgDt'), of('ValDt')),
    is_reversal: of('RvslInd')?.text.trim() === 'true' || of('RvslInd')?.text.trim() === '1',
  }
  const bankReference = cleanText(of('AcctSvcrRef')?.text ?? '', 140)
  const said = cleanText(of('AddtlNtryInf')?.text ?? '', longestText)
  const lineOf = (item: EntryDetail | undefined, cents: number, nth = 0): StatementLine => {
    const other = cents > 0 ? item?.debtor : item?.creditor
    const reference = item?.bank_reference || bankReference
    return {
      ...shared,
      line: item?.line ?? line,
      amount_cents: cents,
      name: other?.name ?? '',
      iban: other?.iban ?? '',
      ...wordsOf(item?.text ?? '', item?.booking ?? '', said),
      // Without payments, only the batch reference can be compared with a notice.
      reference: item?.reference ?? entry.batch[0] ?? '',
      bank_reference:
        reference && items.length > 1 && !item?.bank_reference ? `${reference}#${nth}` : reference,
    }
  }
  if (items.length <= 1) return [lineOf(items[0], amount_cents)]
  const amounts = items.map((item) => detailCents(item, indicator))
  if (
    amounts.reduce<number>((sum, cents) => sum + (cents ?? 0), 0) !== amount_cents ||
    amounts.includes(null)
  ) {
    notes.add('batch_not_itemized')
    const together = { ...items[0]!, debtor: nobody, creditor: nobody, text: everything(items, indicator) }
    return [lineOf(together, amount_cents)]
  }
  return items.flatMap((item, at) => {
    if (amounts[at] !== 0) return [lineOf(item, amounts[at]!, at + 1)]
    entry.onZero()
    return []
  })
}

/**
 * The payments of a collective entry in a notice, if they add up to it. Undefined for an entry of one payment, which
 * its statement contains as well, for other sums, and for unbooked entries.
 */
export function collectiveIn(entry: Entry): Omit<Collective, 'line'> | undefined {
  const { fields, items, batch } = entry
  if (items.length < 2) return undefined
  const notes = new Set<StatementNote>()
  const payments = entryLines({ ...entry, notes })
  if (payments === 'pending' || payments.length < 2) return undefined
  const own = ['AcctSvcrRef', 'NtryRef'].map((name) =>
    givenReference(cleanText(fields.find((field) => field.name === name)?.text ?? '', 140)),
  )
  const references = [...own, ...batch, ...items.flatMap((item) => item.batch)].filter(Boolean)
  return {
    booked_on: payments[0]!.booked_on,
    amount_cents: payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    references: [...new Set(references)].slice(0, mostReferences),
    payments,
  }
}

/** Payments have references of their own; the first few are enough to find their entry. */
const mostReferences = 50

/** References of a batch, as on its entry. */
export const batchReferences = (element: Element): string[] =>
  ['PmtInfId', 'MsgId'].map((name) => givenReference(cleanText(textAt(element, name), 140))).filter(Boolean)

const nobody: Party = { name: '', iban: '' }

/**
 * The booking day decides the year of a gift, so the value day replaces it only when missing. The value day itself
 * decides nothing.
 */
function daysOf({ line, onOdd }: Entry, booked: Element | undefined, valued: Element | undefined) {
  if (!isFilled(booked)) return both(dayAt(valued, line))
  const booked_on = dayAt(booked, line)
  if (!isFilled(valued)) return both(booked_on)
  try {
    return { booked_on, valued_on: dayAt(valued, line) }
  } catch (error) {
    if (!(error instanceof StatementError)) throw error
    onOdd(valued.name, valued.line)
    return both(booked_on)
  }
}

const both = (day: Day) => ({ booked_on: day, valued_on: day })

const isFilled = (element: Element | undefined): element is Element =>
  element !== undefined && [element, ...element.children].some((one) => one.text.trim() !== '')

const longestBooking = 140

/** The sender's text and the bank's booking type; a type that is too long becomes part of the text. */
function wordsOf(text: string, ofDetail: string, ofEntry: string): Pick<StatementLine, 'text' | 'booking'> {
  const said = [...new Set([ofDetail, ofEntry].filter(Boolean))]
  if (text === '') {
    const booking = ofEntry && ofDetail !== ofEntry ? ofDetail.slice(0, longestBooking) : ''
    const rest = ofDetail.length > longestBooking || !booking ? said : [ofEntry]
    return { text: cleanText(rest.join(' '), longestText), booking }
  }
  const booking = said.join(' ')
  if (booking.length <= longestBooking) return { text, booking }
  return { text: cleanText(`${text} ${booking}`, longestText), booking: booking.slice(0, longestBooking) }
}

/** Name and text of all payments in an entry that stays one line. */
function everything(items: readonly EntryDetail[], indicator: string): string {
  let text = ''
  for (const item of items) {
    const { name } = indicator === 'CRDT' ? item.debtor : item.creditor
    text += ` ${[name, item.text].filter(Boolean).join(': ')}`
    if (text.length > longestText) break
  }
  return cleanText(text, longestText)
}

/** Null when the bank does not give the amount in EUR; the entry then stays whole. */
function detailCents({ amount, indicator, line }: EntryDetail, ofEntry: string): number | null {
  if (!amount || amount.currency !== 'EUR') return null
  try {
    return signed(moneyAt(amount, line), indicator || ofEntry, line)
  } catch (error) {
    if (error instanceof StatementError) return null
    throw error
  }
}
