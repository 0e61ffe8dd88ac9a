import type { Letters } from '#shared/reading/encodings.ts'

/** Contents that a person can assign to a column of a bank's CSV. */
export const csvFields = [
  'booked_on',
  'valued_on',
  'amount',
  'credit',
  'debit',
  'sign',
  'currency',
  'name',
  'iban',
  'text',
  'reference',
  'booking',
  'state',
  'balance',
] as const
export type CsvField = (typeof csvFields)[number]

/** Column index from 0 per content. */
export type CsvColumns = Partial<Record<CsvField, number>>

const names: Record<CsvField, RegExp> = {
  booked_on: /^(buchungstag|buchungsdatum|buchung|datum|bookingdate|date|bookedon|completeddate)$/,
  valued_on:
    /^(valuta|valutadatum|wert|wertstellung|wertstellungstag|wertstellungsdatum|wertstellungvaluta|valuedate)$/,
  amount:
    /^(betrag|umsatz|betrageur|betragineur|umsatzineur|umsatzeur|umsatzin0|zahlungsbetrag|amount|amounteur|paymentamount)$/,
  credit: /^(haben|habeneur|gutschrift|einnahme|eingang|credit)$/,
  debit: /^(soll|solleur|lastschrift|ausgabe|ausgang|debit)$/,
  sign: /^(sh|hs|sollhaben|habensoll|sollhabenkennzeichen|shkennzeichen|kennzeichen|vorzeichen|dc|cd|debitcredit|creditdebit|drcr|crdr|creditdebitindicator|direction|richtung)$/,
  currency: /^(waehrung|currency|ccy|zahlungswaehrung|paymentcurrency)$/,
  name: /^(beguenstigterzahlungspflichtiger|beguenstigterauftraggeber|namezahlungsbeteiligter|auftraggeberempfaenger|auftraggeberbeguenstigter|auftraggeberzahlungsempfaenger|empfaengerzahlungspflichtiger|senderempfaenger|zahlungsbeteiligter|name|zahlungspflichtigerempfaenger|empfaenger1|partnername|payer|payee|counterparty|counterpartyname)$/,
  iban: /^(iban|ibanzahlungsbeteiligter|kontonummeriban|ibankontonummer|ibankontonr|kontonummer|gegenkonto|partneriban|counterpartyiban|accountnumber)$/,
  text: /^(verwendungszweck|vorgangverwendungszweck|vwz|buchungsdetails|purpose|text|description|paymentreference|remittanceinformation)$/,
  reference: /^(kundenreferenz|kundenreferenzendtoend|endtoendreferenz|endtoendid|referenz|reference|eref)$/,
  booking: /^(buchungstext|umsatzart|umsatztyp|buchungsart|vorgang|type|transactiontype|transaktionsart)$/,
  state:
    /^(info|status|state|zustand|buchungsstatus|umsatzstatus|transaktionsstatus|transactionstatus|bookingstatus)$/,
  balance: /^(saldo|saldonachbuchung|kontostand|balance|runningbalance)$/,
}

/** Contents detected by heading only, besides those a person can assign. */
export type CsvExtras = Partial<Record<CsvExtra, number>> & {
  /** More columns that belong to the purpose. */
  more_text?: readonly number[]
}
export type CsvExtra = 'own_iban' | 'payer' | 'payee' | 'more_name' | 'fee' | 'key' | 'part' | 'time' | 'zone'

const extras = {
  own_iban:
    /^(auftragskonto|ibanauftragskonto|ibankontoinhaber|ibandeskontoinhabers|eigeneiban|eigeneskonto|walletiban|accountiban)$/,
  payer: /^(auftraggeberzahlungsempfaenger|zahlungspflichtiger|auftraggeber|payername)$/,
  payee: /^(empfaengerzahlungspflichtiger|zahlungsempfaengerin|zahlungsempfaenger|empfaenger|payeename)$/,
}

/** Further contents detected by heading. An unnamed column right after the amount may hold its direction. */
export function extrasOf(headings: readonly string[], { name, text }: CsvColumns): CsvExtras {
  const plain = headings.map(plainHeading)
  const found: CsvExtras = {}
  for (const field of ['own_iban', 'payer', 'payee'] as const) {
    const at = plain.findIndex((heading) => extras[field].test(heading))
    if (at >= 0) found[field] = at
  }
  // The direction decides which of two name columns is the counterparty, unless a person chose one.
  const isChosen = name !== undefined && name !== found.payer && name !== found.payee
  if (found.payer === undefined || found.payee === undefined || isChosen) {
    delete found.payer
    delete found.payee
  }
  const more = plain.flatMap((heading, at) => (at !== text && names.text.test(heading) ? [at] : []))
  if (text !== undefined && more.length > 0) found.more_text = more
  return found
}

/** Columns detected by their headings. */
export function guessColumns(headings: readonly string[]): CsvColumns {
  const columns: CsvColumns = {}
  const plain = headings.map(plainHeading)
  plain.forEach((heading, at) => {
    const field = csvFields.find((one) => columns[one] === undefined && names[one].test(heading))
    if (field) columns[field] = at
  })
  // Some banks put everything into the booking text.
  const told = plain.indexOf('buchungstext')
  if (columns.text === undefined && told >= 0) {
    columns.text = told
    const kind = plain.findIndex((heading, at) => at !== told && names.booking.test(heading))
    if (kind >= 0) columns.booking = kind
    else delete columns.booking
  }
  const { amount } = columns
  if (amount !== undefined) {
    // A currency next to the balance does not belong to the amount.
    if (names.currency.test(plain[amount + 1] ?? '')) columns.currency = amount + 1
    if (columns.sign === undefined && plain[amount + 1] === '') columns.sign = amount + 1
  }
  return columns
}

const looksLike = {
  day: /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T]\d{1,2}:\d{2}.*)?$/,
  amount: /^[+-]?\s?\d{1,3}(?:[.,' ]?\d{3})*[.,]\d{2}\s?(?:€|EUR)?\s?[+-]?$/,
  iban: /^[A-Z]{2}\d{2}[A-Z0-9 ]{11,40}$/,
}

/**
 * Proposes columns of a table with unknown headings: first by headings, then by the contents of the first rows. A
 * person decides ambiguous columns.
 */
export function proposeColumns(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): CsvColumns {
  const columns = guessColumns(headings)
  const width = Math.max(headings.length, ...rows.map((cells) => cells.length))
  const free = () =>
    Array.from({ length: width }, (_, at) => at).filter((at) => !Object.values(columns).includes(at))
  const filled = (at: number) => rows.map((cells) => cells[at]?.trim() ?? '').filter((cell) => cell !== '')
  const holding = (shape: RegExp) =>
    free().filter((at) => filled(at).length > 0 && filled(at).every((cell) => shape.test(cell)))
  if (columns.booked_on === undefined) {
    const [booked, valued, ...more] = holding(looksLike.day)
    if (booked !== undefined) columns.booked_on = booked
    if (valued !== undefined && columns.valued_on === undefined && more.length === 0)
      columns.valued_on = valued
  }
  if (!isEnough(columns)) {
    const [amount, ...more] = holding(looksLike.amount)
    if (amount !== undefined && more.length === 0) columns.amount = amount
  }
  if (columns.iban === undefined) {
    const [iban, ...more] = holding(looksLike.iban)
    if (iban !== undefined && more.length === 0) columns.iban = iban
  }
  // If two text columns remain, the longer one is the purpose and the other one the name.
  const words = free().filter((at) => filled(at).some((cell) => /\p{L}{3}/u.test(cell)))
  if (words.length === 2 && columns.text === undefined && columns.name === undefined) {
    const [one, other] = words as [number, number]
    const length = (at: number) => filled(at).join('').length
    const [text, name] = length(one) > length(other) ? [one, other] : [other, one]
    Object.assign(columns, { text, name })
  }
  return columns
}

/**
 * The row that most likely holds the headings: the first with the most filled cells. Undefined if that row contains a
 * day, because the file then has no headings.
 */
export function likeliestHeadings<Row extends { cells: readonly unknown[] }>(
  rows: readonly Row[],
): Row | undefined {
  const filled = ({ cells }: Row) => cells.filter((cell) => String(cell).trim() !== '').length
  const most = Math.max(...rows.map(filled))
  const found = rows.find((row) => filled(row) === most)
  return found?.cells.some((cell) => looksLike.day.test(String(cell).trim().slice(0, 40))) ? undefined : found
}

export const isEnough = ({ booked_on, amount, credit, debit }: CsvColumns) =>
  booked_on !== undefined && (amount !== undefined || credit !== undefined || debit !== undefined)

/** A heading in lower case without punctuation and umlauts. */
export const plainHeading = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]/g, '')

/** A saved mapping; its headings are those of the file, each empty when it has none. */
export type SavedLayout = {
  title: string
  /** Id of its account; null when it applies to any. */
  account: number | null
  headings: readonly string[]
  columns: CsvColumns
}
/**
 * All saved layouts, the account chosen for the file, and the chosen encoding of umlauts if the bytes are ambiguous.
 */
export type SavedLayouts = { layouts: readonly SavedLayout[]; account: number | null; letters?: Letters }

/** The saved layout that matched a file; `account` only if it is certain. */
export type UsedLayout = { title: string; account: number | null; isChanged: boolean }

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((heading, at) => heading === other[at])

/** The saved layout with exactly these headings; among several accounts, that of the chosen account. */
export function savedFor(
  headings: readonly string[],
  { layouts, account }: SavedLayouts,
): { columns: CsvColumns; used: UsedLayout } | undefined {
  const plain = headings.map(plainHeading)
  if (plain.every((heading) => heading === '')) return undefined
  const same = layouts.filter((one) => isSame(one.headings.map(plainHeading), plain))
  const layout = same.find((one) => account !== null && one.account === account) ?? same[0]
  if (!layout) return undefined
  const isCertain = same.every((one) => one.account === layout.account)
  const used = { title: layout.title, account: isCertain ? layout.account : null, isChanged: false }
  return { columns: layout.columns, used }
}

/**
 * A saved layout whose columns moved: all columns it uses are found by heading, and half of all headings are equal.
 * Prefers the chosen account.
 */
export function changedFor(
  headings: readonly string[],
  { layouts, account }: SavedLayouts,
): { columns: CsvColumns; used: UsedLayout } | undefined {
  const plain = headings.map(plainHeading)
  const own = layouts.toSorted(
    (one, other) => Number(other.account === account) - Number(one.account === account),
  )
  for (const { title, headings: before, columns } of own) {
    const old = before.map(plainHeading)
    const kept = plain.filter((heading) => heading !== '' && old.includes(heading)).length
    if (kept * 2 < Math.max(plain.length, old.length)) continue
    const moved = Object.entries(columns).map(
      ([field, at]) => [field, placeOf(old[at] ?? '', old, plain)] as const,
    )
    if (moved.some(([, at]) => at === undefined)) continue
    const used = { title, account: null, isChanged: true }
    return { columns: Object.fromEntries(moved) as CsvColumns, used }
  }
  return undefined
}

/** New index of a heading that is unique in both old and new headings. */
function placeOf(heading: string, old: readonly string[], plain: readonly string[]): number | undefined {
  const isOne = (all: readonly string[]) => all.filter((one) => one === heading).length === 1
  return heading !== '' && isOne(old) && isOne(plain) ? plain.indexOf(heading) : undefined
}
