import { expect, test } from 'vitest'
import { rankOf } from './palette-rank.ts'

test.each([
  ['Garten', 'garten', 0],
  ['Straße', 'STRASSE', 0],
  ['Café', ' cafe ', 0],
  ['Gartenhaus', 'garten', 1],
  ['Haus im Garten', 'gart', 2],
  ['Haus (Garten-AG)', 'ag haus', 2],
  ['Umgartenung', 'garten', 3],
  ['Haus im Garten', 'garten schule', undefined],
  ['Garten', '', 1],
])('%s for “%s” ranks %s', (name, typed, rank) => {
  expect(rankOf(name, typed)).toBe(rank)
})
