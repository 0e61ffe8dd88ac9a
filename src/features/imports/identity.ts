import type { ImportRow } from './rules.ts'

/**
 * A name as identity: NFC, full case folding (`ß` equals `ss`, as in capitals), runs of blanks as one. Two names are
 * the same organization's or project's only when this is equal.
 */
export function foldName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/**
 * What makes a gift the same gift when its row is imported again: everything that identifies it, whatever its line.
 * Equal rows of one file are told apart by counting them.
 */
export function giftIdentity({ organization, project, gift, external_id }: ImportRow): string {
  const { register_number = '', postcode = '' } = organization
  const { amount_cents = 0, year = 0, date = '', funder = '', currency = '' } = gift ?? {}
  const who = [organization.key, foldNumber(register_number), foldNumber(postcode), project?.key ?? '']
  return JSON.stringify([...who, amount_cents, year, date, foldName(funder), currency, external_id ?? ''])
}

export type Known = { key: string; register_number?: string | null; postcode?: string | null }

/**
 * The one of several organizations of the same folded name that a row means, or undefined when it is none of them.
 * An equal register number decides, then an equal postcode (registers have typing errors), then a number that differs
 * in one character (likewise; people move), then one of which too little is known to tell them apart.
 */
export function matchOrganization<K extends Known>(known: readonly K[], row: Known): K | undefined {
  const namesakes = known.filter((one) => one.key === row.key)
  const tests = [sameNumber, samePostcode, nearNumber, nothingAgainst]
  for (const test of tests) {
    const found = namesakes.find((one) => test(one, row))
    if (found) return found
  }
  return undefined
}

function sameNumber(a: Known, b: Known): boolean {
  return !!a.register_number && foldNumber(a.register_number) === foldNumber(b.register_number ?? '')
}

function samePostcode(a: Known, b: Known): boolean {
  return !!a.postcode && foldNumber(a.postcode) === foldNumber(b.postcode ?? '')
}

function nearNumber(a: Known, b: Known): boolean {
  const [one, other] = [foldNumber(a.register_number ?? ''), foldNumber(b.register_number ?? '')]
  if (one.length < 5 || one.length !== other.length) return false
  let differences = 0
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) differences++
  return differences === 1
}

function nothingAgainst(a: Known, b: Known): boolean {
  if (a.register_number && b.register_number) return false
  return !(a.postcode && b.postcode)
}

/** A register number or postcode without case, blanks and punctuation. */
export function foldNumber(number: string): string {
  return number.toLowerCase().replace(/[\s./-]/g, '')
}
