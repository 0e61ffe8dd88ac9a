import { useQuery } from '@tanstack/react-query'
import type { PageAddress } from '#shared/pages.ts'
import { q } from '#web/api.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { type TextKey, useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import type { LedgerCheckState } from '../ledger-checks.ts'
import './logs.css'

/** The pages of the logs, in their order. */
const tabs: readonly { to: PageAddress; text: TextKey }[] = [
  { to: '/site-admin/logs/journal/', text: 'journal.title' },
  { to: '/site-admin/logs/ledger-checks/', text: 'ledger_checks.title' },
  { to: '/site-admin/logs/internal-fundings/', text: 'funding_logs.internal_fundings' },
  { to: '/site-admin/logs/defunds/', text: 'funding_logs.defunds' },
  { to: '/site-admin/logs/audit/', text: 'funding_logs.audit' },
  { to: '/site-admin/logs/searches/', text: 'searches.title' },
]

/** Tabs of the logs, each a page, and on all of them what the ledger check found. */
export function LogsTabs() {
  const t = useText()
  return (
    <div className="logs-tabs">
      <Tabs label={t('nav.logs')} tabs={tabs.map(({ to, text }) => ({ to, text: t.of(text) }))} />
      <LedgerCheckCallout />
    </div>
  )
}

/** Whether a ledger check is broken or overdue, asked again while a run is under way. */
export function useLedgerCheckState(): LedgerCheckState | undefined {
  const { data } = useQuery({
    ...q('GET /api/v4/logs/ledger-checks/state/'),
    refetchInterval: ({ state }) => (state.data?.running ? 1_000 : 60_000),
  })
  return data
}

function LedgerCheckCallout() {
  const t = useText()
  const state = useLedgerCheckState()
  if (!state) return null
  if (state.broken > 0)
    return (
      <Callout
        tone="danger"
        title={t('ledger_checks.some_broken', { count: state.broken, checks: state.checks })}
        action={
          state.task && (
            <PageLink href={`/site-admin/tasks/all/?task=${state.task.slug}`}>
              {t('ledger_checks.open_task')}
            </PageLink>
          )
        }
      >
        {state.task
          ? t('ledger_checks.hands_off', { task: state.task.title })
          : t('ledger_checks.hands_off_alone')}
      </Callout>
    )
  if (state.has_failed) return <Callout tone="warning">{t('ledger_checks.failed')}</Callout>
  if (state.is_late && !state.running)
    return (
      <Callout tone="warning" title={t('ledger_checks.late')}>
        {t('ledger_checks.late_text')}
      </Callout>
    )
  return null
}
