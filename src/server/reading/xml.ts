import sax from 'sax'
import { ReadError } from '#shared/reading/errors.ts'
import { markupBounds, type MarkupLimits } from './markup.ts'

export type Element = {
  name: string
  /** Its `Ccy`, the only attribute that bank messages need. */
  currency: string
  text: string
  children: Element[]
  line: number
}

/** Opening and closing elements; captured ones are delivered whole, with their contents. */
export type XmlEvent =
  | { kind: 'open'; name: string; namespace: string; line: number; path: string }
  | { kind: 'element'; element: Element; path: string }
  | { kind: 'close'; name: string; line: number; path: string }

/** Limits for hostile files: markup before it is parsed, and the characters of one captured element. */
const markupLimits: MarkupLimits = { tag: 8_000, attributes: 64, depth: 60, text: 1_000_000, comment: 60_000 }
const maxCaptured = 1_000_000

/**
 * Streams XML without entities and external parts; a DOCTYPE is refused, so that nothing can expand. The parser takes
 * quadratic time for a tag with many attributes, so markup is checked against its limits first. Elements selected by
 * `capture` (by their path of local names) are delivered whole; all others only open and close. A text without any
 * element has no events. Throws `ReadError` with the line.
 */
export async function* readXml(
  text: AsyncIterable<string>,
  capture: (path: string) => boolean,
): AsyncGenerator<XmlEvent> {
  const parser = sax.parser(true, { xmlns: true, position: true })
  const events: XmlEvent[] = []
  const names: string[] = []
  const captured: Element[] = []
  let size = 0
  const line = () => parser.line + 1
  const path = () => names.join('/')

  parser.onerror = () => {
    throw new ReadError('broken_xml', line())
  }
  parser.onopentag = (tag) => {
    const { local, uri, attributes } = tag as sax.QualifiedTag
    names.push(local)
    if (captured.length === 0 && !capture(path())) {
      events.push({ kind: 'open', name: local, namespace: uri, line: line(), path: path() })
      return
    }
    if (captured.length === 0) size = 0
    const element = {
      name: local,
      currency: attributes['Ccy']?.value ?? '',
      text: '',
      children: [],
      line: line(),
    }
    captured.at(-1)?.children.push(element)
    captured.push(element)
    grow(local.length + 100)
  }
  const onText = (piece: string) => {
    const element = captured.at(-1)
    if (!element) return
    grow(piece.length)
    element.text += piece
  }
  parser.ontext = onText
  parser.oncdata = onText
  parser.onclosetag = () => {
    const element = captured.pop()
    if (element && captured.length === 0) events.push({ kind: 'element', element, path: path() })
    if (!element) events.push({ kind: 'close', name: names.at(-1)!, line: line(), path: path() })
    names.pop()
  }
  function grow(by: number) {
    size += by
    if (size > maxCaptured) throw new ReadError('text_too_long', captured[0]!.line)
  }

  const bounds = markupBounds(markupLimits)
  for await (const piece of text) {
    const found = bounds.check(piece)
    // Parse what comes before the violation first: if the file is another message, that is the better error.
    parser.write(found ? piece.slice(0, found.at) : piece)
    if (found) throw new ReadError(found.refusal, line())
    yield* events.splice(0)
  }
  if (names.length > 0) throw new ReadError('truncated', line())
  parser.close()
  yield* events.splice(0)
}

/** The first descendant along a path of names. */
export function find(element: Element | undefined, ...names: string[]): Element | undefined {
  let at = element
  for (const name of names) at = at?.children.find((child) => child.name === name)
  return at
}

/** Trimmed text of a descendant; empty when it is missing. */
export function textAt(element: Element | undefined, ...names: string[]): string {
  return find(element, ...names)?.text.trim() ?? ''
}

export function all(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((child) => child.name === name) ?? []
}
