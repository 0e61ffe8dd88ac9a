import { expect, test } from 'vitest'
import { guarded } from './csv.ts'

test.each([
  '=1+1',
  '+1',
  '-1',
  '@x',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '\t=1',
  ' =1',
  '\u200b=1',
  '\ufeff＝1',
  '\r\n=1',
  "'=1",
  "''＝1",
])('%j gets an apostrophe', (text) => expect(guarded(text)).toBe(`'${text}`))

test.each(['1=1', 'a+b', 'e-mail', 'a@b.example', '', "it's", "'quoted'"])('%j is left unchanged', (text) =>
  expect(guarded(text)).toBe(text),
)
