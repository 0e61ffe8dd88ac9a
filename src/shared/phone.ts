/**
 * True for a telephone number in a usual notation: an optional +, digits in groups separated by blanks, `/`, `-`, `.`
 * or brackets, and an extension (`ext. 12`, `Durchwahl 12`). At least three digits (110), at most 17: fifteen by E.164,
 * and a leading 00.
 */
export function isPhone(text: string): boolean {
  const written = text.trim().normalize('NFKC')
  const digits = written.replace(/\D/g, '').length
  return digits >= 3 && digits <= 17 && form.test(written)
}

const form = /^(?:\+ ?)?[\d(](?:[\d ()/.–-]*\d\)?)?(?: ?(?:ext\.?|x|app\.?|durchwahl|dw) ?\d{1,5})?$/i
