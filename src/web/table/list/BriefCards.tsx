import { memo, type ReactNode, useRef } from 'react'
import type { Locale } from '#shared/messages.ts'
import type { Value } from '#shared/lists/list-cells.ts'
import { visible } from '#shared/text-direction.ts'
import { currentLocale, type Translate, useText } from '../../texts.ts'
import { BriefSkeleton } from './CardsSkeleton.tsx'
import { drawValue } from './cell.tsx'
import { RowActions } from './RowActions.tsx'
import { RowCheckbox, RowTitle } from './TableRow.tsx'
import type { BriefCardsProps } from '../state/types.ts'
import './brief.css'

/** A row's two lines on a phone: a figure beside its title, labels below, and a note at the end. */
export type Brief = { figure?: string; labels: Value; note?: ReactNode }

/** A row on a phone. */
export type BriefOf<Row> = (row: Row, t: Translate, locale: Locale) => Brief

/** The rows of a list on a phone, two lines each: a tap opens the record, a long press selects. */
export function BriefCards({
  rows,
  loading,
  has,
  title,
  ...shared
}: BriefCardsProps & { brief: BriefOf<never> }) {
  const t = useText()
  if (loading) return <BriefSkeleton />
  return (
    <ul className="cards" aria-label={title}>
      {rows.map(([key, row]) => (
        <BriefCard key={key} {...shared} rowKey={key} row={row} selected={has(key)} t={t} />
      ))}
    </ul>
  )
}

type CardProps = Omit<BriefCardsProps, 'rows' | 'loading' | 'has' | 'title'> & {
  brief: BriefOf<never>
  rowKey: string
  row: unknown
  selected: boolean
  t: Translate
}

const BriefCard = memo(
  function BriefCard({
    brief,
    titleColumn,
    rowActions,
    handlers,
    rowKey,
    row,
    selected,
    selecting,
    t,
  }: CardProps) {
    const name = titleColumn.cell(row as never)
    const { subtitle, ...own } = name
    const locale = currentLocale()
    const { figure, labels, note } = brief(row as never, t, locale)
    const press = useLongPress(() => handlers.toggle(rowKey, true, false))
    return (
      <li className="brief-card" data-row={rowKey} data-selected={selected || undefined} {...press}>
        {selecting && (
          <RowCheckbox title={name.title} rowKey={rowKey} selected={selected} handlers={handlers} t={t} />
        )}
        <div className="brief-line">
          <RowTitle {...own} onOpen={(action) => handlers.act(action, rowKey)} />
          {figure !== undefined && <strong className="figures">{figure}</strong>}
        </div>
        <div className="brief-line">
          {drawValue('text', labels, t, locale)}
          <span className="row-subtitle">{subtitle && visible(subtitle)}</span>
          {note}
        </div>
        {selecting && (
          <RowActions
            menuOnly
            row={row as never}
            rowKey={rowKey}
            title={name.title}
            actions={rowActions}
            act={handlers.act}
          />
        )}
      </li>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.selected === after.selected &&
    before.selecting === after.selecting &&
    before.t === after.t,
)

/** Duration of a long press in milliseconds, and the allowed movement in px. */
const longPressMs = 500
const moveTolerance = 10

/** A long press: it suppresses the click and the context menu of the link below. */
function useLongPress(onPress: () => void) {
  const held = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  const done = useRef(false)
  const stop = () => {
    clearTimeout(held.current?.timer)
    held.current = undefined
  }
  return {
    onPointerDown: (event: React.PointerEvent) => {
      done.current = false
      if (event.pointerType !== 'touch') return
      const timer = setTimeout(() => {
        done.current = true
        onPress()
      }, longPressMs)
      held.current = { x: event.clientX, y: event.clientY, timer }
    },
    onPointerMove: ({ clientX, clientY }: React.PointerEvent) => {
      const from = held.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > moveTolerance) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event: React.MouseEvent) => {
      if (held.current || done.current) event.preventDefault()
    },
    onClickCapture: (event: React.MouseEvent) => {
      if (!done.current) return
      done.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
