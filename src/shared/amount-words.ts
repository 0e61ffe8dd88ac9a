/** Languages in which an amount can be written out; the template says which, not the reader. */
export type WordLanguage = 'de' | 'en'

/** The smallest amount in whole euros that cannot be written out: a trillion. */
const tooLarge = 1_000_000_000_000

/**
 * An amount in words as written on receipts: `eintausendzweihundertfünfundsiebzig Euro und fünf Cent`, `one thousand two
 * hundred seventy-five euros and five cents`. Whole euros are written without cents.
 */
export function eurosInWords(cents: number, language: WordLanguage): string {
  if (!Number.isSafeInteger(cents) || cents < 0 || cents >= tooLarge * 100)
    throw new RangeError(`no words for ${cents} cents`)
  const euros = Math.floor(cents / 100)
  const rest = cents % 100
  return language === 'de' ? inGerman(euros, rest) : inEnglish(euros, rest)
}

function inGerman(euros: number, cents: number): string {
  const said = cents === 0 ? [] : [`${beforeNoun(cents)} Cent`]
  if (euros > 0 || cents === 0) said.unshift(`${beforeNoun(euros)} Euro`)
  return said.join(' und ')
}

function inEnglish(euros: number, cents: number): string {
  const said = cents === 0 ? [] : [`${englishNumber(cents)} ${cents === 1 ? 'cent' : 'cents'}`]
  if (euros > 0 || cents === 0) said.unshift(`${englishNumber(euros)} ${euros === 1 ? 'euro' : 'euros'}`)
  return said.join(' and ')
}

const germanSmall = (
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn ' +
  'achtzehn neunzehn'
).split(' ')
const germanTens = '- zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ')

/** A number in front of its noun: ein Euro, einhundertein Euro. */
function beforeNoun(value: number): string {
  if (value === 0) return 'null'
  const large = (size: number, one: string, many: string) => {
    const count = Math.floor(value / size) % 1000
    return count === 0 ? [] : [count === 1 ? `eine ${one}` : `${germanBelow1000(count)} ${many}`]
  }
  const thousands = Math.floor(value / 1000) % 1000
  const small =
    (thousands === 0 ? '' : `${germanBelow1000(thousands)}tausend`) + germanBelow1000(value % 1000)
  return [
    ...large(1_000_000_000, 'Milliarde', 'Milliarden'),
    ...large(1_000_000, 'Million', 'Millionen'),
    ...(small === '' ? [] : [small]),
  ].join(' ')
}

function germanBelow1000(value: number): string {
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  const head = hundreds === 0 ? '' : `${germanSmall[hundreds]}hundert`
  if (rest === 0) return head
  if (rest < 20) return head + germanSmall[rest]
  const ones = rest % 10
  return head + (ones === 0 ? '' : `${germanSmall[ones]}und`) + germanTens[Math.floor(rest / 10)]
}

const englishSmall = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ')
const englishTens = '- ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

function englishNumber(value: number): string {
  if (value === 0) return 'zero'
  const groups = [
    [1_000_000_000, ' billion'],
    [1_000_000, ' million'],
    [1000, ' thousand'],
    [1, ''],
  ] as const
  return groups
    .flatMap(([size, name]) => {
      const count = Math.floor(value / size) % 1000
      return count === 0 ? [] : [englishBelow1000(count) + name]
    })
    .join(' ')
}

function englishBelow1000(value: number): string {
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  const head = hundreds === 0 ? [] : [`${englishSmall[hundreds]} hundred`]
  if (rest === 0) return head.join('')
  if (rest < 20) return [...head, englishSmall[rest]].join(' ')
  const ones = rest % 10
  const tens = englishTens[Math.floor(rest / 10)]!
  return [...head, ones === 0 ? tens : `${tens}-${englishSmall[ones]}`].join(' ')
}
