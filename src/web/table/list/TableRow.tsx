import { visible } from '#shared/text-direction.ts'
import { memo, type ReactNode } from 'react'
import { currentLocale, type Translate } from '../../texts.ts'
import { PageLink } from '../../router/PageLink.tsx'
import { RowActions } from './RowActions.tsx'
import type { Column, RowAction, RowName, TitleColumn, RowHandlers } from '../state/types.ts'

type TableRowProps = {
  props: { titleColumn: TitleColumn<never>; rowActions?: readonly RowAction<never>[] }
  columns: readonly Column<never>[]
  selectable: boolean
  handlers: RowHandlers
  rowKey: string
  row: unknown
  index: number
  selected: boolean
  /** The row shown beside the list. */
  peeked: boolean
  t: Translate
}

/** One row; re-renders only when its data, its selection, the columns or the language change. */
export const TableRow = memo(
  function TableRow({
    props,
    columns,
    selectable,
    handlers,
    rowKey,
    row,
    index,
    selected,
    peeked,
    t,
  }: TableRowProps) {
    const data = row as never
    const name = props.titleColumn.cell(data)
    const { title } = name
    const locale = currentLocale()
    return (
      <tr data-row={rowKey} data-selected={selected || undefined} data-peeked={peeked || undefined}>
        {selectable && (
          <td className="cell-check">
            <RowCheckbox title={title} rowKey={rowKey} selected={selected} handlers={handlers} t={t} />
          </td>
        )}
        <td className="cell-index figures">{index}</td>
        <th scope="row" className="cell-title">
          <RowTitle {...name} onOpen={(action) => handlers.act(action, rowKey)} />
        </th>
        {columns.map((column) => (
          <td key={column.key} className={column.align === 'end' ? 'cell-end figures' : undefined}>
            {cellContent(column.cell(data, t, locale))}
          </td>
        ))}
        {props.rowActions && (
          <td className="cell-actions">
            <RowActions
              row={data}
              rowKey={rowKey}
              title={title}
              actions={props.rowActions}
              act={handlers.act}
            />
          </td>
        )}
      </tr>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.index === after.index &&
    before.selected === after.selected &&
    before.peeked === after.peeked &&
    before.columns === after.columns &&
    before.selectable === after.selectable &&
    before.t === after.t,
)

/** An empty cell is a dash (spec §4). */
export const cellContent = (cell: ReactNode): ReactNode =>
  cell === null || cell === undefined || cell === '' ? '-' : typeof cell === 'string' ? visible(cell) : cell

type RowTitleProps = RowName & { onOpen: (action: string) => void }

/** The row's name: a link to its page, a button when it opens something here, else plain text. */
export function RowTitle({ title: stored, subtitle, href, action, onOpen }: RowTitleProps) {
  const title = visible(stored)
  return (
    <span className="row-title">
      {href ? (
        <PageLink href={href} data-row-title title={title}>
          {title}
        </PageLink>
      ) : action ? (
        <button
          type="button"
          data-row-title
          className="row-open"
          title={title}
          onClick={() => onOpen(action)}
        >
          {title}
        </button>
      ) : (
        <span data-row-title tabIndex={-1} className="row-name">
          {title}
        </span>
      )}
      {subtitle && <span className="row-subtitle">{visible(subtitle)}</span>}
    </span>
  )
}

type RowCheckboxProps = {
  title: string
  rowKey: string
  selected: boolean
  handlers: RowHandlers
  t: Translate
}

/** Shift-click and Shift-Space select the range from the last touched row. */
export function RowCheckbox({ title, rowKey, selected, handlers, t }: RowCheckboxProps) {
  return (
    <input
      type="checkbox"
      className="checkbox"
      aria-label={t('list.select_row', { title })}
      checked={selected}
      onChange={(event) =>
        handlers.toggle(rowKey, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)
      }
    />
  )
}
