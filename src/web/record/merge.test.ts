import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { conflictingKeys, changedKeys, merged } from './merge.ts'

// Three fields of three values each cover every way in which two edits can meet.
const keys = ['phone', 'city', 'street'] as const
const value = fc.constantFrom('', 'a', 'b')
const values = fc.record({ phone: value, city: value, street: value })
const side = fc.constantFrom('mine' as const, 'theirs' as const)
const choices = fc.record({ phone: side, city: side, street: side })

test('a field changed by one side keeps that change; one changed by both gets the chosen value', () => {
  fc.assert(
    fc.property(values, values, values, choices, (base, mine, theirs, chosen) => {
      const both = conflictingKeys(base, mine, theirs)
      const asked = Object.fromEntries(both.map((key) => [key, chosen[key as (typeof keys)[number]]]))
      const now = merged(base, mine, theirs, asked)
      for (const key of keys) {
        if (both.includes(key)) expect(now[key]).toBe(chosen[key] === 'mine' ? mine[key] : theirs[key])
        else expect(now[key]).toBe(mine[key] === base[key] ? theirs[key] : mine[key])
      }
    }),
    { numRuns: runs(200) },
  )
})

test('fields changed by one side, or by both alike, are merged without asking', () => {
  const base = { phone: '1', city: 'Bonn', street: 'A', needs: [1, 2] }
  const mine = { phone: '2', city: 'Köln', street: 'A', needs: [1, 2] }
  const theirs = { phone: '3', city: 'Köln', street: 'B', needs: [1, 2] }
  expect(conflictingKeys(base, mine, theirs)).toEqual(['phone'])
  expect(changedKeys(theirs, base)).toEqual(['phone', 'city', 'street'])
})

test('an invalid amount counts as a change of an empty field and is kept as mine', () => {
  const base = {
    share: null as number | null,
    needs: [{ title: 'Pump', amount_cents: null as number | null }],
  }
  const mine = { share: Number.NaN, needs: [{ title: 'Pump', amount_cents: Number.NaN }] }
  expect(changedKeys(mine, base)).toEqual(['share', 'needs'])
  expect(merged(base, mine, base)).toEqual(mine)
  expect(changedKeys(mine, structuredClone(mine))).toEqual([])
})
