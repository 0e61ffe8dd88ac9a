/** A name of which only the first letters are read: `A•••• W••••`. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${String.fromCodePoint(word.codePointAt(0)!)}••••`)
    .join(' ')
}

/** An IBAN by its country and last four signs: `DE•• •••• 0093`; nothing where there is none. */
export function maskIban(iban: string): string {
  const plain = iban.replace(/\s/g, '')
  return plain && `${plain.slice(0, 2)}•• •••• ${plain.slice(-4)}`
}
