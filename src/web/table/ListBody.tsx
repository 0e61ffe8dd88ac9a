import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useText } from '../texts.ts'
import { EmptyState, NoneMatch } from '../ui/states.tsx'
import { useShortcut } from '../shortcuts.ts'
import { Cards } from './Cards.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import type { Keyed } from './selection.ts'
import { useKeptFocus } from './useKeptFocus.ts'
import type { ListRoute, RowOf } from '../api.ts'
import type { Column, ListTableProps } from './types.ts'
import type { ListStateHandle } from './useListState.ts'
import type { useSelection } from './useSelection.ts'

type ListBodyProps<N extends ListRoute> = {
  props: ListTableProps<N>
  list: ListStateHandle
  columns: readonly Column<RowOf<N>>[]
  rows: readonly (readonly [string, RowOf<N>])[]
  loading: boolean
  /** Old rows are shown while others load or after loading failed. */
  stale: boolean
  firstIndex: number
  selection: ReturnType<typeof useSelection>
  /** The same rows with their titles. */
  titled: Keyed
  isFiltered: boolean
  mobile: boolean
  scroller: RefObject<HTMLDivElement | null>
}

/** The rows, as a table or below 768 px as cards, never both; with their skeleton and empty states. */
export function ListBody<N extends ListRoute>(body: ListBodyProps<N>) {
  const { props, list, columns, rows, titled, loading, stale, firstIndex, selection, isFiltered } = body
  const { mobile, scroller } = body
  const t = useText()
  const selectable = props.selectable ?? props.bulkActions !== undefined
  const latest = useRef({ rows, titled, actions: props.rowActions ?? [] })
  useEffect(() => {
    latest.current = { rows, titled, actions: props.rowActions ?? [] }
  })
  const { send } = selection
  // Stable for the life of the list, so that a row redraws only when it changes itself.
  const handlers = useMemo(
    () => ({
      toggle: (key: string, selected: boolean, range: boolean) => {
        const { titled: page } = latest.current
        const at = page.findIndex(([other]) => other === key)
        if (at !== -1) send({ type: 'row', page, at, selected, range })
      },
      act: (actionKey: string, key: string) => {
        const found = latest.current.rows.find(([other]) => other === key)
        const action = latest.current.actions.find((other) => other.key === actionKey)
        if (found) action?.onSelect?.(found[1])
      },
    }),
    [send],
  )
  useKeptFocus(scroller, rows, firstIndex)
  useRowKeys(scroller, handlers.toggle, selection.has)
  useEdgeShadows(scroller, `${columns.length} ${rows.length} ${mobile}`)

  const empty = !loading && rows.length === 0
  const message = empty ? (
    isFiltered ? (
      <NoneMatch title={props.noneMatchText ?? t('list.none_match')} onClear={list.clearAll} />
    ) : (
      <EmptyState title={props.emptyText ?? t('list.none_yet')} action={props.emptyAction} />
    )
  ) : undefined
  const shared = { props, columns, selectable, handlers }
  if (mobile)
    return (
      <div
        className="list-scroll"
        ref={scroller}
        data-stale={stale || undefined}
        aria-busy={loading || undefined}
      >
        {message ?? <Cards {...shared} rows={rows} loading={loading} has={selection.has} />}
      </div>
    )
  return (
    <div
      className="list-scroll"
      ref={scroller}
      role="region"
      aria-label={t('list.scroll_area', { title: props.title })}
      aria-busy={loading || undefined}
      // A scrolling area must be reachable by keyboard.
      tabIndex={0}
      data-stale={stale || undefined}
    >
      <table className="list-table">
        <caption className="visually-hidden">{props.title}</caption>
        <TableHead {...shared} list={list} rows={titled} selection={selection} />
        <tbody>
          {loading
            ? Array.from({ length: 10 }, (_row, at) => (
                <SkeletonRow
                  key={at}
                  at={at}
                  columns={columns.length + (selectable ? 1 : 0) + (props.rowActions ? 3 : 2)}
                />
              ))
            : rows.map(([key, row], at) => (
                <TableRow
                  key={key}
                  {...shared}
                  rowKey={key}
                  row={row}
                  index={firstIndex + at}
                  selected={selection.has(key)}
                  t={t}
                />
              ))}
        </tbody>
      </table>
      {message}
    </div>
  )
}

function SkeletonRow({ at, columns }: { at: number; columns: number }) {
  return (
    <tr className="skeleton" aria-hidden>
      {Array.from({ length: columns }, (_cell, cell) => (
        <td key={cell}>
          <span style={{ width: `${50 + ((at * 37 + cell * 53) % 45)}%` }} />
        </td>
      ))}
    </tr>
  )
}

/** `j` and `k` move between row titles, `x` selects the row (design: keyboard). */
function useRowKeys(
  scroller: RefObject<HTMLDivElement | null>,
  toggle: (key: string, selected: boolean, range: boolean) => void,
  has: (key: string) => boolean,
): void {
  const titles = () => [...(scroller.current?.querySelectorAll<HTMLElement>('[data-row-title]') ?? [])]
  const current = () => document.activeElement?.closest<HTMLElement>('[data-row]')
  const move = (step: number) => {
    const all = titles()
    const at = all.findIndex((title) => title.closest('[data-row]') === current())
    all[
      at === -1 ? (step > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + step))
    ]?.focus()
  }
  useShortcut('j', () => move(1))
  useShortcut('k', () => move(-1))
  useShortcut('x', () => {
    const key = current()?.dataset.row
    if (key !== undefined && current()?.querySelector('.checkbox')) toggle(key, !has(key), false)
  })
}

/** Tells the styles on which side columns are hidden, so that a shadow edge shows only there. */
function useEdgeShadows(scroller: RefObject<HTMLDivElement | null>, content: string): void {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      element.toggleAttribute('data-hidden-left', element.scrollLeft > 1)
      element.toggleAttribute(
        'data-hidden-right',
        element.scrollLeft + element.clientWidth < element.scrollWidth - 1,
      )
    }
    // With the next frame: asked at once, the browser would lay out the whole list a second time.
    const frame = requestAnimationFrame(measure)
    element.addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [scroller, content])
}
