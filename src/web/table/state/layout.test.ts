import { expect, test } from 'vitest'
import { layoutFromColumns, applyLayout, presetOf } from './layout.ts'
import type { Column } from './types.ts'

const column = (key: string, optional = false): Column<never> => ({
  key,
  title: 'columns.status',
  cell: () => null,
  width: 100,
  ...(optional && { optional: true as const }),
})
const columns = [
  column('status'),
  column('review'),
  column('money'),
  column('proof', true),
  column('ends', true),
]
const keys = (shown: readonly Column<never>[]) => shown.map(({ key }) => key)
const none = { columns: null, widths: {} }

test('without a layout the list keeps its order, minus hidden columns', () => {
  expect(keys(applyLayout(columns, [], none))).toEqual(['status', 'review', 'money'])
  expect(keys(applyLayout(columns, ['review'], none))).toEqual(['status', 'money'])
})

test('a layout sets order, optional columns and widths; columns shown again come last', () => {
  const layout = { columns: ['proof', 'money'], widths: { money: 240 } }
  expect(keys(applyLayout(columns, ['status', 'review'], layout))).toEqual(['proof', 'money'])
  expect(keys(applyLayout(columns, ['status'], layout))).toEqual(['proof', 'money', 'review'])
  expect(applyLayout(columns, ['status', 'review'], layout)[1]!.width).toBe(240)
})

test('a choice of columns survives a round trip, and the default choice leaves no layout', () => {
  for (const shown of [['ends', 'status'], ['money', 'proof', 'review'], []]) {
    const { hidden, layout } = layoutFromColumns(columns, shown, {})
    expect(keys(applyLayout(columns, hidden, layout))).toEqual(shown)
  }
  expect(layoutFromColumns(columns, ['status', 'money'], {})).toEqual({ hidden: ['review'], layout: none })
})

test('a preset is recognized by its columns and their order', () => {
  const list = {
    presets: [{ key: 'decision', heading: 'columns.status', columns: ['proof', 'money'] }],
  } as const
  expect(presetOf(list, columns, ['status', 'review', 'money'])).toBe('standard')
  expect(presetOf(list, columns, ['proof', 'money'])).toBe('decision')
  expect(presetOf(list, columns, ['money', 'proof'])).toBeUndefined()
})
