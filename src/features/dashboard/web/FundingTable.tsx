import { showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { useLocale, useText } from '#web/texts.ts'
import { fundingTypes } from '#features/ledger/funding-types.ts'
import { chartTypes } from '#features/ledger/funding-types.ts'
import { monthName } from '#shared/periods.ts'
import { type ByType, totalOf } from '../rules.ts'
import type { Funding } from './data.ts'

/** The chart's amounts to the cent, with sums; the last sum is the figure, with its comparison. */
export function FundingTable({ funding }: { funding: Funding }) {
  const t = useText()
  const locale = useLocale()
  const title = t('dashboard.volume')
  const sums = Object.fromEntries(
    chartTypes.map((type) => [type, funding.months.reduce((sum, month) => sum + month.by_type[type], 0)]),
  ) as ByType
  const cells = (byType: ByType) =>
    [...chartTypes.map((type) => byType[type]), totalOf(byType)].map((cents, at) => (
      <td key={at} className="end figures nowrap">
        {formatEuro(cents, locale)}
      </td>
    ))
  const { before } = funding
  const days = { from: showDay(before.from), to: showDay(before.to) }
  return (
    <>
      <div className="dash-table" role="region" tabIndex={0} aria-label={t('list.scroll_area', { title })}>
        <table className="simple-table">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('dashboard.month')}</th>
              {chartTypes.map((type) => (
                <th key={type} scope="col" className="end">
                  {t(fundingTypes[type].text)}
                </th>
              ))}
              <th scope="col" className="end">
                {t('dashboard.total')}
              </th>
            </tr>
          </thead>
          <tbody>
            {funding.months.map(({ month, by_type }) => (
              <tr key={month}>
                <th scope="row" className="nowrap">
                  {monthName(month, locale, 'with year')}
                </th>
                {cells(by_type)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('dashboard.total')}</th>
              {cells(sums)}
            </tr>
          </tfoot>
        </table>
      </div>
      <p className="dash-before caption muted">
        {t('dashboard.last_year', { amount: formatEuro(before.cents, locale), ...days })}
      </p>
    </>
  )
}
