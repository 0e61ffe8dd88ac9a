import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { type Answer, q } from '#web/api.ts'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { useDebounced } from '#web/useDebounced.ts'
import { Button } from '#web/ui/Button.tsx'
import { ratesAsText, type Rates } from '../rates.ts'
import { formatForeign } from './amounts.ts'
import { Choice } from './Choice.tsx'
import type { Import } from './data.ts'
import { ratePeriods, ratesTyped, typedOf } from './rate-form.ts'

type Sums = Answer<'GET /api/v4/imports/:id/sums/'>
type Props = {
  data: Import
  code: string
  confirm: string
  /** Saves the currency's rates, replacing the earlier ones. */
  onRates: (rates: Rates) => Promise<unknown>
  children?: ReactNode
}

/** Maximum length of rates in a URL; longer ones show their conversion only after saving. */
const addressTakes = 8_000

/** The rate of a currency, general, by year or by day, and the conversion of the file's amounts. */
export function RateForm({ data, code, confirm, onRates, children }: Props) {
  const t = useText()
  const [typed, setTyped] = useState(() => typedOf(data.options.rates, code))
  const [keeping, setKeeping] = useState(false)
  const put = (some: Partial<typeof typed>) => setTyped((now) => ({ ...now, ...some }))
  const known = useSums(data, code, '')
  const years = known?.years.map(({ year }) => year) ?? []
  const { rates, isWhole } = ratesTyped(typed, code, years)
  const asked = useDebounced(ratesAsText(rates, code), 250)
  const sums = useSums(data, code, asked.length <= addressTakes ? asked : '')
  const keep = async () => {
    setKeeping(true)
    await onRates(rates)
    setKeeping(false)
  }
  const choosePeriod = (value: string) => {
    const period = ratePeriods.find((one) => one === value)!
    const empty = period === 'day' && typed.days === ''
    put({
      period,
      ...(empty && { days: (known?.days ?? []).map(({ day }) => `${showDay(day)} `).join('\n') }),
    })
  }
  return (
    <form
      className="import-rate-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole && !keeping) void keep()
      }}
    >
      <div className="import-rate">
        <Choice
          label={t('imports.rate_period')}
          value={typed.period}
          options={ratePeriods.map((one) => ({ value: one, label: t(`imports.rate_periods.${one}`) }))}
          onChange={choosePeriod}
        />
        {typed.period === 'all' && (
          <TextField
            name="rate"
            label={t('imports.euros_each_of', { code })}
            placeholder="1.15"
            inputMode="decimal"
            required
            value={typed.all}
            onChange={(all) => put({ all })}
          />
        )}
      </div>
      {typed.period === 'year' && (
        <ul className="import-rate-years" aria-label={t('imports.rate_periods.year')}>
          {years.map((year) => (
            <li key={year}>
              <TextField
                name={`rate-${year}`}
                label={t('imports.euros_each_in', { code, year: String(year) })}
                inputMode="decimal"
                value={typed.years[year] ?? ''}
                onChange={(rate) => put({ years: { ...typed.years, [year]: rate } })}
              />
              <ConvertedSum code={code} sum={sums?.years.find((one) => one.year === year)} />
            </li>
          ))}
        </ul>
      )}
      {typed.period === 'day' && (
        <TextArea
          name="rate-days"
          label={t('imports.rate_days', { code })}
          hint={t('imports.rate_days_hint')}
          rows={6}
          value={typed.days}
          onChange={(days) => put({ days })}
        />
      )}
      <p role="status">
        <ConvertedSum code={code} sum={sums} />
        {sums?.is_sample && sums.gifts > 0 && (
          <span className="small muted"> {t('imports.first_rows_only')}</span>
        )}
      </p>
      <div className="import-currency">
        <Button type="submit" variant="primary" loading={keeping} disabled={!isWhole}>
          {confirm}
        </Button>
        {children}
      </div>
    </form>
  )
}

function useSums(data: Import, code: string, rates: string): Sums | undefined {
  const query = { currency: code, ...(rates !== '' && { rates }) }
  return useQuery({
    ...q('GET /api/v4/imports/:id/sums/', { params: { id: data.id }, query }),
    placeholderData: keepPreviousData,
  }).data
}

/** `CHF 6,297,350.00 makes €6,047,230.44`. */
function ConvertedSum({
  code,
  sum,
}: {
  code: string
  sum: Pick<Sums, 'gifts' | 'source_cents' | 'cents'> | undefined
}) {
  const t = useText()
  const locale = useLocale()
  if (!sum || sum.gifts === 0) return null
  const source = formatForeign(sum.source_cents, code, locale)
  return (
    <span className="figures">
      {sum.cents === null
        ? source
        : t('imports.makes', { sum: source, amount: formatEuro(sum.cents, locale) })}
    </span>
  )
}
