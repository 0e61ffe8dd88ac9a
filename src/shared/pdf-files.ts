import { normalizeLine } from './normalize.ts'

/** The largest PDF that may be uploaded: 8 MB as the specification says it (§5). */
export const maxPdfBytes = 8 * 1024 * 1024

/** Longest name that file systems keep. */
const longestName = 200

/** The name of an uploaded PDF, without the sender's folders; it always ends in `.pdf`. */
export function pdfName(filename: string): string {
  const last = filename.split(/[/\\]/).findLast((part) => part !== '') ?? ''
  const name = normalizeLine(last).trim() || 'document'
  const whole = /\.pdf$/i.test(name) ? name : `${name}.pdf`
  return whole.length <= longestName ? whole : `${whole.slice(0, longestName - 4)}.pdf`
}
