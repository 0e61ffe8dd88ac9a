import { memo, type ReactNode } from 'react'
import { currentLocale, type Translate, useText } from '../../texts.ts'
import { Button } from '../../ui/Button.tsx'
import { CardsSkeleton } from './CardsSkeleton.tsx'
import { RowActions } from './RowActions.tsx'
import { RowCheckbox, RowTitle, cellContent } from './TableRow.tsx'
import type { Column, RowAction, TitleColumn, RowHandlers } from '../state/types.ts'

type CardsProps = {
  props: {
    title: string
    titleColumn: TitleColumn<never>
    rowActions?: readonly RowAction<never>[]
    card?: (row: never) => ReactNode
  }
  columns: readonly Column<never>[]
  selectable: boolean
  handlers: RowHandlers
  rows: readonly (readonly [string, unknown])[]
  /** Heading of a group of cards. */
  heading?: ReactNode
  loading: boolean
  has: (key: string) => boolean
}

/** The list below 768 px: checkbox, title, second line, then label–value pairs, and the menu. */
export function Cards(given: CardsProps) {
  const { props, columns, selectable, handlers, rows, heading, loading, has } = given
  const t = useText()
  if (loading) return <CardsSkeleton />
  const cards = (
    <ul className="cards" aria-label={heading === undefined ? props.title : undefined}>
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
  if (heading === undefined) return cards
  return (
    <section>
      <h2 className="list-group">{heading}</h2>
      {cards}
    </section>
  )
}

type CardProps = Omit<CardsProps, 'rows' | 'heading' | 'loading' | 'has'> & {
  rowKey: string
  row: unknown
  selected: boolean
  t: Translate
}

type ThumbButtonsProps = Pick<CardProps, 'rowKey' | 'props' | 'handlers' | 't'> & {
  row: never
  title: string
}

function ThumbButtons({ row, rowKey, title, props, handlers, t }: ThumbButtonsProps) {
  return (
    <div className="thumb-buttons">
      {props.rowActions
        ?.filter((action) => action.thumb && !action.hidden?.(row))
        .map((action) => (
          <Button
            key={action.key}
            icon={action.icon}
            aria-label={t('actions.named', { action: t.of(action.text), title })}
            onClick={() => handlers.act(action.key, rowKey)}
          >
            {t.of(action.text)}
          </Button>
        ))}
    </div>
  )
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
          {props.card?.(data) ?? (
            <dl>
              {columns
                .filter((column) => column.card !== false)
                .map((column) => (
                  <div key={column.key}>
                    <dt>{t.of(column.title)}</dt>
                    <dd>{cellContent(column.cell(data, t, locale))}</dd>
                  </div>
                ))}
            </dl>
          )}
        </div>
        <ThumbButtons row={data} rowKey={rowKey} title={title} props={props} handlers={handlers} t={t} />
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
