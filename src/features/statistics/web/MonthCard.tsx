import { lazy, Suspense } from 'react'
import { formatEuro } from '#shared/money.ts'
import { monthName } from '#shared/periods.ts'
import { changeSearch } from '#web/router/navigate.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { IconDownload } from '#web/ui/icons.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Segmented } from '#web/ui/Tabs.tsx'
import { chartTypes, fundingTypes } from '#features/ledger/funding-types.ts'
import type { Statistics } from '../contract.ts'
import type { MonthAmounts } from './months.ts'
import { addressOf, type Asked } from './search.ts'
import '#web/ui/chart-legend.css'

// The chart library is loaded with the first chart.
const MonthChart = lazy(async () => ({ default: (await import('./MonthChart.tsx')).MonthChart }))

type MonthCardProps = {
  asked: Asked
  months: Statistics
  search: Readonly<Record<string, string>>
  /** Downloads what the chart shows. */
  onDownload: () => void
}

/** Allocated by month and funding type, as a chart or as a table; every month opens its rows. */
export function MonthCard({ asked, months, search, onDownload }: MonthCardProps) {
  const t = useText()
  const locale = useLocale()
  const amounts: MonthAmounts[] = months.series.map(({ key, by_type }) => ({
    month: key,
    name: monthName(key, locale, 'short'),
    ...by_type!,
  }))
  const inWords = (month: MonthAmounts) =>
    [
      `${month.name} ${month.month.slice(0, 4)}`, // begins with what is seen (WCAG 2.5.3)
      ...chartTypes
        .filter((type) => month[type] !== 0)
        .map((type) => `${t(fundingTypes[type].text)} ${formatEuro(month[type], locale)}`),
    ].join(', ')
  const link = (month: string) => addressOf(search, { figure: 'allocated', month })
  return (
    <div className="card statistics-months">
      <div className="statistics-head">
        <h2 id="statistics-months">{t('statistics.chart')}</h2>
        <Segmented
          label={t('statistics.chart')}
          value={asked.view}
          options={[
            { value: 'chart', text: t('statistics.as_chart') },
            { value: 'table', text: t('statistics.as_table') },
          ]}
          onChange={(view) =>
            changeSearch((now) => ({ ...now, view: view === 'chart' ? undefined : view }), { replace: true })
          }
        />
        <PermissionButton
          permission="export_data"
          size="sm"
          icon={IconDownload}
          aria-label={t('statistics.download_chart')}
          onClick={onDownload}
        >
          {t('statistics.download')}
        </PermissionButton>
      </div>
      {asked.view === 'chart' ? (
        <>
          <ul className="chart-legend">
            {chartTypes.map((type) => (
              <li key={type}>
                <span className="swatch" data-type={type} aria-hidden />
                {t(fundingTypes[type].text)}
              </li>
            ))}
          </ul>
          <Suspense fallback={<Spinner />}>
            <MonthChart months={amounts} />
          </Suspense>
          <ul className="statistics-month-links caption">
            {amounts.map((month) => (
              <li key={month.month}>
                <PageLink href={link(month.month)} aria-label={inWords(month)}>
                  {month.name}
                </PageLink>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <div className="statistics-scroll" role="region" aria-labelledby="statistics-months" tabIndex={0}>
          <table className="simple-table figures">
            <thead>
              <tr>
                <th scope="col">{t('statistics.headings.month')}</th>
                {chartTypes.map((type) => (
                  <th key={type} scope="col" className="end">
                    {t(fundingTypes[type].text)}
                  </th>
                ))}
                <th scope="col" className="end">
                  {t('statistics.all')}
                </th>
              </tr>
            </thead>
            <tbody>
              {amounts.map((month, at) => (
                <tr key={month.month}>
                  <th scope="row">{monthName(month.month, locale, 'with year')}</th>
                  {chartTypes.map((type) => (
                    <td key={type} className="end">
                      {formatEuro(month[type], locale)}
                    </td>
                  ))}
                  <td className="end">
                    <PageLink className="figure-link" href={link(month.month)}>
                      {formatEuro(months.series[at]!.allocated_cents, locale)}
                    </PageLink>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
