import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api.ts'
import { stringifySearch } from '#shared/search-params.ts'
import { useLocation } from '#web/router/page.ts'
import { useRail } from '#web/shell/rail.ts'
import { useText } from '#web/texts.ts'
import { usePageTitle } from '#web/theme.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { IconCircleCheck } from '#web/ui/icons.ts'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { ErrorPanel, Message } from '#web/ui/states.tsx'
import { Desk } from './Desk.tsx'
import './review-queue.css'

/** Reviews the waiting projects of a list one after the other. */
export function ReviewPage() {
  const t = useText()
  usePageTitle(t('review_queue.title'))
  useRail()
  const { search } = useLocation()
  const { start, act, ...asked } = search
  // Parameters of the list that its queue does not use: view, page and peek.
  const { view: _view, peek: _peek, page: _page, page_size: _size, ...filters } = asked
  const list = `/site-admin/projects/${stringifySearch(asked)}` as const
  // The order is fixed when the queue opens, so the query is never refetched automatically.
  const query = { ...filters, ...(search.ordering ? { sort: 'list' } : {}) }
  const { data, error, refetch } = useQuery({
    ...q('GET /api/v4/reviews/queue/', { query }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (error) return <ErrorPanel asPage error={error} onRetry={() => void refetch()} />
  if (!data) return <PageLoading />
  if (data.slugs.length === 0)
    return (
      <div className="page">
        <h1 className="visually-hidden" tabIndex={-1}>
          {t('review_queue.title')}
        </h1>
        <Message
          icon={IconCircleCheck}
          title={t('review_queue.none')}
          action={<LinkButton to={list}>{t('review_queue.back')}</LinkButton>}
        />
      </div>
    )
  return (
    <Desk
      key={data.opened_at}
      opened={data}
      start={start}
      asksFirst={act === 'ask'}
      search={asked}
      query={query}
      list={list}
    />
  )
}
