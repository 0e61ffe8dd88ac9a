import { expect, test } from 'vitest'
import { splitByNamedAmounts } from './named-amounts.ts'
import { type Candidate, suggest } from './suggest.ts'

const project = (slug: string, title: string, iban_seen = false): Candidate => ({
  target_type: 'project',
  slug,
  title,
  detail: '',
  number: '',
  expected_cents: null,
  words: title,
  names: [],
  iban_seen,
})
const wall = project('wall', 'Neue Kletterwand für die Grundschule Am Weiher', true)
const garden = project('garden', 'Schulgarten mit Hochbeeten und Wetterstation', true)
const cafe = project('cafe', 'Demenzcafé Lindenau')
const line = (text: string, cents: number) => ({
  amount_cents: cents,
  name: 'Förderkreis Kita Am Weiher',
  iban: '',
  text,
  reference: '',
  booking: '',
})
const partsOf = (text: string, cents: number, candidates = [wall, garden, cafe]) =>
  splitByNamedAmounts(line(text, cents), candidates)[0]?.suggestion.split.map((part) => [
    part.target_slug,
    part.amount_cents,
  ])

test('two projects named with amounts that add up to the line are the first suggestion, preselected', () => {
  const given = line('SPENDE KINDERFEST KLETTERWAND 300 SCHULGARTEN 180 DANKE', 48_000)
  const [first] = suggest(given, [wall, garden, cafe], splitByNamedAmounts(given, [wall, garden, cafe]))
  expect(first).toMatchObject({ target_type: 'split', amount_cents: 48_000 })
  expect(first!.split.map((part) => [part.target_slug, part.amount_cents])).toEqual([
    ['wall', 30_000],
    ['garden', 18_000],
  ])
  expect(first!.score).toBeGreaterThanOrEqual(90)
  expect(first!.why).toEqual([
    { reason: 'title', met: true },
    { reason: 'amount', met: true },
    { reason: 'iban', met: true },
  ])
})

test.each([
  ['behind each name, with cents', 'Kletterwand 300,50 Schulgarten 179.50', 48_000],
  ['before each name', '300 EUR Kletterwand, 180 EUR Schulgarten', 48_000],
  ['with thousands', 'Kletterwand 1.300,00 Schulgarten 180', 148_000],
])('reads amounts %s', (_, text, cents) => {
  expect(partsOf(text, cents)?.map(([slug]) => slug)).toEqual(['wall', 'garden'])
})

test('splits a line among three projects', () => {
  expect(partsOf('Kletterwand 300 Schulgarten 180 Demenzcafe 20', 50_000)).toEqual([
    ['wall', 30_000],
    ['garden', 18_000],
    ['cafe', 2_000],
  ])
})

test.each([
  ['another sum', 'Kletterwand 300 Schulgarten 180', 48_100],
  ['one amount alone', 'Kletterwand Schulgarten 480', 48_000],
  ['an amount beside nothing that is known', 'Kletterwand 300 Kinderfest 180', 48_000],
  ['the same project twice', 'Kletterwand 300 Kletterwand 180', 48_000],
  ['numbers that are no amounts', 'Kletterwand PS-2026-300 Schulgarten 20.11.2026', 48_000],
])('%s does not make a split', (_, text, cents) => {
  expect(partsOf(text, cents)).toBeUndefined()
})

test('a name shared by two projects does not make a split', () => {
  const other = project('other', 'Schulgarten am Bach und Wald')
  const same = project('same', 'Schulgarten am Bach und Wald')
  expect(partsOf('Kletterwand 300 Schulgarten 180', 48_000, [wall, other, same])).toBeUndefined()
})
