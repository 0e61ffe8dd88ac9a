import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useAllowed } from '../../profile.tsx'
import { useText } from '../../texts.ts'
import { EmptyState, NoMatches } from '../../ui/states.tsx'
import { useShortcut } from '../../shortcuts.ts'
import { Cards } from './Cards.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import type { TitledRows } from '../state/selection.ts'
import { useRestoreRowFocus } from '../state/useRestoreRowFocus.ts'
import type { ListRoute, RowOf } from '../../api.ts'
import type { Column, Groups, ListTableProps, RowAction } from '../state/types.ts'
import type { ListStateHandle } from '../state/useListState.ts'
import type { useSelection } from '../state/useSelection.ts'

type ListBodyProps<N extends ListRoute> = {
  props: ListTableProps<N>
  list: ListStateHandle
  columns: readonly Column<RowOf<N>>[]
  rows: readonly (readonly [string, RowOf<N>])[]
  loading: boolean
  /** Rows of an earlier answer stay visible while others load or after a failure. */
  stale: 'loading' | 'failed' | undefined
  firstIndex: number
  selection: ReturnType<typeof useSelection>
  /** The same rows with their titles. */
  titled: TitledRows
  isFiltered: boolean
  groups: Groups<RowOf<N>> | undefined
  mobile: boolean
  /** Shows checkboxes on a phone. */
  selecting: boolean
  peeked: string | undefined
  scroller: RefObject<HTMLDivElement | null>
}

/** The rows, as a table or (below 768 px) as cards, never both; with skeleton and empty states. */
export function ListBody<N extends ListRoute>(body: ListBodyProps<N>) {
  const { props, list, columns, rows, titled, loading, stale, firstIndex, selection, isFiltered } = body
  const { mobile, scroller, groups } = body
  const t = useText()
  const selectable = props.selectable ?? props.bulkActions !== undefined
  const latest = useRef({ rows, titled, actions: props.rowActions ?? [] })
  // Committed with the rows, not after them: the first click may come at once.
  useLayoutEffect(() => {
    latest.current = { rows, titled, actions: props.rowActions ?? [] }
  })
  const { send } = selection
  // Stable for the life of the list, so that a row re-renders only when it changes itself.
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
  useRestoreRowFocus(scroller, rows, firstIndex)
  useRowKeys(scroller, handlers.toggle, selection.has)
  useEdgeShadows(scroller, `${columns.length} ${rows.length} ${mobile}`)

  const empty = !loading && rows.length === 0
  const message = empty ? (
    isFiltered ? (
      (props.noneMatch?.(list.clearAll) ?? (
        <NoMatches title={props.noneMatchText ?? t('list.none_match')} onClear={list.clearAll} />
      ))
    ) : (
      <EmptyState title={props.emptyText ?? t('list.none_yet')} action={props.emptyAction}>
        {props.emptyHint}
      </EmptyState>
    )
  ) : undefined
  const shared = { props, columns, selectable, handlers }
  const parts = partsOf(rows, groups)
  const cells = columns.length + (selectable ? 1 : 0) + (props.rowActions ? 3 : 2)
  const rowKeys = <RowActionKeys scroller={scroller} actions={props.rowActions ?? []} rows={rows} />
  const briefly = props.phone && (
    <props.phone.Cards
      title={props.title}
      titleColumn={props.titleColumn}
      rowActions={props.rowActions ?? []}
      handlers={handlers}
      rows={rows}
      loading={loading}
      has={selection.has}
      selecting={body.selecting}
    />
  )
  const cards = parts.map((part) => (
    <Cards
      key={part.key}
      {...shared}
      rows={part.rows}
      heading={part.heading}
      loading={loading}
      has={selection.has}
    />
  ))
  if (mobile)
    return (
      <div className="list-scroll" ref={scroller} data-stale={stale} aria-busy={loading || undefined}>
        {message ?? (props.phone ? briefly : cards)}
        {rowKeys}
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
      data-stale={stale}
    >
      <table className="list-table">
        <caption className="visually-hidden">{props.title}</caption>
        <TableHead {...shared} list={list} rows={titled} selection={selection} />
        {loading ? (
          <tbody>
            {Array.from({ length: 10 }, (_row, at) => (
              <SkeletonRow key={at} at={at} columns={cells} />
            ))}
          </tbody>
        ) : (
          parts.map((part) => (
            <tbody key={part.key}>
              {part.heading !== undefined && (
                <tr className="list-group">
                  <th scope="rowgroup" colSpan={cells}>
                    {part.heading}
                  </th>
                </tr>
              )}
              {part.rows.map(([key, row], at) => (
                <TableRow
                  key={key}
                  {...shared}
                  rowKey={key}
                  row={row}
                  index={firstIndex + part.start + at}
                  selected={selection.has(key)}
                  peeked={key === body.peeked}
                  t={t}
                />
              ))}
            </tbody>
          ))
        )}
      </table>
      {message}
      {rowKeys}
    </div>
  )
}

type Part<Row> = {
  key: string
  heading?: ReactNode
  /** Index of its first row on the page. */
  start: number
  rows: (readonly [string, Row])[]
}

/** The page's rows, split where another group starts. */
function partsOf<Row>(
  rows: readonly (readonly [string, Row])[],
  groups: Groups<Row> | undefined,
): Part<Row>[] {
  const parts: Part<Row>[] = []
  for (const [start, row] of rows.entries()) {
    const group = groups?.of(row[1]) ?? 'all'
    const last = parts.at(-1)
    if (last?.key === group) last.rows.push(row)
    else parts.push({ key: group, heading: groups?.heading(group), start, rows: [row] })
  }
  return parts.length > 0 ? parts : [{ key: 'all', start: 0, rows: [] }]
}

type RowActionKeysProps<Row> = {
  scroller: RefObject<HTMLDivElement | null>
  actions: readonly RowAction<Row>[]
  rows: readonly (readonly [string, Row])[]
}

/** The single keys of row actions, for the focused row. */
function RowActionKeys<Row>({ scroller, actions, rows }: RowActionKeysProps<Row>) {
  const allowed = useAllowed()
  const act = (action: RowAction<Row>) => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]')
    if (!focused || !scroller.current?.contains(focused)) return
    const found = rows.find(([key]) => key === focused.dataset.row)
    if (!found || action.hidden?.(found[1]) || action.refused?.(found[1])) return
    if (!action.permission || allowed(action.permission)) action.onSelect?.(found[1])
  }
  return actions
    .filter((action) => action.shortcut)
    .map((action) => <Key key={action.key} press={action.shortcut!} onPress={() => act(action)} />)
}

function Key({ press, onPress }: { press: string; onPress: () => void }) {
  useShortcut(press, onPress)
  return null
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
  const current = () =>
    document.activeElement?.closest<HTMLElement>('[data-row]') ??
    scroller.current?.querySelector<HTMLElement>('[data-peeked]')
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
    // On the next frame: measuring at once would force a second layout of the whole list.
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
