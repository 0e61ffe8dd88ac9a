import { dayAt, moneyAt, signed } from './camt-values.ts'
import {
  cleanText,
  type OutOfOrder,
  bookedState,
  givenReference,
  StatementError,
  type StatementLine,
  type StatementNote,
} from './statement.ts'
import { all, type Element, find, textAt } from './xml.ts'

/** One payment inside an entry. */
export type EntryDetail = Pick<StatementLine, 'iban' | 'text' | 'reference' | 'booking'> & {
  /** Without a sign; missing where the bank says none. */
  amount: Element | undefined
  indicator: string
  bank_reference: string
  debtor: Party
  creditor: Party
  line: number
}
type Party = { name: string; iban: string }

/** Reads one `TxDtls`. */
export function readDetail(element: Element): EntryDetail {
  const refs = find(element, 'Refs')
  const known = (name: string) => givenReference(cleanText(textAt(refs, name), 140))
  const remittance = find(element, 'RmtInf')
  const structured = all(remittance, 'Strd').flatMap((part) => [
    textAt(part, 'CdtrRefInf', 'Ref'),
    ...all(part, 'AddtlRmtInf').map((one) => one.text),
  ])
  // Why money came back, as a code and in words.
  const sentBack = find(element, 'RtrInf')
  const why = [
    textAt(sentBack, 'Rsn', 'Cd') || textAt(sentBack, 'Rsn', 'Prtry'),
    ...all(sentBack, 'AddtlInf').map((one) => one.text),
  ]
  const text = [...all(remittance, 'Ustrd').map((part) => part.text), ...structured, ...why].join(' ')
  return {
    amount: [find(element, 'AmtDtls', 'TxAmt', 'Amt'), find(element, 'Amt')].find(
      (one) => one && one.text.trim() !== '',
    ),
    indicator: textAt(element, 'CdtDbtInd'),
    bank_reference: known('AcctSvcrRef') || known('TxId'),
    reference: known('EndToEndId'),
    booking: cleanText(textAt(element, 'AddtlTxInf'), 140),
    text: cleanText(text, 1000),
    debtor: party(element, 'Dbtr'),
    creditor: party(element, 'Cdtr'),
    iban: '',
    line: element.line,
  }
}

/** From 001.08 on a party's name lies one deeper. */
function party(element: Element, role: 'Dbtr' | 'Cdtr'): Party {
  const parties = find(element, 'RltdPties')
  const found = find(parties, role)
  const ultimate = find(parties, `Ultmt${role}`)
  const name = [found, ultimate].map((one) => textAt(one, 'Nm') || textAt(one, 'Pty', 'Nm')).find(Boolean)
  const account = find(parties, `${role}Acct`, 'Id')
  return {
    name: cleanText(name ?? '', 140),
    iban: textAt(account, 'IBAN').replace(/\s/g, '').toUpperCase().slice(0, 34),
  }
}

/** What an entry holds, in the order of the schema. */
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

/** The first part of an entry that stands where its schema has no place for it; banks write such files, and they are read. */
export function outOfOrder(fields: readonly Element[]): OutOfOrder | undefined {
  let reached = 0
  for (const { name, line } of fields) {
    const at = order.indexOf(name)
    if (at < reached) return `out_of_order:${name}:${line}`
    reached = at
  }
  return undefined
}

/** The lines of one entry: one for each payment of a batch whose payments sum to it, otherwise one. None where it is pending. */
export function entryLines(entry: {
  fields: Element[]
  items: EntryDetail[]
  line: number
  notes: Set<StatementNote>
}): StatementLine[] | 'pending' {
  const { fields, items, line, notes } = entry
  const of = (name: string) => fields.find((field) => field.name === name)
  const status = of('Sts')
  const code = textAt(status, 'Cd') || textAt(status, 'Prtry') || status?.text.trim() || ''
  // The amount of an entry that is not booked stands in no balance.
  if (code === 'INFO' || bookedState(code) === false) return 'pending'
  if (!bookedState(code)) throw new StatementError('bad_line', status?.line ?? line)
  const indicator = of('CdtDbtInd')?.text.trim() ?? ''
  const amount_cents = signed(moneyAt(of('Amt'), line), indicator, line)
  if (amount_cents === 0) return []
  const booked_on = dayAt(of('BookgDt') ?? of('ValDt'), line)
  const shared = {
    booked_on,
    valued_on: of('ValDt') ? dayAt(of('ValDt'), line) : booked_on,
    is_reversal: of('RvslInd')?.text.trim() === 'true' || of('RvslInd')?.text.trim() === '1',
  }
  const bankReference = cleanText(of('AcctSvcrRef')?.text ?? '', 140)
  const said = cleanText(of('AddtlNtryInf')?.text ?? '', 1000)
  const lineOf = (item: EntryDetail | undefined, cents: number, nth = 0): StatementLine => {
    const other = cents > 0 ? item?.debtor : item?.creditor
    const reference = item?.bank_reference || bankReference
    return {
      ...shared,
      line: item?.line ?? line,
      amount_cents: cents,
      name: other?.name ?? '',
      iban: other?.iban ?? '',
      text: item?.text || said,
      reference: item?.reference ?? '',
      bank_reference:
        reference && items.length > 1 && !item?.bank_reference ? `${reference}#${nth}` : reference,
      booking: item?.booking || (item?.text ? said.slice(0, 140) : ''),
    }
  }
  if (items.length <= 1) return [lineOf(items[0], amount_cents)]
  const amounts = items.map((item) => detailCents(item, indicator))
  if (
    amounts.reduce<number>((sum, cents) => sum + (cents ?? 0), 0) !== amount_cents ||
    amounts.includes(null)
  ) {
    notes.add('batch_not_itemized')
    return [
      lineOf({ ...items[0]!, debtor: nobody, creditor: nobody, text: said || items[0]!.text }, amount_cents),
    ]
  }
  return items.flatMap((item, at) => (amounts[at] === 0 ? [] : [lineOf(item, amounts[at]!, at + 1)]))
}

const nobody: Party = { name: '', iban: '' }

/** Null where the bank does not say it in EUR: then the entry stays whole. */
function detailCents({ amount, indicator, line }: EntryDetail, ofEntry: string): number | null {
  if (!amount || amount.currency !== 'EUR') return null
  return signed(moneyAt(amount, line), indicator || ofEntry, line)
}
