import { cleanText } from '#server/reading/bank-text.ts'
import { givenReference, longestText, type StatementLine } from './statement.ts'

export type Purpose = Partial<Pick<StatementLine, 'name' | 'iban' | 'text' | 'reference' | 'booking'>>

/** Parses `:86:`: German subfields (`?20` …) with SEPA keywords inside (`SVWZ+`), or plain text. */
export function readPurpose(lines: readonly string[]): Purpose {
  const whole = lines.join('').trim()
  if (!/^\d{3}\?/.test(whole)) {
    const text = lines.map((line) => filled(line, 65)).join('')
    return { text: cleanText(text.replace(/^\d{3}PN\d{4}/, ''), longestText) }
  }
  const parts = partsOf(whole.slice(3))
  const of = (...keys: number[]) => parts.flatMap(({ key, text }) => (keys.includes(key) ? [text] : []))
  const isWritten = (key: number) => (key >= 20 && key <= 29) || (key >= 60 && key <= 63)
  const written = parts.filter(({ key }) => isWritten(key)).map(({ text }) => text)
  const account = of(31).join('').replace(/\s/g, '').toUpperCase()
  const said = wordsIn(written, { iban: isIban(account) ? account : '', bic: of(30).join('').trim() })
  const holder = of(32, 33).map((part) => filled(part, 27))
  const name = cleanText(holder.join('') || said.payer || said.payee, 140)
  const others = parts.filter(({ key }) => key >= 35 && !isWritten(key)).map(({ text }) => text)
  const text = [
    said.text,
    ...ultimateParty('ABWA', said.payer, name),
    ...ultimateParty('ABWE', said.payee, name),
  ]
  return {
    name,
    iban: said.iban,
    text: cleanText([...text, ...others].join(' '), longestText),
    ...(said.reference !== '' && { reference: said.reference }),
    booking: cleanText([...of(0), ...returnCode(whole.slice(0, 3), of(34))].join(' '), 140),
  }
}

/**
 * Parses `:NS:`, a field that some banks add. Its numbered lines are purpose (01 to 14), name (15 and 16), booking type
 * (17) and bank numbers (18 to 20).
 */
export function readOwnField(lines: readonly string[]): Purpose {
  const parts = lines.map((line) => {
    const match = /^(\d\d)(.*)$/.exec(line)
    return match ? { key: Number(match[1]), text: match[2]! } : { key: 0, text: line }
  })
  const of = (from: number, to: number) =>
    parts.map(({ key, text }) => (key >= from && key <= to ? filled(text, 27) : '')).join('')
  return {
    name: cleanText(of(15, 16), 140),
    text: cleanText(`${of(0, 14)} ${of(21, 99)}`, longestText),
    booking: cleanText(of(17, 17), 140),
  }
}

const isIban = (text: string) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)

/** The ultimate debtor (ABWA) or creditor (ABWE), as German banks write it into the text. */
export function ultimateParty(word: 'ABWA' | 'ABWE', name: string, holder: string): string[] {
  const clean = cleanText(name, 140)
  return clean === '' || clean.toLowerCase() === holder.toLowerCase() ? [] : [`${word}+${clean}`]
}

/** The reason of a return; the text key marks a booking as returned. */
const returnCode = (kind: string, codes: readonly string[]) =>
  /^(?:108|109|159|181|182|183|184)$/.test(kind) ? codes.filter((code) => /[1-9]/.test(code)) : []

type Part = { key: number; text: string }

/**
 * The subfields in order. A mark out of order was written by the sender and stays in the text: one that repeats, or one
 * followed by marks that belong before it. After a full part a sender cannot have written a mark, so the bank repeats
 * one there.
 */
function partsOf(text: string): Part[] {
  const pieces = text.split(/\?(\d\d)/)
  const marks: Part[] = []
  for (let at = 1; at < pieces.length; at += 2) marks.push({ key: Number(pieces[at]), text: pieces[at + 1]! })
  const lastPlace = new Map(marks.map(({ key }, at) => [key, at]))
  const parts: Part[] = []
  for (const [at, mark] of marks.entries()) {
    const last = parts.at(-1)
    if (!last || isOfBank(last, mark, (key) => (lastPlace.get(key) ?? -1) >= at + 1)) parts.push({ ...mark })
    else last.text += `?${String(mark.key).padStart(2, '0')}${mark.text}`
  }
  return parts
}

function isOfBank(last: Part, { key }: Part, comesLater: (key: number) => boolean): boolean {
  if (last.text.length >= 26 || (last.key < 20 && key > last.key)) return true
  if (key <= last.key) return key === last.key && key >= 30 && key <= 33
  for (let between = last.key + 1; between <= key; between++) if (comesLater(between)) return false
  return true
}

/** A part that is not full was cut at a word boundary. */
const filled = (part: string, full: number) => (part.length < full ? `${part} ` : part)

const words = 'EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT|PURP|BREF|RREF'
const longestReference = 35

/** Parses the keywords of a purpose. Everything without a field of its own that is no bank number is text. */
function wordsIn(parts: readonly string[], known: { iban: string; bic: string }) {
  const { pieces, isPlus } = piecesOf(parts)
  const values = new Map(pieces.map(({ word, value }) => [word, value]))
  const named = (values.get('IBAN') ?? '').replace(/\s/g, '').toUpperCase()
  const iban = known.iban || (isPlus && isIban(named) ? named : '')
  const text: string[] = []
  let [reference, own] = ['', '']
  for (const { word, value, written } of pieces) {
    const [first = ''] = value.split(' ')
    const isWhole = isPlus ? value.length <= longestReference : first === value
    const [number, rest] = isWhole ? [value, ''] : [first, value.slice(first.length).trim()]
    if (word === '' || word === 'SVWZ') text.push(value)
    else if (word === 'IBAN') text.push(iban !== '' && named.startsWith(iban) ? rest : written)
    else if (word === 'BIC') text.push(first === known.bic ? value.slice(first.length).trim() : written)
    else if (word !== 'ABWA' && word !== 'ABWE') {
      if (word === 'EREF') reference = givenReference(cleanText(number, 140))
      if (word === 'KREF') own = givenReference(cleanText(number, 140))
      text.push(rest)
    }
  }
  return {
    iban,
    reference: reference || own,
    payer: values.get('ABWA') ?? '',
    payee: values.get('ABWE') ?? '',
    text: text.filter((one) => one !== '').join(' '),
  }
}

type Piece = { word: string; value: string; written: string }

/**
 * Splits a purpose at the bank's keywords: at the beginning of a part, and after another keyword without free text.
 * Only the first of each counts.
 */
function piecesOf(parts: readonly string[]): { pieces: Piece[]; isPlus: boolean } {
  // Banks that keep blanks at part boundaries cut anywhere.
  const hasEdges = parts.some(
    (part, at) => (at > 0 && part.startsWith(' ')) || (at < parts.length - 1 && part.endsWith(' ')),
  )
  const starts = new Set<number>()
  let text = ''
  for (const [at, part] of parts.entries()) {
    starts.add(text.length)
    // Some banks cut one character earlier; a lower-case letter then continues the word.
    const full = /^[a-zäöüß]/.test(parts[at + 1] ?? '') ? 26 : 27
    text += hasEdges ? part : filled(part, full)
  }
  const isPlus = new RegExp(`(?:${words})\\+`).test(text)
  const pieces: Piece[] = []
  const seen = new Set<string>()
  let [word, from, value] = ['', 0, 0]
  const end = (at: number) =>
    pieces.push({ word, value: text.slice(value, at).trim(), written: text.slice(from, at).trim() })
  for (const match of text.matchAll(new RegExp(`(${words})${isPlus ? '\\+' : ':'}\\s?`, 'g'))) {
    const next = match[1]!
    const isFree = word === '' || word === 'SVWZ'
    if (seen.has(next) || (isFree && !starts.has(match.index))) continue
    seen.add(next)
    end(match.index)
    ;[word, from, value] = [next, match.index, match.index + match[0].length]
  }
  end(text.length)
  return { pieces, isPlus }
}
