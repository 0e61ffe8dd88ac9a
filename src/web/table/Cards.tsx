import { memo } from 'react'
import { currentLocale, type Translate, useText } from '../texts.ts'
import { RowActions } from './RowActions.tsx'
import { RowCheckbox, type RowHandlers, RowTitle, shown } from './TableRow.tsx'
import type { Column, RowAction, TitleColumn } from './types.ts'

type CardsProps = {
  props: { title: string; titleColumn: TitleColumn<never>; rowActions?: readonly RowAction<never>[] }
  columns: readonly Column<never>[]
  selectable: boolean
  handlers: RowHandlers
  rows: readonly (readonly [string, unknown])[]
  loading: boolean
  has: (key: string) => boolean
}

/** The list below 768 px: checkbox, title, second line, then columns as label–value pairs, and the menu. */
export function Cards({ props, columns, selectable, handlers, rows, loading, has }: CardsProps) {
  const t = useText()
  if (loading)
    return (
      <ul className="cards" aria-hidden>
        {Array.from({ length: 5 }, (_card, at) => (
          <li key={at} className="list-card skeleton">
            <span />
            <span />
            <span />
          </li>
        ))}
      </ul>
    )
  return (
    <ul className="cards" aria-label={props.title}>
      {rows.map(([key, row]) => (
        <Card
          key={key}
          rowKey={key}
          row={row}
          props={props}
          columns={columns}
          selectable={selectable}
          handlers={handlers}
          selected={has(key)}
          t={t}
        />
      ))}
    </ul>
  )
}

type CardProps = Omit<CardsProps, 'rows' | 'loading' | 'has'> & {
  rowKey: string
  row: unknown
  selected: boolean
  t: Translate
}

const Card = memo(
  function Card({ props, columns, selectable, handlers, rowKey, row, selected, t }: CardProps) {
    const data = row as never
    const name = props.titleColumn.cell(data)
    const { title } = name
    const locale = currentLocale()
    return (
      <li className="list-card" data-row={rowKey} data-selected={selected || undefined}>
        {selectable && (
          <RowCheckbox title={title} rowKey={rowKey} selected={selected} handlers={handlers} t={t} />
        )}
        <div className="list-card-body">
          <RowTitle {...name} onOpen={(action) => handlers.act(action, rowKey)} />
          <dl>
            {columns
              .filter((column) => column.card !== false)
              .map((column) => (
                <div key={column.key}>
                  <dt>{t.of(column.title)}</dt>
                  <dd>{shown(column.cell(data, t, locale))}</dd>
                </div>
              ))}
          </dl>
        </div>
        <RowActions
          menuOnly
          row={data}
          rowKey={rowKey}
          title={title}
          actions={props.rowActions ?? []}
          act={handlers.act}
        />
      </li>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.selected === after.selected &&
    before.columns === after.columns &&
    before.t === after.t,
)
