import { formatEuro } from '#shared/money.ts'
import { chartTypes } from '#features/ledger/funding-types.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import type { Statistics } from '../contract.ts'
import { changeOf } from '../rules.ts'
import { addressOf } from './search.ts'
import { changeInWords } from './change.ts'
import '#web/ui/chart-legend.css'

const placeOf = (key: string) => chartTypes.findIndex((type) => String(type) === key)

type TypeTableProps = {
  types: Statistics
  before: Statistics | undefined
  year: string | undefined
  search: Readonly<Record<string, string>>
}

export function TypeTable({ types, before, year, search }: TypeTableProps) {
  const t = useText()
  const locale = useLocale()
  const euro = (cents: number) => formatEuro(cents, locale)
  const change = (now: number, past: number) => {
    const percent = changeOf(now, past)
    return percent === undefined ? '–' : changeInWords(percent, t)
  }
  const pastOf = (key: string) => before?.series.find((row) => row.key === key)?.allocated_cents ?? 0
  const lines = [
    ...types.series
      .toSorted((a, b) => placeOf(a.key) - placeOf(b.key))
      .map((row) => ({
        key: row.key,
        title: row.title,
        cents: row.allocated_cents,
        past: pastOf(row.key),
        href: addressOf(search, { figure: 'allocated', funding_type: row.key }),
      })),
    {
      key: '',
      title: t('statistics.all'),
      cents: types.totals.allocated_cents,
      past: before?.totals.allocated_cents ?? 0,
      href: addressOf(search, { figure: 'allocated' }),
    },
  ]
  return (
    <div className="card">
      <div className="statistics-head">
        <h2 id="statistics-types">{t('statistics.by_type')}</h2>
      </div>
      <div className="statistics-scroll" role="region" aria-labelledby="statistics-types" tabIndex={0}>
        <table className="simple-table figures">
          <thead>
            <tr>
              <th scope="col">{t('columns.funding_type')}</th>
              <th scope="col" className="end">
                {t('statistics.figures.allocated')}
              </th>
              {before && (
                <>
                  <th scope="col" className="end">
                    {year}
                  </th>
                  <th scope="col" className="end">
                    {t('statistics.change')}
                  </th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.key} className={line.key === '' ? 'sum' : undefined}>
                <th scope="row">
                  {line.key !== '' && <span className="swatch" data-type={line.key} aria-hidden />}{' '}
                  {line.title}
                </th>
                <td className="end">
                  <PageLink className="figure-link" href={line.href}>
                    {euro(line.cents)}
                  </PageLink>
                </td>
                {before && (
                  <>
                    <td className="end muted">{euro(line.past)}</td>
                    <td className="end">{change(line.cents, line.past)}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
