import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { runs } from '#test/runs.ts'
import { foldName, normalizeLine } from '#shared/normalize.ts'
import { slugify } from './free-slug.ts'

// One folding rule for all: names that `foldName` treats as equal are also equal for search (the database's `fold`),
// for import matching (`name_identity`) and in addresses.
let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

type Folded = { fold: string; identity: string }

async function folded(texts: readonly string[]): Promise<Folded[]> {
  const { rows } = await sql<Folded>`
    select fold(value) as fold, name_identity(value) as identity
    from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as given (value, place)
    order by place`.execute(database.db)
  return rows
}

/** Texts that the database folds differently from their already folded form. */
async function disagreeing(texts: readonly string[]): Promise<string[]> {
  const [given, already] = [await folded(texts), await folded(texts.map(foldName))]
  return texts.filter((_, i) => given[i]!.identity !== already[i]!.identity)
}

/** Characters added to Unicode in recent years: whether the database knows them depends on its version. */
const young =
  /[\u1C89\u1C8A\u2C2F\u2C5F\uA7C0-\uA7DC\uA7F1-\uA7F6\u{10570}-\u{105BC}\u{10D50}-\u{10D85}\u{16EA0}-\u{16ED3}\u{1CCD6}-\u{1CCF9}\u{1E030}-\u{1E06D}]/u

test('every Unicode character folds to the same text here and in the database', async () => {
  const wrong: string[] = []
  for (let start = 1; start < 0x110000; start += 0x4000) {
    const characters = Array.from({ length: 0x4000 }, (_, i) => start + i)
      .filter((code) => code < 0x110000 && (code < 0xd800 || code > 0xdfff))
      .map((code) => String.fromCodePoint(code))
    // Unassigned and private-use characters fold to nothing.
    const known = characters.filter((one) => !/[\p{Cn}\p{Co}]/u.test(one) && !young.test(one))
    wrong.push(...(await disagreeing(known)))
  }
  expect(wrong.map((one) => `${one} U+${one.codePointAt(0)!.toString(16)}`)).toEqual([])
})

const blocks = [
  [0x20, 0x17f],
  [0x180, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x52f],
  [0x531, 0x5ff],
  [0x600, 0x6ff],
  [0x900, 0x97f],
  [0xe00, 0xe7f],
  [0x10a0, 0x10ff],
  [0x1100, 0x11ff],
  [0x13a0, 0x13fd],
  [0x1e00, 0x1fff],
  [0x2000, 0x206f],
  [0x2100, 0x218f],
  [0x3040, 0x30ff],
  [0x4e00, 0x4fff],
  [0xac00, 0xacff],
  [0xfb00, 0xfdff],
  [0xff00, 0xffef],
  [0x10400, 0x1044f],
  [0x1f300, 0x1f64f],
] as const
const letter = fc
  .oneof(...blocks.map(([min, max]) => fc.integer({ min, max })))
  .map((code) => String.fromCodePoint(code))
  .filter((one) => !/\p{Cn}/u.test(one))
const hidden = fc.constantFrom(
  '\u00AD',
  '\u200B',
  '\u00A0',
  '  ',
  '\u2060',
  '\uFEFF',
  '\u200D',
  '\uFE0F',
  '\u0308',
  '\u0345',
  '\u064B',
)
const hostile = fc
  .array(
    fc.oneof(
      { arbitrary: letter, weight: 4 },
      hidden,
      fc.constantFrom('ß', 'ẞ', 'Σ', 'ς', 'İ', 'ı', 'ﬃ', '①'),
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''))

test('equal names share one search text, identity and address in every script', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 60 }), async (texts) => {
      expect(await disagreeing(texts)).toEqual([])
      for (const text of texts) {
        expect([text, foldName(foldName(text))]).toEqual([text, foldName(text)])
        expect([text, foldName(normalizeLine(text))]).toEqual([text, foldName(text)])
        expect([text, slugify(foldName(text))]).toEqual([text, slugify(text)])
      }
    }),
    { numRuns: runs(40) },
  )
})

test('an invisible character between accents does not change their order', async () => {
  const between = ['\u00AD', '\uFE0F', '\u200D', '\u2066', '\u180B']
  const texts = between.map((sign) => `\u1F80${sign}\u064B`)
  expect(await disagreeing(texts)).toEqual([])
  expect(new Set(texts.map(foldName))).toEqual(new Set([foldName('\u1F80\u064B')]))
})

test.each([
  ['ΣΎΛΛΟΓΟΣ ΦΊΛΩΝ', 'Σύλλογος φίλων'],
  ['STRAẞE', 'Straße'],
  ['Donau\u00ADdampf\u200Bschiff', 'Donaudampfschiff'],
  ['Verein\u00a0\u00a0Nord', 'Verein Nord'],
  ['Ｖｅｒｅｉｎ　Ａ', 'verein a'],
  ['Plzen\u030Csky\u0301 kraj', 'Plzeňský kraj'],
  ['АССОЦИАЦИЯ', 'ассоциация'],
])('%s is found by %s', async (one, other) => {
  const [a, b] = await folded([one, other])
  expect(a!.identity).toBe(b!.identity)
  expect(foldName(one)).toBe(foldName(other))
})

test('a word of plain letters and digits needs no folding in a list search', async () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,12}$/)
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 50, maxLength: 50 }), async (some) => {
      const words = [...some, ...Array.from('abcdefghijklmnopqrstuvwxyz0123456789')]
      const { rows } = await sql<{ pattern: string }>`
        select search_pattern(word) as pattern from unnest(${words}::text[]) with ordinality as given (word, place)
        order by place`.execute(database.db)
      expect(rows.map(({ pattern }) => pattern)).toEqual(words.map((one) => `%${one}%`))
    }),
    { numRuns: runs(3) },
  )
})
