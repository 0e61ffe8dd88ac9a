import { expect, test } from 'vitest'
import { isDay } from '#shared/dates.ts'
import { missingTokens, sampleOf, templateKinds, tokensOf } from './tokens.ts'
import { tokenMessages } from './token-messages.ts'

test.each(templateKinds)('the tokens of %s are unique, named and have a sample of their kind', (kind) => {
  const tokens = tokensOf[kind]
  expect(new Set(tokens.map(({ key }) => key)).size).toBe(tokens.length)
  for (const { label, type, sample } of tokens) {
    expect(tokenMessages).toHaveProperty([label])
    if (type === 'day') expect(isDay(String(sample))).toBe(true)
    if (type === 'eur' || type === 'eur_words') expect(Number.isSafeInteger(sample)).toBe(true)
    if (type === 'boolean') expect(sample).toBeTypeOf('boolean')
  }
  expect(Object.keys(sampleOf(kind))).toEqual(tokens.map(({ key }) => key))
})

test('a receipt requires the tokens that the law demands and lists those that a mapping omits', () => {
  const named = (kind: 'donation_receipt' | 'collective_receipt') =>
    missingTokens(kind, new Set()).map(({ key }) => key)
  const byLaw = 'issuer donor amount amount_words proof_kind purposes tax_office tax_number notice_day period'
  expect(named('donation_receipt')).toEqual([
    ...byLaw.split(' '),
    'number',
    'issue_day',
    'gift_day',
    'waiver',
  ])
  expect(named('collective_receipt')).toEqual([
    ...byLaw.split(' '),
    'number',
    'issue_day',
    'period_from',
    'period_until',
  ])
  const all = new Set(tokensOf.donation_receipt.map(({ key }) => key))
  all.delete('gift_day')
  expect(missingTokens('donation_receipt', all).map(({ key }) => key)).toEqual(['gift_day'])
})
