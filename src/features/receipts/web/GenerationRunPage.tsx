import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Tone } from '#shared/labels.ts'
import { showDay, showInstant } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { api, newIdempotencyKey, q } from '#web/api.ts'
import { download } from '#web/download.ts'
import { useWatchedWork } from '#web/reported-work.ts'
import { usePolling } from '#web/polling.ts'
import { useAllowed } from '#web/profile.tsx'
import { usePageParams } from '#web/router/page.ts'
import { BackLink } from '#web/record/RecordPage.tsx'
import { refreshed } from '#web/stale.ts'
import { useLocale, useText } from '#web/texts.ts'
import { usePageTitle } from '#web/theme.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconDownload } from '#web/ui/icons.ts'
import { ErrorPanel, explain } from '#web/ui/states.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { useDisabledProps } from '#web/ui/PermissionButton.tsx'
import { notify } from '#web/ui/toasts.ts'
import { namesDonor } from '../run-rules.ts'
import { Results } from './Results.tsx'
import { type Run, useLacked } from './run.ts'
import { Numbers, Reasons } from './RunParts.tsx'
import './receipts.css'

const tones: Record<Run['state'], Tone> = {
  queued: 'default',
  running: 'info',
  interrupted: 'warning',
  cancelled: 'default',
  done: 'success',
  failed: 'danger',
}
const atWork = ({ state }: Run) => state === 'queued' || state === 'running' || state === 'interrupted'

export function GenerationRunPage() {
  const { id } = usePageParams('/site-admin/documents/runs/:id/')
  const t = useText()
  const {
    data: run,
    error,
    refetch,
  } = useQuery({
    ...q('GET /api/v4/document-runs/:id/', { params: { id } }),
    placeholderData: keepPreviousData,
    refetchInterval: usePolling(atWork),
  })
  const title = run ? t.of(`documents.receipts.run_title.${run.kind}`, { count: run.gifts }) : ''
  usePageTitle(title)
  if (error && !run) return <ErrorPanel asPage error={error} onRetry={() => void refetch()} />
  return run ? <RunView run={run} title={title} /> : null
}

function RunView({ run, title }: { run: Run; title: string }) {
  const t = useText()
  useWatchedWork('generation_run', run.id)
  const [reason, setReason] = useState<string>()
  const about = t('documents.receipts.run_about', {
    template: run.template,
    day: showDay(run.issue_day),
    time: showInstant(run.started_at ?? run.created_at),
    person: run.by,
  })
  return (
    <div className="record run">
      <header className="record-head run-head">
        <div>
          <BackLink to="/site-admin/documents/administration/" text={t('nav.documents')} />
          <h1 tabIndex={-1}>{title}</h1>
          <p className="run-about">
            <StatusLabel tone={tones[run.state]} text={t(`documents.receipts.states.${run.state}`)} />
            <span className="small muted">{about}</span>
          </p>
        </div>
        <Acts run={run} />
      </header>
      {run.state === 'interrupted' && <Callout tone="warning">{t('documents.receipts.interrupted')}</Callout>}
      {run.state === 'failed' && (
        <Callout tone="danger">
          {run.lacks
            ? t('documents.receipts.failed_lacks', { name: run.lacks })
            : t('documents.receipts.failed')}
        </Callout>
      )}
      {run.state === 'cancelled' && (
        <Callout tone="info">{t('documents.receipts.cancelled_at', { n: run.issued, m: run.left })}</Callout>
      )}
      <Figures run={run} />
      <Progress run={run} />
      <div className="run-body">
        <Results key={reason} run={run} reason={reason} onAll={() => setReason(undefined)} />
        <div className="run-sides">
          {run.refused > 0 && <Reasons run={run} onShow={setReason} />}
          {run.numbers.length > 0 && <Numbers numbers={run.numbers} />}
        </div>
      </div>
    </div>
  )
}

function Acts({ run }: { run: Run }) {
  const t = useText()
  const allowed = useAllowed()
  const [busy, setBusy] = useState(false)
  const barred = useDisabledProps(useLacked(run.kind, 'final'))
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
      await refreshed()
    } catch (error) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
    } finally {
      setBusy(false)
    }
  }
  const params = { id: String(run.id) }
  const call = () => ({ params, idempotencyKey: newIdempotencyKey() })
  return (
    <div className="run-acts">
      {atWork(run) && allowed('create_documents') && (
        <Button
          loading={busy}
          onClick={() => void act(() => api('POST /api/v4/document-runs/:id/cancel/', call()))}
        >
          {t('actions.cancel')}
        </Button>
      )}
      {(run.state === 'cancelled' || run.state === 'failed') &&
        run.left > 0 &&
        allowed('create_documents') && (
          <Button
            variant="primary"
            loading={busy}
            onClick={() => void act(() => api('POST /api/v4/document-runs/:id/continue/', call()))}
            {...barred}
          >
            {t(run.state === 'failed' ? 'actions.try_again' : 'documents.receipts.continue')}
          </Button>
        )}
      <Button
        icon={IconDownload}
        disabled={atWork(run) || run.issued === 0}
        onClick={() => void act(() => download('GET /api/v4/document-runs/:id/zip/', { params }))}
        {...(namesDonor(run.kind) && barred)}
      >
        {t('documents.receipts.download_zip')}
      </Button>
    </div>
  )
}

/** Issued, certified, refused, left. */
function Figures({ run }: { run: Run }) {
  const t = useText()
  const locale = useLocale()
  const euro = (cents: number) => formatEuro(cents, locale)
  const left =
    run.left > 0 && run.per_second
      ? t('documents.receipts.about_seconds', {
          s: Math.ceil(run.left / run.per_second),
          n: Math.round(run.per_second),
        })
      : ''
  const figures: [string, string, string, boolean][] = [
    [
      t('documents.receipts.issued'),
      String(run.issued),
      t('documents.receipts.of', { total: run.issuable }),
      false,
    ],
    [
      t('documents.receipts.certified'),
      euro(run.issued_cents),
      t('documents.receipts.of', { total: euro(run.issuable_cents) }),
      false,
    ],
    [t('documents.receipts.refused'), String(run.refused), euro(run.refused_cents), run.refused > 0],
    [t('documents.receipts.left'), String(run.left), left, false],
  ]
  return (
    <dl className="run-strip">
      {figures.map(([term, figure, beside, danger]) => (
        <div key={term}>
          <dt className="small muted">{term}</dt>
          <dd className="figures">
            <strong data-tone={danger ? 'danger' : undefined}>{figure}</strong>{' '}
            <span className="small muted">{beside}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Progress({ run }: { run: Run }) {
  const t = useText()
  const tenth = run.issuable === 0 ? 1 : Math.floor((run.issued / run.issuable) * 10) / 10
  return (
    <div className="run-progress">
      <progress
        max={Math.max(1, run.issuable)}
        value={run.issued}
        aria-label={t('documents.receipts.issued')}
      />
      <p className="visually-hidden" aria-live="polite">
        {t('documents.receipts.told', { n: Math.floor(tenth * run.issuable), m: run.issuable })}
      </p>
      {atWork(run) && (
        <p className="small muted">
          {t('documents.receipts.may_leave')} {t('documents.receipts.cancelling')}
        </p>
      )}
    </div>
  )
}
