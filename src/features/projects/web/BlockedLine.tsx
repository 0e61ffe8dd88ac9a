import { useQuery } from '@tanstack/react-query'
import { formatInteger } from '#shared/money.ts'
import { q } from '#web/api.ts'
import type { ListHandle } from '#web/table/types.ts'
import type { Filters } from '#web/table/list-state.ts'
import { useLocale, useText } from '#web/texts.ts'
import './projects.css'
import '#web/table/filter-dash.css'

type BlockedProps = {
  list: ListHandle
  setFilters: (filters: Filters) => void
  /** The rows are there: they do not wait for these counts. */
  ready: boolean
}

/** How many of all that match cannot take money, and why; each reason sets the filter. */
export function BlockedLine({ list, setFilters, ready }: BlockedProps) {
  const t = useText()
  const locale = useLocale()
  const { ordering: _ordering, ...query } = list.query
  const { data, isError } = useQuery({ ...q('GET /api/v4/projects/blocking/', { query }), enabled: ready })
  if (isError) return null
  return (
    <div className="blocked-line" aria-busy={!data || undefined}>
      {data ? (
        <>
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
        </>
      ) : (
        <>
          <span className="filter-dash" aria-hidden />
          <span className="filter-dash" aria-hidden />
        </>
      )}
    </div>
  )
}
