import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { eurosInWords } from './amount-words.ts'

test.each([
  [0, 'null Euro', 'zero euros'],
  [1, 'ein Cent', 'one cent'],
  [100, 'ein Euro', 'one euro'],
  [101, 'ein Euro und ein Cent', 'one euro and one cent'],
  [1_600, 'sechzehn Euro', 'sixteen euros'],
  [2_100, 'einundzwanzig Euro', 'twenty-one euros'],
  [3_000, 'dreißig Euro', 'thirty euros'],
  [10_100, 'einhundertein Euro', 'one hundred one euros'],
  [127_500, 'eintausendzweihundertfünfundsiebzig Euro', 'one thousand two hundred seventy-five euros'],
  [
    123_456_789,
    'eine Million zweihundertvierunddreißigtausendfünfhundertsiebenundsechzig Euro und neunundachtzig Cent',
    'one million two hundred thirty-four thousand five hundred sixty-seven euros and eighty-nine cents',
  ],
  [200_000_000_000, 'zwei Milliarden Euro', 'two billion euros'],
] as [number, string, string][])('%d cents', (cents, german, english) => {
  expect(eurosInWords(cents, 'de')).toBe(german)
  expect(eurosInWords(cents, 'en')).toBe(english)
})

/** Independent parser for German number words: from the left, part by part. */
function readGerman(words: string): number {
  const parts = words
    .replace(/ Euro( und )?| Cent/g, (found) => (found.startsWith(' Euro') ? '|' : ''))
    .split('|')
  if (!words.includes('Euro')) parts.unshift('')
  return readGermanNumber(parts[0]!) * 100 + readGermanNumber(parts[1] ?? '')
}
const ones = 'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ')
const named: [string, number][] = [
  ...ones.map((word, value): [string, number] => [word, value]),
  ...['drei', 'vier', 'fünf', 'sech', 'sieb', 'acht', 'neun'].flatMap((stem, at): [string, number][] => [
    [`${stem}zehn`, 13 + at],
  ]),
  ['zwanzig', 20],
  ['dreißig', 30],
  ...['vier', 'fünf', 'sech', 'sieb', 'acht', 'neun'].map((stem, at): [string, number] => [
    `${stem}zig`,
    40 + at * 10,
  ]),
  ['eine', 1],
].toSorted(([a], [b]) => String(b).length - String(a).length) as [string, number][]
function readGermanNumber(words: string): number {
  let total = 0
  let below = 0
  let pending = 0
  for (let left = words; left !== '';) {
    // The space after it distinguishes "Milliarde neun" from "Milliarden eun".
    const size = /^(hundert|tausend|million(?:en)?(?: |$)|milliarden?(?: |$)|und)/i.exec(left)?.[0]
    if (size === 'hundert') below += pending * 100
    else if (size === 'tausend') [total, below] = [total + (below + pending) * 1000, 0]
    else if (size?.startsWith('Million')) [total, below] = [total + (below + pending) * 1e6, 0]
    else if (size?.startsWith('Milliarde')) [total, below] = [total + (below + pending) * 1e9, 0]
    else if (size === 'und') below += pending
    else {
      const [word, value] = named.find(([one]) => left.startsWith(one))!
      below += pending
      pending = value
      left = left.slice(word.length).trimStart()
      continue
    }
    pending = 0
    left = left.slice(size.length).trimStart()
  }
  return total + below + pending
}

/** English words read back likewise. */
function readEnglish(words: string): number {
  const [euros = '', cents = ''] = words.includes('euro') ? words.split(/ euros?(?: and )?/) : ['', words]
  return readEnglishNumber(euros) * 100 + readEnglishNumber(cents.replace(/ cents?/, ''))
}
const englishValues = new Map<string, number>([
  ...(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
    'seventeen eighteen nineteen'
  )
    .split(' ')
    .map((word, value): [string, number] => [word, value]),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, at): [string, number] => [word, 20 + 10 * at]),
])
function readEnglishNumber(words: string): number {
  let total = 0
  let below = 0
  const sizes: Record<string, number> = { thousand: 1000, million: 1e6, billion: 1e9 }
  for (const word of words.split(/[ -]/).filter(Boolean)) {
    if (word === 'hundred') below *= 100
    else if (sizes[word]) [total, below] = [total + below * sizes[word], 0]
    else below += englishValues.get(word)!
  }
  return total + below
}

test('every amount can be read back from its words', () => {
  const amounts = integer({ min: 0, max: 99_999_999_999_999 })
  const holds = (cents: number) => {
    expect(readGerman(eurosInWords(cents, 'de'))).toBe(cents)
    expect(readEnglish(eurosInWords(cents, 'en'))).toBe(cents)
  }
  assert(property(amounts, holds), { numRuns: runs(500) })
  for (let cents = 0; cents < 20_000; cents += 7) holds(cents)
})

test('an invalid amount has no words', () => {
  for (const wrong of [-1, 0.5, Number.NaN, 100_000_000_000_000])
    expect(() => eurosInWords(wrong, 'de')).toThrow(RangeError)
})
