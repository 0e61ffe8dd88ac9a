/** A name reduced to its first letters: `A•••• W••••`. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${String.fromCodePoint(word.codePointAt(0)!)}••••`)
    .join(' ')
}
