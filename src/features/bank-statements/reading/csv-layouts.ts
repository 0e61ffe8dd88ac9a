import type { CsvColumns, CsvExtra, CsvField } from './csv-columns.ts'

/** How one bank departs from what its headings say. */
export type CsvLayout = {
  /** Headings without signs and umlauts that it is told by; all of them stand in one row. */
  marks: readonly string[]
  /** Where its columns stand, by their headings; undefined for one that holds something else. */
  columns?: Partial<Record<CsvField | CsvExtra, string | undefined>>
  more_text?: readonly string[]
  /** The sign before the cents, where it is not the usual one for the separator. */
  decimal?: ',' | '.'
  /** Days such as 05-11-2026 begin with the day. */
  dayFirst?: true
  /** The bank writes no quotes, at most around the kind of booking: one in a text is the sender's. */
  unquoted?: true
  /** Each amount has two decimals; others come from a spreadsheet. */
  twoDecimals?: true
  /** The only word that says a row is booked. */
  booked?: string
  /** What stands in cells that are empty. */
  empty?: string
  /** What the fee takes from the balance: the number itself, or its opposite. */
  fee?: 'as written' | 'opposite'
  /** Text lines are cut at 27 signs, within words too. */
  cutLines?: true
  /** One text holds all there is to say, in an order of its own. */
  narrative?: 'targobank'
  /** A file may hold several currencies, each with a balance of its own: only the rows in EUR are the account's. */
  pockets?: true
  /** Money in and out stand in columns of their own, and the direction says which of them counts. */
  sides?: 'wise'
}

const vr = { unquoted: true, twoDecimals: true } as const

/** Banks whose headings do not say it all; all others are read by their headings alone. */
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
    // HypoVereinsbank: the account is its own
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
    // PayPal: the gift is what the donor gave, and what it costs is told beside it
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

/** Targobank writes no headings: day, text, money out, money in, two empty cells and its own account. */
export const targobank: { layout: CsvLayout; columns: CsvColumns; own_iban: number; width: number } = {
  layout: { marks: [], narrative: 'targobank', unquoted: true },
  columns: { booked_on: 0, text: 1, debit: 2, credit: 3 },
  own_iban: 6,
  width: 7,
}
