import { useState } from 'react'
import { formatEuro } from '#shared/money.ts'
import { api, type Answer } from '#web/api.ts'
import { TextArea } from '#web/form/TextField.tsx'
import { FileField } from '#web/form/FileField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { explainMoneyFailure } from '#web/record/money-failure.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { stateTones } from '../cells.ts'
import { isToDo } from '../rules.ts'
import { PayoutOutcomes } from './PayoutOutcomes.tsx'
import { type PayoutDialog, targetOfRows } from './target.ts'

type ReferenceMatches = Answer<'POST /api/v4/payouts/find-references/'>
type PasteProps = { onOpen: (dialog: PayoutDialog) => void; onClose: () => void }

const exampleNumber = 'AZ-2026-0412'

/** Resolves pasted references, or those in a bank's file, and shows the payouts before anything is written. */
export function PasteReferences({ onOpen, onClose }: PasteProps) {
  const t = useText()
  const locale = useLocale()
  const [found, setFound] = useState<ReferenceMatches>()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { text: '', file: undefined as File | undefined },
    validate: ({ text, file }) => (text.trim() || file ? {} : { text: t('payouts.paste_required') }),
    onSubmit: async ({ text, file }) => {
      setFailure(undefined)
      const both = [text, file ? await file.text() : ''].filter((part) => part.trim()).join('\n')
      setFound(await api('POST /api/v4/payouts/find-references/', { body: { text: both } }))
    },
    onFailure: (error) => setFailure(explainMoneyFailure(error, t)),
  })
  const payable = found?.found.filter((row) => isToDo(row.state)) ?? []
  const target = targetOfRows(payable)
  const sum = formatEuro(target.sum_cents ?? 0, locale)
  return (
    <Modal
      title={t('payouts.paste')}
      size="lg"
      dirty={form.dirty}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.cancel')}</Button>
          <Button loading={form.submitting} onClick={() => void form.submit()}>
            {t('payouts.find')}
          </Button>
          {payable.length > 0 && (
            <Button variant="primary" onClick={() => onOpen({ kind: 'paid', target })}>
              {t('payouts.mark_found', { count: payable.length, sum })}
            </Button>
          )}
        </>
      )}
    >
      <form {...form.props} className="stack">
        {failure && (
          <Callout tone="danger" loud>
            {failure}
          </Callout>
        )}
        <TextArea
          {...form.field('text')}
          label={t('payouts.references')}
          hint={t('payouts.references_hint')}
          placeholder={exampleNumber}
          rows={5}
        />
        <FileField
          {...form.field('file')}
          label={t('payouts.statement_file')}
          emptyText={t('payouts.statement_empty')}
          accept=".csv,.txt,.xml,text/csv,text/plain,application/xml"
          optional
        />
        {found && <FoundPayouts found={found} />}
      </form>
    </Modal>
  )
}

function FoundPayouts({ found: { found, not_found } }: { found: ReferenceMatches }) {
  const t = useText()
  return (
    <section className="stack-s" aria-label={t('payouts.result')} aria-live="polite">
      <h3>{t('payouts.found_count', { found: found.length, missing: not_found.length })}</h3>
      {found.length > 0 && (
        <PayoutOutcomes
          label={t('payouts.result')}
          heading={t('columns.state')}
          rows={found.map((row) => ({
            slug: row.slug,
            number: row.number,
            project: row.project.title,
            amount_cents: row.amount_cents,
            outcome: (
              <>
                <StatusLabel tone={stateTones[row.state]} text={row.state_display} />
                {!isToDo(row.state) && <div className="small muted">{t('payouts.stays')}</div>}
              </>
            ),
            note: row.amount_seen === 'other' && (
              <div>
                <StatusLabel tone="warning" text={t('payouts.other_amount')} />
              </div>
            ),
          }))}
        />
      )}
      {not_found.length > 0 && (
        <Callout tone="warning" title={t('payouts.not_found', { count: not_found.length })}>
          {not_found.join(', ')}
        </Callout>
      )}
    </section>
  )
}
