/** Length of the longest IBAN as typed: 34 characters in groups of four. */
export const longestIban = 42

/** An IBAN for people who need not see all of it: country and last four characters; empty without an IBAN. */
export function maskedIban(iban: string): string {
  const plain = iban.replace(/\s/g, '')
  return plain && `${plain.slice(0, 2)}•• •••• •••• ${plain.slice(-4)}`
}

/** The same in a dense list: `•• 8830`. */
export function shortIban(iban: string): string {
  const last = iban.replace(/\s/g, '').slice(-4)
  return last && `•• ${last}`
}
