import { foldForSearch } from '#shared/normalize.ts'

/**
 * How well a name matches what was typed, as the server ranks records: 0 the very name, 1 begins with it, 2 every word
 * begins a word, 3 every word stands somewhere; undefined when it does not match.
 */
export function rankOf(name: string, typed: string): number | undefined {
  const [text, phrase] = [foldForSearch(name), foldForSearch(typed)]
  if (text === phrase) return 0
  if (text.startsWith(phrase)) return 1
  const words = phrase.split(' ')
  const begins = text.split(/[^\p{L}\p{N}]+/u)
  if (words.every((word) => begins.some((other) => other.startsWith(word)))) return 2
  return words.every((word) => text.includes(word)) ? 3 : undefined
}
