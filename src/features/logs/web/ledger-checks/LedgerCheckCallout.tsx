import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { q } from '#web/api.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { type Translate, useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import type { LedgerCheckState } from '../../ledger-checks/ledger-checks.ts'
import '../logs.css'

/** State of the ledger checks; polled more often during a run. */
export function useLedgerCheckState(): LedgerCheckState | undefined {
  const { data } = useQuery({
    ...q('GET /api/v4/logs/ledger-checks/state/'),
    refetchInterval: ({ state }) => (state.data?.running ? 1_000 : 60_000),
  })
  return data
}

/** Shows a broken, failed or overdue ledger check on all pages of the logs. */
export function LedgerCheckCallout() {
  const t = useText()
  const state = useLedgerCheckState()
  const callout = state && calloutOf(state, t)
  return callout ? <div className="ledger-check-callout">{callout}</div> : null
}

function calloutOf(state: LedgerCheckState, t: Translate): ReactNode {
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
