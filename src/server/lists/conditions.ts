import { type RawBuilder, sql } from 'kysely'
import type { FiltersOf, ListRecord, ValuesOf } from '#shared/lists/list-record.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { numberedValue } from '#shared/lists/filter-shapes.ts'
import { negations } from '#shared/lists/list-declaration.ts'
import { filtersOf } from '#shared/lists/list-record.ts'
import type { DB } from '../db/schema.ts'
import { anyOf } from './list-query.ts'

type Condition = RawBuilder<boolean>
declare const keptWith: unique symbol
/** A condition on columns that a list's rows and its kept counts share; only `keptBy` creates one. */
export type KeptCondition<Counts> = Condition & { readonly [keptWith]: Counts }

/**
 * Conditions valid both for a table and for the table of its counts (docs/decisions/0003): a column missing in either
 * does not compile.
 */
export function keptBy<Rows extends keyof DB, Counts extends keyof DB>() {
  type Column = keyof DB[Rows] & keyof DB[Counts] & string
  const kept = (condition: Condition) => condition as KeptCondition<Counts>
  return {
    is: (column: Column, value: number | string) =>
      kept(sql<boolean>`${sql.ref(column)} = ${sql.lit(value)}`),
    oneOf: (column: Column, values: readonly (number | string)[]) =>
      kept(sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`),
    among: (column: Column, ids: RawBuilder<unknown>) =>
      kept(sql<boolean>`${sql.ref(column)} = any(array(${ids}))`),
    flag: (column: Column) => kept(sql<boolean>`${sql.ref(column)}`),
    never: kept(sql<boolean>`false`),
  }
}

/**
 * All values of a filter with their conditions on another table, combined for the requested values; `joined` creates
 * one.
 */
export type Joined<Value extends string> = ((values: readonly string[]) => Condition) & {
  readonly [joinedBy]: Record<Value, true>
}
declare const joinedBy: unique symbol

/**
 * The condition of a filter on another table: the requested values are combined by "or" inside one subquery, so that
 * the other table is read once.
 */
export function joined<const Values extends Record<string, Condition | ((count: number) => Condition)>>(
  values: Values,
  within: (found: Condition) => Condition,
): Joined<keyof Values & string> {
  return ((asked: readonly string[]) =>
    within(anyOf(asked.map((value) => conditionOf(values, value))))) as Joined<keyof Values & string>
}

function conditionOf(
  values: Readonly<Record<string, Condition | ((count: number) => Condition)>>,
  value: string,
): Condition {
  const [name, count] = numberedValue(value) ?? [value, 0]
  const found = values[name]!
  return typeof found === 'function' ? found(count) : found
}

type Numbered<F> = F extends { numbered: infer N } ? keyof N & string : never

/** Builds a filter's condition from the requested values where these are rows of the database. */
type ConditionsOfFilter<F, Made> = F extends { values: 'any' }
  ? (values: readonly string[]) => Made
  : F extends { kept: false }
    ?
        | (Record<ValuesOf<F>, Made> & Record<Numbered<F>, (count: number) => Made>)
        | Joined<ValuesOf<F> | Numbered<F>>
    : Record<ValuesOf<F>, Made>

/**
 * Every filter value of a list with its condition; one without SQL does not compile. With a table of kept counts, a
 * condition that the counts cannot answer does not compile either, unless the filter says `kept: false`.
 */
export type ConditionsOf<L extends ListRecord, Counts = never> = {
  [F in keyof FiltersOf<L>]: ConditionsOfFilter<
    FiltersOf<L>[F],
    [Counts] extends [never]
      ? Condition
      : FiltersOf<L>[F] extends { kept: false }
        ? Condition
        : KeptCondition<Counts>
  >
}

type Loose = Record<
  string,
  Record<string, Condition | ((count: number) => Condition)> | ((values: readonly string[]) => Condition)
>

/**
 * The conditions of a query: values of one filter are joined by "or", filters by "and". A negated filter finds all
 * other rows, including those without a value.
 */
export function requestedConditions(
  conditions: object,
  { [negations]: negated = [], ...filters }: Readonly<Record<string, readonly string[] | undefined>>,
): Condition[] {
  return Object.entries(filters).flatMap(([name, values]) => {
    if (!values) return []
    const offered = (conditions as Loose)[name]!
    const found =
      typeof offered === 'function'
        ? offered(values)
        : anyOf(values.map((value) => conditionOf(offered, value)))
    return [negated.includes(name) ? sql<boolean>`(${found}) is not true` : found]
  })
}

/** True when the kept counts can answer the number of rows: no search words, and no filter that needs the rows. */
export function isKept(list: ListRecord, query: Pick<ListQuery, 'search' | 'filters'>): boolean {
  if (query.search !== '') return false
  const kept = keptFilters(list)
  return Object.entries(query.filters).every(
    ([name, values]) => !values || name === negations || kept.has(name),
  )
}

const keptOf = new WeakMap<ListRecord, Set<string>>()

/** The filters that the kept counts know, computed once per list. */
function keptFilters(list: ListRecord): Set<string> {
  const known = keptOf.get(list)
  if (known) return known
  const names = new Set(filtersOf(list).flatMap(({ name, kept }) => (kept === false ? [] : [name])))
  keptOf.set(list, names)
  return names
}

/** A table of kept counts with the filters whose columns it has. */
export type SmallerCounts = readonly [table: string, filters: readonly string[]]

/** The table of kept counts to read: the smaller sum if it has all requested filters, otherwise `all`. */
export function countsFor(
  asked: readonly { filters: Readonly<Record<string, readonly string[] | undefined>> }[],
  all: string,
  [smaller, filters]: SmallerCounts,
): RawBuilder<unknown> {
  const names = asked.flatMap((query) =>
    Object.entries(query.filters).flatMap(([name, values]) => (values && name !== negations ? [name] : [])),
  )
  return sql.table(names.every((name) => filters.includes(name)) ? smaller : all)
}
