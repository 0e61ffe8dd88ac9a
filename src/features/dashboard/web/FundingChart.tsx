import type { Locale } from '#shared/messages.ts'
import { formatCompactEuro, formatEuro } from '#shared/money.ts'
import { monthName } from '#shared/periods.ts'
import { type Translate, useLocale, useText } from '#web/texts.ts'
import { chartTypes, fundingTypes } from '#features/ledger/funding-types.ts'
import { axisOf, stackOf, totalOf } from '../rules.ts'
import type { Funding } from './data.ts'

type Month = Funding['months'][number]
type FundingChartProps = {
  months: readonly Month[]
  /** Text alternative of the chart. */ label: string
}

/** Stacked bars, one per month, on an axis of round steps. The table beside it holds the amounts. */
export function FundingChart({ months, label }: FundingChartProps) {
  const t = useText()
  const locale = useLocale()
  const axis = axisOf(months.map((month) => month.by_type))
  const percent = (cents: number) => `${((cents - axis.from) / (axis.to - axis.from)) * 100}%`
  const length = (cents: number) => `${(cents / (axis.to - axis.from)) * 100}%`
  return (
    <div className="chart" role="img" aria-label={label}>
      <div className="chart-plot">
        {axis.ticks.map((tick) => (
          <div
            key={tick}
            className="chart-line"
            style={{ bottom: percent(tick) }}
            data-zero={tick === 0 || undefined}
          >
            <span className="caption figures">{formatCompactEuro(tick, locale)}</span>
          </div>
        ))}
        <div className="chart-bars">
          {months.map((month) => {
            const parts = stackOf(month.by_type)
            const top = parts.findLast((part) => month.by_type[part.type] > 0)
            return (
              <div key={month.month} className="chart-slot" title={inWords(month, t, locale)}>
                {parts.map((part) => (
                  <span
                    key={part.type}
                    className="chart-part"
                    data-type={part.type}
                    data-top={part === top || undefined}
                    style={{ bottom: percent(part.from), height: length(part.to - part.from) }}
                  />
                ))}
              </div>
            )
          })}
        </div>
      </div>
      <div className="chart-months caption" data-many={months.length > 6 || undefined}>
        {months.map(({ month }) => (
          <span key={month} data-letter={monthName(month, locale, 'narrow')}>
            <span>{monthName(month, locale, 'short').slice(0, 3)}</span>
          </span>
        ))}
      </div>
    </div>
  )
}

function inWords({ month, by_type }: Month, t: Translate, locale: Locale): string {
  const lines = chartTypes
    .filter((type) => by_type[type] !== 0)
    .map((type) => `${t(fundingTypes[type].text)}: ${formatEuro(by_type[type], locale)}`)
  const total = `${t('dashboard.total')}: ${formatEuro(totalOf(by_type), locale)}`
  return [monthName(month, locale, 'with year'), ...lines, total].join('\n')
}
