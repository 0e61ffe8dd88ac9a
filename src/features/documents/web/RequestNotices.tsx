import { useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { visible } from '#shared/text-direction.ts'
import { allPages, api, newIdempotencyKey } from '#web/api.ts'
import { refreshed } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconMail } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { Ending } from './useForecast.ts'
import './documents.css'

/** Announces the tasks, asks with both lists, and creates them: one task each, with an e-mail draft. */
export function RequestNotices({ open, run }: { open: number; run?: number }) {
  const t = useText()
  const [asking, setAsking] = useState<readonly Ending[]>()
  const [loading, setLoading] = useState(false)
  if (open === 0) return null
  const counts = (count: number) => ({
    tasks: t('documents.forecast.tasks', { count }),
    drafts: t('documents.forecast.drafts', { count }),
  })
  const ask = async () => {
    setLoading(true)
    try {
      const { results } = await allPages('GET /api/v4/proofs/forecast/', run === undefined ? {} : { run })
      setAsking(results.filter((row) => !row.is_asked))
    } catch (error) {
      notify({ tone: 'danger', title: t('documents.forecast.failed'), message: explain(error, t) })
    } finally {
      setLoading(false)
    }
  }
  return (
    <>
      <PermissionButton
        permission="create_reminders"
        {...(run === undefined ? { icon: IconMail } : { variant: 'quiet', size: 'sm' })}
        loading={loading}
        onClick={() => void ask()}
      >
        {run === undefined
          ? t('documents.forecast.create', counts(open))
          : t('documents.receipts.ask_for_notices')}
      </PermissionButton>
      {asking && (
        <Confirm
          rows={asking}
          run={run}
          action={t('documents.forecast.create_now', counts(asking.length))}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

/** Maximum of one call. */
const maxTasksPerCall = 1000

function Confirm({
  rows,
  run,
  action,
  onClose,
}: {
  rows: readonly Ending[]
  run: number | undefined
  action: string
  onClose: () => void
}) {
  const t = useText()
  const [running, setRunning] = useState(false)
  const [key] = useState(newIdempotencyKey)
  const create = async () => {
    setRunning(true)
    try {
      const { created } = await api('POST /api/v4/proofs/forecast/ask/', {
        body: {
          organization_slugs: rows.slice(0, maxTasksPerCall).map(({ organization }) => organization.slug),
          ...(run !== undefined && { run }),
        },
        idempotencyKey: key,
      })
      notify({ tone: 'success', title: t('documents.forecast.created', { count: created }) })
      onClose()
    } catch (error) {
      notify({ tone: 'danger', title: t('documents.forecast.failed'), message: explain(error, t) })
    } finally {
      setRunning(false)
      await refreshed()
    }
  }
  return (
    <Modal
      title={t(run === undefined ? 'documents.forecast.part' : 'documents.receipts.ask_for_a_notice')}
      size="md"
      dirty={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('actions.close')}</Button>
          <Button variant="primary" loading={running} onClick={() => void create()}>
            {action}
          </Button>
        </>
      }
    >
      <div className="ask-lists">
        <section>
          <h3>{t('documents.forecast.confirm_tasks')}</h3>
          <ul>
            {rows.map(({ organization, proof_until }) => (
              <li key={organization.slug}>
                {t('organizations.proof_task', { date: showDay(proof_until) })}
                <span className="small muted">{visible(organization.title)}</span>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3>{t('documents.forecast.confirm_drafts')}</h3>
          <ul>
            {rows.map(({ organization, email }) => (
              <li key={organization.slug}>
                {visible(email) || t('documents.forecast.no_address')}
                <span className="small muted">{visible(organization.title)}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Modal>
  )
}
