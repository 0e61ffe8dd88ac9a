import { countrySpecs } from 'ibantools'
import { expect, test } from 'vitest'
import { isBic, isEeaIban, isIban, isSepaIban, normalIban } from './bank-details.ts'

// EPC409-09 v8.0 of 2025-12-24: country and length of its IBANs. GG, JE and IM use GB.
const sepa =
  'AT20 BE16 BG22 HR21 CY28 CZ24 DK18 EE20 FI18 FR27 DE22 GR27 HU28 IS26 IE22 IT27 LV21 LI21 LT20 LU20 MT31 NL18 NO15 ' +
  'PL28 PT25 RO24 SK24 SI19 ES24 SE24 AL28 AD24 MD24 MC27 ME22 MK19 SM27 RS22 CH21 GB22 VA22 GI23'
const countries = sepa.split(' ').map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const)

test.each(countries)('%s is a SEPA country whose IBANs have %i characters', (country, length) => {
  expect(isSepaIban(`${country}00`)).toBe(true)
  expect(countrySpecs[country]?.chars).toBe(length)
})

test('the first thirty SEPA countries are the EEA', () => {
  expect(countries.filter(([country]) => isEeaIban(`${country}00`))).toEqual(countries.slice(0, 30))
})

test('no other country with IBANs belongs to SEPA', () => {
  const others = Object.keys(countrySpecs).filter((country) => !countries.some(([one]) => one === country))
  expect(others.length).toBeGreaterThan(30)
  expect(others.filter((country) => isSepaIban(`${country}00`))).toEqual([])
})

test.each([
  ['DE89 3704 0044 0532 0130 00', true],
  ['de89370400440532013000', true],
  ['DE88370400440532013000', false],
  ['DE8937040044053201300', false],
  ['NL91ABNA0417164300', true],
  ['NL91ABNA04171643001', false],
  ['XX89370400440532013000', false],
  ['', false],
])('isIban(%j) is %s', (iban, valid) => expect(isIban(iban)).toBe(valid))

test.each([
  ['BYLADEM1001', true],
  ['BYLADEM1', true],
  ['BYLADEM10', false],
  ['byladem1001', false],
])('isBic(%j) is %s', (bic, valid) => expect(isBic(bic)).toBe(valid))

test('an IBAN is stored in capitals without blanks', () => {
  expect(normalIban(' de89 3704\u00a00044 ')).toBe('DE8937040044')
})
