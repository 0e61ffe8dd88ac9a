import { foldName } from '#shared/normalize.ts'
import type { ImportOptions } from './choices.ts'
import type { Mapping } from './columns/mapping.ts'
import type { Repair } from './repair.ts'
import { type Expression, valueFields } from './shape.ts'

/** Steps to read files of one source: what belongs to the source, not to one file or row. */
export type RecipeSteps = Pick<
  ImportOptions,
  'rates' | 'currency' | 'year' | 'funding_type' | 'confirmed'
> & {
  mapping: Pick<
    Mapping,
    'columns' | 'values' | 'skip' | 'repairs' | 'keepSums' | 'projectPerYear' | 'amountInCents' | 'currencies'
  >
}

/** The steps, and the column names that their indexes refer to. */
export type Recipe = { names: readonly string[]; steps: RecipeSteps }

/** The steps to save from an import. Edited cells, encoding, separator and sheet belong to the file and are dropped. */
export function stepsOf(
  mapping: Mapping,
  { rates, currency, year, funding_type, confirmed }: ImportOptions,
): RecipeSteps {
  const { columns, values, skip, repairs, keepSums, projectPerYear, amountInCents, currencies } = mapping
  return {
    mapping: {
      columns,
      ...(values && { values }),
      ...(skip && { skip }),
      ...(repairs && { repairs: repairs.filter(({ kind }) => kind !== 'cell') }),
      ...(keepSums && { keepSums }),
      ...(projectPerYear && { projectPerYear }),
      ...(amountInCents && { amountInCents }),
      ...(currencies && { currencies }),
    },
    rates,
    ...(currency && { currency }),
    ...(year && { year }),
    funding_type,
    ...(confirmed && confirmed.length > 0 && { confirmed }),
  }
}

/** The identity of a header, independent of column order; undefined when it names nothing. */
export function headerIdentity(names: readonly string[]): string | undefined {
  const folded = names.map(foldName)
  const last = folded.findLastIndex((name) => name !== '')
  return last < 0 ? undefined : JSON.stringify(folded.slice(0, last + 1).toSorted())
}

/** Columns with the same name are distinguished by their order. */
function columnKeys(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const folded = foldName(name)
    const nth = seen.get(folded) ?? 0
    seen.set(folded, nth + 1)
    return JSON.stringify([folded, nth])
  })
}

/**
 * A recipe's steps as a mapping for a file with these columns, wherever they are; undefined when a needed one is
 * missing.
 */
export function mappingBy(
  { names, steps: { mapping } }: Recipe,
  columns: readonly string[],
  { header, before }: Pick<Mapping, 'header' | 'before'>,
): Mapping | undefined {
  const places = new Map(columnKeys(columns).map((key, place) => [key, place]))
  const keys = columnKeys(names)
  let isWhole = true
  const at = (column: number): number => {
    const place = places.get(keys[column] ?? '')
    isWhole &&= place !== undefined
    return place ?? 0
  }
  const moved = withColumns(mapping, at)
  if (!isWhole) return undefined
  return {
    header,
    ...(before && { before }),
    ...moved,
    fromContent: [],
    reasons: Object.fromEntries(Object.keys(moved.columns).map((field) => [field, 'recipe'])),
  }
}

function withColumns(
  mapping: RecipeSteps['mapping'],
  at: (column: number) => number,
): RecipeSteps['mapping'] {
  const { columns, values, skip, repairs } = mapping
  return {
    ...mapping,
    columns: Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, at(column)])),
    ...(values && {
      values: Object.fromEntries(
        valueFields(values).map((field) => [field, expressionAt(values[field]!, at)]),
      ),
    }),
    ...(skip && { skip: skip.map((rule) => ({ ...rule, column: at(rule.column) })) }),
    ...(repairs && { repairs: repairs.map((repair) => repairAt(repair, at)) }),
  }
}

function expressionAt({ parts, join }: Expression, at: (column: number) => number): Expression {
  return {
    parts: parts.map((part) => ('column' in part ? { ...part, column: at(part.column) } : part)),
    join,
  }
}

function repairAt(repair: Repair, at: (column: number) => number): Repair {
  return repair.kind === 'replace' && repair.column !== null
    ? { ...repair, column: at(repair.column) }
    : repair
}

export function titleOfFile(filename: string): string {
  return filename.replace(/\.[a-z0-9]{1,5}$/i, '').trim() || filename
}
