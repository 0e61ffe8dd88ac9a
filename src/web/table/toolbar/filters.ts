import { useMemo } from 'react'
import { type Translate, useText } from '../../texts.ts'
import type { FilterGroup } from './FilterDrawer.tsx'
import type { ListRoute } from '../../api.ts'
import type { Column, FilterOption, ListTableProps } from '../state/types.ts'

/** The options of a column's filter: database rows given by the page, else the declared values. */
export function optionsOf<Row>(
  column: Column<Row>,
  declared: Record<string, readonly string[] | 'any'>,
  given: Record<string, readonly FilterOption[]> | undefined,
  t: Translate,
): readonly FilterOption[] {
  const name = column.filter?.name
  if (name === undefined) return []
  const values = given?.[name] ?? declared[name]
  if (values === undefined || values === 'any') return []
  return values.map((value) =>
    typeof value === 'string' ? { value, label: t.of(column.filter?.texts?.[value] ?? value) } : value,
  )
}

/** All filters of a list in column order, then those without a column. */
export function useFilterGroups<N extends ListRoute>({
  columns,
  declaration,
  options,
  filters,
}: Pick<ListTableProps<N>, 'columns' | 'declaration' | 'options' | 'filters'>): readonly FilterGroup[] {
  const t = useText()
  return useMemo(() => {
    const ofColumns = columns
      .filter((column) => column.filter && declaration.filters[column.filter.name])
      .map((column) => ({
        name: column.filter!.name,
        column: t.of(column.title),
        options: optionsOf(column, declaration.filters, options, t),
      }))
    const others = (filters ?? []).map(({ name, title, texts }) => ({
      name,
      column: t.of(title),
      options: options?.[name] ?? Object.entries(texts).map(([value, key]) => ({ value, label: t.of(key) })),
    }))
    return [...ofColumns, ...others]
  }, [columns, declaration, options, filters, t])
}
