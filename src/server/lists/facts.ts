import { type Cells, type Value, wordsOf } from '#shared/lists/list-cells.ts'
import type { ColumnKey, ListRecord } from '#shared/lists/list-record.ts'
import type { Locale } from '#shared/messages.ts'
import { textOf } from '../base/texts.ts'

/** A row of a list as headings and texts, so that the info modal always agrees with the row. */
export function factsOf<L extends ListRecord, Row>(
  { columns }: L,
  cells: Cells<L, Row>,
  row: Row,
  locale: Locale,
): [heading: string, value: string][] {
  const words = { locale, textOf: (key: string) => textOf(locale, key) }
  return Object.entries(columns)
    .filter(([, { names, optional }]) => names !== 'title' && !optional)
    .flatMap(([key, { heading, kind, sheet }]): [string, string][] => {
      const cell = cells[key as ColumnKey<L>] as (row: Row) => Value
      const beside = Object.entries(sheet?.beside ?? {}).map(([field, own]): [string, string] => [
        textOf(locale, own.heading),
        wordsOf(own.kind, (row as Record<string, Value>)[field]!, words),
      ])
      return [[textOf(locale, sheet?.heading ?? heading), wordsOf(kind, cell(row), words)], ...beside]
    })
}
