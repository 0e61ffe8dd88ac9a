import { expect, test } from 'vitest'
import { localeFromHeader } from './messages.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['en_US', 'en_US'],
  ['du_DE', 'du_DE'],
  ['sie_DE', 'sie_DE'],
  ['de', 'sie_DE'],
  ['de-AT', 'sie_DE'],
  ['de_DE', 'sie_DE'],
  ['de-x-du', 'du_DE'],
  ['de-x-sie', 'sie_DE'],
  ['fr-FR,de;q=0.8,en;q=0.5', 'sie_DE'],
  ['en;q=0.3, de;q=0.9', 'sie_DE'],
  ['de;q=0.3, en;q=0.9', 'en_US'],
  ['de;q=0, en;q=0.1', 'en_US'],
  ['de ; Q=0.4 , en-GB ; q=0.5', 'en_US'],
  ['en, de', 'en_US'],
  // Languages that share only a prefix with ours: the profile decides.
  ['den, enm', undefined],
  ['fr', undefined],
  ['*', undefined],
  ['de;q=0', undefined],
  ['de;q=2, en;q=banana', undefined],
])('Accept-Language %j selects %s', (header, locale) => {
  expect(localeFromHeader(header)).toBe(locale)
})
