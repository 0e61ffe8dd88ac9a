import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ListFailed } from '#web/table/ListFailed.tsx'
import type { Subject } from '#features/reviews/outcomes.ts'
import { Entries } from './History.tsx'

type HistoryModalProps = { subject: Subject; slug: string; title: string; onClose: () => void }

/** The whole history of a record, 25 changes at a time. */
export function HistoryModal({ subject, slug, title, onClose }: HistoryModalProps) {
  const t = useText()
  const name =
    subject === 'project' ? 'GET /api/v4/project/:slug/history/' : 'GET /api/v4/organization/:slug/history/'
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [name, { params: { slug } }, 'all'],
    queryFn: ({ pageParam, signal }) =>
      api(name, { params: { slug }, query: { page: pageParam, page_size: 25 }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.current_page < last.total_pages ? last.current_page + 1 : undefined),
  })
  return (
    <Modal
      title={t('history.title')}
      subtitle={title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      {data ? (
        <div className="stack">
          <Entries entries={data.pages.flatMap((page) => page.results)} subject={subject} />
          {hasNextPage && (
            <div>
              <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('history.more')}
              </Button>
            </div>
          )}
        </div>
      ) : error ? (
        <ListFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </Modal>
  )
}
