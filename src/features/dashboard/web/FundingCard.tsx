import { formatEuro } from '#shared/money.ts'
import { useLocale, useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconTable } from '#web/ui/icons.ts'
import { chartTypes, fundingTypes } from '#features/ledger/funding-types.ts'
import { Card, Nothing } from './Card.tsx'
import type { Funding, Part } from './data.ts'
import { FundingChart } from './FundingChart.tsx'
import { FundingTable } from './FundingTable.tsx'
import '#web/ui/chart-legend.css'

type FundingCardProps = { funding: Part<Funding>; asTable: boolean; onSwitch: () => void }

/** Income per month and type: stacked bars, or every amount as a table. */
export function FundingCard({ funding, asTable, onSwitch }: FundingCardProps) {
  const t = useText()
  return (
    <Card
      anchor="funding"
      title={t('dashboard.volume')}
      note="EUR"
      part={funding}
      rows="chart"
      action={
        <IconButton
          icon={IconTable}
          tinted={asTable}
          label={t('dashboard.as_table')}
          aria-pressed={asTable}
          onClick={onSwitch}
        />
      }
    >
      {(data) => (asTable ? <FundingTable funding={data} /> : <Bars funding={data} />)}
    </Card>
  )
}

function Bars({ funding }: { funding: Funding }) {
  const t = useText()
  const locale = useLocale()
  const isEmpty = funding.months.every(({ by_type }) => chartTypes.every((type) => by_type[type] === 0))
  if (isEmpty) return <Nothing>{t('dashboard.no_funding')}</Nothing>
  return (
    <>
      <ul className="chart-legend">
        {chartTypes.map((type) => (
          <li key={type}>
            <span className="swatch" data-type={type} aria-hidden />
            {t(fundingTypes[type].text)}
          </li>
        ))}
      </ul>
      <FundingChart
        months={funding.months}
        label={t('dashboard.volume_chart', { total: formatEuro(funding.cents, locale) })}
      />
    </>
  )
}
