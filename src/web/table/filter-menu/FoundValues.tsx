import { useQueries } from '@tanstack/react-query'
import { valueWords } from '#shared/lists/filter-words.ts'
import { foldForSearch } from '#shared/normalize.ts'
import { useLocale, useText } from '../../texts.ts'
import { useDebounced } from '../../useDebounced.ts'
import type { Filters } from '#shared/lists/list-state.ts'
import type { FilterMenuOf, FilterOption } from '../state/types.ts'
import { withValues } from './draft.ts'
import type { NamedFilter } from './FilterField.tsx'

type FoundValuesProps = {
  menu: FilterMenuOf
  filters: readonly NamedFilter[]
  options: Record<string, readonly FilterOption[]> | undefined
  /** The folded search text above. */
  words: string
  draft: Filters
  asked: Record<string, string>
  onChange: (filters: Filters) => void
}

type FoundValue = { name: string; heading: string; value: string; label: string }

/** Minimum letters for a search of values. */
const minSearchLetters = 2
/** Values shown per filter; its own form has them all. */
const maxPerFilter = 3

/** Values of any filter that match the letters, offered without opening its form: “complete”, “expired”, a town. */
export function useFoundValues({
  menu,
  filters,
  options,
  words,
  asked,
}: Omit<FoundValuesProps, 'draft' | 'onChange'>) {
  const t = useText()
  const locale = useLocale()
  const term = useDebounced(words, 200)
  const asks = words.length >= minSearchLetters && term === words
  const searched = filters.filter(({ name }) => menu.searched.includes(name))
  const answers = useQueries({
    queries: searched.map(({ name }) => ({
      queryKey: ['filter values', menu.list.table, name, asked, term],
      queryFn: ({ signal }: { signal: AbortSignal }) => menu.values(name, { ...asked, find: term }, signal),
      enabled: asks,
    })),
  })
  if (words.length < minSearchLetters) return []
  const told = { locale, textOf: t.of }
  const known = (filter: NamedFilter): readonly FilterOption[] =>
    options?.[filter.name] ??
    (filter.values === 'any'
      ? []
      : Object.keys(filter.values).map((value) => ({ value, label: valueWords(filter, value, told) })))
  return filters.flatMap((filter): FoundValue[] => {
    const answer = asks ? answers[searched.indexOf(filter)]?.data?.values : undefined
    const values = answer
      ? answer.map(({ value, title }) => ({ value, label: title ?? valueWords(filter, value, told) }))
      : known(filter).filter(({ label }) => foldForSearch(label).includes(words))
    const heading = t.of(filter.heading)
    return values
      .slice(0, maxPerFilter)
      .map(({ value, label }) => ({ name: filter.name, heading, value, label }))
  })
}

/** The found values with checkboxes; the focus stays in the search, so that the next one can follow. */
export function FoundValues({
  found,
  draft,
  onChange,
}: Pick<FoundValuesProps, 'draft' | 'onChange'> & { found: readonly FoundValue[] }) {
  const t = useText()
  if (found.length === 0) return null
  return (
    <div role="group" aria-label={t('filters.values')}>
      <p className="filter-group-name" aria-hidden>
        {t('filters.values')}
      </p>
      {found.map(({ name, heading, value, label }) => {
        const chosen = draft[name] ?? []
        return (
          <label
            key={`${name} ${value}`}
            className="filter-found"
            onMouseDown={(event) => event.preventDefault()}
          >
            <input
              type="checkbox"
              className="checkbox"
              aria-label={`${heading}: ${label}`}
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(
                  withValues(
                    draft,
                    name,
                    target.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
                  ),
                )
              }
            />
            <span className="truncate">{label}</span>
            <span className="filter-of">{heading}</span>
          </label>
        )
      })}
    </div>
  )
}
