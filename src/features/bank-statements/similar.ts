/** Normalizes text for comparison: no case, no accents, umlauts in any transliteration, letters and digits only. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ae|oe|ue/g, (two) => two[0]!)
    .replace(/ss/g, 's')
}

/** Words that do not help to identify a target. */
const empty = new Set(
  plain(
    'spende spenden fuer für und der die das den dem des ein eine im in am an auf zu zur zum von vom mit bei project projekt verein ev e v gmbh ggmbh danke vielen dank neue neuer neues gutschrift ueberweisung sepa svwz verwendungszweck betrag euro eur',
  ).split(' '),
)

/** The distinct significant words of a text. */
export const significantWords = (text: string) => [
  ...new Set(
    plain(text)
      .split(' ')
      .filter((word) => word.length >= 3 && !empty.has(word) && !/^\d+$/.test(word)),
  ),
]

/** How much of `wanted` occurs in `text`: the share by letters, and the number of letters found. */
export function wordsIn(wanted: readonly string[], text: string): { share: number; letters: number } {
  const words = plain(text).split(' ')
  // Banks break lines anywhere, so a word may be in two pieces.
  const joined = words.join('')
  let [letters, total] = [0, 0]
  for (const word of wanted) {
    total += word.length
    const isThere =
      words.includes(word) ||
      (word.length >= 5 && joined.includes(word)) ||
      words.some((other) => isAlmost(word, other))
    if (isThere) letters += word.length
  }
  return { share: total === 0 ? 0 : letters / total, letters }
}

/** True for names of the same people or organizations: the longer one contains nearly all words of the shorter one. */
export function isSimilarName(one: string, other: string): boolean {
  const [a, b] = [significantWords(one), significantWords(other)]
  if (a.length === 0 || b.length === 0) return false
  const [shorter, longer] = a.length <= b.length ? [a, other] : [b, one]
  return wordsIn(shorter, longer).share >= (shorter.length === 1 ? 1 : 0.7)
}

/** Allows one typo in a word of five letters or more, two from nine on; swapped neighbours count as one. */
export function isAlmost(one: string, other: string): boolean {
  const allowed = one.length >= 9 ? 2 : one.length >= 5 ? 1 : 0
  if (allowed === 0 || Math.abs(one.length - other.length) > allowed) return false
  return distance(one, other, allowed) <= allowed
}

function distance(one: string, other: string, most: number): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1)
      row.push(cost)
    }
    if (Math.min(...row) > most) return most + 1
    ;[before, last] = [last, row]
  }
  return last[other.length]!
}
