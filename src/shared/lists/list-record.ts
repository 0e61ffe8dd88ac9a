import type { FilterShape } from './filter-shapes.ts'
import { type ListDeclaration, negations } from './list-declaration.ts'
import type { TextKey } from '../text-keys.ts'

/** What a column holds: words (or labels), a whole number, an amount in cents, a day, an instant. */
export type ColumnKind = 'text' | 'number' | 'EUR' | 'day' | 'instant'

/** The values of a filter, each with the text it is called by. */
export type FilterRecord = {
  /** 'any' when the values are rows of the database. */
  values: Readonly<Record<string, TextKey>> | 'any'
  /** Taken beside the offered ones (choice numbers, synonyms), and what they are called. */
  also?: Readonly<Record<string, TextKey>>
  /** Values that carry a number, `ends_within:30`; the text shows it as `{count}`. */
  numbered?: Readonly<Record<string, TextKey>>
  /** What values of `'any'` are written like where they are no rows of the database: a range of sums or days. */
  shape?: FilterShape
  /** Its name on the wire; the column's key by default. */
  name?: string
  /** Of lists with kept counts: false where only the rows themselves can tell how many match. */
  kept?: false
}

/** One column, told once: page, Table Settings, filters, export and *About* all read it. */
export type ColumnRecord = {
  heading: TextKey
  /** How the page shows it and an export stores it; `text` is the only one that may hold labels. */
  kind: ColumnKind
  /** The stored column that `ordering=<key>` walks; 'computed' where the queries say how. */
  ordering?: string
  filter?: FilterRecord
  /** An export's own heading of it, and columns that only an export has, beside it, each by the row's field. */
  sheet?: { heading: TextKey; beside: Readonly<Record<string, { heading: TextKey; kind: ColumnKind }>> }
  /** Not among what Table Settings hides: shown where it is chosen (a preset, a layout of one's own). */
  optional?: true
  /** Gives way on the screen where there is no room for it beside the others; an export has it all the same. */
  yields?: true
  /** Figures that are drawn as more than a figure stand at the start of their column. */
  look?: 'start'
  /** Least width in px; what a column of its kind needs by default. */
  width?: number
  /** Takes its share of the room that is left, as the title does: words of any length. */
  grow?: true
  /** Shown on the cards below 768 px; true by default. */
  card?: boolean
  /** Names the row: its title, or the line beneath. Never hidden by Table Settings, and always first in an export. */
  names?: 'title' | 'beneath'
}

type Columns = Readonly<Record<string, ColumnRecord>>

/** One list, declared once. */
export type ListRecord = Pick<
  ListDeclaration,
  'table' | 'defaultOrdering' | 'opensWith' | 'archivable' | 'dynamic'
> & {
  /** By key, in the order of the screen. The keys may not contain '/' (spec §7). */
  columns: Columns
  /** Filters that no column holds. */
  otherFilters?: Readonly<Record<string, FilterRecord & { heading: TextKey }>>
  /** What can be ordered by without being a column. */
  otherOrderings?: Readonly<Record<string, { heading: TextKey; ordering: string }>>
  /** Columns that are chosen at once, in their order. */
  presets?: readonly { key: string; heading: TextKey; columns: readonly string[] }[]
  /** All filters as the menu “+ Filter” offers them, in groups; a list that says so also takes "is not". */
  filterMenu?: readonly { heading: TextKey; filters: readonly string[] }[]
}

/** A list as `defineList` gives it. */
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

/** The filters of a list by their name on the wire. */
export type FiltersOf<L extends ListRecord> = OfColumns<L['columns']> & Others<L, 'otherFilters'>

type Words<T> = `${keyof T & (string | number)}`
type Offered<F> = F extends { values: 'any' }
  ? 'any'
  : F extends { values: infer V }
    ? readonly Words<V>[]
    : never
type Also<F> = F extends { also: infer A } ? Words<A> : never
/** Every value a filter takes, offered or not. */
export type ValuesOf<F> =
  | (F extends { values: infer V } ? (V extends 'any' ? never : Words<V>) : never)
  | Also<F>

type Orderings<C> = { [K in keyof C as C[K] extends { ordering: string } ? K : never]: C[K] }
type OrderingsOf<L extends ListRecord> = Orderings<L['columns']> & Orderings<Others<L, 'otherOrderings'>>
/** What a list can be ordered by. */
export type OrderingKey<L extends ListRecord> = keyof OrderingsOf<L> & string
type OrderingOf<L extends ListRecord, K extends OrderingKey<L>> = OrderingsOf<L>[K] extends {
  ordering: infer O
}
  ? O
  : never
/** Those that its queries say how. */
export type ComputedOrderingKey<L extends ListRecord> = {
  [K in OrderingKey<L>]: OrderingOf<L, K> extends 'computed' ? K : never
}[OrderingKey<L>]
/** Those that walk a stored column, with it. */
export type StoredOrderings<L extends ListRecord> = {
  [K in Exclude<OrderingKey<L>, ComputedOrderingKey<L>>]: OrderingOf<L, K>
}

/** Keys of all columns, and of those that Table Settings can hide. */
export type ColumnKey<L extends ListRecord> = keyof L['columns'] & string
export type HideableKey<L extends ListRecord> = {
  [K in ColumnKey<L>]: L['columns'][K] extends { names: string } | { optional: true } ? never : K
}[ColumnKey<L>]
/** Keys of the columns that are shown where they are chosen. */
export type OptionalKey<L extends ListRecord> = {
  [K in ColumnKey<L>]: L['columns'][K] extends { optional: true } ? K : never
}[ColumnKey<L>]

/** A list with what its query, its addresses and its types are made from. */
export type Defined<L extends ListRecord> = L & {
  filters: { [F in keyof FiltersOf<L>]: Offered<FiltersOf<L>[F]> } & (L extends { filterMenu: unknown }
    ? { [negations]: readonly string[] }
    : {})
  accepted: { [F in keyof FiltersOf<L>]: readonly Also<FiltersOf<L>[F]>[] }
  ordering: readonly OrderingKey<L>[]
}

/** Declares a list: what is derived from its columns is derived here, and nowhere else. */
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

/** Every filter of a list with its name and heading: those of the columns, then the others. */
export function filtersOf({ columns, otherFilters = {} }: ListRecord): NamedFilter[] {
  return [
    ...Object.entries(columns).flatMap(([key, { filter, heading }]) =>
      filter ? [{ ...filter, name: filter.name ?? key, heading }] : [],
    ),
    ...Object.entries(otherFilters).map(([name, filter]) => ({ ...filter, name })),
  ]
}

/** Keys of the columns that Table Settings can hide, in the order of the screen; an export can leave them out. */
export function hideableColumns<L extends ListRecord>({ columns }: L): HideableKey<L>[] {
  return Object.keys(columns).filter(
    (key) => !columns[key]!.names && !columns[key]!.optional,
  ) as HideableKey<L>[]
}

/** Keys of all columns that a layout may show, in any order: those that can be hidden, and the optional ones. */
export function layoutColumns({ columns }: ListRecord): string[] {
  return Object.keys(columns).filter((key) => !columns[key]!.names)
}

/** Keys of the columns that name the row. */
export function namingColumns({ columns }: ListRecord): string[] {
  return Object.keys(columns).filter((key) => columns[key]!.names)
}

/** The stored column behind each ordering key; those that are computed are not among them. */
export function storedOrderings<L extends ListRecord>(list: L): StoredOrderings<L> {
  const all = Object.entries({ ...list.columns, ...list.otherOrderings })
  const stored = all.filter(([, { ordering }]) => ordering !== undefined && ordering !== 'computed')
  return Object.fromEntries(stored.map(([key, { ordering }]) => [key, ordering])) as StoredOrderings<L>
}

/** What an ordering is called; undefined for one the list does not know. */
export function orderingHeading(list: ListRecord, key: string): TextKey | undefined {
  return list.columns[key]?.heading ?? list.otherOrderings?.[key]?.heading
}

/** Texts of values that stand under one prefix of the catalogue, e.g. `users.state.` with every state. */
export function textsUnder<const Value extends string, const Prefix extends string>(
  prefix: Prefix,
  values: readonly Value[],
): { [V in Value]: `${Prefix}${V}` } {
  return Object.fromEntries(values.map((value) => [value, `${prefix}${value}`])) as {
    [V in Value]: `${Prefix}${V}`
  }
}
