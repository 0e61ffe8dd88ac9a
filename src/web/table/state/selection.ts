import type { SentSelection } from '#shared/lists/selection.ts'
import { stringifySearch } from '../../search-params.ts'

/** What is selected in a list, as a rule without a page: every change is an event. */

/** Rows by key; or with `all` everything that matches the list's query, less the rows in `left`. */
export type Selected = {
  all: boolean
  picked: Titles
  left: Titles
  /** The row touched last, where a range with Shift begins. */
  anchor: string
}

/** Titles of rows by their key. */
type Titles = ReadonlyMap<string, string>
/** Rows in their order, each with its title. */
export type Keyed = readonly (readonly [string, string])[]

export type SelectionEvent =
  /** One row of the page, or with `range` all from the row touched before. */
  | { type: 'row'; page: Keyed; at: number; selected: boolean; range: boolean }
  | { type: 'page'; page: Keyed; selected: boolean }
  | { type: 'all' }
  | { type: 'clear' }
  /** Only these stay: the ones that failed. */
  | { type: 'keep'; rows: Keyed }
  /** These rows are no longer in the list: deleted, archived, restored. */
  | { type: 'leave'; keys: readonly string[] }
  /** The list was read again: the rows as they are now, and how many match. */
  | { type: 'read'; page: Keyed; total: number }
  /** The server found another number: of those left out only these still match. */
  | { type: 'correct'; left: readonly string[] }

export const nothing: Selected = { all: false, picked: new Map(), left: new Map(), anchor: '' }

/** The selection after an event. */
export function selectedAfter(now: Selected, event: SelectionEvent): Selected {
  switch (event.type) {
    case 'row': {
      const { page, at, selected, range } = event
      // The row touched before may be on another page, then there is no range to draw.
      const before = range ? page.findIndex(([key]) => key === now.anchor) : -1
      const other = before === -1 ? at : before
      const touched = page.slice(Math.min(at, other), Math.max(at, other) + 1)
      return { ...mark(now, touched, selected), anchor: page[at]?.[0] ?? '' }
    }
    case 'page':
      return mark(now, event.page, event.selected)
    case 'all':
      return { ...nothing, all: true, anchor: now.anchor }
    case 'clear':
      return nothing
    case 'keep':
      return { ...nothing, picked: new Map(event.rows) }
    case 'leave':
      return changed(now, without(now.picked, event.keys), without(now.left, event.keys))
    case 'read':
      if (now.all && now.left.size >= event.total) return nothing
      return changed(now, renewed(now.picked, event.page), renewed(now.left, event.page))
    case 'correct':
      return { ...now, left: only(now.left, event.left) }
  }
}

/** True when the row is selected. */
export function isSelected(now: Selected, key: string): boolean {
  return now.all ? !now.left.has(key) : now.picked.has(key)
}

/** How many rows an action would change: what the bar says and what the server is told to expect. */
export function countOf(now: Selected, total: number): number {
  return now.all ? Math.max(0, total - now.left.size) : now.picked.size
}

/** What is sent to the server: the rows, or the list's query with the rows left out and how many are expected. */
export function sentSelection(now: Selected, query: Record<string, unknown>, total: number): SentSelection {
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

/** What the selection belongs to: another view, search or filter is another selection; ordering and paging are not. */
export function scopeOf(query: Record<string, unknown>, archived: boolean): string {
  const { ordering: _ordering, page: _page, page_size: _size, ...rest } = query
  return JSON.stringify([archived, Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))])
}

function changed(now: Selected, picked: Titles, left: Titles): Selected {
  return picked === now.picked && left === now.left ? now : { ...now, picked, left }
}

function mark(now: Selected, rows: Keyed, selected: boolean): Selected {
  // Of all that match those are kept that were taken out, of single rows those that were ticked.
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

function renewed(rows: Titles, page: Keyed): Titles {
  const fresh = page.filter(([key, title]) => rows.has(key) && rows.get(key) !== title)
  return fresh.length > 0 ? new Map([...rows, ...fresh]) : rows
}
