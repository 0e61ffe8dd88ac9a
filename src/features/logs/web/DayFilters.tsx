import { type ReactNode, useState } from 'react'
import { isDay } from '#shared/dates.ts'
import { DateField } from '#web/form/DateField.tsx'
import { changeSearch } from '#web/router/navigate.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import './journal/journal.css'

type Props = {
  search: Readonly<Record<string, string>>
  /** Further search parameters that the form submits. */
  others?: Readonly<Record<string, string>>
  children?: ReactNode
}

/** Day filters of a ledger list, with further filters as children; the address stores them. */
export function DayFilters({ search, others = {}, children }: Props) {
  const t = useText()
  const [days, setDays] = useState({ date_from: search.date_from ?? '', date_to: search.date_to ?? '' })
  const [wrong, setWrong] = useState<readonly string[]>([])
  const field = (name: keyof typeof days) => ({
    name,
    value: days[name],
    onChange: (value: string) => setDays({ ...days, [name]: value }),
    error: wrong.includes(name) ? t('validation.day') : undefined,
  })
  const isSet = Boolean(search.date_from ?? search.date_to ?? search.account)
  return (
    <details className="journal-filters" open={isSet}>
      <summary>{t('journal.filter')}</summary>
      <form
        aria-label={t('journal.filter')}
        onSubmit={(event) => {
          event.preventDefault()
          const bad = (['date_from', 'date_to'] as const).filter((name) => days[name] && !isDay(days[name]))
          setWrong(bad)
          if (bad.length === 0) changeSearch({ ...search, ...days, ...others, page: undefined })
        }}
      >
        <DateField {...field('date_from')} label={t('journal.date_from')} />
        <DateField {...field('date_to')} label={t('journal.date_to')} />
        {children}
        <Button type="submit" size="sm">
          {t('journal.apply')}
        </Button>
      </form>
    </details>
  )
}
