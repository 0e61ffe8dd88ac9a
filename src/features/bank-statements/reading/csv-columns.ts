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
  booked_on: /^(buchungstag|buchungsdatum|buchung|datum|bookingdate|date|bookedon|completeddate)$/,
  valued_on:
    /^(valuta|valutadatum|wert|wertstellung|wertstellungstag|wertstellungsdatum|wertstellungvaluta|valuedate)$/,
  amount: /^(betrag|umsatz|betrageur|betragineur|umsatzineur|umsatzeur|zahlungsbetrag|amount|amounteur)$/,
  credit: /^(haben|habeneur|gutschrift|einnahme|eingang|credit)$/,
  debit: /^(soll|solleur|lastschrift|ausgabe|ausgang|debit)$/,
  name: /^(beguenstigterzahlungspflichtiger|beguenstigterauftraggeber|namezahlungsbeteiligter|auftraggeberempfaenger|auftraggeberbeguenstigter|auftraggeberzahlungsempfaenger|empfaengerzahlungspflichtiger|senderempfaenger|zahlungsbeteiligter|name|zahlungspflichtigerempfaenger|empfaenger1|partnername|payer|payee|counterparty)$/,
  iban: /^(iban|ibanzahlungsbeteiligter|kontonummeriban|ibankontonummer|ibankontonr|kontonummer|gegenkonto|partneriban|counterpartyiban)$/,
  text: /^(verwendungszweck|vorgangverwendungszweck|vwz|buchungsdetails|purpose|text|description|paymentreference|remittanceinformation)$/,
  reference: /^(kundenreferenz|kundenreferenzendtoend|endtoendreferenz|endtoendid|referenz|reference)$/,
  booking: /^(buchungstext|umsatzart|umsatztyp|buchungsart|vorgang|type)$/,
  currency: /^(waehrung|currency|ccy)$/,
  balance: /^(saldo|saldonachbuchung|kontostand|balance|runningbalance)$/,
}

/** What is told by its heading alone, beside the columns that a person may name. */
export type CsvExtras = Partial<Record<'status' | 'sign' | 'own_iban' | 'payer' | 'payee', number>>

const extras: Record<keyof CsvExtras, RegExp> = {
  status:
    /^(info|status|state|zustand|buchungsstatus|umsatzstatus|transaktionsstatus|transactionstatus|bookingstatus)$/,
  sign: /^(sh|hs|sollhaben|habensoll|sollhabenkennzeichen|shkennzeichen|kennzeichen|vorzeichen|dc|cd|debitcredit|creditdebit|drcr|crdr|creditdebitindicator|direction|richtung)$/,
  own_iban:
    /^(auftragskonto|ibanauftragskonto|ibankontoinhaber|ibandeskontoinhabers|eigeneiban|eigeneskonto|walletiban|accountiban)$/,
  payer: /^(auftraggeberzahlungsempfaenger|zahlungspflichtiger|auftraggeber)$/,
  payee: /^(empfaengerzahlungspflichtiger|zahlungsempfaengerin|zahlungsempfaenger|empfaenger)$/,
}

/** What else the headings say. A nameless column right behind the amount may hold its direction. */
export function extrasOf(headings: readonly string[], { amount }: CsvColumns): CsvExtras {
  const plain = headings.map(plainHeading)
  const found: CsvExtras = {}
  for (const field of ['status', 'sign', 'own_iban', 'payer', 'payee'] as const) {
    const at = plain.findIndex((heading) => extras[field].test(heading))
    if (at >= 0) found[field] = at
  }
  if (found.payer === undefined || found.payee === undefined) {
    delete found.payer
    delete found.payee
  }
  if (found.sign === undefined && amount !== undefined && plain[amount + 1] === '') found.sign = amount + 1
  return found
}

/** The columns by their headings; undefined when day or amount cannot be told. */
export function columnsOf(headings: readonly string[]): CsvColumns | undefined {
  const columns: CsvColumns = {}
  const plain = headings.map(plainHeading)
  plain.forEach((heading, at) => {
    const field = csvFields.find((one) => columns[one] === undefined && names[one].test(heading))
    if (field) columns[field] = at
  })
  // Some banks write all there is to say into the booking text.
  const told = plain.indexOf('buchungstext')
  if (columns.text === undefined && told >= 0) {
    columns.text = told
    const kind = plain.findIndex((heading, at) => at !== told && names.booking.test(heading))
    if (kind >= 0) columns.booking = kind
    else delete columns.booking
  }
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
