import { isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools'

/** The stored form of an IBAN: capitals and digits without blanks. */
export function normalIban(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

/** An IBAN in groups of four for display. */
export function groupIban(iban: string): string {
  return (
    iban
      .replace(/\s/g, '')
      .match(/.{1,4}/g)
      ?.join(' ') ?? ''
  )
}

/** True for an IBAN of a known country with that country's length and format, and valid check digits (ISO 13616). */
export function isIban(text: string): boolean {
  return isValidIBAN(normalIban(text))
}

/** Countries that joined SEPA after the library's list was made (EPC409-09 v8.0). */
const joinedSepaLater = ['AL', 'MD', 'ME', 'MK', 'RS']

/** True when credit transfers in euros reach the country of this IBAN (EPC409-09). */
export function isSepaIban(iban: string): boolean {
  const country = normalIban(iban).slice(0, 2)
  return isSEPACountry(country) || joinedSepaLater.includes(country)
}

/** Countries of the European Economic Area, within which transfers need no address. */
const eea = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE'.split(' '),
)

export function isEeaIban(iban: string): boolean {
  return eea.has(normalIban(iban).slice(0, 2))
}

/** True for a BIC of 8 or 11 characters in capitals (ISO 9362). */
export function isBic(text: string): boolean {
  return text === text.toUpperCase() && isValidBIC(text)
}
