import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { hasOpenLayer } from '../../layers.ts'
import { singleKeys } from '../../shortcuts.ts'
import type { Peek } from './usePeek.ts'
import './peek.css'

export type PeekBodyProps<Row> = {
  rowKey: string
  /** The row from the list; undefined for a row on another page. */
  row: Row | undefined
  onClose: () => void
}

/** The peek of a list: its content for one row. */
export type PeekOf<Row> = {
  Body: ComponentType<PeekBodyProps<Row>> & { preload: () => void }
  /** Preloads a row's peek when its row is hovered or next in line. */
  load: (key: string) => void
}

type PeekSplitProps<Row> = {
  peek: Peek
  offer: PeekOf<Row>
  rows: readonly (readonly [string, Row])[]
  children: ReactNode
}

/** Milliseconds over a row before its peek is preloaded. */
const preloadDelayMs = 60
const title = '[data-row-title]'

/** A list with a peek beside it: Space opens and closes, the focus stays in the list, and the peek follows it. */
export function PeekSplit<Row>({ peek, offer, rows, children }: PeekSplitProps<Row>) {
  const main = useRef<HTMLDivElement>(null)
  const aimed = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef<string>(undefined)
  const { key } = peek
  const { Body } = offer
  const titleOf = (rowKey: string | undefined) =>
    rowKey === undefined
      ? null
      : (main.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowKey)}"] ${title}`) ?? null)
  const load = (rowKey: string) => {
    Body.preload()
    offer.load(rowKey)
  }
  const toggle = (rowKey: string | undefined) => {
    if (rowKey === undefined || rowKey === key) return key !== undefined && peek.close()
    peek.show(rowKey)
    if (document.activeElement === document.body) titleOf(rowKey)?.focus()
  }
  // Preloads both neighbours for J and K.
  const loadNeighbours = useEffectEvent((at: string) => {
    const place = rows.findIndex(([other]) => other === at)
    for (const beside of [rows[place + 1], rows[place - 1]]) if (place >= 0 && beside) load(beside[0])
  })
  const returnFocusToRow = useEffectEvent((left: string) => {
    const active = document.activeElement
    if (!active || active === document.body) titleOf(left)?.focus()
  })
  useEffect(() => {
    if (key !== undefined) loadNeighbours(key)
    else if (last.current !== undefined) returnFocusToRow(last.current)
    last.current = key
  }, [key])
  useDocumentKeys({
    // Without a focus: the shown row, else the first.
    space: () => toggle(key ?? rows[0]?.[0]),
    between: () => {
      if (key === undefined) return
      const beside = main.current?.parentElement?.querySelector<HTMLElement>('.peek')
      if (beside?.contains(document.activeElement)) titleOf(key)?.focus()
      else beside?.querySelector<HTMLElement>('h2')?.focus()
    },
  })
  return (
    <div className="list-split">
      <div
        ref={main}
        className="list-main"
        onKeyDown={(event) => {
          const isTitle = event.target instanceof HTMLElement && event.target.matches(`${title}:not(button)`)
          if (
            event.key !== ' ' ||
            !isTitle ||
            event.ctrlKey ||
            event.metaKey ||
            event.altKey ||
            event.shiftKey
          )
            return
          event.preventDefault()
          toggle(rowOf(event.target))
        }}
        onFocus={({ target }) => {
          const rowKey = target.matches(title) ? rowOf(target) : undefined
          if (rowKey === undefined) return
          load(rowKey)
          if (key !== undefined) peek.show(rowKey)
        }}
        onPointerOver={({ target, pointerType }) => {
          const rowKey = rowOf(target)
          clearTimeout(aimed.current)
          if (rowKey !== undefined && pointerType !== 'touch')
            aimed.current = setTimeout(() => load(rowKey), preloadDelayMs)
        }}
        onPointerLeave={() => clearTimeout(aimed.current)}
        onClick={({ target }) => {
          if (key === undefined || !(target instanceof Element) || target.closest('a, button, input, label'))
            return
          const rowKey = rowOf(target)
          if (rowKey === undefined) return
          peek.show(rowKey)
          titleOf(rowKey)?.focus()
        }}
      >
        {children}
      </div>
      {key !== undefined && (
        <Body rowKey={key} row={rows.find(([other]) => other === key)?.[1]} onClose={peek.close} />
      )}
    </div>
  )
}

const rowOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined

/** Space without a focused element, and F6 between the list and the peek. */
function useDocumentKeys(run: { space: () => void; between: () => void }): void {
  const onKeyNow = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || hasOpenLayer() || event.ctrlKey || event.metaKey || event.altKey) return
    const onNothing = event.target === document.body || (event.target as Element).matches?.('h1, main')
    if (event.key === 'F6') run.between()
    else if (event.key === ' ' && onNothing && singleKeys.get()) run.space()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => onKeyNow(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
