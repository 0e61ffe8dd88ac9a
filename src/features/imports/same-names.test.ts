import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { classesOf, joinSameNames } from './same-names.ts'

const pair = (one: string, other: string) => ({
  one,
  other,
  one_title: one.toUpperCase(),
  other_title: other,
})

const rootsOf = (classes: ReturnType<typeof classesOf>) =>
  new Map([...classes].map(([key, { root }]) => [key, root]))

test('equal names are transitive and independent of order', () => {
  const said = [pair('a', 'b'), pair('c', 'd'), pair('b', 'e')]
  const classes = classesOf(said)
  expect(classes.get('e')).toEqual({ root: 'a', keys: ['a', 'b', 'e'], titles: ['A', 'b', 'B', 'e'] })
  expect(classes.get('c')!.keys).toEqual(['c', 'd'])
  expect(classes.get('f')).toBeUndefined()
  fc.assert(
    fc.property(fc.shuffledSubarray(said, { minLength: 3 }), (mixed) => {
      expect(rootsOf(classesOf(mixed))).toEqual(rootsOf(classes))
    }),
    { numRuns: runs(20) },
  )
})

const group = (id: number | undefined, ...spelled: [string, string][]) => ({
  id,
  spellings: spelled.map(([key, recipient_hash]) => ({ key, recipient_hash })),
})

test('equal names join the oldest known organization, else the first; namesakes and known ones stay apart', () => {
  const groups = [group(undefined, ['a', '1']), group(undefined, ['b', '2']), group(undefined, ['a', '3'])]
  expect(joinSameNames(groups, [])).toEqual([
    group(undefined, ['a', '1'], ['b', '2']),
    group(undefined, ['a', '3']),
  ])
  expect(joinSameNames(groups.toReversed(), [])).toEqual(joinSameNames(groups, []))
  const known = [
    { id: 9, keys: ['b'] },
    { id: 7, keys: ['a'] },
  ]
  expect(joinSameNames([...groups, group(9, ['b', '4'])], known)).toEqual([
    group(7, ['b', '2']),
    group(undefined, ['a', '1']),
    group(undefined, ['a', '3']),
    group(9, ['b', '4']),
  ])
  expect(joinSameNames([group(undefined, ['a', '1'])], [{ id: 7, keys: ['a'] }])).toEqual([
    group(undefined, ['a', '1']),
  ])
})
