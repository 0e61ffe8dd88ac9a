import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf, isDay } from '#shared/dates.ts'
import type { SentSelection } from '#shared/lists/selection.ts'
import { type Answer, api, newIdempotencyKey, q } from '#web/api.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { DateField } from '#web/form/DateField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextArea } from '#web/form/TextField.tsx'
import { navigate } from '#web/router/navigate.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { useDisabledProps } from '#web/ui/PermissionButton.tsx'
import { explain } from '#web/ui/states.tsx'
import { Segmented } from '#web/ui/Tabs.tsx'
import { useDebounced } from '#web/useDebounced.ts'
import { namesDonor } from '../run-rules.ts'
import { useLacked } from './run.ts'
import './receipts.css'

type Mode = 'test' | 'final'
export type GenerateDialogProps = { selection?: SentSelection; onClose: () => void }

const standard = 'standard-donation-receipt'

/**
 * Dialog before documents are made: template, day of issue, test or final, and the documents that the selection allows.
 */
export function GenerateDialog({ selection, onClose }: GenerateDialogProps) {
  const t = useText()
  const [today] = useState(() => dayOf(new Date()))
  const [template_slug, setTemplate] = useState(standard)
  const [issue_day, setDay] = useState(today)
  const [typed, setTyped] = useState('')
  const [mode, setMode] = useState<Mode>('final')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const keyOf = useIdempotencyKey()
  const { data: offered } = useQuery(q('GET /api/v4/documents/generate/templates/'))
  const names = useDebounced(typed, 400)
    .split(/[\s,;]+/)
    .filter(Boolean)
  const chosen = selection ? { selection } : { targets: [...new Set(names)].slice(0, 1000) }
  const isComplete = isDay(issue_day) && (selection !== undefined || names.length > 0)
  const body = { template_slug, issue_day, ...chosen }
  const preview = useQuery({
    queryKey: ['documents', 'generate', body],
    queryFn: ({ signal }) => api('POST /api/v4/documents/generate/preview/', { body, signal }),
    enabled: isComplete,
    retry: false,
    gcTime: 0,
  })
  const start = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const asked = { ...body, mode }
      const made = await api('POST /api/v4/documents/generate/', {
        body: asked,
        // A test print is made anew each time; an issued document whose answer was lost is not issued again.
        idempotencyKey: mode === 'test' ? newIdempotencyKey() : keyOf(asked),
      })
      await done(made, onClose)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const kind = offered?.results.find(({ slug }) => slug === template_slug)?.kind
  const barred = useDisabledProps(useLacked(kind, mode))
  const templates = (offered?.results ?? []).filter(({ kind }) => !selection || namesDonor(kind))
  const can = preview.data?.can ?? 0
  const isReceipt = preview.data?.kind === 'donation_receipt' || preview.data?.kind === 'collective_receipt'
  return (
    <Modal
      title={t('documents.receipts.generate_document')}
      size="md"
      // Closing asks first when gift numbers were typed. A selection remains in the list, so nothing would be lost.
      {...(selection && { dirty: false })}
      onClose={() => !busy && onClose()}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.cancel')}</Button>
          <Button
            variant="primary"
            loading={busy}
            disabled={can === 0}
            onClick={() => void start()}
            {...barred}
          >
            {mode === 'test'
              ? t('documents.receipts.test_print')
              : t(isReceipt ? 'documents.receipts.issue' : 'documents.receipts.make', { count: can })}
          </Button>
        </>
      )}
    >
      <div className="stack">
        {failure !== undefined && (
          <Callout tone="danger" loud>
            {explain(failure, t)}
          </Callout>
        )}
        <SelectField
          name="template_slug"
          label={t('documents.receipts.template')}
          value={template_slug}
          onChange={setTemplate}
          options={templates.map(({ slug, title }) => ({ value: slug, label: title }))}
        />
        <DateField
          name="issue_day"
          label={t('documents.receipts.issue_day')}
          value={issue_day}
          onChange={setDay}
          max={today}
        />
        {!selection && (
          <TextArea
            name="targets"
            label={t('documents.receipts.choose_gift')}
            value={typed}
            onChange={setTyped}
            rows={4}
          />
        )}
        <Segmented<Mode>
          label={t('documents.receipts.mode')}
          value={mode}
          options={[
            { value: 'final', text: t('documents.receipts.final') },
            { value: 'test', text: t('documents.receipts.test') },
          ]}
          onChange={setMode}
        />
        <p className="small muted">{t(`documents.receipts.${mode}_hint`)}</p>
        {preview.error ? (
          <Callout tone="danger">{explain(preview.error, t)}</Callout>
        ) : (
          preview.data && <PreviewCounts preview={preview.data} />
        )}
      </div>
    </Modal>
  )
}

type Preview = Answer<'POST /api/v4/documents/generate/preview/'>

function PreviewCounts({ preview }: { preview: Preview }) {
  const t = useText()
  return (
    <section className="receipts-able" aria-live="polite">
      <p className="strong">{t('documents.receipts.can_cannot', { n: preview.can, m: preview.cannot })}</p>
      <ul>
        {preview.causes.map(({ code, text, count, organizations, organization }) => (
          <li key={code}>
            <strong className="figures">{count}</strong> {text}
            <span className="muted">
              {' '}
              · {organization ?? t('documents.receipts.organizations', { count: organizations })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One document opens in the viewer, many on the page of their run, a test print in a separate tab. */
async function done(made: Answer<'POST /api/v4/documents/generate/'>, onClose: () => void): Promise<void> {
  if (made.pdf !== null) {
    const bytes = Uint8Array.from(atob(made.pdf), (letter) => letter.charCodeAt(0))
    const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
    const link = document.createElement('a')
    link.href = url
    link.download = 'TEST.pdf'
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    return
  }
  onClose()
  if (made.run) void navigate(`/site-admin/documents/runs/${made.run.id}/`)
  else if (made.document)
    void navigate(`/site-admin/documents/${encodeURIComponent(made.document.slug)}/view/`)
}
