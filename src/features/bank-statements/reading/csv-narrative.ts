import { isIban } from '#shared/bank-details.ts'
import { givenReference } from './statement.ts'

/**
 * Name, IBAN and reference out of a text into which a bank writes all there is to say. Only what is clear is taken; the
 * text itself stays whole.
 */
export function narrative(text: string): { name: string; iban: string; reference: string } {
  const iban = text.match(/\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g)?.find(isIban) ?? ''
  const labelled =
    /(?:Auftraggeber|Empfänger|Zahlungspflichtiger):\s*(.{1,140}?)\s*(?:Kto\/IBAN|BLZ\/BIC|Buchungstext|IBAN|$)/.exec(
      text,
    )
  const before = iban === '' ? '' : text.slice(0, text.indexOf(iban)).trim()
  const name = labelled?.[1] ?? before.replace(/(?:^|\s)[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, '').trim()
  const reference =
    /(?:End-to-End-Ref(?:erenz)?|EREF)\.?[:+]\s*(\S.{0,139}?)(?=\s+(?:Mandatsref|Gläubiger-ID|CORE|COR1|B2B|MREF|CRED|SVWZ)|$)/.exec(
      text,
    )?.[1] ?? ''
  return {
    name: name.length <= 140 ? name : '',
    iban,
    reference: givenReference(reference),
  }
}
