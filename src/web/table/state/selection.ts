import type { SentSelection } from '#shared/lists/selection.ts'
import { stringifySearch } from '#shared/search-params.ts'

/** The selection of a list as pure state: every change is an event. */

/** Rows by key; or with `all` everything that matches the list's query, except the rows in `left`. */
export type SelectionState = {
  all: boolean
  picked: Titles
  left: Titles
  /** The last touched row, where a Shift range begins. */
  anchor: string
}

type Titles = ReadonlyMap<string, string>
/** Rows in order, each with its title. */
export type TitledRows = readonly (readonly [string, string])[]

export type SelectionEvent =
  /** One row of the page, or with `range` all rows from the last touched one. */
  | { type: 'row'; page: TitledRows; at: number; selected: boolean; range: boolean }
  | { type: 'page'; page: TitledRows; selected: boolean }
  | { type: 'all' }
  | { type: 'clear' }
  /** Keeps only these: the failed rows. */
  | { type: 'keep'; rows: TitledRows }
  /** These rows left the list: deleted, archived, restored. */
  | { type: 'leave'; keys: readonly string[] }
  /** The list was reloaded: its current rows, and the number of matches. */
  | { type: 'read'; page: TitledRows; total: number }
  /** The server counted differently: only these exclusions still match. */
  | { type: 'correct'; left: readonly string[] }

export const emptySelection: SelectionState = { all: false, picked: new Map(), left: new Map(), anchor: '' }

export function selectedAfter(now: SelectionState, event: SelectionEvent): SelectionState {
  switch (event.type) {
    case 'row': {
      const { page, at, selected, range } = event
      // The last touched row may be on another page; then there is no range.
      const before = range ? page.findIndex(([key]) => key === now.anchor) : -1
      const other = before === -1 ? at : before
      const touched = page.slice(Math.min(at, other), Math.max(at, other) + 1)
      return { ...mark(now, touched, selected), anchor: page[at]?.[0] ?? '' }
    }
    case 'page':
      return mark(now, event.page, event.selected)
    case 'all':
      return { ...emptySelection, all: true, anchor: now.anchor }
    case 'clear':
      return emptySelection
    case 'keep':
      return { ...emptySelection, picked: new Map(event.rows) }
    case 'leave':
      return changed(now, without(now.picked, event.keys), without(now.left, event.keys))
    case 'read':
      if (now.all && now.left.size >= event.total) return emptySelection
      return changed(now, renewed(now.picked, event.page), renewed(now.left, event.page))
    case 'correct':
      return { ...now, left: only(now.left, event.left) }
  }
}

export function isSelected(now: SelectionState, key: string): boolean {
  return now.all ? !now.left.has(key) : now.picked.has(key)
}

/** The number of rows an action would change, as shown in the bar and expected by the server. */
export function countOf(now: SelectionState, total: number): number {
  return now.all ? Math.max(0, total - now.left.size) : now.picked.size
}

/** The selection sent to the server: the rows, or the list's query with exclusions and the expected number. */
export function sentSelection(
  now: SelectionState,
  query: Record<string, unknown>,
  total: number,
): SentSelection {
  if (!now.all) return { slugs: [...now.picked.keys()] }
  return {
    query: stringifySearch({ ...query, ordering: undefined }).replace(/^\?/, ''),
    exclude: [...now.left.keys()],
    expected_count: countOf(now, total),
  }
}

/** The same selection without some of its rows. */
export function sentWithout(sent: SentSelection, keys: readonly string[]): SentSelection {
  if ('slugs' in sent) return { slugs: sent.slugs.filter((slug) => !keys.includes(slug)) }
  return {
    ...sent,
    exclude: [...(sent.exclude ?? []), ...keys],
    expected_count: sent.expected_count - keys.length,
  }
}

/** Scope of the selection: another view, search or filter is another selection; ordering and paging are not. */
export function scopeOf(query: Record<string, unknown>, archived: boolean): string {
  const { ordering: _ordering, page: _page, page_size: _size, ...rest } = query
  return JSON.stringify([archived, Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))])
}

function changed(now: SelectionState, picked: Titles, left: Titles): SelectionState {
  return picked === now.picked && left === now.left ? now : { ...now, picked, left }
}

function mark(now: SelectionState, rows: TitledRows, selected: boolean): SelectionState {
  // With "all that match", excluded rows keep their titles; otherwise the ticked ones.
  const kept = now.all ? 'left' : 'picked'
  const next = new Map(now[kept])
  for (const [key, title] of rows) {
    if (selected === now.all) next.delete(key)
    else next.set(key, title)
  }
  return { ...now, [kept]: next }
}

function only(rows: Titles, keys: readonly string[]): Titles {
  return new Map([...rows].filter(([key]) => keys.includes(key)))
}

function without(rows: Titles, keys: readonly string[]): Titles {
  return keys.some((key) => rows.has(key)) ? new Map([...rows].filter(([key]) => !keys.includes(key))) : rows
}

function renewed(rows: Titles, page: TitledRows): Titles {
  const fresh = page.filter(([key, title]) => rows.has(key) && rows.get(key) !== title)
  return fresh.length > 0 ? new Map([...rows, ...fresh]) : rows
}
