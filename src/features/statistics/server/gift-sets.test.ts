import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GiftMembers, counted, joined } from './gift-sets.ts'

const id = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 4_000_000 }))
const gift: fc.Arbitrary<GiftMembers> = fc
  .record({
    funding_type: fc.integer({ min: 1, max: 4 }),
    company_id: fc.oneof(fc.constant(0), id),
    project_id: id,
    organization_id: id,
    donor_id: fc.option(id),
    funding_id: id,
  })
  .map((one) => (one.company_id ? { ...one, donor_id: null } : one))
const cell = fc.record({
  month: fc.constantFrom('2026-01', '2026-02'),
  gifts: fc.array(gift, { maxLength: 30 }),
})

/** The expected result, computed with JavaScript sets. */
function plainly(gifts: readonly GiftMembers[]) {
  const donors = gifts.flatMap((one) =>
    one.company_id ? [] : [one.donor_id === null ? `gift ${one.funding_id}` : one.donor_id],
  )
  return {
    projects: new Set(gifts.map((one) => one.project_id)).size,
    organizations: new Set(gifts.map((one) => one.organization_id)).size,
    donors: new Set(donors).size,
  }
}

test('members of stored and merged sets count once, in any grouping', () => {
  fc.assert(
    fc.property(
      fc.array(cell, { maxLength: 6 }),
      fc.constantFrom('month', 'funding_type', 'company_id'),
      (cells, by) => {
        const kept = cells.map(({ month, gifts }) => ({ month, members: joined([], gifts) }))
        const all = cells.flatMap(({ month, gifts }) => gifts.map((one) => ({ ...one, month })))
        const keyOf = (one: { month: string; funding_type: number; company_id: number }) =>
          String({ month: one.month, funding_type: one.funding_type, company_id: one.company_id }[by])
        const expected = [...Map.groupBy(all, keyOf)].map(([key, gifts]) => [key, plainly(gifts)] as const)
        const found = counted(kept, keyOf)
        expect(found.all).toEqual(plainly(all))
        expect(Object.fromEntries(found.groups)).toEqual(Object.fromEntries(expected))
        const whole = joined(
          kept.map((one) => one.members),
          [],
        )
        expect(counted([{ month: '', members: whole }], () => '').all).toEqual(plainly(all))
      },
    ),
  )
})

test('empty sets count nothing', () => {
  expect(counted([], () => '')).toEqual({
    all: { projects: 0, organizations: 0, donors: 0 },
    groups: new Map(),
  })
})
