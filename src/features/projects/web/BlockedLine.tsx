import { useQuery } from '@tanstack/react-query'
import { formatInteger } from '#shared/money.ts'
import { q } from '#web/api.ts'
import type { ListHandle } from '#web/table/state/types.ts'
import type { Filters } from '#shared/lists/list-state.ts'
import { useLocale, useText } from '#web/texts.ts'
import { IconChevronDown } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { BlockedSkeleton } from './BlockedSkeleton.tsx'

type BlockedProps = {
  list: ListHandle
  setFilters: (filters: Filters) => void
}

/**
 * Number of matches that cannot take money. Its menu lists the reasons, and each reason sets the filter. It loads after the
 * rows, which do not wait for these counts.
 */
export function BlockedLine({ list, setFilters }: BlockedProps) {
  const t = useText()
  const locale = useLocale()
  const { ordering: _ordering, ...query } = list.query
  const { data, isError } = useQuery(q('GET /api/v4/projects/blocking/', { query }))
  if (isError) return null
  if (!data) return <BlockedSkeleton />
  const told = t('projects.cannot_take', { count: data.blocked })
  return (
    <div className="blocked-line">
      {data.reasons.length === 0 ? (
        <strong>{told}</strong>
      ) : (
        <Menu
          label={t('projects.filters.blocking')}
          items={data.reasons.map(({ code, count }) => ({
            key: code,
            text: `${t(`projects.reasons.${code}`)} ${formatInteger(count, locale)}`,
            onSelect: () => setFilters({ ...list.filters, blocking: [code] }),
          }))}
        >
          {(trigger) => (
            <button type="button" {...trigger}>
              <strong>{told}</strong> <IconChevronDown size={12} stroke={2} aria-hidden />
            </button>
          )}
        </Menu>
      )}
    </div>
  )
}
