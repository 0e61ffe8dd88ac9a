import { cleanText, type StatementLine } from './statement.ts'

type Purpose = Partial<Pick<StatementLine, 'name' | 'iban' | 'text' | 'reference' | 'booking'>>

const subfields = /\?(\d\d)/
const words = 'EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT|PURP|BREF|RREF'

/** What `:86:` says: German subfields (`?20` …) with SEPA words inside (`SVWZ+`), or plain text. */
export function readPurpose(lines: readonly string[]): Purpose {
  const whole = lines.join('').trim()
  if (!/^\d{3}\?/.test(whole)) {
    return { text: cleanText(lines.join(' ').replace(/^\d{3}PN\d{4}/, ''), 1000) }
  }
  const found = new Map<string, string>()
  const pieces = whole.slice(3).split(subfields)
  let last = ''
  for (let at = 1; at < pieces.length; at += 2) {
    const [key, piece] = [pieces[at]!, pieces[at + 1]!]
    // They stand in order: what looks like an earlier one was written by the sender.
    if (last !== '' && key <= last) found.set(last, `${found.get(last)}?${key}${piece}`)
    else {
      found.set(key, piece)
      last = key
    }
  }
  const written = [...range(20, 29), ...range(60, 63)].flatMap((key) => found.get(key) ?? [])
  const words = sepaWords(written)
  const account = (found.get('31') ?? '').replace(/\s/g, '').toUpperCase()
  const name = words.get('ABWA') ?? `${filled(found.get('32') ?? '', 27)}${found.get('33') ?? ''}`
  const reference = words.get('EREF') ?? ''
  return {
    name: cleanText(name, 140),
    iban: /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account) ? account : '',
    text: cleanText(words.get('SVWZ') ?? words.get('') ?? '', 1000),
    ...(reference && !/^NOT ?PROVIDED$/i.test(reference) && { reference: cleanText(reference, 140) }),
    booking: cleanText(found.get('00') ?? '', 140),
  }
}

/** A part that is not full was cut at a word. */
const filled = (part: string, full: number) => (part.length < full ? `${part} ` : part)

/** What each word begins, the first time it stands there; inside the purpose only where a part begins with it. */
function sepaWords(parts: readonly string[]): Map<string, string> {
  // Banks that write the blanks at an edge cut anywhere.
  const hasEdges = parts.some(
    (part, at) => (at > 0 && part.startsWith(' ')) || (at < parts.length - 1 && part.endsWith(' ')),
  )
  const starts = new Set<number>()
  let text = ''
  for (const [at, part] of parts.entries()) {
    starts.add(text.length)
    // Some banks cut one character earlier: then a small letter goes on with the word.
    const full = /^[a-zäöüß]/.test(parts[at + 1] ?? '') ? 26 : 27
    text += hasEdges ? part : filled(part, full)
  }
  const mark = new RegExp(`(${words})\\+`).test(text) ? '\\+' : ':'
  const found = new Map<string, string>()
  let [key, from] = ['', 0]
  for (const match of text.matchAll(new RegExp(`(${words})${mark}\\s?`, 'g'))) {
    const next = match[1]!
    if (next === key || found.has(next) || (key === 'SVWZ' && !starts.has(match.index))) continue
    found.set(key, text.slice(from, match.index).trim())
    ;[key, from] = [next, match.index + match[0].length]
  }
  return found.set(key, text.slice(from).trim())
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
