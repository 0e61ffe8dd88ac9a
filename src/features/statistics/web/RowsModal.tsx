import { useInfiniteQuery } from '@tanstack/react-query'
import { showDay } from '#shared/dates.ts'
import { formatEuro, formatInteger } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { api } from '#web/api.ts'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { projectAddress } from '#features/projects/web/columns.ts'
import type { StatisticsQuery, RowsFilter } from './search.ts'

/** The ledger rows behind a figure, with their sum, which equals the figure. */
export function RowsModal({
  asked,
  rows,
  onClose,
}: {
  asked: StatisticsQuery
  rows: RowsFilter
  onClose: () => void
}) {
  const t = useText()
  const locale = useLocale()
  const name = 'GET /api/v4/statistics/rows/'
  const query = {
    date_from: asked.from,
    date_to: asked.to,
    ...(asked.as_of && { as_of: asked.as_of }),
    figure: rows.figure,
    ...(rows.month && { month: rows.month }),
    ...(rows.funding_type && { funding_type: rows.funding_type as '1' | '2' | '3' | '4' }),
    ...(rows.company && { company: rows.company }),
    ...(rows.organization && { organization: rows.organization }),
    ...(rows.category && { category: rows.category }),
  }
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [name, { query }],
    queryFn: ({ pageParam, signal }) =>
      api(name, { query: { ...query, page: pageParam, page_size: 50 }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.current_page < last.total_pages ? last.current_page + 1 : undefined),
  })
  const first = data?.pages[0]
  return (
    <Modal
      title={t(`statistics.figures.${rows.figure}`)}
      subtitle={t('statistics.span', { from: showDay(asked.from), to: showDay(asked.to) })}
      size="xl"
      dirty={false}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      {first ? (
        <div className="stack">
          <p className="strong figures">
            {t('statistics.rows_sum', {
              count: formatInteger(first.count, locale),
              sum: formatEuro(first.sum_cents, locale),
            })}
          </p>
          <div className="statistics-scroll" role="region" aria-label={t('statistics.booking')} tabIndex={0}>
            <table className="simple-table figures">
              <thead>
                <tr>
                  <th scope="col">{t('columns.project')}</th>
                  <th scope="col">{t('statistics.booking')}</th>
                  <th scope="col">{t('money.business_day')}</th>
                  <th scope="col">{t('columns.funding_type')}</th>
                  <th scope="col" className="end">
                    {t('companies.amount')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.pages
                  .flatMap((page) => page.results)
                  .map((row) => (
                    <tr key={row.id}>
                      <th scope="row">
                        <PageLink href={projectAddress(row.project.slug)}>{row.project.title}</PageLink>
                        <br />
                        <span className="caption muted">{visible(row.organization.title)}</span>
                      </th>
                      <td>
                        {row.transaction} · {t.of(`ledger.kinds.${row.kind}`)}
                        {row.company && (
                          <>
                            <br />
                            <span className="caption muted">{visible(row.company.title)}</span>
                          </>
                        )}
                      </td>
                      <td>{showDay(row.business_day)}</td>
                      <td>{row.funding_type.display}</td>
                      <td className="end">{formatEuro(row.cents, locale)}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
          {hasNextPage && (
            <div>
              <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('statistics.rows_more')}
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
