import { showDay, showInstant } from '../dates.ts'
import { type Cell, dash, textOfCell } from '../labels.ts'
import type { ColumnKey, ColumnKind, ListRecord } from './list-record.ts'
import type { Locale } from '../messages.ts'
import { formatEuro, formatInteger } from '../money.ts'

/** Value types of each kind of column: days `YYYY-MM-DD`, instants as on the wire, amounts in cents. */
type Plain = { text: string; number: number; EUR: number; day: string; instant: string }
type ValueOfKind<Kind extends ColumnKind> = Plain[Kind] | null | (Kind extends 'text' ? Cell : never)
export type Value = string | number | Cell | null

type KindOf<L extends ListRecord, K extends ColumnKey<L>> = L['columns'][K]['kind']
/** Columns whose value is the row's field of the same name. */
type PlainKey<L extends ListRecord, Row> = {
  [K in ColumnKey<L>]: K extends keyof Row ? (Row[K] extends Plain[KindOf<L, K>] | null ? K : never) : never
}[ColumnKey<L>]
type CellOf<L extends ListRecord, Row, K extends ColumnKey<L>> = (row: Row) => ValueOfKind<KindOf<L, K>>

/** Columns that need a function: all whose value is not the row's field of the same key. */
export type ComputedCells<L extends ListRecord, Row> = {
  [K in Exclude<ColumnKey<L>, PlainKey<L, Row>>]: CellOf<L, Row, K>
} & { [K in PlainKey<L, Row>]?: CellOf<L, Row, K> }

/** The value of each column of a list. */
export type Cells<L extends ListRecord, Row> = { [K in ColumnKey<L>]: CellOf<L, Row, K> }

/**
 * The common source for cell, card, info and export; a column that is neither defined nor in the row does not compile.
 */
export function cellsOf<L extends ListRecord, Row>(list: L, said: ComputedCells<L, Row>): Cells<L, Row> {
  const own = (key: string) => [key, (row: Row) => (row as Record<string, Value>)[key]]
  return { ...Object.fromEntries(Object.keys(list.columns).map(own)), ...said } as Cells<L, Row>
}

/** A value as text for the page and the info modal; labels are joined by a comma. */
export function wordsOf(
  kind: ColumnKind,
  value: Value,
  { locale, textOf }: { locale: Locale; textOf: (key: string) => string },
): string {
  if (value === null || value === '') return dash
  if (typeof value === 'object') return textOfCell(value, textOf)
  if (typeof value === 'number')
    return kind === 'EUR' ? formatEuro(value, locale) : formatInteger(value, locale)
  if (kind === 'day') return showDay(value)
  return kind === 'instant' ? showInstant(value) : value
}
