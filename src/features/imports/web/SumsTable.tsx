import { formatEuro, formatInteger } from '#shared/money.ts'
import { useLocale, useText } from '#web/texts.ts'
import { formatForeign } from './amounts.ts'
import type { Import } from './data.ts'

type Counts = NonNullable<Import['counts']>
type Sum = Counts['currencies'][number]

/** The file's sums per year and currency, their conversion to euros, and the new part. */
export function SumsTable({ counts, rates }: { counts: Counts; rates: Import['options']['rates'] }) {
  const t = useText()
  const locale = useLocale()
  const rows: Sum[] =
    counts.currencies.length > 0
      ? counts.currencies
      : counts.years.map((year) => ({ ...year, currency: 'EUR', source_cents: year.cents }))
  const isForeign = rows.some(({ currency }) => currency !== 'EUR')
  const all = (key: 'gifts' | 'cents' | 'new_cents') => rows.reduce((sum, row) => sum + row[key], 0)
  return (
    <table className="simple-table">
      <thead>
        <tr>
          <th scope="col">{t('imports.per_year')}</th>
          <th scope="col" className="end">
            {t('imports.gifts')}
          </th>
          {isForeign && (
            <>
              <th scope="col" className="end">
                {t('imports.sum_in_source')}
              </th>
              <th scope="col" className="end">
                {t('imports.euros_each')}
              </th>
            </>
          )}
          <th scope="col" className="end">
            {t('imports.sum')}
          </th>
          <th scope="col" className="end">
            {t('imports.sum_new')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.year} ${row.currency}`}>
            <th scope="row">{row.year}</th>
            <td className="end figures">{formatInteger(row.gifts, locale)}</td>
            {isForeign && (
              <>
                <td className="end figures">{formatForeign(row.source_cents, row.currency, locale)}</td>
                <td className="end figures muted">{rateShown(rates, row)}</td>
              </>
            )}
            <td className="end figures">{formatEuro(row.cents, locale)}</td>
            <td className="end figures">{formatEuro(row.new_cents, locale)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('imports.all')}</th>
          <td className="end figures strong">{formatInteger(all('gifts'), locale)}</td>
          {isForeign && <td colSpan={2} />}
          <td className="end figures strong">{formatEuro(all('cents'), locale)}</td>
          <td className="end figures strong">{formatEuro(all('new_cents'), locale)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** The rate of the year, else the general one; days may have their own. */
function rateShown(rates: Import['options']['rates'], { currency, year }: Sum): string {
  return currency === 'EUR' ? '' : (rates[`${currency} ${year}`] ?? rates[currency] ?? '…')
}
