import fc from 'fast-check'
import { euros, houseIban, type MadeLine, type MadeStatement } from './statements.ts'

/** How different banks write the same lines in MT940. */
export const dialects = ['sparkasse', 'vr', 'commerzbank', 'unstructured'] as const
export type Dialect = (typeof dialects)[number]

const pieces = (text: string, length: number) => text.match(new RegExp(`.{1,${length}}`, 'gsu')) ?? []
const short = (day: string) => day.slice(2).replaceAll('-', '')
const mark = (cents: number) => (cents < 0 ? 'D' : 'C')
const purposeKeys = [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 60, 61, 62, 63]

/** A statement as MT940 in a dialect, with texts wrapped as this bank wraps them. */
export function inDialect(statement: MadeStatement, dialect: Dialect): string {
  const { opening = 0, number = '1', iban = houseIban, day = '2026-11-20', lines } = statement
  const closing = lines.reduce((sum, line) => sum + line.cents, opening)
  const fields = lines.flatMap((line) => {
    const at = short(line.day ?? day)
    const banks = dialect === 'commerzbank' ? `//${line.bankReference ?? ''}` : ''
    return [
      `:61:${at}${at.slice(2)}${mark(line.cents)}${dialect === 'vr' ? 'R' : ''}${euros(line.cents, ',')}N166NONREF${banks}`,
      ...pieces(purposeOf(line, dialect), 65).map((piece, nth) => (nth === 0 ? `:86:${piece}` : piece)),
    ]
  })
  return [
    ':20:STARTUMSE',
    `:25:${dialect === 'sparkasse' ? `${iban.slice(4, 12)}/${iban.slice(12)}` : iban}`,
    `:28C:${number}/1`,
    `:60F:${mark(opening)}${short(day)}EUR${euros(opening, ',')}`,
    ...fields,
    `:62F:${mark(closing)}${short(day)}EUR${euros(closing, ',')}`,
    ...(dialect === 'commerzbank' ? [`:64:${mark(closing)}${short(day)}EUR${euros(closing, ',')}`] : []),
    '-',
    '',
  ].join('\r\n')
}

function purposeOf({ name = '', iban = '', text = '', reference = '' }: MadeLine, dialect: Dialect): string {
  if (dialect === 'unstructured') return text
  const narrativeText = {
    sparkasse: [...pieces(reference && `EREF+${reference}`, 27), ...pieces(`SVWZ+${text}`, 27)],
    vr: [...pieces(text, 27), ...pieces(reference && `EREF: ${reference}`, 27)],
    commerzbank: pieces(`${reference && `EREF+${reference} `}SVWZ+${text}`, 27),
  }[dialect]
  const parts = narrativeText.map((piece, at) => `?${purposeKeys[at]}${piece}`).join('')
  const names = pieces(name, 27).map((piece, at) => `?${32 + at}${piece}`)
  return `166?00GUTSCHRIFT?10931${parts}?30GENODEF1WDH?31${iban}${names.join('')}?34000`
}

const letters = fc.constantFrom(...'abcdefghilmnorstuäöüßABDEGKLMSTWÄÖÜ0123456789.,-/'.split(''))
const wordOf = (longest: number) => fc.string({ unit: letters, minLength: 1, maxLength: longest })
const said = (words: number) =>
  fc.array(wordOf(14), { minLength: 1, maxLength: words }).map((all) => all.join(' '))

const line: fc.Arbitrary<MadeLine> = fc.record({
  cents: fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((cents) => cents !== 0),
  day: fc.integer({ min: 10, max: 20 }).map((day) => `2026-11-${day}`),
  // A name wrapped at its blank and one wrapped inside a word look the same: here no blank stands at an edge.
  name: wordOf(27).map((word) => `A${word.slice(1)}`),
  iban: fc.constantFrom('DE02120300000000202051', 'DE89370400440532013000', 'AT611904300234573201'),
  text: said(8),
  reference: fc.option(fc.stringMatching(/^[A-Z0-9]{1,20}$/), { nil: '' }),
})

/** Any statement that a bank can export in every format. */
export const anyStatement: fc.Arbitrary<MadeStatement & { lines: Required<Pick<MadeLine, 'text'>>[] }> =
  fc.record({
    opening: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    number: fc.integer({ min: 1, max: 400 }).map(String),
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  }) as never
