// Values as banks write them in their messages.

/** Exact cents of an amount with a decimal point (or comma) and at most two significant decimals; else undefined. */
export function centsOf(text: string, mark: '.' | ','): number | undefined {
  const match = (mark === '.' ? /^\+?(\d{1,15})(?:\.(\d*))?$/ : /^(\d{1,15}),?(\d*)$/).exec(text.trim())
  if (!match) return undefined
  const [whole, fraction = ''] = [match[1]!, match[2]]
  if (/[1-9]/.test(fraction.slice(2))) return undefined
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? cents : undefined
}

/** Collapses white space and removes invisible and control characters, for storage and search. */
export function cleanText(text: string, maximum: number): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- removes exactly those
      .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u0000-\u0008\u000e-\u001f\u007f]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
      // Normalizing takes quadratic time for long runs of combining marks; three of them on each letter is plenty.
      .slice(0, maximum * 4)
      .normalize('NFC')
      .slice(0, maximum)
  )
}
