import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { showInstant } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { intlTag } from '#shared/messages.ts'
import type { PageAddress } from '#shared/pages.ts'
import { visible } from '#shared/text-direction.ts'
import { api, q } from '#web/api.ts'
import { download } from '#web/download.ts'
import { changeSearch } from '#web/router/navigate.ts'
import { useLocation } from '#web/router/page.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { markStale, refreshed } from '#web/stale.ts'
import { isForbidden, ListFailed } from '#web/table/list/ListFailed.tsx'
import { currentLocale, type Translate, translate, useLocale, useText } from '#web/texts.ts'
import { usePageTitle } from '#web/theme.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconChevronDown, IconChevronRight, IconDownload } from '#web/ui/icons.ts'
import { IconRefresh } from '#web/ui/lazy-icons.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { Segmented } from '#web/ui/Tabs.tsx'
import { explain } from '#web/ui/states.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { notify } from '#web/ui/toasts.ts'
import { useRunning } from '#web/ui/useRunning.ts'
import { WorkProgress } from '#web/ui/WorkProgress.tsx'
import type { BrokenRow, LedgerCheckRow, LedgerCheckState } from '../../ledger-checks/ledger-checks.ts'
import { LedgerCheckCallout, useLedgerCheckState } from './LedgerCheckCallout.tsx'
import './ledger-checks.css'
import '#web/table/list/table.css'

const route = 'GET /api/v4/logs/ledger-checks/'

/** Every invariant of the ledger as a sentence with its result; broken ones are expanded to show their rows. */
export function LedgerChecksPage() {
  const t = useText()
  usePageTitle(t('ledger_checks.title'))
  const state = useLedgerCheckState()
  const running = state?.running ?? false
  const { search } = useLocation()
  const result = search.result === 'broken' ? ('broken' as const) : undefined
  const { data, error, refetch } = useQuery({
    ...q(route, { query: { page_size: 25, result } }),
    refetchInterval: running ? 1_000 : 60_000,
  })
  const [asking, ask] = useRunning()
  const [stopping, stop] = useRunning()
  const [exporting, exportIt] = useRunning()
  const spoken = useEndAnnouncement(state, t)
  return (
    <section className="panel list">
      <header className="list-head">
        <h1 tabIndex={-1}>{t('ledger_checks.title')}</h1>
        {!(isForbidden(error) && !data) && (
          <div className="list-actions">
            {state?.as_of && <span className="caption muted checks-as-of">{asOf(state, t)}</span>}
            <Segmented
              label={t('ledger_checks.result')}
              value={result ?? 'all'}
              options={[
                { value: 'all', text: t('ledger_checks.all') },
                { value: 'broken', text: t('ledger_checks.only_broken') },
              ]}
              onChange={(value) => changeSearch(() => (value === 'broken' ? { result: value } : {}))}
            />
            <PermissionButton
              permission="export_data"
              size="sm"
              icon={IconDownload}
              loading={exporting}
              onClick={() => exportIt(() => exportChecks(result))}
            >
              {t('actions.export')}
            </PermissionButton>
            <Button
              variant="primary"
              size="sm"
              icon={IconRefresh}
              loading={asking || running}
              onClick={() => ask(checkNow)}
            >
              {t('ledger_checks.run')}
            </Button>
          </div>
        )}
      </header>
      <LedgerCheckCallout />
      {running && (
        <div className="checks-running">
          <WorkProgress
            label={t('ledger_checks.title')}
            done={state!.done}
            total={state!.checks}
            stop={{ text: t('work.stop'), stopping, run: () => stop(stopChecking) }}
          />
        </div>
      )}
      <div className="list-scroll checks" data-scroller>
        {error && !data ? (
          <ListFailed error={error} onRetry={() => void refetch()} isPart={false} />
        ) : data && data.results.length === 0 ? (
          <p className="muted checks-none">{t('ledger_checks.none_broken')}</p>
        ) : (
          <Checks rows={data?.results ?? []} />
        )}
      </div>
      <div className="visually-hidden" aria-live="polite">
        {spoken}
      </div>
    </section>
  )
}

async function exportChecks(result: 'broken' | undefined): Promise<void> {
  try {
    await download('GET /api/v4/logs/ledger-checks/export/', { query: { result } })
  } catch (error) {
    notify({ tone: 'danger', title: translate('states.error'), message: explain(error, translate) })
  }
}

async function checkNow(): Promise<void> {
  try {
    await api('POST /api/v4/logs/ledger-checks/run/')
    await refreshed()
  } catch (error) {
    notify({ tone: 'danger', title: translate('states.error'), message: explain(error, translate) })
  }
}

async function stopChecking(): Promise<void> {
  try {
    await api('POST /api/v4/logs/ledger-checks/cancel/')
  } catch (error) {
    // The run may have stopped even though the answer was lost.
    void markStale('ledger_check')
    notify({ tone: 'danger', title: translate('states.error'), message: explain(error, translate) })
  }
  await refreshed()
}

const tenths = (milliseconds: number) =>
  (milliseconds / 1000).toLocaleString(intlTag[currentLocale()], {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
const seconds = (milliseconds: number, t: Translate) =>
  t('ledger_checks.seconds', { seconds: tenths(milliseconds) })

function asOf({ as_of, asked_by, duration_ms }: LedgerCheckState, t: Translate): string {
  return t('ledger_checks.as_of', {
    at: showInstant(as_of!),
    by: asked_by ?? t('ledger_checks.nightly'),
    seconds: tenths(duration_ms!),
  })
}

function useEndAnnouncement(state: LedgerCheckState | undefined, t: Translate): string {
  const [seen, setSeen] = useState<{ asOf: string | null; ended: boolean }>()
  if (state && state.as_of !== seen?.asOf) setSeen({ asOf: state.as_of, ended: seen !== undefined })
  const endedAt = seen?.ended ? seen.asOf : undefined
  useEffect(() => {
    if (endedAt) void markStale('ledger_check')
  }, [endedAt])
  if (!endedAt || !state || state.running) return ''
  const { broken: count, checks } = state
  return count === 0
    ? t('ledger_checks.done_spoken', { checks })
    : t('ledger_checks.done_broken_spoken', { count, checks })
}

function Checks({ rows }: { rows: readonly LedgerCheckRow[] }) {
  const t = useText()
  return (
    <div className="table-card" role="region" aria-label={t('ledger_checks.title')} tabIndex={0}>
      <table className="simple-table checks-table">
        <caption className="visually-hidden">{t('ledger_checks.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('ledger_checks.check')}</th>
            <th scope="col" className="end">
              {t('ledger_checks.checked')}
            </th>
            <th scope="col" className="end checks-duration">
              {t('ledger_checks.duration')}
            </th>
            <th scope="col">{t('ledger_checks.result')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Check key={row.key} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** One invariant. A broken one starts expanded and can be collapsed. */
function Check({ row }: { row: LedgerCheckRow }) {
  const t = useText()
  const [closed, setClosed] = useState(false)
  const isBroken = row.holds === false
  const open = isBroken && !closed
  return (
    <>
      <tr data-broken={isBroken || undefined} data-row={row.key}>
        <th scope="row">
          {isBroken && (
            <button
              type="button"
              className="checks-toggle"
              aria-expanded={open}
              aria-label={t('ledger_checks.rows_of', { check: row.sentence })}
              onClick={() => setClosed(open)}
            >
              {open ? (
                <IconChevronDown size={16} stroke={2} aria-hidden />
              ) : (
                <IconChevronRight size={16} stroke={2} aria-hidden />
              )}
            </button>
          )}
          <span className="checks-sentence">{row.sentence}</span>
        </th>
        <td className="end figures">{row.checked_display || '–'}</td>
        <td className="end figures muted checks-duration">
          {row.duration_ms === null ? '–' : seconds(row.duration_ms, t)}
        </td>
        <td>
          <Outcome row={row} />
        </td>
      </tr>
      {open && row.rows.map((broken, at) => <Broken key={at} row={broken} />)}
      {open && row.broken! > row.rows.length && (
        <tr className="checks-broken">
          <td colSpan={4} className="muted small">
            {t('ledger_checks.more_rows', { count: row.broken! - row.rows.length })}
          </td>
        </tr>
      )}
    </>
  )
}

function Outcome({ row }: { row: LedgerCheckRow }) {
  const t = useText()
  if (row.state === 'running') return <StatusLabel tone="info" text={t('ledger_checks.running')} />
  if (row.state === 'waiting') return <StatusLabel tone="default" text={t('ledger_checks.waiting')} />
  if (row.holds === null) return <StatusLabel tone="default" text={t('ledger_checks.never')} />
  if (row.holds) return <StatusLabel tone="success" text={t('ledger_checks.holds')} />
  return <StatusLabel tone="danger" text={t('ledger_checks.broken', { count: row.broken! })} />
}

function Broken({ row }: { row: BrokenRow }) {
  const t = useText()
  const locale = useLocale()
  const address = addressOf(row)
  return (
    <tr className="checks-broken">
      <td colSpan={4}>
        <span className="checks-row">
          {address ? <PageLink href={address}>{row.title}</PageLink> : <strong>{visible(row.title)}</strong>}
          <span>{row.text}</span>
          {row.figures?.map((figure) => (
            <span key={figure.label}>
              {figure.label} <strong className="figures">{formatEuro(figure.cents, locale)}</strong>
            </span>
          ))}
          {row.difference_cents !== null && (
            <strong className="checks-difference figures">
              {t('ledger_checks.difference', { amount: formatEuro(row.difference_cents, locale) })}
            </strong>
          )}
          {row.transaction_id !== null && row.subject !== 'transaction' && (
            <PageLink className="checks-to" href={`/site-admin/logs/journal/${row.transaction_id}/`}>
              {t('ledger_checks.transaction', { number: row.transaction_id })}
            </PageLink>
          )}
        </span>
      </td>
    </tr>
  )
}

function addressOf({ subject, slug, id, transaction_id, title }: BrokenRow): PageAddress | undefined {
  if (subject === 'project') return `/site-admin/project/${encodeURIComponent(slug!)}/update/`
  if (subject === 'transaction' && transaction_id !== null)
    return `/site-admin/logs/journal/${transaction_id}/`
  if (subject === 'account' || subject === 'budget') return `/site-admin/logs/journal/?account=${id}`
  if (subject === 'month') return '/site-admin/logs/months/'
  if (subject === 'organization') return `/site-admin/organization/${encodeURIComponent(slug!)}/update/`
  if (subject === 'document') return `/site-admin/documents/${encodeURIComponent(slug!)}/view/`
  if (subject === 'payout') return `/site-admin/logs/journal/?account=payable:${encodeURIComponent(title)}`
  return undefined
}
