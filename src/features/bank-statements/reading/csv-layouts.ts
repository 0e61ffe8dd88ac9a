import type { CsvColumns, CsvExtra, CsvField } from './csv-columns.ts'

/** A bank's deviations from the rules for headings. */
export type CsvLayout = {
  /** Normalized headings that identify it; all of them must be in one row. */
  marks: readonly string[]
  /** Columns by their headings; undefined for a heading that means something else here. */
  columns?: Partial<Record<CsvField | CsvExtra, string | undefined>>
  more_text?: readonly string[]
  decimal?: ',' | '.'
  /** Dates such as 05-11-2026 start with the day. */
  dayFirst?: true
  /** The bank writes no quotes, except around the booking type; a quote in a text is the sender's. */
  unquoted?: true
  /** Every amount has two decimals; other ones come from a spreadsheet. */
  twoDecimals?: true
  /** The only value that marks a row as booked. */
  booked?: string
  /** The placeholder in empty cells. */
  empty?: string
  /** The fee's effect on the balance: the number itself, or its negation. */
  fee?: 'as written' | 'opposite'
  /** Text lines are cut at 27 characters, even within words. */
  cutLines?: true
  /** A single text holds all details in the bank's own order. */
  narrative?: 'targobank'
  /** A file may hold several currencies with separate balances; only EUR rows belong to the account. */
  pockets?: true
  sides?: 'wise'
}

const vr = { unquoted: true, twoDecimals: true } as const

/** Banks whose headings are not sufficient; all other banks are read by headings alone. */
export const csvLayouts: readonly CsvLayout[] = [
  {
    // Sparkasse, CSV-CAMT and CSV-MT940
    marks: ['auftragskonto', 'buchungstag', 'valutadatum', 'beguenstigterzahlungspflichtiger', 'info'],
    twoDecimals: true,
  },
  { marks: ['bezeichnungauftragskonto', 'ibanauftragskonto', 'namezahlungsbeteiligter'], ...vr },
  {
    // Cooperative banks until 2020
    marks: ['auftraggeberzahlungsempfaenger', 'empfaengerzahlungspflichtiger', 'vorgangverwendungszweck'],
    twoDecimals: true,
    cutLines: true,
  },
  { marks: ['buchungstag', 'wertstellung', 'umsatzart', 'buchungstext', 'ibankontoinhaber'], unquoted: true },
  { marks: ['buchungstag', 'wert', 'umsatzart', 'ibankontonummer', 'soll', 'haben'], unquoted: true },
  {
    // Deutsche Bank until 2024
    marks: ['buchungstag', 'wert', 'umsatzart', 'beguenstigterauftraggeber', 'iban', 'soll', 'haben'],
    unquoted: true,
  },
  {
    // ING
    marks: ['buchung', 'auftraggeberempfaenger', 'buchungstext', 'verwendungszweck', 'betrag', 'waehrung'],
    unquoted: true,
    twoDecimals: true,
  },
  {
    // comdirect
    marks: ['buchungstag', 'wertstellungvaluta', 'vorgang', 'buchungstext'],
    twoDecimals: true,
  },
  {
    // HypoVereinsbank: the account column is the own account
    marks: ['kontonummer', 'buchungsdatum', 'valuta', 'empfaenger1', 'empfaenger2', 'betrag'],
    columns: { iban: undefined, own_iban: 'kontonummer', more_name: 'empfaenger2' },
  },
  {
    // Finom
    marks: ['timecompleted', 'zahlungsbetrag', 'walletsaldonachtransaktion'],
    columns: {
      balance: 'walletsaldonachtransaktion',
      currency: 'zahlungswaehrung',
      key: 'transaktionsid',
    },
    decimal: '.',
    booked: 'completed',
    empty: 'N/A',
  },
  {
    // Revolut
    marks: ['product', 'starteddate', 'completeddate', 'description', 'amount', 'fee', 'state'],
    columns: { fee: 'fee', part: 'product' },
    decimal: '.',
    booked: 'completed',
    fee: 'opposite',
    pockets: true,
  },
  {
    // Wise, history
    marks: ['direction', 'finishedon', 'sourceamountafterfees', 'targetamountafterfees'],
    columns: {
      booked_on: 'finishedon',
      valued_on: undefined,
      amount: 'targetamountafterfees',
      payer: 'sourcename',
      payee: 'targetname',
      sign: undefined,
      currency: undefined,
      text: 'reference',
      reference: undefined,
      key: 'id',
    },
    decimal: '.',
    booked: 'completed',
    sides: 'wise',
    pockets: true,
  },
  {
    // Wise, balance statement
    marks: ['transferwiseid', 'date', 'amount', 'runningbalance'],
    columns: { name: undefined, iban: 'payeeaccountnumber', key: 'transferwiseid' },
    more_text: ['paymentreference'],
    decimal: '.',
    dayFirst: true,
  },
  {
    // PayPal: the gift is the gross amount, and the fee is a separate line
    marks: ['datum', 'uhrzeit', 'brutto', 'netto', 'transaktionscode'],
    columns: {
      amount: 'brutto',
      fee: 'gebuehr',
      balance: 'guthaben',
      key: 'transaktionscode',
      booking: 'typ',
      text: 'betreff',
      time: 'uhrzeit',
      zone: 'zeitzone',
    },
    more_text: ['hinweis', 'artikelbezeichnung'],
    decimal: ',',
    booked: 'abgeschlossen',
    fee: 'as written',
    pockets: true,
  },
]

/** Targobank writes no headings: day, text, debit, credit, two empty cells, and the own account. */
export const targobank: { layout: CsvLayout; columns: CsvColumns; own_iban: number; width: number } = {
  layout: { marks: [], narrative: 'targobank', unquoted: true },
  columns: { booked_on: 0, text: 1, debit: 2, credit: 3 },
  own_iban: 6,
  width: 7,
}
