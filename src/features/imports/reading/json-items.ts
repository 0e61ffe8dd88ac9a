import { ReadError } from './errors.ts'

export type JsonItem = { place: number; value: unknown }

const maxItemChars = 2_000_000
const open = new Set(['{', '['])
const close = new Set(['}', ']'])

/**
 * The elements of one array of a JSON text, one by one: of the array under `key` in the outermost object, or of the
 * outermost array. Only the element at hand is held and handed to `JSON.parse`; what surrounds the array is skipped
 * by its brackets and strings. Throws `bad_json` with the element's place, also when the text ends too early.
 */
export async function* readJsonItems(text: AsyncIterable<string>, key: string): AsyncGenerator<JsonItem> {
  let inside: 'nothing' | 'object' | 'array' | 'end' = 'nothing'
  let rootIsArray = false
  let found = false
  let depth = 0 // of brackets inside the object or the element at hand
  let inString = false
  let escaped = false
  let word = '' // the latest string of the outermost object, a key if a colon follows
  let keyAtHand: string | undefined
  let item = ''
  let started = false // the element at hand has begun, perhaps in an earlier chunk
  let place = 0
  let awaits: 'item' | 'item_or_end' | 'comma' = 'item_or_end'

  const bad = () => new ReadError('bad_json', place + 1)
  const take = (piece: string) => {
    item += piece
    if (item.length > maxItemChars) throw new ReadError('grant_too_large', place + 1)
  }
  const finish = (): JsonItem => {
    try {
      const value: unknown = JSON.parse(item)
      item = ''
      started = false
      return { place: ++place, value }
    } catch {
      throw bad()
    }
  }

  for await (const chunk of text) {
    let from = 0 // where in this chunk the element at hand begins
    for (let i = 0; i < chunk.length; i++) {
      const char = chunk[i]!
      if (inString) {
        if (escaped) escaped = false
        else if (char === '\\') escaped = true
        else if (char === '"') inString = false
        if (inside === 'object' && depth === 0 && inString && word.length < 200) word += char
        continue
      }
      if (inside === 'array') {
        if (depth === 0 && isBlank(char)) {
          if (!started) from = i + 1
        } else if (depth === 0 && (char === ',' || char === ']')) {
          // Ends a number, word or string that stands in the array itself, or follows an element.
          if (started) {
            take(chunk.slice(from, i))
            awaits = 'comma'
            yield finish()
          }
          from = i + 1
          if (char === ',' ? awaits !== 'comma' : awaits === 'item') throw bad()
          awaits = 'item'
          if (char === ']') {
            inside = rootIsArray ? 'end' : 'object'
            keyAtHand = undefined
          }
        } else if (awaits === 'comma') {
          throw bad()
        } else {
          if (!started) from = i
          started = true
          if (char === '"') inString = true
          else if (open.has(char)) depth++
          else if (close.has(char) && --depth === 0) {
            take(chunk.slice(from, i + 1))
            from = i + 1
            awaits = 'comma'
            yield finish()
          }
        }
        continue
      }
      if (isBlank(char)) continue
      if (inside === 'nothing') {
        if (!open.has(char)) throw bad()
        rootIsArray = char === '['
        found = rootIsArray
        inside = rootIsArray ? 'array' : 'object'
        from = i + 1
      } else if (inside === 'end') {
        throw bad()
      } else if (char === '"') {
        inString = true
        if (depth === 0) word = ''
      } else if (char === ':' && depth === 0) {
        keyAtHand = word
      } else if (char === ',' && depth === 0) {
        keyAtHand = undefined
      } else if (char === '[' && depth === 0 && keyAtHand === key && !found) {
        found = true
        inside = 'array'
        from = i + 1
      } else if (open.has(char)) {
        depth++
      } else if (close.has(char) && --depth < 0) {
        if (char !== '}') throw bad()
        inside = 'end'
      }
    }
    if (started) take(chunk.slice(from))
  }
  if (inside !== 'end') throw bad()
  if (!found) throw new ReadError('no_grants')
}

function isBlank(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\r' || char === '\t'
}
