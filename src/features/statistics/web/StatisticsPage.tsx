import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf, isDay, showDay } from '#shared/dates.ts'
import { formatEuro, formatInteger, formatWholeEuro } from '#shared/money.ts'
import { q } from '#web/api.ts'
import { download } from '#web/download.ts'
import { DateField } from '#web/form/DateField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { useCan } from '#web/profile.tsx'
import { changeSearch } from '#web/router/navigate.ts'
import { useLocation } from '#web/router/page.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { isForbidden, ListFailed } from '#web/table/list/ListFailed.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { usePageTitle } from '#web/theme.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconClock, IconDownload } from '#web/ui/icons.ts'
import { IconFileExport } from '#web/ui/lazy-icons.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { explain, NotAllowed } from '#web/ui/states.tsx'
import { Segmented } from '#web/ui/Tabs.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { Figures, Statistics } from '../contract.ts'
import { type Period, spanOf } from '#shared/periods.ts'
import { changeOf, figureNames, periods, yearsBefore } from '../rules.ts'
import { changeInWords } from './change.ts'
import { DatevModal } from './DatevModal.tsx'
import { DecisionCard } from './DecisionCard.tsx'
import { GroupTable } from './GroupTable.tsx'
import { MonthCard } from './MonthCard.tsx'
import { RowsModal } from './RowsModal.tsx'
import { addressOf, type StatisticsQuery, parseStatisticsQuery, withoutRows } from './search.ts'
import { TypeTable } from './TypeTable.tsx'
import './statistics.css'

/** Statistics from the ledger alone (design/money.md §6, picture 19). All choices are kept in the URL. */
export function StatisticsPage() {
  const t = useText()
  usePageTitle(t('statistics.title'))
  return useCan('view_statistics') ? <Page /> : <NotAllowed permission="view_statistics" />
}

const queryOf = (
  asked: StatisticsQuery,
  span: { from: string; to: string },
  group_by: StatisticsQuery['group'],
) => ({
  date_from: span.from,
  date_to: span.to,
  group_by,
  ...(asked.as_of && { as_of: asked.as_of }),
})

function Page() {
  const t = useText()
  const [today] = useState(() => dayOf(new Date()))
  const { search } = useLocation()
  const asked = parseStatisticsQuery(search, today)
  const [datev, setDatev] = useState(false)
  const read = (span: { from: string; to: string }, group: StatisticsQuery['group'], enabled = true) => ({
    ...q('GET /api/v4/statistics/', { query: queryOf(asked, span, group) }),
    placeholderData: keepPreviousData,
    enabled,
  })
  const before = asked.compare > 0 ? yearsBefore(asked, asked.compare) : undefined
  const months = useQuery(read(asked, 'month'))
  const types = useQuery(read(asked, 'funding_type'))
  const groups = useQuery(read(asked, asked.group))
  const earlier = useQuery(read(before ?? asked, 'funding_type', before !== undefined))
  const save = (group: Parameters<typeof queryOf>[2]) =>
    download('GET /api/v4/statistics/export/', { query: queryOf(asked, asked, group) })
  const exportIt = async () => {
    try {
      await save(asked.group)
    } catch (error) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
    }
  }
  const failed = months.error ?? types.error ?? groups.error
  const retry = () => void Promise.all([months.refetch(), types.refetch(), groups.refetch()])
  const isStale = [months, types, groups, ...(before ? [earlier] : [])].some(
    ({ isPlaceholderData }) => isPlaceholderData,
  )
  const loaded = months.data && types.data && groups.data
  const forbidden = !loaded && isForbidden(failed)
  const past = before ? earlier.data : undefined
  return (
    <div className="page statistics" data-scroller="statistics">
      <header className="page-head">
        <h1 tabIndex={-1}>{t('statistics.title')}</h1>
        <span className="small muted">{t('statistics.source')}</span>
        {asked.as_of && (
          <span className="as-of figures">
            <IconClock size={14} stroke={1.8} aria-hidden />
            {t('statistics.as_it_stood', { date: showDay(asked.as_of) })}
          </span>
        )}
        {!forbidden && (
          <span className="row page-actions">
            <PermissionButton permission="export_data" icon={IconFileExport} onClick={() => setDatev(true)}>
              {t('statistics.datev')}
            </PermissionButton>
            <PermissionButton permission="export_data" icon={IconDownload} onClick={() => void exportIt()}>
              {t('actions.export')}
            </PermissionButton>
          </span>
        )}
      </header>
      {!forbidden && <Controls asked={asked} today={today} />}
      {loaded ? (
        <div data-stale={isStale || undefined}>
          <Strip
            totals={months.data.totals}
            before={past?.totals}
            year={before?.to.slice(0, 4)}
            search={search}
          />
          {isEmpty(months.data.totals) ? (
            <p className="statistics-none muted">{t('statistics.none')}</p>
          ) : (
            <>
              <div className="statistics-pair">
                <MonthCard
                  asked={asked}
                  months={months.data}
                  search={search}
                  onDownload={() => save('month')}
                />
                <TypeTable types={types.data} before={past} year={before?.to.slice(0, 4)} search={search} />
              </div>
              <GroupTable groups={groups.data} group={asked.group} search={search} />
            </>
          )}
          <div className="statistics-decisions">
            <DecisionCard from={asked.from} to={asked.to} />
          </div>
        </div>
      ) : failed ? (
        <ListFailed error={failed} onRetry={retry} isPart={false} />
      ) : (
        <Spinner />
      )}
      {datev && <DatevModal month={asked.to.slice(0, 7)} onClose={() => setDatev(false)} />}
      {asked.rows && (
        <RowsModal asked={asked} rows={asked.rows} onClose={() => changeSearch(withoutRows(search))} />
      )}
    </div>
  )
}

const isEmpty = (totals: Figures) => figureNames.every((name) => totals[`${name}_cents`] === 0)

function Controls({ asked, today }: { asked: StatisticsQuery; today: string }) {
  const t = useText()
  const change = (next: Record<string, string | undefined>) =>
    changeSearch((now) => ({ ...withoutRows(now), ...next }), { replace: true })
  const period = periods.find((one) => {
    const span = spanOf(one, today)
    return span.from === asked.from && span.to === asked.to
  })
  const year = (back: number) => String(Number(asked.to.slice(0, 4)) - back)
  return (
    <div className="statistics-controls">
      <div className="field">
        <span className="statistics-label">{t('statistics.period')}</span>
        <Segmented<Period | ''>
          label={t('statistics.period')}
          value={period ?? ''}
          options={periods.map((value) => ({ value, text: t(`statistics.periods.${value}`) }))}
          onChange={(value) => change(value === '' ? {} : spanOf(value, today))}
        />
      </div>
      <DayControl label={t('statistics.from')} name="from" day={asked.from} change={change} />
      <DayControl label={t('statistics.to')} name="to" day={asked.to} change={change} />
      <SelectField
        name="compare"
        label={t('statistics.compare')}
        value={String(asked.compare)}
        options={[
          { value: '1', label: t('statistics.same_days', { year: year(1) }) },
          { value: '0', label: t('statistics.compare_none') },
        ]}
        onChange={(compare) => change({ compare: compare === '1' ? undefined : compare })}
      />
      <DayControl
        label={t('statistics.as_of')}
        name="as_of"
        day={asked.as_of ?? ''}
        change={change}
        hint={asked.as_of && asked.as_of < asked.to ? t('statistics.ends_after') : undefined}
      />
      {asked.as_of && (
        <Button variant="quiet" onClick={() => change({ as_of: undefined })}>
          {t('statistics.today')}
        </Button>
      )}
    </div>
  )
}

type DayControlProps = {
  label: string
  name: string
  day: string
  hint?: string | undefined
  change: (next: Record<string, string | undefined>) => void
}

/** A day in the URL; while the input is no valid day, the URL stays unchanged. */
function DayControl({ label, name, day, hint, change }: DayControlProps) {
  const t = useText()
  const [typed, setTyped] = useState<{ text: string; of: string }>()
  const value = typed?.of === day ? typed.text : day
  const wrong = value !== '' && !isDay(value)
  return (
    <DateField
      name={name}
      label={label}
      value={value}
      hint={hint}
      error={wrong ? t('validation.day') : undefined}
      onChange={(text) => {
        setTyped({ text, of: day })
        if (text === '' || isDay(text)) change({ [name]: text || undefined })
      }}
    />
  )
}

type StripProps = {
  totals: Figures
  before: Statistics['totals'] | undefined
  year: string | undefined
  search: Readonly<Record<string, string>>
}

/** The period's figures; each links to its rows. */
function Strip({ totals, before, year, search }: StripProps) {
  const t = useText()
  const locale = useLocale()
  const euro = (cents: number) => formatEuro(cents, locale)
  const open = (more: number, less: number) => euro(Math.max(0, more - less))
  const notes = {
    allocated:
      before && year ? (
        <Change now={totals.allocated_cents} before={before.allocated_cents} year={year} />
      ) : null,
    settled: t('money.to_settle', { amount: open(totals.allocated_cents, totals.settled_cents) }),
    paid: t('money.to_pay', { amount: open(totals.settled_cents, totals.paid_cents) }),
    arrived: t('money.to_arrive', { amount: open(totals.paid_cents, totals.arrived_cents) }),
    refunded: '',
  }
  return (
    <dl className="statistics-strip figures">
      {figureNames.map((figure) => (
        <div key={figure}>
          <dt>{t(`statistics.figures.${figure}`)}</dt>
          <dd>
            <PageLink className="figure-link" href={addressOf(search, { figure })}>
              {euro(totals[`${figure}_cents`])}
            </PageLink>
          </dd>
          <dd className="caption muted">{notes[figure]}</dd>
        </div>
      ))}
      <div>
        <dt>{t('statistics.figures.projects')}</dt>
        <dd>{formatInteger(totals.projects, locale)}</dd>
        <dd className="caption muted">{t('statistics.organizations', { count: totals.organizations })}</dd>
      </div>
      <div>
        <dt>{t('statistics.figures.donors')}</dt>
        <dd>{formatInteger(totals.donors, locale)}</dd>
        <dd className="caption muted">
          {before && year
            ? t('statistics.before', { year, amount: formatInteger(before.donors, locale) })
            : ''}
        </dd>
      </div>
    </dl>
  )
}

function Change({ now, before, year }: { now: number; before: number; year: string }) {
  const t = useText()
  const locale = useLocale()
  const percent = changeOf(now, before)
  return (
    <>
      {percent !== undefined && (
        <strong className={percent > 0 ? 'up' : undefined}>{changeInWords(percent, t)} </strong>
      )}
      {t('statistics.before', { year, amount: formatWholeEuro(before, locale) })}
    </>
  )
}
