import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { runs } from '#test/runs.ts'
import {
  certifiable,
  countedProofs,
  type CertifiableGift,
  gapsIn,
  groupsOf,
  isProven,
  isSmallGift,
  type Issuer,
  periodOf,
  receiptNumber,
  refusalCodes,
  refusalsOf,
} from './rules.ts'

const today = '2026-11-23'
const gift: CertifiableGift = {
  funding_type: 1,
  state: 'paid_out',
  amount_cents: 4000,
  returned_cents: 0,
  received_on: '2026-04-22',
  donor: { name: 'Ελένη', street: 'Weg 1', postal_code: '70173', city: 'Stuttgart' },
  receipt: null,
}
const issuer: Issuer = {
  proofs: [{ from: '2024-03-12', until: '2029-03-12' }],
  is_public_body: false,
  street: 'Anger 4',
  postcode: '78355',
  city: 'Hohenfels',
  tax_office: 'Singen',
  tax_number: '18165/04712',
  purposes: 'Naturschutz',
  period: '2020 bis 2022',
}
const codes = (of: Partial<CertifiableGift>, by: Partial<Issuer> = {}, on = today) =>
  refusalsOf({ ...gift, ...of }, { ...issuer, ...by }, on).map(({ code }) => code)

test.each<[Partial<CertifiableGift>, Partial<Issuer>, boolean, string]>([
  [{ amount_cents: 30_000 }, {}, true, 'of €300'],
  [{ amount_cents: 30_001 }, {}, false, 'of a cent more'],
  [{ amount_cents: 40_000, returned_cents: 10_000 }, {}, true, 'of €300 after a refund in part'],
  [{ donor: { ...gift.donor, street: '' } }, {}, true, 'of a donor without an address'],
  [{ receipt: '2026-0001' }, {}, false, 'with a receipt'],
  [{ funding_type: 2 }, {}, false, 'that is sponsoring'],
  [{ state: 'reversed' }, {}, false, 'that went back'],
  [{}, { proofs: [] }, false, 'to an organization without proof'],
  [{}, { proofs: [], is_public_body: true }, true, 'to a public body'],
  [{}, { tax_number: '' }, false, 'to an organization whose tax number is unknown'],
])('a gift %j to %j has a slip: %s (%s)', (of, by, has) => {
  expect(isSmallGift({ ...gift, ...of }, { ...issuer, ...by }, today)).toBe(has)
})

describe('a proof', () => {
  const art60a = { kind: 'art60a', from: '2024-05-01', until: '2027-05-01' } as const
  const notice = { kind: 'notice', from: '2026-02-10', until: '2031-02-10' } as const

  test('under § 60a counts until the day before the first notice, whatever the input order', () => {
    const counted = [
      { from: '2024-05-01', until: '2026-02-09' },
      { from: '2026-02-10', until: '2031-02-10' },
    ]
    expect(countedProofs([art60a, notice])).toEqual(counted)
    expect(countedProofs([notice, art60a])).toEqual(counted.toReversed())
    expect(countedProofs([art60a])).toEqual([{ from: '2024-05-01', until: '2027-05-01' }])
  })

  test('under § 60a keeps an end before the notice, and never counts if given on the day of the notice', () => {
    expect(countedProofs([{ ...art60a, until: '2025-01-01' }, notice])[0]!.until).toBe('2025-01-01')
    expect(countedProofs([{ ...art60a, from: '2026-02-10' }, notice])).toHaveLength(1)
  })
})

describe('reasons that keep a gift from being certified', () => {
  test('no reason when everything is in order', () => expect(codes({})).toEqual([]))

  test.each([
    [{ funding_type: 2 }, {}, 'funding_type'],
    [{ funding_type: 4 }, {}, 'funding_type'],
    [{ state: 'reversed' }, {}, 'gift_refunded'],
    [{ state: 'recovery_open' }, {}, 'gift_refunded'],
    [{ state: 'pledged' }, {}, 'not_arrived'],
    [{ received_on: '2026-11-24' }, {}, 'after_issue'],
    [{ receipt: '2026-0007' }, {}, 'already_receipted'],
    [{}, { proofs: [{ from: '2021-02-02', until: '2026-11-22' }] }, 'proof_ended'],
    [{}, { replaced_on: '2026-11-23' }, 'art60a_replaced'],
    [{ received_on: '2024-03-11' }, {}, 'no_proof_on_gift_day'],
    [{}, { tax_number: ' ' }, 'issuer_incomplete'],
    [{}, { period: '' }, 'issuer_incomplete'],
    [{}, { street: '' }, 'issuer_incomplete'],
    [{ donor: { ...gift.donor, city: '' } }, {}, 'address_missing'],
  ] as const)('%o of %o is %s', (of, by, code) => expect(codes(of, by as Partial<Issuer>)).toEqual([code]))

  test('a proof counts on its first and on its last day, on the day of the gift and on the day of issue', () => {
    const proofs = [{ from: '2026-04-22', until: today }]
    expect(codes({}, { proofs })).toEqual([])
    expect(codes({ received_on: '2026-04-21' }, { proofs })).toEqual(['no_proof_on_gift_day'])
    expect(codes({}, { proofs }, '2026-11-24')).toEqual(['proof_ended'])
    expect(codes({}, { proofs: [] })).toEqual(['no_proof_on_issue', 'no_proof_on_gift_day'])
  })

  test('a gift in the gap between two notices cannot be certified; one before or after the gap can', () => {
    const proofs = [
      { from: '2020-01-10', until: '2025-01-10' },
      { from: '2025-06-01', until: '2030-06-01' },
    ]
    expect(codes({ received_on: '2025-01-10' }, { proofs })).toEqual([])
    expect(codes({ received_on: '2025-03-01' }, { proofs })).toEqual(['no_proof_on_gift_day'])
    expect(codes({ received_on: '2025-06-01' }, { proofs })).toEqual([])
  })

  test('a public body needs no notice and names no tax office; a finding after § 60a names no period', () => {
    const body = { is_public_body: true, proofs: [], tax_office: '', tax_number: '', period: null }
    expect(codes({}, body)).toEqual([])
    expect(codes({}, { period: null })).toEqual([])
  })

  test('all reasons are listed, in one order, each once', () => {
    fc.assert(
      fc.property(
        fc.record({
          funding_type: fc.constantFrom(1, 2, 3, 4),
          state: fc.constantFrom(
            'pledged',
            'confirmed',
            'settled',
            'paid_out',
            'reversed',
            'recovered',
            'failed',
          ),
          received_on: fc.integer({ min: -900, max: 30 }).map((days) => addDays(today, days)),
          receipt: fc.constantFrom(null, '2026-0001'),
          street: fc.constantFrom('', 'Weg 1'),
        }),
        fc.array(fc.tuple(fc.integer({ min: -2000, max: 30 }), fc.integer({ min: 0, max: 2000 })), {
          maxLength: 3,
        }),
        ({ street, ...of }, spans) => {
          const proofs = spans.map(([from, days]) => ({
            from: addDays(today, from),
            until: addDays(today, from + days),
          }))
          const found = codes({ ...of, donor: { ...gift.donor, street } }, { proofs })
          expect(new Set(found).size).toBe(found.length)
          expect(found).toEqual(refusalCodes.filter((code) => found.includes(code)))
          expect(found.includes('funding_type')).toBe(of.funding_type === 2 || of.funding_type === 4)
          expect(found.includes('no_proof_on_gift_day')).toBe(!isProven(proofs, of.received_on))
          expect(found.includes('proof_ended') || found.includes('no_proof_on_issue')).toBe(
            !isProven(proofs, today),
          )
          expect(found.includes('address_missing')).toBe(street === '')
          if (found.length === 0) expect(certifiable({ ...gift, ...of })).toBe(4000)
        },
      ),
      { numRuns: runs(200) },
    )
  })
})

test('a gift refunded in part is certified with the rest', () => {
  expect(certifiable({ state: 'settled', amount_cents: 4000, returned_cents: 1500 })).toBe(2500)
  expect(certifiable({ state: 'reversed', amount_cents: 4000, returned_cents: 1500 })).toBe(0)
})

test('collective receipts: every gift is in one group, of one issuer, one donor and one year', () => {
  const one = fc.record({
    id: fc.integer({ min: 1, max: 1000 }),
    organization_id: fc.integer({ min: 1, max: 3 }),
    donor_id: fc.constantFrom(null, 1, 2),
    received_on: fc.constantFrom('2025-12-31', '2026-01-01', '2026-06-30'),
  })
  fc.assert(
    fc.property(fc.uniqueArray(one, { selector: ({ id }) => id }), (gifts) => {
      const groups = groupsOf(gifts)
      expect(
        groups
          .flat()
          .map(({ id }) => id)
          .sort((a, b) => a - b),
      ).toEqual(gifts.map(({ id }) => id).sort((a, b) => a - b))
      for (const group of groups) {
        expect(new Set(group.map((of) => of.organization_id)).size).toBe(1)
        expect(new Set(group.map((of) => of.donor_id)).size).toBe(1)
        expect(new Set(group.map((of) => of.received_on.slice(0, 4))).size).toBe(1)
        if (group[0]!.donor_id === null) expect(group).toHaveLength(1)
        const { from, until } = periodOf(group, today)
        for (const { received_on } of group) expect(from <= received_on && received_on <= until).toBe(true)
      }
    }),
    { numRuns: runs(100) },
  )
})

test('receipt numbers are padded to four digits, and every gap is found', () => {
  expect([receiptNumber(2026, 42), receiptNumber(2026, 12345)]).toEqual(['2026-0042', '2026-12345'])
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), (places) => {
      const gaps = gapsIn(places)
      const last = Math.max(0, ...places)
      expect([...places, ...gaps].sort((a, b) => a - b)).toEqual(
        Array.from({ length: last }, (_, at) => at + 1),
      )
    }),
    { numRuns: runs(100) },
  )
})
