/** The longest IBAN as it is typed: 34 signs in groups of four. */
export const longestIban = 42

/** An IBAN as people see it who need not know it whole: country and last four signs, nothing where there is none. */
export function maskedIban(iban: string): string {
  const plain = iban.replace(/\s/g, '')
  return plain && `${plain.slice(0, 2)}•• •••• •••• ${plain.slice(-4)}`
}

/** The same in a dense list: `•• 8830`. */
export function shortIban(iban: string): string {
  const last = iban.replace(/\s/g, '').slice(-4)
  return last && `•• ${last}`
}
