import { formatCompactEuro, formatEuro } from '#shared/money.ts'
import { monthName } from '#shared/periods.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { changeSearch } from '#web/router/navigate.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { BarChart } from '#web/ui/BarChart.tsx'
import { ChartCard } from '#web/ui/ChartCard.tsx'
import { chartTypes, fundingTypes } from '#features/ledger/funding-types.ts'
import type { Group, Statistics } from '../contract.ts'
import { figureNames } from '../rules.ts'
import { addressOf, type StatisticsQuery } from './search.ts'
import '#web/ui/chart-legend.css'

type MonthCardProps = {
  asked: StatisticsQuery
  months: Statistics
  search: Readonly<Record<string, string>>
  /** Downloads the chart's data. */
  onDownload: () => Promise<unknown>
}

/**
 * One figure by month, as chart or table: allocated sums by funding type, or total settled, paid, arrived or refunded
 * sums. Every month links to its rows.
 */
export function MonthCard({ asked, months, search, onDownload }: MonthCardProps) {
  const t = useText()
  const locale = useLocale()
  const figure = asked.figure
  const withTypes = figure === 'allocated'
  const euro = (cents: number) => formatEuro(cents, locale)
  const figureText = t(`statistics.figures.${figure}`)
  const title = withTypes ? t('statistics.chart') : t('statistics.figure_by_month', { figure: figureText })
  const nameOf = (month: string) => monthName(month, locale, 'short')
  const centsOf = (month: Group) => month[`${figure}_cents`]
  const inWords = (month: Group) =>
    [
      `${nameOf(month.key)} ${month.key.slice(0, 4)}`, // starts with the visible label (WCAG 2.5.3)
      ...(withTypes
        ? chartTypes
            .filter((type) => month.by_type![type] !== 0)
            .map((type) => `${t(fundingTypes[type].text)} ${euro(month.by_type![type])}`)
        : [euro(centsOf(month))]),
    ].join(', ')
  const link = (month: string) => addressOf(search, { figure, month })
  const change = (next: Record<string, string | undefined>) =>
    changeSearch((now) => ({ ...now, ...next }), { replace: true })
  return (
    <ChartCard
      title={title}
      view={asked.view}
      onView={(view) => change({ view: view === 'chart' ? undefined : view })}
      download={onDownload}
      controls={
        <SelectField
          name="figure"
          label={t('statistics.shown_figure')}
          value={figure}
          options={figureNames.map((value) => ({ value, label: t(`statistics.figures.${value}`) }))}
          onChange={(value) => change({ figure: value === 'allocated' ? undefined : value })}
        />
      }
      chart={
        <>
          {withTypes && (
            <ul className="chart-legend">
              {chartTypes.map((type) => (
                <li key={type}>
                  <span className="swatch" data-type={type} aria-hidden />
                  {t(fundingTypes[type].text)}
                </li>
              ))}
            </ul>
          )}
          <BarChart
            title={title}
            description={t('statistics.chart_says', { sum: euro(months.totals[`${figure}_cents`]) })}
            bars={months.series.map((month) => ({
              key: month.key,
              name: nameOf(month.key),
              inWords: inWords(month),
              parts: withTypes
                ? chartTypes.map((type) => ({ kind: type, value: month.by_type![type] }))
                : [{ kind: 1, value: centsOf(month) }],
            }))}
            unit={100}
            tickText={(cents) => formatCompactEuro(cents, locale)}
            hasNames={false}
            below={
              <ul className="statistics-month-links caption">
                {months.series.map((month) => (
                  <li key={month.key}>
                    <PageLink href={link(month.key)} aria-label={inWords(month)}>
                      {nameOf(month.key)}
                    </PageLink>
                  </li>
                ))}
              </ul>
            }
          />
        </>
      }
      table={
        <>
          <thead>
            <tr>
              <th scope="col">{t('statistics.headings.month')}</th>
              {withTypes &&
                chartTypes.map((type) => (
                  <th key={type} scope="col" className="end">
                    {t(fundingTypes[type].text)}
                  </th>
                ))}
              <th scope="col" className="end">
                {withTypes ? t('statistics.all') : figureText}
              </th>
            </tr>
          </thead>
          <tbody>
            {months.series.map((month) => (
              <tr key={month.key}>
                <th scope="row">{monthName(month.key, locale, 'with year')}</th>
                {withTypes &&
                  chartTypes.map((type) => (
                    <td key={type} className="end">
                      {euro(month.by_type![type])}
                    </td>
                  ))}
                <td className="end">
                  <PageLink className="figure-link" href={link(month.key)}>
                    {euro(centsOf(month))}
                  </PageLink>
                </td>
              </tr>
            ))}
          </tbody>
        </>
      }
    />
  )
}
