/** What a column of a bank's CSV may hold. */
export const csvFields = [
  'booked_on',
  'valued_on',
  'amount',
  'credit',
  'debit',
  'name',
  'iban',
  'text',
  'reference',
  'booking',
  'currency',
  'balance',
] as const
export type CsvField = (typeof csvFields)[number]

/** Which column holds what, by its place from 0. */
export type CsvColumns = Partial<Record<CsvField, number>>

const names: Record<CsvField, RegExp> = {
  booked_on: /^(buchungstag|buchungsdatum|buchung|datum|bookingdate|date|bookedon)$/,
  valued_on: /^(valuta|valutadatum|wertstellung|wertstellungstag|valuedate)$/,
  amount: /^(betrag|umsatz|betrageur|betragineur|amount|amounteur)$/,
  credit: /^(haben|gutschrift|einnahme|eingang|credit)$/,
  debit: /^(soll|lastschrift|ausgabe|ausgang|debit)$/,
  name: /^(beguenstigterzahlungspflichtiger|namezahlungsbeteiligter|auftraggeberempfaenger|auftraggeberbeguenstigter|zahlungsbeteiligter|name|zahlungspflichtigerempfaenger|payer|payee|counterparty)$/,
  iban: /^(iban|ibanzahlungsbeteiligter|kontonummeriban|kontonummer|gegenkonto|counterpartyiban)$/,
  text: /^(verwendungszweck|vwz|buchungsdetails|purpose|text|description|remittanceinformation)$/,
  reference: /^(kundenreferenz|kundenreferenzendtoend|endtoendreferenz|endtoendid|referenz|reference)$/,
  booking: /^(buchungstext|umsatzart|buchungsart|type)$/,
  currency: /^(waehrung|currency|ccy)$/,
  balance: /^(saldo|saldonachbuchung|kontostand|balance)$/,
}

/** What is told by its heading alone, beside the columns that a person may name. */
export type CsvExtras = { status?: number }

const status =
  /^(info|status|state|zustand|buchungsstatus|umsatzstatus|transaktionsstatus|transactionstatus|bookingstatus)$/

/** What else the headings say. */
export function extrasOf(headings: readonly string[]): CsvExtras {
  const at = headings.findIndex((heading) => status.test(plainHeading(heading)))
  return at < 0 ? {} : { status: at }
}

/** The columns by their headings; undefined when day or amount cannot be told. */
export function columnsOf(headings: readonly string[]): CsvColumns | undefined {
  const columns: CsvColumns = {}
  headings.forEach((heading, at) => {
    const plain = plainHeading(heading)
    const field = csvFields.find((one) => columns[one] === undefined && names[one].test(plain))
    if (field) columns[field] = at
  })
  return isEnough(columns) ? columns : undefined
}

/** True when a day and an amount are known. */
export const isEnough = ({ booked_on, amount, credit, debit }: CsvColumns) =>
  booked_on !== undefined && (amount !== undefined || credit !== undefined || debit !== undefined)

/** A heading without case, signs and umlauts. */
export const plainHeading = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]/g, '')

/** What a saved mapping is found by: the headings of the file. */
export const headingKey = (headings: readonly string[]) => headings.map(plainHeading).join('|').slice(0, 2000)
