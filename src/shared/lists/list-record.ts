import type { FilterShape } from './filter-shapes.ts'
import { type ListDeclaration, negations } from './list-declaration.ts'
import type { TextKey } from '../text-keys.ts'

/** The kind of a column's values: text (or labels), a whole number, an amount in cents, a day, an instant. */
export type ColumnKind = 'text' | 'number' | 'EUR' | 'day' | 'instant'

export type FilterRecord = {
  /** 'any' when the values are rows of the database. */
  values: Readonly<Record<string, TextKey>> | 'any'
  /** Further accepted values (choice numbers, synonyms) with their texts. */
  also?: Readonly<Record<string, TextKey>>
  /** Values with a number, `ends_within:30`; the text shows it as `{count}`. */
  numbered?: Readonly<Record<string, TextKey>>
  /** Format of values of `'any'` that are not rows of the database: a range of sums or days. */
  shape?: FilterShape
  /** Its name on the wire; the column's key by default. */
  name?: string
  /** For lists with kept counts: false when only the rows can tell how many match. */
  kept?: false
}

/** One column, declared once for page, Table Settings, filters, export and *About*. */
export type ColumnRecord = {
  heading: TextKey
  /** How the page shows it and an export stores it; only `text` may hold labels. */
  kind: ColumnKind
  /** The stored column that `ordering=<key>` walks; 'computed' when the queries define it. */
  ordering?: string
  filter?: FilterRecord
  /** The export's own heading, and further export-only columns beside it, each by the row's field. */
  sheet?: { heading: TextKey; beside: Readonly<Record<string, { heading: TextKey; kind: ColumnKind }>> }
  /** Shown only when chosen (a preset, a personal layout); not part of Table Settings' hidden columns. */
  optional?: true
  /** Hidden on the screen when there is no room for it; an export always includes it. */
  yields?: true
  /** Left-aligned, for figures drawn with more than the figure. */
  look?: 'start'
  /** Minimum width in px; by default that of its kind. */
  width?: number
  /** Takes a share of the remaining room, as the title does: free text. */
  grow?: true
  /** Shown on the cards below 768 px; true by default. */
  card?: boolean
  /**
   * Identifies the row: its title, or the line below. Table Settings cannot hide it, and it comes first in an export.
   */
  names?: 'title' | 'beneath'
}

type Columns = Readonly<Record<string, ColumnRecord>>

export type ListRecord = Pick<
  ListDeclaration,
  'table' | 'defaultOrdering' | 'opensWith' | 'archivable' | 'dynamic'
> & {
  /** By key, in screen order. The keys may not contain '/' (spec §7). */
  columns: Columns
  /** Filters without a column. */
  otherFilters?: Readonly<Record<string, FilterRecord & { heading: TextKey }>>
  /** Orderings without a column. */
  otherOrderings?: Readonly<Record<string, { heading: TextKey; ordering: string }>>
  /** Named sets of columns in order. */
  presets?: readonly { key: string; heading: TextKey; columns: readonly string[] }[]
  /** All filters in the groups of the menu “+ Filter”; a list with this menu also supports "is not". */
  filterMenu?: readonly { heading: TextKey; filters: readonly string[] }[]
}

/** A list as returned by `defineList`. */
export type List = ListRecord & ListDeclaration

type FilterName<Key, Column> = Column extends { filter: infer F }
  ? F extends { name: infer Name extends string }
    ? Name
    : Key
  : never
type OfColumns<C extends Columns> = {
  [K in keyof C as FilterName<K, C[K]>]: C[K] extends { filter: infer F } ? F : never
}
type Others<L, Key extends string> = L extends { [K in Key]: infer Given } ? Given : {}

/** The filters of a list by wire name. */
export type FiltersOf<L extends ListRecord> = OfColumns<L['columns']> & Others<L, 'otherFilters'>

type Words<T> = `${keyof T & (string | number)}`
type Offered<F> = F extends { values: 'any' }
  ? 'any'
  : F extends { values: infer V }
    ? readonly Words<V>[]
    : never
type Also<F> = F extends { also: infer A } ? Words<A> : never
/** Every value a filter accepts, offered or not. */
export type ValuesOf<F> =
  | (F extends { values: infer V } ? (V extends 'any' ? never : Words<V>) : never)
  | Also<F>

type Orderings<C> = { [K in keyof C as C[K] extends { ordering: string } ? K : never]: C[K] }
type OrderingsOf<L extends ListRecord> = Orderings<L['columns']> & Orderings<Others<L, 'otherOrderings'>>
/** The orderings of a list. */
export type OrderingKey<L extends ListRecord> = keyof OrderingsOf<L> & string
type OrderingOf<L extends ListRecord, K extends OrderingKey<L>> = OrderingsOf<L>[K] extends {
  ordering: infer O
}
  ? O
  : never
/** Orderings that the queries define. */
export type ComputedOrderingKey<L extends ListRecord> = {
  [K in OrderingKey<L>]: OrderingOf<L, K> extends 'computed' ? K : never
}[OrderingKey<L>]
/** Orderings of stored columns, with their column. */
export type StoredOrderings<L extends ListRecord> = {
  [K in Exclude<OrderingKey<L>, ComputedOrderingKey<L>>]: OrderingOf<L, K>
}

/** Keys of all columns, and of those that Table Settings can hide. */
export type ColumnKey<L extends ListRecord> = keyof L['columns'] & string
export type HideableKey<L extends ListRecord> = {
  [K in ColumnKey<L>]: L['columns'][K] extends { names: string } | { optional: true } ? never : K
}[ColumnKey<L>]
/** Keys of optional columns. */
export type OptionalKey<L extends ListRecord> = {
  [K in ColumnKey<L>]: L['columns'][K] extends { optional: true } ? K : never
}[ColumnKey<L>]

/** A list with everything derived for its query, its addresses and its types. */
export type Defined<L extends ListRecord> = L & {
  filters: { [F in keyof FiltersOf<L>]: Offered<FiltersOf<L>[F]> } & (L extends { filterMenu: unknown }
    ? { [negations]: readonly string[] }
    : {})
  accepted: { [F in keyof FiltersOf<L>]: readonly Also<FiltersOf<L>[F]>[] }
  ordering: readonly OrderingKey<L>[]
}

/** Declares a list; the only place that derives values from its columns. */
export function defineList<const L extends ListRecord>(list: L): Defined<L> {
  const filters = filtersOf(list)
  const offered = filters.map(({ name, values }) => [name, values === 'any' ? 'any' : Object.keys(values)])
  const accepted = filters.map(({ name, also = {} }) => [name, Object.keys(also)])
  const numbered = filters.map(({ name, numbered: counted = {} }) => [name, Object.keys(counted)])
  const shaped = filters.flatMap(({ name, shape }) => (shape ? [[name, shape]] : []))
  const negatable = list.filterMenu ? [[negations, filters.map(({ name }) => name)]] : []
  const ordered = Object.entries(list.columns).filter(([, column]) => column.ordering !== undefined)
  return {
    ...list,
    filters: Object.fromEntries([...offered, ...negatable]),
    accepted: Object.fromEntries(accepted),
    numbered: Object.fromEntries(numbered),
    shapes: Object.fromEntries(shaped),
    ordering: [...Object.keys(list.otherOrderings ?? {}), ...ordered.map(([key]) => key)],
  } as unknown as Defined<L>
}

type NamedFilter = FilterRecord & { name: string; heading: TextKey }

/** Every filter of a list with name and heading: first those of columns, then the others. */
export function filtersOf({ columns, otherFilters = {} }: ListRecord): NamedFilter[] {
  return [
    ...Object.entries(columns).flatMap(([key, { filter, heading }]) =>
      filter ? [{ ...filter, name: filter.name ?? key, heading }] : [],
    ),
    ...Object.entries(otherFilters).map(([name, filter]) => ({ ...filter, name })),
  ]
}

/** Keys of the columns that Table Settings can hide, in screen order; an export can omit them. */
export function hideableColumns<L extends ListRecord>({ columns }: L): HideableKey<L>[] {
  return Object.keys(columns).filter(
    (key) => !columns[key]!.names && !columns[key]!.optional,
  ) as HideableKey<L>[]
}

/** Keys of all columns that a layout may show, in any order: hideable and optional ones. */
export function layoutColumns({ columns }: ListRecord): string[] {
  return Object.keys(columns).filter((key) => !columns[key]!.names)
}

/** Keys of the columns that name the row. */
export function namingColumns({ columns }: ListRecord): string[] {
  return Object.keys(columns).filter((key) => columns[key]!.names)
}

/** The stored column of each ordering key, without computed ones. */
export function storedOrderings<L extends ListRecord>(list: L): StoredOrderings<L> {
  const all = Object.entries({ ...list.columns, ...list.otherOrderings })
  const stored = all.filter(([, { ordering }]) => ordering !== undefined && ordering !== 'computed')
  return Object.fromEntries(stored.map(([key, { ordering }]) => [key, ordering])) as StoredOrderings<L>
}

/** The heading of an ordering; undefined for an unknown one. */
export function orderingHeading(list: ListRecord, key: string): TextKey | undefined {
  return list.columns[key]?.heading ?? list.otherOrderings?.[key]?.heading
}

/** Texts of values with a common key prefix, e.g. `users.state.` with every state. */
export function textsUnder<const Value extends string, const Prefix extends string>(
  prefix: Prefix,
  values: readonly Value[],
): { [V in Value]: `${Prefix}${V}` } {
  return Object.fromEntries(values.map((value) => [value, `${prefix}${value}`])) as {
    [V in Value]: `${Prefix}${V}`
  }
}
