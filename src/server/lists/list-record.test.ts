import { readXlsx } from 'hucre'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cellsOf } from '#shared/lists/list-cells.ts'
import { defineList, hideableColumns } from '#shared/lists/list-record.ts'
import { listQuery } from '#shared/lists/list.ts'
import type { ConditionsOf } from './conditions.ts'
import { keptBy } from './conditions.ts'
import { factsOf } from './facts.ts'
import { writeXlsx } from '../formats/xlsx.ts'
import { exportColumns } from '#features/exports/server/list-export.ts'

/** A made-up list with a column of each kind. `npm run check` verifies the lines marked as errors. */
const mills = defineList({
  table: 'mills',
  defaultOrdering: 'title',
  columns: {
    title: { heading: 'columns.title', kind: 'text', ordering: 'title_sort', names: 'title' },
    country: {
      heading: 'organizations.fields.country',
      kind: 'text',
      ordering: 'status',
      filter: { values: { DE: 'labels.complete', AT: 'labels.archived' }, also: { 1: 'labels.complete' } },
    },
    sails: { heading: 'columns.attempts', kind: 'number' },
    price: { heading: 'columns.amount', kind: 'EUR', width: 90 },
    built: { heading: 'columns.starts_on', kind: 'day' },
    seen_at: { heading: 'columns.created_at', kind: 'instant', card: false },
  },
  otherFilters: { open: { heading: 'columns.status', values: { yes: 'labels.open' } } },
})
type Mill = {
  title: string
  country: string
  sails: number | null
  price_cents: number
  built: string
  seen_at: string | null
}
const mill: Mill = {
  title: '=Mill',
  country: 'DE',
  sails: 4,
  price_cents: 123_456,
  built: '1987-05-01',
  seen_at: '2026-07-01T10:30:00.000Z',
}
const cells = cellsOf<typeof mills, Mill>(mills, { price: (row) => row.price_cents })

const kept = keptBy<'organizations', 'organization_counts'>()
const yes = kept.is('status', 1)
const conditions: ConditionsOf<typeof mills, 'organization_counts'> = {
  country: { DE: yes, AT: yes, 1: yes },
  open: { yes },
}

/** Never called: omissions here must not compile. */
export function forgotten() {
  // @ts-expect-error a heading that the catalogue does not have
  defineList({ table: 't', defaultOrdering: 'a', columns: { a: { heading: 'columns.no', kind: 'text' } } })
  // @ts-expect-error a column that the row does not hold, and of which nothing is said
  cellsOf<typeof mills, Mill>(mills, {})
  // @ts-expect-error a row that lacks the column
  cellsOf<typeof mills, Omit<Mill, 'country'>>(mills, { price: (row) => row.price_cents })
  // @ts-expect-error words where a number is meant
  cellsOf<typeof mills, Mill>(mills, { price: () => 'much' })
  // @ts-expect-error a filter without its conditions
  const noFilter: ConditionsOf<typeof mills> = { open: { yes } }
  // @ts-expect-error a value without its condition
  const noValue: ConditionsOf<typeof mills> = { country: { DE: yes, AT: yes }, open: { yes } }
  // @ts-expect-error a count column that was forgotten: organizations have this one, their counts do not
  kept.is('iban', 'DE')
  const unknownToCounts: ConditionsOf<typeof mills, 'organization_counts'> = {
    // @ts-expect-error a condition that the kept counts cannot answer
    country: { ...conditions.country, DE: sql<boolean>`country = 'DE'` },
    open: { yes },
  }
  return [noFilter, noValue, unknownToCounts]
}

test('a list takes its filters, values and orderings from its columns', () => {
  expect(mills.filters).toEqual({ country: ['DE', 'AT'], open: ['yes'] })
  expect(mills.ordering).toEqual(['title', 'country'])
  expect(hideableColumns(mills)).toEqual(['country', 'sails', 'price', 'built', 'seen_at'])
  const query = listQuery(mills)
  expect(query.parse({ country: 'AT,1', ordering: '-country' })).toMatchObject({
    filters: { country: ['AT', '1'] },
    ordering: { key: 'country', descending: true },
  })
  expect(query.safeParse({ country: 'FR' }).success).toBe(false)
  expect(query.safeParse({ ordering: 'sails' }).success).toBe(false)
})

test('an export stores numbers, amounts, days and instants with their types', async () => {
  const columns = exportColumns(mills, cells, {}, 'en_US')
  const empty: Mill = { ...mill, sails: null, seen_at: null }
  const rows = [mill, empty].map((row) => columns.map((column) => column.value(row)))
  const bytes = await Array.fromAsync(writeXlsx({ sheets: [{ name: 'Mills', columns, rows }] }))
  const book = await readXlsx(Buffer.concat(bytes))
  const built = new Date('1987-05-01T00:00:00Z')
  expect(book.sheets[0]!.rows.slice(1)).toEqual([
    ['=Mill', 'DE', 4, 1234.56, built, new Date('2026-07-01T12:30:00Z')],
    ['=Mill', 'DE', null, 1234.56, built, null],
  ])
})

test('an export has the naming columns first, then the chosen ones', () => {
  const columns = exportColumns(mills, cells, { columns: ['price'] }, 'en_US')
  expect(columns.map(({ kind, value }) => [kind, value(mill)])).toEqual([
    ['text', '=Mill'],
    ['money_cents', 123_456],
  ])
})

test('the facts of a row are its columns as texts', () => {
  expect(factsOf(mills, cells, mill, 'sie_DE').map(([, words]) => words)).toEqual([
    'DE',
    '4',
    '1.234,56\u00a0€',
    '01.05.1987',
    '01.07.2026 12:30',
  ])
})
