import { foldForSearch } from '#shared/normalize.ts'

/**
 * The rank of a name for a search, as the server ranks records: 0 exact name, 1 prefix, 2 every word is a word prefix,
 * 3 every word occurs somewhere; undefined without a match.
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
