import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type FilterShape, numberedValue, readRange } from '#shared/lists/filter-shapes.ts'
import { valueWords } from '#shared/lists/filter-words.ts'
import { negations } from '#shared/lists/list-declaration.ts'
import type { FilterRecord } from '#shared/lists/list-record.ts'
import { formatInteger, formatAmountInput } from '#shared/money.ts'
import { useLocale, useText } from '../../texts.ts'
import { useDebounced } from '../../useDebounced.ts'
import { Segmented } from '../../ui/Tabs.tsx'
import type { Filters } from '#shared/lists/list-state.ts'
import type { FilterMenuOf, FilterOption } from '../state/types.ts'
import { boundOf, typedBound, withBound, withNegation, withValues } from './draft.ts'
import '../toolbar/filter-dash.css'

export type NamedFilter = FilterRecord & { name: string; heading: string }

type FieldProps = {
  menu: FilterMenuOf
  filter: NamedFilter
  /** Values that the page already knows, and therefore does not fetch. */
  options: readonly FilterOption[] | undefined
  filters: Filters
  /** The list's query with the menu's current filters. */
  asked: Record<string, string>
  onChange: (filters: Filters) => void
  /** The first control gets the focus. */
  focusFirst?: boolean
  /** The input is not a valid value. */
  onUnclear: (unclear: boolean) => void
}

/** The form of one filter: is or is not, and its values with counts, or a range. */
export function FilterField(props: FieldProps) {
  const { filter, filters, onChange } = props
  const t = useText()
  const { name, shape } = filter
  const heading = t.of(filter.heading)
  const isNot = filters[negations]?.includes(name) === true
  return (
    <>
      <div className="filter-field-head">
        <h2>{heading}</h2>
        <Segmented
          label={heading}
          value={isNot ? 'not' : 'is'}
          options={[
            { value: 'is', text: t('filters.is') },
            { value: 'not', text: t('filters.is_not') },
          ]}
          onChange={(chosen) => onChange(withNegation(filters, name, chosen === 'not'))}
        />
      </div>
      {shape && shape !== 'postcode' && shape !== 'person' ? (
        <RangeForm {...props} shape={shape} />
      ) : (
        <ValuesForm {...props} />
      )}
    </>
  )
}

const usualDays = '30'

function ValuesForm({ menu, filter, options, filters, asked, onChange, focusFirst }: FieldProps) {
  const t = useText()
  const locale = useLocale()
  const { name } = filter
  const chosen = filters[name] ?? []
  const open = filter.values === 'any' && options === undefined
  const [find, setFind] = useState('')
  const counted = Object.keys(filter.numbered ?? {})
  const daysNow = chosen.map((value) => numberedValue(value)).find(Boolean)?.[1]
  const [days, setDays] = useState(String(daysNow ?? usualDays))
  const term = useDebounced(counted.length > 0 ? days : find.trim(), 250)
  const { data, isError } = useQuery({
    queryKey: ['filter values', menu.list.table, name, asked, term],
    queryFn: ({ signal }) => menu.values(name, { ...asked, find: term }, signal),
    placeholderData: (before) => before,
  })
  const countOf = (value: string) => data?.values.find((one) => one.value === value)?.count
  const words = { locale, textOf: t.of }
  const declared: readonly FilterOption[] =
    options ??
    (filter.values === 'any'
      ? (data?.values ?? []).map(({ value, title }) => ({
          value,
          label: title ?? valueWords(filter, value, words),
        }))
      : Object.keys(filter.values).map((value) => ({ value, label: valueWords(filter, value, words) })))
  // Chosen values stay visible, whatever the search.
  const shown = [
    ...(open
      ? chosen
          .filter((value) => !declared.some((option) => option.value === value))
          .map((value) => ({ value, label: valueWords(filter, value, words) }))
      : []),
    ...declared,
  ]
  const change = (value: string, on: boolean) =>
    onChange(withValues(filters, name, on ? [...chosen, value] : chosen.filter((each) => each !== value)))
  return (
    <div className="filter-values">
      {open && (
        <input
          type="search"
          className="input"
          data-focus={focusFirst || undefined}
          aria-label={t('filters.find', { filter: t.of(filter.heading) })}
          placeholder={t('filters.find', { filter: t.of(filter.heading) })}
          value={find}
          maxLength={100}
          onChange={(event) => setFind(event.target.value)}
        />
      )}
      {isError && <p className="filter-none">{t('states.error')}</p>}
      {!isError && data && shown.length === 0 && <p className="filter-none">{t('list.no_filter_values')}</p>}
      {shown.map(({ value, label }, at) => (
        <label key={value} className="filter-value">
          <input
            type="checkbox"
            className="checkbox"
            data-focus={(focusFirst && !open && at === 0) || undefined}
            checked={chosen.includes(value)}
            onChange={(event) => change(value, event.target.checked)}
          />
          <span>{label}</span>
          <Count count={countOf(value)} loading={!data && !isError} />
        </label>
      ))}
      {counted.map((value) => {
        const now = `${value}:${days}`
        const others = chosen.filter((one) => numberedValue(one)?.[0] !== value)
        const on = others.length < chosen.length
        return (
          <div key={value} className="filter-numbered">
            <label className="filter-value">
              <input
                type="checkbox"
                className="checkbox"
                checked={on}
                onChange={(event) =>
                  onChange(withValues(filters, name, event.target.checked ? [...others, now] : others))
                }
              />
              <span>{t('filters.ends_within')}</span>
              <Count count={countOf(now)} loading={countOf(now) === undefined && !isError} />
            </label>
            <span className="filter-days">
              <input
                className="input"
                inputMode="numeric"
                aria-label={`${t('filters.ends_within')} (${t('filters.days')})`}
                value={days}
                maxLength={4}
                onChange={(event) => {
                  const next = event.target.value.replace(/\D/g, '')
                  setDays(next)
                  if (on && next !== '') onChange(withValues(filters, name, [...others, `${value}:${next}`]))
                }}
              />
              {t('filters.days')}
            </span>
          </div>
        )
      })}
      {data?.more && <p className="filter-more">{t('filters.more')}</p>}
    </div>
  )
}

/** A count, or a grey placeholder of its width while it loads. */
function Count({ count, loading }: { count: number | undefined; loading: boolean }) {
  const locale = useLocale()
  if (count !== undefined) return <span className="figures filter-count">{formatInteger(count, locale)}</span>
  return loading ? <span className="filter-dash" aria-hidden /> : null
}

function RangeForm({
  filter,
  filters,
  onChange,
  focusFirst,
  onUnclear,
  shape,
}: FieldProps & { shape: FilterShape }) {
  const t = useText()
  const locale = useLocale()
  const id = useId()
  const words = { locale, today: t('filters.today') }
  const { name } = filter
  const now = readRange(filters[name]?.[0] ?? '')
  const [typed, setTyped] = useState({
    from: typedBound(shape, now.from, words),
    to: typedBound(shape, now.to, words),
  })
  const unclear = (text: string) => boundOf(shape, text, words) === undefined
  const isNegative = [typed.from, typed.to].some((text) => /^\s*[-−]\d+\s*$/.test(text))
  const change = (end: 'from' | 'to', text: string) => {
    const next = { ...typed, [end]: text }
    setTyped(next)
    onUnclear(unclear(next.from) || unclear(next.to))
    const bound = boundOf(shape, text, words)
    if (bound === undefined) return
    const range = withBound(filters[name]?.[0], end, bound)
    onChange(withValues(filters, name, range ? [range] : []))
  }
  return (
    <div className="filter-range">
      {(['from', 'to'] as const).map((end) => {
        const wrong = unclear(typed[end])
        return (
          <div key={end}>
            <label htmlFor={`${id}-${end}`}>{t(`filters.end_${end}`)}</label>
            <span className="input-box">
              <input
                id={`${id}-${end}`}
                className={shape === 'days' ? 'input' : 'input money'}
                data-focus={(focusFirst && end === 'from') || undefined}
                inputMode={shape === 'days' ? 'text' : 'decimal'}
                autoComplete="off"
                value={typed[end]}
                aria-invalid={wrong || undefined}
                aria-describedby={`${id}-hint`}
                onChange={(event) => change(end, event.target.value)}
              />
              {shape !== 'days' && shape !== 'number' && (
                <span className="input-unit" aria-hidden>
                  {shape === 'cents' ? '€' : '%'}
                </span>
              )}
            </span>
          </div>
        )
      })}
      <p
        id={`${id}-hint`}
        className="filter-hint"
        role={unclear(typed.from) || unclear(typed.to) ? 'alert' : undefined}
      >
        {shape === 'days'
          ? t('filters.days_hint')
          : shape === 'cents'
            ? t('filters.cents_hint', { example: formatAmountInput(125_000, locale) })
            : shape === 'percent'
              ? t('filters.percent_hint')
              : isNegative
                ? t('validation.too_small', { minimum: 0 })
                : t('validation.integer')}
      </p>
    </div>
  )
}
