import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { groupSpellings, type KnownOrganization, type Spelling } from './identity.ts'

const one = (register_number = '', postcode = ''): Spelling => ({ key: 'a', register_number, postcode })

/** Groups as sorted `number/postcode` texts. */
function shown(known: KnownOrganization[], spellings: Spelling[]): string[] {
  const textOf = ({ register_number, postcode }: Spelling) => `${register_number}/${postcode}`
  return groupSpellings(known, spellings)
    .map(({ id, spellings: taken }) => `${id ?? 'new'}: ${taken.map(textOf).toSorted().join(' ')}`)
    .toSorted()
}

describe('two spellings of one name', () => {
  test.each<[string, Spelling, Spelling, boolean]>([
    ['the name alone', one(), one(), true],
    ['a number the other lacks', one('1234'), one(), true],
    ['the same number after a move', one('004250', '10713'), one('004250', '12055'), true],
    ['the same postcode with another number', one('009821', '10823'), one('012345', '10823'), true],
    ['a number mistyped in one place', one('009071', '13354'), one('009076', '13353'), true],
    ['a number and a postcode', one('004250'), one('', '10713'), true],
    ['namesakes in two places', one('004250', '10713'), one('031999', '20095'), false],
    ['two numbers and no postcode', one('004250'), one('031999'), false],
    ['two postcodes and no number', one('', '10713'), one('', '20095'), false],
    ['a postcode without its leading zero', one('004250', '01067'), one('009821', '1067'), true],
    ['a postcode with its country', one('', 'D-01067'), one('', '01067'), true],
    ['spelling of the number', one('VR 4250/B'), one('vr4250 b'), true],
  ])('%s', (_name, a, b, same) => {
    expect(groupSpellings([], [a, b])).toHaveLength(same ? 1 : 2)
    expect(shown([{ id: 7, spellings: [a] }], [b])[0]).toMatch(same ? /^7: / : /^new: /)
    expect(shown([{ id: 7, spellings: [b] }], [a])[0]).toMatch(same ? /^7: / : /^new: /)
  })
})

describe('several spellings', () => {
  test('spellings linked through a third one by different features are one organization', () => {
    const rows = [one('100121', '10245'), one('000259', '10245'), one('000259', '10207')]
    expect(shown([], rows)).toEqual(['new: 000259/10207 000259/10245 100121/10245'])
  })

  test('a number outranks a postcode, and a postcode outranks similarity', () => {
    const known = [
      { id: 1, spellings: [one('111111', '10713')] },
      { id: 2, spellings: [one('222222', '20095')] },
    ]
    expect(shown(known, [one('222222', '10713')])).toEqual(['2: 222222/10713'])
    expect(shown(known, [one('', '20095')])).toEqual(['2: /20095'])
    expect(shown(known, [one('111112', '20095')])).toEqual(['2: 111112/20095'])
  })

  test('an ambiguous name matches no organization', () => {
    const known = [
      { id: 1, spellings: [one('123451')] },
      { id: 2, spellings: [one('123452')] },
    ]
    expect(shown(known, [one('123453'), one()])).toEqual(['new: /', 'new: 123453/'])
  })

  test('existing organizations are never merged, and a new one between them joins the better match', () => {
    const known = [
      { id: 2, spellings: [one('000259', '10207')] },
      { id: 1, spellings: [one('100121', '10245')] },
    ]
    expect(shown(known, [one('000259', '10245')])).toEqual(['2: 000259/10245'])
  })

  test('a manually created organization matches a file’s only spelling of its name, and neither of two', () => {
    const known = [{ id: 5, spellings: [one()] }]
    expect(shown(known, [one('', '10967')])).toEqual(['5: /10967'])
    expect(shown(known, [one('', '10967'), one('', '20095')])).toEqual(['new: /10967', 'new: /20095'])
    expect(shown(known, [one('', '10967'), one('', '20095'), one()])).toContain('5: /')
  })
})

describe('in any order', () => {
  const numbers = fc.constantFrom('', '100121', '000259', '000258', '77', 'VR 77')
  const postcodes = fc.constantFrom('', '10245', '10207', '20095')
  const spelling = fc.tuple(numbers, postcodes).map(([number, postcode]) => one(number, postcode))
  const several = fc.uniqueArray(spelling, {
    maxLength: 9,
    selector: (row) => `${row.register_number}/${row.postcode}`,
  })
  const knownOnes = fc
    .array(fc.array(spelling, { minLength: 1, maxLength: 3 }), { maxLength: 3 })
    .map((all) => all.map((spellings, at) => ({ id: at + 1, spellings })))

  test('the result is the same', () => {
    fc.assert(
      fc.property(
        knownOnes,
        several.chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
        ),
        (known, [rows, shuffled]) => {
          expect(shown(known.toReversed(), shuffled)).toEqual(shown(known, rows))
          expect(groupSpellings(known, rows).flatMap((group) => group.spellings)).toHaveLength(rows.length)
        },
      ),
      { numRuns: runs(500) },
    )
  })
})
