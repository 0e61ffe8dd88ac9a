import type { Cells, Value } from '#shared/lists/list-cells.ts'
import type {
  ColumnKey,
  ColumnKind,
  ColumnRecord,
  HideableKey,
  ListRecord,
  OptionalKey,
} from '#shared/lists/list-record.ts'
import { drawValue } from './cell.tsx'
import type { Column, RowName, TitleColumn } from '../state/types.ts'
import { widthsOf } from '../state/widths.ts'

const isFigures = (kind: ColumnKind) => kind === 'number' || kind === 'EUR'

/**
 * The table columns of a list, built from its record and cell values; `drawn` holds those with a special look (a link,
 * two lines).
 */
export function columnsOf<L extends ListRecord, Row>(
  list: L,
  cells: Cells<L, Row>,
  drawn: { [K in HideableKey<L> | OptionalKey<L>]?: Column<Row>['cell'] } = {},
): readonly Column<Row>[] {
  const own = Object.entries(drawn) as [string, Column<Row>['cell']][]
  return Object.entries(list.columns)
    .filter(([, column]) => !column.names)
    .map(([key, column]) => {
      const cell = own.find(([other]) => other === key)?.[1]
      return { ...columnOf(key, column), cell: cell ?? drawing(column, cells[key as ColumnKey<L>]) }
    })
}

const columnOf = (
  key: string,
  { heading, kind, ordering, filter, width, card, grow, look, yields, optional }: ColumnRecord,
) => ({
  key,
  title: heading,
  kind,
  ...widthsOf(kind, width),
  ...(ordering !== undefined && { ordering: key }),
  ...(filter && {
    filter: {
      name: filter.name ?? key,
      ...(filter.values !== 'any' && { texts: filter.values }),
    },
  }),
  ...(isFigures(kind) && look !== 'start' && { align: 'end' as const }),
  ...(card === false && { card }),
  ...(grow && { grow }),
  ...(yields && { yields }),
  ...(optional && { optional }),
})

const drawing =
  <Row>({ kind }: ColumnRecord, cell: (row: Row) => Value): Column<Row>['cell'] =>
  (row, t, locale) =>
    drawValue(kind, cell(row), t, locale)

/** The first column of a list: the row's title as a link or a button. */
export function titleOf<Row>({ columns }: ListRecord, cell: (row: Row) => RowName): TitleColumn<Row> {
  const [key, { heading, ordering }] = Object.entries(columns).find(([, { names }]) => names === 'title')!
  return { title: heading, cell, ...(ordering !== undefined && { ordering: key }) }
}

/** The filters of a list without a column, for the drawer and the chips. */
export function otherFiltersOf({ otherFilters = {} }: ListRecord) {
  return Object.entries(otherFilters).flatMap(([name, { heading, values }]) =>
    values === 'any' ? [] : [{ name, title: heading, texts: values }],
  )
}
