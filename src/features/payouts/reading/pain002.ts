import { wallClock } from '#shared/dates.ts'
import { normalIban } from '#shared/bank-details.ts'
import { centsOf, cleanText } from '#server/reading/bank-text.ts'
import { all, type Element, find, readXml, textAt } from '#server/reading/xml.ts'
import { AnswerError } from './errors.ts'

/** The bank's statement on a message, a batch or a payment; `status` is empty when it makes none. */
export type ReportedStatus = {
  status: string
  /** The bank's code for the reason; empty when it gives none. */
  reason: string
  /** The bank's own words; for a close match, the name at the bank. */
  words: string
}

/** One payment that the answer names, with the details it repeats; amounts in cents. */
export type Reported = ReportedStatus & {
  end_to_end_id: string
  iban: string
  amount_cents: number | undefined
}

/** One batch of the message. When the bank only counts payments, `counts` holds the number per status. */
export type ReportedBatch = ReportedStatus & {
  payment_information_id: string
  counts: Record<string, number>
  payments: Reported[]
}

/** A parsed bank answer to a payment file (pain.002). */
export type BankAnswer = {
  message_id: string
  /** The bank's time, in UTC. */
  made_at: Date
  /** The original message, with its number of payments and control sum where the answer repeats them. */
  original: { message_id: string; payments: number | undefined; control_cents: number | undefined }
  group: ReportedStatus & { counts: Record<string, number> }
  batches: ReportedBatch[]
  /** Debtor accounts named in the answer. */
  payers: string[]
}

const namespace = /^urn:iso:std:iso:20022:tech:xsd:pain\.002\.(?:001\.(\d\d)|\d{3}\.\d\d)$/
const newest = 14
const report = 'Document/CstmrPmtStsRpt'
const batch = `${report}/OrgnlPmtInfAndSts`

// A batch is parsed field by field and payment by payment, so that a long one is never held as XML.
const capture = (path: string) =>
  path === `${report}/GrpHdr` || path === `${report}/OrgnlGrpInfAndSts` || path.startsWith(`${batch}/`)

/** Limits: payments and batches per answer, and fields per batch besides its payments. */
const most = { payments: 20_000, batches: 100, fields: 200 }
/** Maximum lengths of ids, names and the bank's words. */
const lengths = { id: 35, iban: 34, reason: 35, words: 500 }

/**
 * Reads a pain.002 of any version (001.03 and 001.10 are in use), by local element names. Throws `AnswerError` for
 * other messages and for answers without the required ids; errors of the XML reader pass through.
 */
export async function readAnswer(text: AsyncIterable<string>): Promise<BankAnswer> {
  let header: Element | undefined
  let group: Element | undefined
  let fields: Element[] = []
  let payments = 0
  const batches: ReportedBatch[] = []
  let open: ReportedBatch | undefined
  const payers = new Set<string>()
  for await (const event of readXml(text, capture)) {
    if (event.kind === 'open' && !event.path.startsWith('Document'))
      throw new AnswerError('not_an_answer', event.line)
    if (event.kind === 'open' && event.path === 'Document') refuseNamespace(event.namespace, event.line)
    if (event.kind === 'open' && event.path === batch) {
      if (batches.length >= most.batches) throw new AnswerError('too_many', event.line)
      fields = []
      open = { ...nothing, payment_information_id: '', counts: {}, payments: [] }
      batches.push(open)
    } else if (event.kind === 'close' && event.path === batch && open) {
      Object.assign(open, batchOf({ name: '', currency: '', text: '', children: fields, line: event.line }))
      open = undefined
    } else if (event.kind === 'element') {
      const { element } = event
      if (element.name === 'GrpHdr') header = onlyOne(header, element)
      else if (element.name === 'OrgnlGrpInfAndSts') group = onlyOne(group, element)
      else if (element.name === 'TxInfAndSts') {
        if (++payments > most.payments) throw new AnswerError('too_many', element.line)
        open!.payments.push(paymentOf(element))
        const payer = normalIban(textAt(element, 'OrgnlTxRef', 'DbtrAcct', 'Id', 'IBAN'))
        if (payer && payers.size < most.batches) payers.add(payer.slice(0, lengths.iban))
      } else if (fields.push(element) > most.fields) throw new AnswerError('too_many', element.line)
    }
  }
  if (!header || !group) throw new AnswerError('not_an_answer', 1)
  return {
    message_id: needed(header, 'MsgId'),
    made_at: instantOf(textAt(header, 'CreDtTm'), header.line),
    original: {
      message_id: needed(group, 'OrgnlMsgId'),
      payments: countOf(textAt(group, 'OrgnlNbOfTxs'), group.line),
      control_cents: centsIn(textAt(group, 'OrgnlCtrlSum'), group.line),
    },
    group: { ...statusOf(group, 'GrpSts'), counts: countsOf(group) },
    batches,
    payers: [...payers],
  }
}

const nothing: ReportedStatus = { status: '', reason: '', words: '' }

function refuseNamespace(uri: string, line: number): void {
  const match = namespace.exec(uri)
  if (!match) throw new AnswerError('not_an_answer', line)
  if (match[1] !== undefined && (Number(match[1]) < 1 || Number(match[1]) > newest))
    throw new AnswerError('unknown_version', line, { version: uri.slice(uri.indexOf('pain.')).slice(0, 40) })
}

function onlyOne(known: Element | undefined, element: Element): Element {
  if (known) throw new AnswerError('broken_answer', element.line)
  return element
}

function batchOf(element: Element): Omit<ReportedBatch, 'payments'> {
  return {
    ...statusOf(element, 'PmtInfSts'),
    payment_information_id: needed(element, 'OrgnlPmtInfId'),
    counts: countsOf(element),
  }
}

function paymentOf(element: Element): Reported {
  const reference = find(element, 'OrgnlTxRef')
  const amount = find(reference, 'Amt', 'InstdAmt')
  if (amount && amount.currency !== 'EUR') throw new AnswerError('broken_answer', amount.line)
  return {
    ...statusOf(element, 'TxSts'),
    end_to_end_id: needed(element, 'OrgnlEndToEndId'),
    iban: normalIban(textAt(reference, 'CdtrAcct', 'Id', 'IBAN')).slice(0, lengths.iban),
    amount_cents: amount && centsIn(amount.text.trim(), amount.line),
  }
}

function statusOf(element: Element, name: string): ReportedStatus {
  const status = textAt(element, name)
  if (status !== '' && !/^[A-Z]{4}$/.test(status)) throw new AnswerError('broken_answer', element.line)
  const reasons = all(element, 'StsRsnInf')
  const codes = reasons.map((one) => textAt(one, 'Rsn', 'Cd') || textAt(one, 'Rsn', 'Prtry'))
  // A field holds 105 characters; banks continue longer texts in the next field, even within a word.
  const words = reasons.flatMap((one) => all(one, 'AddtlInf')).map(({ text }) => text.trim())
  const joined = words.reduce((before, next, at) => {
    const goesOn = at > 0 && words[at - 1]!.length >= 105
    return before === '' || goesOn ? before + next : `${before} ${next}`
  }, '')
  return {
    status,
    reason: cleanText(codes.find((code) => code !== '') ?? '', lengths.reason),
    words: cleanText(joined, lengths.words),
  }
}

function countsOf(element: Element): Record<string, number> {
  const counts: Record<string, number> = Object.create(null)
  for (const one of all(element, 'NbOfTxsPerSts').slice(0, most.fields)) {
    const status = textAt(one, 'DtldSts')
    const count = countOf(textAt(one, 'DtldNbOfTxs'), one.line)
    if (!/^[A-Z]{4}$/.test(status) || count === undefined) throw new AnswerError('broken_answer', one.line)
    counts[status] = (counts[status] ?? 0) + count
  }
  return { ...counts }
}

function needed(element: Element, name: string): string {
  const text = textAt(element, name)
  if (text === '' || text.length > lengths.id) throw new AnswerError('missing', element.line, { name })
  return text
}

function countOf(text: string, line: number): number | undefined {
  if (text === '') return undefined
  if (!/^\d{1,9}$/.test(text)) throw new AnswerError('broken_answer', line)
  return Number(text)
}

function centsIn(text: string, line: number): number | undefined {
  if (text === '') return undefined
  const cents = centsOf(text, '.')
  if (cents === undefined) throw new AnswerError('broken_answer', line)
  return cents
}

const instant = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/

/** Parses a bank timestamp of this century; without a zone it is Berlin local time. */
function instantOf(text: string, line: number): Date {
  const [, shown, zone] = instant.exec(text) ?? []
  const time = zone === undefined ? berlinInstant(Date.parse(`${shown}Z`)) : Date.parse(`${shown}${zone}`)
  if (!(time >= earliest)) throw new AnswerError('missing', line, { name: 'CreDtTm' })
  return new Date(time)
}

const earliest = Date.UTC(2000)

/** Converts Berlin local time, given as if it were UTC, to the instant; NaN stays NaN. */
function berlinInstant(shown: number): number {
  if (Number.isNaN(shown)) return shown
  const near = shown - (wallClock(new Date(shown)) - shown)
  return shown - (wallClock(new Date(near)) - near)
}
