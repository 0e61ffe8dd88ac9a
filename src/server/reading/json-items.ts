import { JSONParser, TokenType } from '@streamparser/json'
import { ReadError } from '#shared/reading/errors.ts'

export type JsonItem = { place: number; value: unknown }

/** Approximate maximum length of an element; the rest of its chunk counts too. */
const maxItemChars = 2_000_000
/** Maximum nesting and number of named values per element; far more than any grant has. */
const maxDepth = 50
const maxFields = 10_000

/**
 * Yields the elements of one array in a JSON text: the first array under `key` in the outermost object, or the
 * outermost array. Only the current element is held in memory. Throws `bad_json` with the element's place, also when
 * the text ends early; `grant_too_large`, `too_deep` and `too_many_fields` for elements beyond the limits; `no_grants`
 * without such an array.
 */
export async function* readJsonItems(text: AsyncIterable<string>, key: string): AsyncGenerator<JsonItem> {
  let parser: ReturnType<typeof itemParser> | undefined
  let place = 0
  const parse = (step: () => void) => {
    try {
      step()
    } catch {
      if (parser?.refusal) throw new ReadError(parser.refusal, place + parser.items.length + 1)
      throw new ReadError('bad_json', place + (parser?.items.length ?? 0) + 1)
    }
  }
  for await (const chunk of text) {
    const [first] = parser ? '{' : chunk.trimStart()
    if (first === undefined) continue
    parser ??= itemParser(first === '[' ? undefined : key)
    parser.sinceItem += chunk.length
    if (parser.sinceItem > maxItemChars) throw new ReadError('grant_too_large', place + 1)
    try {
      parse(() => parser!.write(chunk))
    } finally {
      // Complete elements before an error are yielded first.
      for (const value of parser.items.splice(0)) yield { place: ++place, value }
    }
  }
  parse(() => {
    if (!parser) throw new Error('the file is empty')
    parser.end()
  })
  if (!parser!.found) throw new ReadError('no_grants')
}

function itemParser(key: string | undefined) {
  const parser = new JSONParser({ paths: [key === undefined ? '$.*' : `$.${key}.*`], keepStack: false })
  const state = {
    items: [] as unknown[],
    /** Characters since the last element, or since the last token outside the array. */
    sinceItem: 0,
    found: key === undefined,
    refusal: undefined as 'too_deep' | 'too_many_fields' | undefined,
    write: (chunk: string) => parser.write(chunk),
    end: () => {
      if (!parser.isEnded) parser.end()
    },
  }
  let inside = key === undefined
  let depth = 0
  let word: unknown
  let keyAtHand: unknown
  let fields = 0
  const refuse = (refusal: NonNullable<typeof state.refusal>) => {
    state.refusal = refusal
    throw new Error(refusal)
  }
  parser.onToken = ({ token, value }) => {
    if (!inside) state.sinceItem = 0
    if (token === TokenType.STRING) word = value
    else if (token === TokenType.COLON) {
      if (depth === 1) keyAtHand = word
      if (++fields > maxFields) refuse('too_many_fields')
    } else if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
      if (token === TokenType.LEFT_BRACKET && depth === 1 && keyAtHand === key && !state.found)
        inside = state.found = true
      if (++depth > maxDepth) refuse('too_deep')
    } else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
      depth -= 1
      if (depth === 1 && key !== undefined) inside = false
    } else if (token === TokenType.COMMA && depth === 1) keyAtHand = undefined
  }
  parser.onValue = ({ value }) => {
    if (!inside) return
    state.items.push(value)
    fields = 0
    state.sinceItem = 0
  }
  return state
}
