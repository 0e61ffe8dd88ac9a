import { cleanText, type StatementLine } from './statement.ts'

type Purpose = Partial<Pick<StatementLine, 'name' | 'iban' | 'text' | 'reference' | 'booking'>>

const subfields = /\?(\d\d)/
const sepa = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT|PURP)[+:]\s?/

/** What `:86:` says: German subfields (`?20` …) with SEPA words inside (`SVWZ+`), or plain text. */
export function readPurpose(lines: readonly string[]): Purpose {
  const whole = lines.join('').trim()
  if (!/^\d{3}\?/.test(whole)) {
    return { text: cleanText(lines.join(' ').replace(/^\d{3}PN\d{4}/, ''), 1000) }
  }
  const found = new Map<string, string>()
  const pieces = whole.slice(3).split(subfields)
  for (let at = 1; at < pieces.length; at += 2) found.set(pieces[at]!, pieces[at + 1]!)
  const written = [...range(20, 29), ...range(60, 63)].flatMap((key) => found.get(key) ?? [])
  const words = sepaWords(join(written))
  const account = (found.get('31') ?? '').replace(/\s/g, '').toUpperCase()
  const name = words.get('ABWA') ?? `${found.get('32') ?? ''}${found.get('33') ?? ''}`
  const reference = words.get('EREF') ?? ''
  return {
    name: cleanText(name, 140),
    iban: /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account) ? account : '',
    text: cleanText(words.get('SVWZ') ?? words.get('') ?? '', 1000),
    ...(reference && !/^NOT ?PROVIDED$/i.test(reference) && { reference: cleanText(reference, 140) }),
    booking: cleanText(found.get('00') ?? '', 140),
  }
}

/** A subfield that is not full was cut at a word. */
const join = (parts: string[]) => parts.map((part) => (part.length < 27 ? `${part} ` : part)).join('')

function sepaWords(text: string): Map<string, string> {
  const pieces = text.split(sepa)
  const words = new Map([['', pieces[0]!.trim()]])
  for (let at = 1; at < pieces.length; at += 2) words.set(pieces[at]!, pieces[at + 1]!.trim())
  return words
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
