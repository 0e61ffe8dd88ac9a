import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import type { RecordDeclaration } from '#shared/records/define-record.ts'
import { Entries } from './Entries.tsx'

export function HistoryList({ record, slug }: { record: RecordDeclaration; slug: string }) {
  const t = useText()
  const name =
    record.name === 'project'
      ? 'GET /api/v4/project/:slug/history/'
      : 'GET /api/v4/organization/:slug/history/'
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [name, { params: { slug } }, 'all'],
    queryFn: ({ pageParam, signal }) =>
      api(name, { params: { slug }, query: { page: pageParam, page_size: 25 }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.current_page < last.total_pages ? last.current_page + 1 : undefined),
  })
  if (!data) return error ? <ListFailed error={error} onRetry={() => void refetch()} /> : <Spinner />
  return (
    <div className="stack history-list">
      <Entries entries={data.pages.flatMap((page) => page.results)} record={record} slug={slug} />
      {hasNextPage && (
        <div>
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('history.more')}
          </Button>
        </div>
      )}
    </div>
  )
}
