import { foldForSearch } from '#shared/normalize.ts'

export type Part = { text: string; hit: boolean }

/** The words to mark: the typed ones, with two letters as an umlaut, and the corrected ones. */
export function wordsToMark(typed: string, corrected: readonly string[]): string[] {
  const words = foldForSearch(typed).split(/\s+/)
  return [
    ...new Set([...words, ...words.map((word) => word.replace(/([aou])e/g, '$1')), ...corrected]),
  ].filter((word) => word.length > 1)
}

/** Splits a text into parts: where a word begins with a folded word, or else contains it, those letters are hits. */
export function markedParts(text: string, words: readonly string[]): Part[] {
  const letters = Array.from(text)
  const folded: string[] = []
  // Maps each folded letter to its source letter: ß is two.
  const from: number[] = []
  letters.forEach((letter, at) => {
    // A blank folds to nothing, but still separates words.
    for (const one of foldForSearch(letter) || ' ') {
      folded.push(one)
      from.push(at)
    }
  })
  const whole = folded.join('')
  const hits = new Set<number>()
  for (const word of words) {
    const at = [...placesOf(whole, word)]
    const begins = at.filter((place) => place === 0 || !/[\p{L}\p{N}]/u.test(whole[place - 1]!))
    for (const place of begins.length > 0 ? begins : word.length > 2 ? at : [])
      for (let one = place; one < place + word.length; one++) hits.add(from[one]!)
  }
  return letters.reduce<Part[]>((parts, letter, at) => {
    const last = parts.at(-1)
    const hit = hits.has(at)
    if (last && last.hit === hit) last.text += letter
    else parts.push({ text: letter, hit })
    return parts
  }, [])
}

function* placesOf(text: string, word: string): Generator<number> {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) yield at
}
