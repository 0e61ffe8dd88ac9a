import { useQuery } from '@tanstack/react-query'
import { formatInteger } from '#shared/money.ts'
import { q } from '#web/api.ts'
import type { ListHandle } from '#web/table/types.ts'
import type { Filters } from '#web/table/list-state.ts'
import { useLocale, useText } from '#web/texts.ts'
import { BlockedSkeleton } from './BlockedSkeleton.tsx'

type BlockedProps = {
  list: ListHandle
  setFilters: (filters: Filters) => void
}

/**
 * How many of all that match cannot take money, and why; each reason sets the filter. Comes after the rows, which do not wait
 * for these counts.
 */
export function BlockedLine({ list, setFilters }: BlockedProps) {
  const t = useText()
  const locale = useLocale()
  const { ordering: _ordering, ...query } = list.query
  const { data, isError } = useQuery(q('GET /api/v4/projects/blocking/', { query }))
  if (isError) return null
  if (!data) return <BlockedSkeleton />
  return (
    <div className="blocked-line">
      <strong>{t('projects.cannot_take', { count: data.blocked })}</strong>
      {data.reasons.length > 0 && (
        <ul>
          {data.reasons.map(({ code, count }) => (
            <li key={code}>
              <button type="button" onClick={() => setFilters({ ...list.filters, blocking: [code] })}>
                {t(`projects.reasons.${code}`)} <strong>{formatInteger(count, locale)}</strong>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
