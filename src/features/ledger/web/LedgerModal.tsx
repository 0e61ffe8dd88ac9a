import { useInfiniteQuery } from '@tanstack/react-query'
import { showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { api } from '#web/api.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ListFailed } from '#web/table/ListFailed.tsx'
import { isVoid } from './LedgerPart.tsx'

type LedgerModalProps = { slug: string; title: string; onClose: () => void }

/** Everything a project received, 25 gifts at a time. */
export function LedgerModal({ slug, title, onClose }: LedgerModalProps) {
  const t = useText()
  const locale = useLocale()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['GET /api/v4/project/:slug/fundings/', { params: { slug } }, 'all'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v4/project/:slug/fundings/', {
        params: { slug },
        query: { page: pageParam, page_size: 25 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.current_page < last.total_pages ? last.current_page + 1 : undefined),
  })
  return (
    <Modal
      title={t('ledger.title')}
      subtitle={title}
      size="lg"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      {data ? (
        <div className="stack">
          <div className="table-card" role="region" aria-label={t('ledger.title')} tabIndex={0}>
            <table className="simple-table">
              <thead>
                <tr>
                  <th scope="col">{t('ledger.received_on')}</th>
                  <th scope="col">{t('columns.funding_type')}</th>
                  <th scope="col">{t('ledger.note')}</th>
                  <th scope="col">{t('ledger.source')}</th>
                  <th scope="col">{t('ledger.state')}</th>
                  <th scope="col" className="end">
                    {t('columns.amount')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.pages
                  .flatMap((page) => page.results)
                  .map((funding) => (
                    <tr key={funding.slug}>
                      <td className="figures nowrap">{showDay(funding.received_on)}</td>
                      <td>{funding.funding_type.display}</td>
                      <td>{funding.note || '-'}</td>
                      <td>{t.of(`ledger.sources.${funding.source}`)}</td>
                      <td>{t.of(`ledger.states.${funding.state}`)}</td>
                      <td className={`end figures nowrap ${isVoid(funding) ? 'ledger-void' : ''}`}>
                        {formatEuro(funding.amount_cents, locale)}
                      </td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
          {hasNextPage && (
            <div>
              <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('ledger.more')}
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
