import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInteger } from '#shared/money.ts'
import { monthName, type Span } from '#shared/periods.ts'
import { q } from '#web/api.ts'
import { download } from '#web/download.ts'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { BarChart } from '#web/ui/BarChart.tsx'
import { ChartCard, type ChartView } from '#web/ui/ChartCard.tsx'
import type { DecisionTimes } from '../contract.ts'

/** Decision times of projects, by month of the decision. */
export function DecisionCard({ from, to }: Span) {
  const query = { date_from: from, date_to: to }
  const { data, error, refetch } = useQuery({
    ...q('GET /api/v4/statistics/decisions/', { query }),
    placeholderData: keepPreviousData,
  })
  const save = () => download('GET /api/v4/statistics/decisions/export/', { query })
  if (data) return <Times times={data} onDownload={save} />
  return error ? <ListFailed error={error} onRetry={() => void refetch()} /> : null
}

const dash = '–'

function Times({ times, onDownload }: { times: DecisionTimes; onDownload: () => Promise<unknown> }) {
  const t = useText()
  const locale = useLocale()
  const [view, setView] = useState<ChartView>('chart')
  const title = t('statistics.decisions')
  const { months, ...all } = times
  const inWords = ({ month, decisions, half_days }: DecisionTimes['months'][number]) => {
    const name = monthName(month, locale, 'with year')
    return half_days === null
      ? t('statistics.decision_none', { month: name })
      : t('statistics.decision_in_words', {
          month: name,
          count: decisions,
          days: t('statistics.days_within', { count: half_days }),
        })
  }
  const cells = (row: Pick<DecisionTimes, 'decisions' | 'half_days' | 'most_days'>) =>
    [row.decisions, row.half_days, row.most_days].map((value, at) => (
      <td key={at} className="end">
        {value === null ? dash : formatInteger(value, locale)}
      </td>
    ))
  return (
    <ChartCard
      title={title}
      view={view}
      onView={setView}
      download={onDownload}
      chart={
        all.half_days === null ? (
          <p className="statistics-none muted">{t('statistics.no_decisions')}</p>
        ) : (
          <BarChart
            title={title}
            description={t('statistics.decisions_say', {
              count: all.decisions,
              days: t('statistics.days', { count: all.half_days }),
            })}
            bars={months.map((row) => ({
              key: row.month,
              name: monthName(row.month, locale, 'short'),
              inWords: inWords(row),
              parts: [{ kind: 1, value: row.half_days ?? 0 }],
            }))}
            unit={1}
            tickText={(days) => formatInteger(days, locale)}
          />
        )
      }
      table={
        <>
          <thead>
            <tr>
              <th scope="col">{t('statistics.headings.month')}</th>
              {(['decided', 'half_days', 'most_days'] as const).map((key) => (
                <th key={key} scope="col" className="end">
                  {t(`statistics.decision.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((row) => (
              <tr key={row.month}>
                <th scope="row">{monthName(row.month, locale, 'with year')}</th>
                {cells(row)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="sum">
              <th scope="row">{t('statistics.all')}</th>
              {cells(all)}
            </tr>
          </tfoot>
        </>
      }
    />
  )
}
