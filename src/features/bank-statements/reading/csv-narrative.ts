import { isIban } from '#shared/bank-details.ts'
import { cleanText } from '#server/reading/bank-text.ts'
import { givenReference } from './statement.ts'

export type Narrative = { name: string; iban: string; reference: string; booking?: string }

/**
 * Extracts name, IBAN and reference from a text with all details. Takes only what is unambiguous, and leaves the text
 * unchanged.
 */
export function narrative(text: string): Narrative {
  const labelled =
    /(?:Auftraggeber|Empf(?:ä|ae)nger|Zahlungspflichtiger):\s*(.{1,140}?)\s*(?:Kto\/IBAN:|BLZ\/BIC:|Buchungstext:|IBAN:|$)/.exec(
      text,
    )
  const iban = labelled ? ibanIn(/(?:Kto\/)?IBAN:\s*([A-Z0-9]{15,34})\b/.exec(text)?.[1] ?? '') : ibanIn(text)
  const before = iban === '' ? '' : text.slice(0, text.indexOf(iban)).trim()
  const name = labelled?.[1] ?? before.replace(/(?:^|\s)[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, '').trim()
  return { name: name.length <= 140 ? name : '', iban, reference: referenceIn(text) }
}

/** Targobank separates parts of its text by three blanks: type, name, IBAN, purpose. */
export function partedNarrative(text: string): Narrative {
  const parts = text.split(/ {3,}/).map((part) => part.trim())
  const booking = cleanText(parts[0] ?? '', 140)
  const isBanks = /^(?:Entgelt|Zins|Abschluss|Kontof(?:ü|ue)hrung|Geb(?:ü|ue)hr)/i.test(booking)
  const iban = parts.slice(2, 4).map(ibanOf).find(Boolean) ?? ''
  const isNamed = !isBanks && (parts.length > 2 || iban !== '')
  return { name: isNamed ? cleanText(parts[1] ?? '', 140) : '', iban, reference: '', booking }
}

const ibanOf = (text: string) => (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && isIban(text) ? text : '')
const ibanIn = (text: string) => text.match(/\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g)?.find(isIban) ?? ''

/** The end-to-end reference after a bank's keyword in a purpose; empty when there is none. */
export function referenceIn(text: string): string {
  const joined =
    /(?:^|[^A-Za-z])EREF\+(.{1,140}?)(?:(?:MREF|KREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)\+|$)/.exec(text)
  const spaced =
    /(?:^|\s)EREF: ?(\S.{0,139}?)(?:\s+(?:MREF|KREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC):|$)/.exec(text) ??
    /(?:^|\s)EREF: ?(\S{1,140})/.exec(text)
  const spelled =
    /End-to-End-Ref(?:erenz)?\.?: ?(\S.{0,139}?)(?=\s+(?:Mandatsref|Gl(?:ä|ae)ubiger-ID|CORE|COR1|B2B|SEPA-)|$)/.exec(
      text,
    ) ?? /End-to-End-Ref(?:erenz)?\.?: ?(\S{1,140})/.exec(text)
  return givenReference((joined ?? spaced ?? spelled)?.[1]?.trim() ?? '')
}
