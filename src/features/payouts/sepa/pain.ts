import type { Day } from '#shared/dates.ts'
import { isEeaIban, isSepaIban } from '#shared/bank-details.ts'
import { isBankId } from './characters.ts'
import { longestName, longestRemittance } from './remittance.ts'

/** Credit transfer formats. Banks accept .09; most have refused .03 since November 2026 (product.md §10). */
export const painFormats = ['pain.001.001.09', 'pain.001.001.03'] as const
export type PainFormat = (typeof painFormats)[number]

/** Limit of one transfer in cents (€999,999,999.99); the sum of a file has no limit. */
export const largestAmount = 99_999_999_999

/** Debtor or creditor. */
export type Party = { name: string; iban: string; bic: string }
/** The debtor's town and two-letter country code. */
export type Place = { town: string; country: string }

/** One transfer; its texts are already in the bank's character set. */
export type Payment = { end_to_end_id: string; amount_cents: number; recipient: Party; remittance: string }

/** A file with one batch. */
export type PaymentOrder = {
  message_id: string
  created_at: Date
  execute_on: Day
  payer: Party & Partial<Place>
  payments: readonly Payment[]
}

export const longestTown = 35

/** True when banks require the debtor's address because an account is outside the EEA. */
export const needsAddress = (ibans: readonly string[]) => ibans.some((iban) => !isEeaIban(iban))

type Node = readonly [tag: string, content: string | readonly Node[], attributes?: string]

/**
 * The order as XML: one message with one batch; both carry the number of transactions and the control sum. Beyond the
 * EEA it includes the debtor's town and country, which must then be set. Throws when an id or text breaks a rule that
 * the schema cannot express (DFÜ agreement, annex 3), since that would be a bug here.
 */
export function painXml(format: PainFormat, order: PaymentOrder): string {
  assertBankRules(order)
  const isNew = format === 'pain.001.001.09'
  const { message_id, payments, payer } = order
  const sums: Node[] = [
    ['NbOfTxs', String(payments.length)],
    ['CtrlSum', euros(payments.reduce((sum, payment) => sum + payment.amount_cents, 0))],
  ]
  const agent = (tag: string, bic: string): Node[] => [
    [tag, [['FinInstnId', bic ? [[isNew ? 'BICFI' : 'BIC', bic]] : [['Othr', [['Id', 'NOTPROVIDED']]]]]]],
  ]
  const account = (tag: string, iban: string): Node => [tag, [['Id', [['IBAN', iban]]]]]
  const transfer = ({ end_to_end_id, amount_cents, recipient, remittance }: Payment): Node => [
    'CdtTrfTxInf',
    [
      ['PmtId', [['EndToEndId', end_to_end_id]]],
      ['Amt', [['InstdAmt', euros(amount_cents), ' Ccy="EUR"']]],
      ...(recipient.bic ? agent('CdtrAgt', recipient.bic) : []),
      ['Cdtr', [['Nm', recipient.name]]],
      account('CdtrAcct', recipient.iban),
      ['RmtInf', [['Ustrd', remittance]]],
    ],
  ]
  const message: Node = [
    'CstmrCdtTrfInitn',
    [
      [
        'GrpHdr',
        [
          ['MsgId', message_id],
          ['CreDtTm', order.created_at.toISOString().replace(/\.\d+Z$/, 'Z')],
          ...sums,
          ['InitgPty', [['Nm', payer.name]]],
        ],
      ],
      [
        'PmtInf',
        [
          ['PmtInfId', message_id],
          ['PmtMtd', 'TRF'],
          ['BtchBookg', 'true'],
          ...sums,
          ['PmtTpInf', [['SvcLvl', [['Cd', 'SEPA']]]]],
          ['ReqdExctnDt', isNew ? [['Dt', order.execute_on]] : order.execute_on],
          ['Dbtr', [['Nm', payer.name], ...addressOf(order)]],
          account('DbtrAcct', payer.iban),
          ...agent('DbtrAgt', payer.bic),
          ['ChrgBr', 'SLEV'],
          ...payments.map(transfer),
        ],
      ],
    ],
  ]
  const document: Node = ['Document', [message], ` xmlns="urn:iso:std:iso:20022:tech:xsd:${format}"`]
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(document, '')}`
}

/** The debtor's structured address, if banks require it. */
function addressOf({ payer, payments }: PaymentOrder): Node[] {
  if (!needsAddress([payer.iban, ...payments.map(({ recipient }) => recipient.iban)])) return []
  const { town = '', country = '' } = payer
  if (town.trim() === '' || town.length > longestTown || !/^[A-Z]{2}$/.test(country))
    throw new RangeError('an account outside the EEA, and no address of the payer')
  return [
    [
      'PstlAdr',
      [
        ['TwnNm', town],
        ['Ctry', country],
      ],
    ],
  ]
}

function assertBankRules({ message_id, payments, payer }: PaymentOrder): void {
  const ids = payments.map(({ end_to_end_id }) => end_to_end_id)
  const wrongId = [message_id, ...ids].find((one) => !isBankId(one))
  if (wrongId !== undefined) throw new RangeError(`not an id for banks: ${wrongId}`)
  if (new Set(ids).size !== ids.length) throw new RangeError('two payments with one end-to-end id')
  const texts = [payer.name, ...payments.flatMap(({ recipient, remittance }) => [recipient.name, remittance])]
  if (texts.some((text) => text.trim() === '')) throw new RangeError('an empty text in a payment file')
  for (const { amount_cents, recipient, remittance } of payments) {
    if (!(amount_cents >= 1 && amount_cents <= largestAmount))
      throw new RangeError('an amount no bank transfers')
    if (remittance.length > longestRemittance) throw new RangeError('a remittance text that is too long')
    if (!isSepaIban(recipient.iban)) throw new RangeError('an account outside SEPA')
  }
  const names = [payer, ...payments.map(({ recipient }) => recipient)]
  if (names.some(({ name }) => name.length > longestName)) throw new RangeError('a name that is too long')
}

function write([tag, content, attributes = '']: Node, indent: string): string {
  if (typeof content === 'string') return `${indent}<${tag}${attributes}>${escape(content)}</${tag}>\n`
  const inside = content.map((node) => write(node, `${indent}  `)).join('')
  return `${indent}<${tag}${attributes}>\n${inside}${indent}</${tag}>\n`
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Formats cents as euros for the schema: decimal point, two decimals, no floating point. */
export const euros = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
