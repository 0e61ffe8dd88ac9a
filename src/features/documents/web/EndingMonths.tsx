import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInteger } from '#shared/money.ts'
import { monthName } from '#shared/periods.ts'
import { type Answer, q } from '#web/api.ts'
import { download } from '#web/download.ts'
import { useLocale, useText } from '#web/texts.ts'
import { BarChart } from '#web/ui/BarChart.tsx'
import { ChartCard, type ChartView } from '#web/ui/ChartCard.tsx'

type Months = Answer<'GET /api/v4/proofs/forecast/months/'>

/** Number of proofs per month that end before their projects, and for how many of them a new notice was requested. */
export function EndingMonths() {
  const { data } = useQuery(q('GET /api/v4/proofs/forecast/months/'))
  return data ? <Chart {...data} /> : null
}

function Chart({ over, months, later }: Months) {
  const t = useText()
  const locale = useLocale()
  const [view, setView] = useState<ChartView>('chart')
  const title = t('documents.forecast.by_month')
  const rows = [
    { key: 'over', name: t('documents.forecast.over'), long: t('documents.forecast.over'), ...over },
    ...months.map(({ month, ...row }) => ({
      key: month,
      name: monthName(month, locale, 'short'),
      long: monthName(month, locale, 'with year'),
      ...row,
    })),
    { key: 'later', name: t('documents.forecast.later'), long: t('documents.forecast.later'), ...later },
  ]
  const legend = [
    ['1', 'documents.forecast.not_asked'],
    ['rest', 'documents.forecast.asked_for'],
  ] as const
  return (
    <ChartCard
      title={title}
      view={view}
      onView={setView}
      download={() => download('GET /api/v4/proofs/forecast/months/export/', {})}
      chart={
        <>
          <ul className="chart-legend">
            {legend.map(([type, key]) => (
              <li key={type}>
                <span className="swatch" data-type={type} aria-hidden />
                {t(key)}
              </li>
            ))}
          </ul>
          <BarChart
            title={title}
            description={t('documents.forecast.months_say', { count: over.proofs })}
            bars={rows.map(({ key, name, long, proofs, asked }) => ({
              key,
              name,
              inWords: t('documents.forecast.month_in_words', { month: long, count: proofs, asked }),
              parts: [
                { kind: 1, value: proofs - asked },
                { kind: 'rest', value: asked },
              ],
            }))}
            unit={1}
            tickText={(proofs) => formatInteger(proofs, locale)}
          />
        </>
      }
      table={
        <>
          <thead>
            <tr>
              <th scope="col">{t('documents.forecast.month')}</th>
              {(['proofs', 'asked_for', 'not_asked'] as const).map((key) => (
                <th key={key} scope="col" className="end">
                  {t(`documents.forecast.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, long, proofs, asked }) => (
              <tr key={key}>
                <th scope="row">{long}</th>
                {[proofs, asked, proofs - asked].map((count, at) => (
                  <td key={at} className="end">
                    {formatInteger(count, locale)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </>
      }
    />
  )
}
