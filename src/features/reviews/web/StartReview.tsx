import { useQuery } from '@tanstack/react-query'
import { q, type QueryValues } from '#web/api.ts'
import { useCan } from '#web/profile.tsx'
import { navigate } from '#web/router/navigate.ts'
import { stringifySearch } from '#shared/search-params.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { useCommands } from '#web/ui/commands.ts'
import { IconGavel } from '#web/ui/icons.ts'
import { formatInteger } from '#shared/money.ts'
import { useLocale, useText } from '#web/texts.ts'
import { namesReview } from '../queue.ts'

type StartProps = {
  query: QueryValues
  size?: 'sm' | 'md'
  /** False while the count would delay the list's rows. */
  ready?: boolean
  /** Expected number, a placeholder until the count has loaded. */
  likely?: number
}

/** Starts the review of a list, by default of its waiting rows; hidden if nothing matches. */
export function StartReview({ query, size = 'sm', ready = true, likely = 0 }: StartProps) {
  const t = useText()
  const locale = useLocale()
  const mayReview = useCan('change_projects')
  const { page: _, page_size: __, archived: ___, exclude_status: ____, ordering, ...rest } = query
  // The list's default ordering is no explicit choice, so the queue then begins with the longest waiting.
  const filters = { ...rest, ...(ordering === '-created_at' ? {} : { ordering }) }
  const named = Object.fromEntries(
    Object.entries(filters).map(([key, value]) => [key, value === undefined ? undefined : ['']]),
  )
  const asked = {
    ...filters,
    ...(namesReview(named) ? {} : { needs_review: 'review' }),
    exclude_status: 'archived',
  }
  const { data } = useQuery({
    ...q('GET /api/v4/projects/count/', { query: asked }),
    enabled: mayReview && ready,
    staleTime: 10_000,
  })
  const count = data ? data.count : likely
  const to = `/site-admin/projects/review/${stringifySearch(filters)}` as const
  const text = t('review_queue.start', { count: formatInteger(count, locale) })
  useCommands(mayReview && data && count > 0 ? [{ key: 'review', text, run: () => void navigate(to) }] : [])
  if (!mayReview || count === 0) return null
  return (
    <LinkButton
      variant="primary"
      size={size}
      icon={IconGavel}
      style={data ? undefined : { visibility: 'hidden' }}
      to={to}
    >
      {text}
    </LinkButton>
  )
}
