import { useQuery } from '@tanstack/react-query'
import { isDay, showDay } from '#shared/dates.ts'
import { q } from '#web/api.ts'
import type { FilterOption } from '#web/table/types.ts'
import { useText } from '#web/texts.ts'

type Search = Readonly<Record<string, string>>

/** What the chips call the days and the person that the address names. */
export function useFilterNames(search: Search): Record<string, readonly FilterOption[]> {
  const t = useText()
  const { actor } = search
  const { data } = useQuery({
    ...q('GET /api/v4/logs/journal/', { query: { actor, page_size: 10 } }),
    enabled: actor !== undefined && actor !== 'system',
    select: (page) => page.results[0]?.actor,
  })
  const person = actor === 'system' ? t('tasks.system') : data
  return {
    ...days(search),
    ...(actor && person && { actor: [{ value: actor, label: person }] }),
  }
}

function days(search: Search) {
  return Object.fromEntries(
    (['date_from', 'date_to'] as const).flatMap((name) => {
      const day = search[name]
      return day && isDay(day) ? [[name, [{ value: day, label: showDay(day) }]]] : []
    }),
  )
}
