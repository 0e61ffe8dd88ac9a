import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCompactEuro, formatEuro } from '#shared/money.ts'
import { monthName } from '#shared/periods.ts'
import { q } from '#web/api.ts'
import { download } from '#web/download.ts'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { BarChart } from '#web/ui/BarChart.tsx'
import { ChartCard, type ChartView } from '#web/ui/ChartCard.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import type { CompanyDetail, CompanyMonth } from '../contract.ts'

export function Development({ company }: { company: CompanyDetail }) {
  const params = { slug: company.slug }
  const { data, error, refetch } = useQuery(
    q('GET /api/v4/companies/donating-companies/:slug/development/', { params }),
  )
  if (data) return <Months company={company} months={data.months} />
  return error ? <ListFailed error={error} onRetry={() => void refetch()} /> : <Spinner />
}

function Months({ company, months }: { company: CompanyDetail; months: readonly CompanyMonth[] }) {
  const t = useText()
  const locale = useLocale()
  const [view, setView] = useState<ChartView>('chart')
  const euro = (cents: number) => formatEuro(cents, locale)
  const nameOf = (month: string) => monthName(month, locale, 'with year')
  const title = t('companies.development')
  return (
    <ChartCard
      title={title}
      view={view}
      onView={setView}
      download={() =>
        download('GET /api/v4/companies/donating-companies/:slug/development/export/', {
          params: { slug: company.slug },
        })
      }
      chart={
        <BarChart
          title={title}
          description={t('companies.development_says', { amount: euro(months.at(-1)!.available_cents) })}
          bars={months.map(({ month, added_cents, given_cents, available_cents }) => ({
            key: month,
            name: monthName(month, locale, 'short'),
            inWords: t('companies.month_in_words', {
              month: nameOf(month),
              left: euro(available_cents),
              given: euro(given_cents),
              added: euro(added_cents),
            }),
            parts: [{ kind: 1, value: available_cents }],
          }))}
          unit={100}
          tickText={(cents) => formatCompactEuro(cents, locale)}
        />
      }
      table={
        <>
          <thead>
            <tr>
              <th scope="col">{t('companies.month')}</th>
              {(['companies.added', 'companies.given', 'companies.left_at_end'] as const).map((key) => (
                <th key={key} scope="col" className="end">
                  {t(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, added_cents, given_cents, available_cents }) => (
              <tr key={month}>
                <th scope="row">{nameOf(month)}</th>
                <td className="end">{euro(added_cents)}</td>
                <td className="end">{euro(given_cents)}</td>
                <td className="end">{euro(available_cents)}</td>
              </tr>
            ))}
          </tbody>
        </>
      }
    />
  )
}
