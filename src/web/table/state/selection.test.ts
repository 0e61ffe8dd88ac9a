import { expect, test } from 'vitest'
import {
  countOf,
  isSelected,
  type TitledRows,
  emptySelection,
  scopeOf,
  type SelectionState,
  selectedAfter,
  type SelectionEvent,
  sentSelection,
  sentWithout,
} from './selection.ts'

const rowsOf = (letters: string): TitledRows => letters.split('').map((key) => [key, `Row ${key}`] as const)
const first = rowsOf('abcde')
const second = rowsOf('fghij')
const total = 28

const tick = (key: string, selected = true, range = false): SelectionEvent => {
  const page = first.some(([other]) => other === key) ? first : second
  return { type: 'row', page, at: page.findIndex(([other]) => other === key), selected, range }
}
const untick = (key: string) => tick(key, false)
const toKey = (key: string, selected = true) => tick(key, selected, true)
const page = (rows: TitledRows, selected = true): SelectionEvent => ({ type: 'page', page: rows, selected })
const read = (rows: TitledRows, count = total): SelectionEvent => ({ type: 'read', page: rows, total: count })
const all: SelectionEvent = { type: 'all' }
const clear: SelectionEvent = { type: 'clear' }
const leave = (...keys: string[]): SelectionEvent => ({ type: 'leave', keys })

const after = (events: SelectionEvent[]): SelectionState => events.reduce(selectedAfter, emptySelection)
const picked = (letters: string) => ({ slugs: letters.split('') })
const allBut = (letters: string, expected_count: number) => ({
  query: 'status=open',
  exclude: letters.split(''),
  expected_count,
})

type Case = [name: string, events: SelectionEvent[], sent: ReturnType<typeof picked | typeof allBut>]
const cases: Case[] = [
  ['nothing', [], picked('')],
  ['a row', [tick('b')], picked('b')],
  ['a row, taken back', [tick('b'), untick('b')], picked('')],
  ['a range downwards', [tick('b'), toKey('d')], picked('bcd')],
  ['a range upwards', [tick('d'), toKey('b')], picked('dbc')],
  ['a range taken out', [page(first), untick('b'), toKey('d', false)], picked('ae')],
  ['a range from a row of another page is that row alone', [tick('b'), toKey('h')], picked('bh')],
  ['a page', [page(first)], picked('abcde')],
  ['a page less one', [page(first), untick('c')], picked('abde')],
  ['a page taken back', [page(first), page(first, false)], picked('')],
  ['rows of two pages', [tick('a'), read(second), tick('g')], picked('ag')],
  ['all that match', [page(first), all], allBut('', 28)],
  ['all less one of the first page', [page(first), all, untick('c')], allBut('c', 27)],
  ['all less one of the second page', [page(first), all, read(second), untick('g')], allBut('g', 27)],
  ['all less a range', [all, untick('b'), toKey('d', false)], allBut('bcd', 25)],
  ['all less a page', [all, page(second, false)], allBut('fghij', 23)],
  ['all less a page, the page back in', [all, page(second, false), page(second)], allBut('', 28)],
  ['all less one, which is ticked again', [all, untick('g'), tick('g')], allBut('', 28)],
  ['all less two, chosen as all again', [all, untick('g'), untick('h'), all], allBut('', 28)],
  ['another page keeps it', [all, untick('a'), read(second)], allBut('a', 27)],
  ['reading the same page again keeps it', [tick('a'), tick('b'), read(first)], picked('ab')],
  [
    'a row that left the page stays selected: it may be on another',
    [tick('a'), read(rowsOf('bcdef'))],
    picked('a'),
  ],
  ['archived one by one', [tick('a'), tick('b'), leave('a')], picked('b')],
  ['archived, and not selected', [tick('a'), leave('c')], picked('a')],
  ['all less one, which is archived', [all, untick('a'), leave('a')], allBut('', 28)],
  [
    'the server knows fewer of those left out',
    [all, untick('a'), untick('b'), { type: 'correct', left: ['b'] }],
    allBut('b', 27),
  ],
  ['cleared', [tick('a'), clear], picked('')],
  ['all less one, cleared', [all, untick('a'), clear], picked('')],
  ['those that failed stay', [page(first), { type: 'keep', rows: rowsOf('bd') }], picked('bd')],
  ['of all that match those that failed stay', [all, { type: 'keep', rows: rowsOf('z') }], picked('z')],
  ['everything taken out of all is nothing', [all, page(first, false), read(first, 5)], picked('')],
]

test.each(cases)('%s', (_name, events, sent) => {
  const now = after(events)
  expect(sentSelection(now, { status: 'open', ordering: '-title' }, total)).toEqual(sent)
  // The bar shows the number sent to the server.
  expect(countOf(now, total)).toBe('slugs' in sent ? sent.slugs.length : sent.expected_count)
  for (const [key] of [...first, ...second])
    expect(isSelected(now, key)).toBe(
      'slugs' in sent ? sent.slugs.includes(key) : !sent.exclude.includes(key),
    )
})

test('titles follow the loaded rows, and an unchanged load keeps the selection object', () => {
  const now = after([tick('a'), all, untick('b')])
  const renamed = selectedAfter(now, read([['b', 'New name']]))
  expect([...renamed.left]).toEqual([['b', 'New name']])
  expect(selectedAfter(renamed, read([['b', 'New name']]))).toBe(renamed)
  expect(selectedAfter(renamed, leave('x'))).toBe(renamed)
})

test('deselecting never selects other rows', () => {
  for (const [key] of second) {
    const before = after([page(first), all])
    const now = selectedAfter(before, untick(key))
    for (const [other] of [...first, ...second]) expect(isSelected(now, other)).toBe(other !== key)
  }
})

test('rows are removed from a named selection and from “all that match”', () => {
  expect(sentWithout(picked('abc'), ['b'])).toEqual(picked('ac'))
  expect(sentWithout(allBut('a', 27), ['b', 'c'])).toEqual(allBut('abc', 25))
})

const scope = scopeOf({ status: 'open', search: 'kita', ordering: 'title' }, false)
test.each([
  ['another ordering', { status: 'open', search: 'kita', ordering: '-status' }, false, true],
  ['no ordering', { search: 'kita', status: 'open' }, false, true],
  ['another page', { status: 'open', search: 'kita', page: '2', page_size: '50' }, false, true],
  ['another filter value', { status: 'done', search: 'kita' }, false, false],
  ['one filter more', { status: 'open', search: 'kita', review: 'public' }, false, false],
  ['no filter', { search: 'kita' }, false, false],
  ['another search', { status: 'open', search: 'kit' }, false, false],
  ['the archive', { status: 'open', search: 'kita' }, true, false],
])('the selection with %s', (_name, query, archived, stays) => {
  expect(scopeOf(query, archived) === scope).toBe(stays)
})
