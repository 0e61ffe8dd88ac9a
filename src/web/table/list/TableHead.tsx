import type { CSSProperties } from 'react'
import { useText } from '../../texts.ts'
import { useIsNarrow } from '../../theme.ts'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '../../ui/icons.ts'
import { optionsOf } from '../toolbar/filters.ts'
import { HeaderFilter } from '../toolbar/HeaderFilter.tsx'
import type { TitledRows } from '../state/selection.ts'
import type { ListRoute, RowOf } from '../../api.ts'
import type { Column, ListTableProps } from '../state/types.ts'
import type { ListStateHandle } from '../state/useListState.ts'
import type { useSelection } from '../state/useSelection.ts'

type TableHeadProps<N extends ListRoute> = {
  props: ListTableProps<N>
  columns: readonly Column<RowOf<N>>[]
  selectable: boolean
  list: ListStateHandle
  rows: TitledRows
  selection: ReturnType<typeof useSelection>
}

/** The header row: select this page, #, title, columns with sort and funnel, actions. */
export function TableHead<N extends ListRoute>({
  props,
  columns,
  selectable,
  list,
  rows,
  selection,
}: TableHeadProps<N>) {
  const t = useText()
  const narrow = useIsNarrow()
  const selected = rows.filter(([key]) => selection.has(key)).length
  const { declaration, options, titleColumn } = props
  // Other columns take the usual width of their kind; the rest goes to the title and to growing columns.
  const growing = columns.filter((column) => column.grow).length
  // Where all of them grow, they share the whole width: otherwise the row number would take the rest.
  const shared = growing === columns.length ? 94 : 60
  const share = growing === 0 ? undefined : `${Math.round(shared / (growing + 1))}%`
  return (
    <thead>
      <tr>
        {selectable && (
          <th scope="col" className="cell-check">
            <input
              type="checkbox"
              className="checkbox"
              aria-label={t('list.select_all')}
              disabled={rows.length === 0}
              checked={rows.length > 0 && selected === rows.length}
              ref={(box) => {
                if (box) box.indeterminate = selected > 0 && selected < rows.length
              }}
              onChange={(event) =>
                selection.send({ type: 'page', page: rows, selected: event.target.checked })
              }
            />
          </th>
        )}
        <th scope="col" className="cell-index">
          <span aria-hidden>#</span>
          <span className="visually-hidden">{t('list.index')}</span>
        </th>
        <SortHeader
          title={t.of(titleColumn.title)}
          ordering={titleColumn.ordering}
          list={list}
          className="cell-title"
          style={{ width: share }}
        />
        {columns.map((column) => {
          const title = t.of(column.title)
          const { filter } = column
          return (
            <SortHeader
              key={column.key}
              title={title}
              ordering={column.ordering}
              list={list}
              className={column.align === 'end' ? 'cell-end' : ''}
              style={{ minWidth: column.width, width: column.grow ? share : column.usual }}
            >
              {filter && declaration.filters[filter.name] && !narrow && (
                <HeaderFilter
                  column={title}
                  options={optionsOf(column, declaration.filters, options, t)}
                  selected={list.state.filters[filter.name] ?? []}
                  onApply={(values) => list.setFilters({ ...list.state.filters, [filter.name]: values })}
                />
              )}
            </SortHeader>
          )
        })}
        {props.rowActions && (
          <th scope="col" className="cell-actions">
            {t('columns.actions')}
          </th>
        )}
      </tr>
    </thead>
  )
}

type SortHeaderProps = {
  title: string
  ordering: string | undefined
  list: ListStateHandle
  className: string
  style: CSSProperties
  children?: React.ReactNode
}

/** Ascending, descending, none: one button in the header, announced by `aria-sort`. */
function SortHeader({ title, ordering, list, className, style, children }: SortHeaderProps) {
  const now = list.state.ordering
  const sort =
    ordering === undefined
      ? undefined
      : now === ordering
        ? 'ascending'
        : now === `-${ordering}`
          ? 'descending'
          : 'none'
  const next = sort === 'none' ? ordering : sort === 'ascending' ? `-${ordering}` : ''
  const Icon = sort === 'ascending' ? IconArrowUp : sort === 'descending' ? IconArrowDown : IconArrowsSort
  return (
    <th scope="col" className={className} aria-sort={sort} style={style}>
      <span className="head-cell">
        {ordering === undefined ? (
          title
        ) : (
          <button
            type="button"
            className="sort"
            data-sort={sort}
            onClick={() => list.setOrdering(next ?? '')}
          >
            {title}
            <Icon size={14} stroke={1.8} aria-hidden />
          </button>
        )}
        {children}
      </span>
    </th>
  )
}
