import {
  decodePDFRawStream,
  PDFHexString,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '#server/formats/pdf-lib.js'

/** A call of Acrobat's built-in field functions: its name and its literal arguments. */
export type FieldCall = { name: string; arguments: (string | number | boolean)[] }

/**
 * Functions by which a form formats, validates or adds up typed values. They affect only the form, so a script that only calls
 * one of them with literals is harmless.
 */
const fieldFunctions = new Set([
  'AFDate_Format',
  'AFDate_FormatEx',
  'AFDate_Keystroke',
  'AFDate_KeystrokeEx',
  'AFNumber_Format',
  'AFNumber_Keystroke',
  'AFPercent_Format',
  'AFPercent_Keystroke',
  'AFRange_Validate',
  'AFSimple_Calculate',
  'AFSpecial_Format',
  'AFSpecial_Keystroke',
  'AFSpecial_KeystrokeEx',
  'AFTime_Format',
  'AFTime_FormatEx',
  'AFTime_Keystroke',
])

// Form editors write no longer call than a sum over field names.
const longestScript = 20_000
const literal =
  /\s*(?:"((?:[^"\\\n]|\\u[0-9a-f]{4})*)"|'((?:[^'\\\n]|\\u[0-9a-f]{4})*)'|(-?\d+(?:\.\d+)?)|(true|false))\s*/iy

/** Reads a script that is one call of a field function with literal arguments; undefined for every other script. */
export function fieldCall(script: string): FieldCall | undefined {
  if (script.length > longestScript) return undefined
  const call = /^\s*(AF\w+)\s*\(([\s\S]*)\)\s*;?\s*$/.exec(script)
  if (!call || !fieldFunctions.has(call[1]!)) return undefined
  const list =
    call[1] === 'AFSimple_Calculate' ? call[2]!.replace(/new Array\s*\(([^()]*)\)/, '$1') : call[2]!
  const found = literals(list)
  return found && { name: call[1]!, arguments: found }
}

/** Parses literals separated by commas; undefined if the list contains anything else. */
function literals(list: string): FieldCall['arguments'] | undefined {
  if (list.trim() === '') return []
  const found: FieldCall['arguments'] = []
  for (literal.lastIndex = 0; ; literal.lastIndex++) {
    const [whole, double, single, figures, word] = literal.exec(list) ?? []
    if (whole === undefined) return undefined
    if (word !== undefined) found.push(word.toLowerCase() === 'true')
    else if (figures !== undefined) found.push(Number(figures))
    else found.push(unescaped(double ?? single ?? ''))
    if (literal.lastIndex === list.length) return found
    if (list[literal.lastIndex] !== ',') return undefined
  }
}

const unescaped = (text: string) =>
  text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Text of a script in a PDF, stored as string or stream; empty for anything else. */
export function scriptText(object: PDFObject | undefined): string {
  if (object instanceof PDFString || object instanceof PDFHexString) return object.decodeText()
  return object instanceof PDFRawStream
    ? Buffer.from(decodePDFRawStream(object).decode()).toString('latin1')
    : ''
}
