import { expect, test } from 'vitest'
import { currenciesOf, currencyInName } from './currency.ts'

test.each([
  ['FoerderbeitragCHF', 'CHF'],
  ['Förderbeitrag CHF', 'CHF'],
  ['amount_usd', 'USD'],
  ['Betrag (£)', 'GBP'],
  ['Betrag in €', 'EUR'],
  ['betrag_eur', 'EUR'],
  ['Summe in Euro', 'EUR'],
  ['Beitrag Franken', 'CHF'],
  ['Betrag', undefined],
  ['ALL amounts', undefined],
  ['Neuro-Projekt', undefined],
  ['Betrag Frankfurt', undefined],
  ['Kostrychf', undefined],
])('the column name %s means currency %s', (name, code) => {
  expect(currencyInName(name)).toBe(code)
})

test('only amount columns are checked, and EUR is not stored', () => {
  const names = ['Verein CHF', 'Betrag EUR', 'beantragt USD']
  expect(currenciesOf({ columns: { organization_title: 0, amount: 1, applied_amount: 2 } }, names)).toEqual({
    currencies: { applied_amount: 'USD' },
  })
  expect(currenciesOf({ columns: { organization_title: 0, amount: 1 } }, names)).toEqual({})
})
