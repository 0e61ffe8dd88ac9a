import { useEffect, useRef, useState } from 'react'
import { type Answer, api } from '#web/api.ts'
import { fieldErrors } from '#web/form/errors.ts'
import { FileField } from '#web/form/FileField.tsx'
import { refreshed } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import { maxAnswerBytes } from '../rules.ts'
import { BankAnswer } from './BankAnswer.tsx'
import { PayoutOutcomes } from './PayoutOutcomes.tsx'

type UploadedAnswer = Answer<'POST /api/v4/payouts/bank-answers/'>

/** Uploads a bank answer, chosen or dropped anywhere on the page, and then shows its contents. */
export function UploadBankAnswer({ dropped, onClose }: { dropped?: File | undefined; onClose: () => void }) {
  const t = useText()
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()
  const [reading, setReading] = useState(false)
  const [taken, setTaken] = useState<UploadedAnswer>()
  const upload = async (chosen: File | undefined) => {
    setFile(chosen)
    setError(undefined)
    setTaken(undefined)
    if (!chosen) return
    if (chosen.size > maxAnswerBytes) return setError(t('errors.too_large'))
    setReading(true)
    try {
      setTaken(await api('POST /api/v4/payouts/bank-answers/', { form: { file: chosen } }))
      await refreshed()
    } catch (failure) {
      setError(fieldErrors(failure).file ?? explain(failure, t))
    } finally {
      setReading(false)
    }
  }
  const first = useRef(dropped)
  useEffect(() => {
    const given = first.current
    first.current = undefined
    if (given) void upload(given)
  })
  return (
    <Modal
      title={t('payouts.answer_title')}
      size="lg"
      dirty={false}
      onClose={() => !reading && onClose()}
      footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      <div className="stack">
        <FileField
          name="file"
          label={t('payouts.answer_file')}
          hint={t('payouts.answer_hint')}
          value={file}
          onChange={(chosen) => void upload(chosen)}
          error={error}
          disabled={reading}
          accept=".xml,.zip,application/xml,text/xml,application/zip"
          emptyText={reading ? t('payouts.answer_reading') : t('payouts.answer_drop')}
        />
        {taken &&
          [taken, ...taken.others].map((one) => (
            <Results key={`${one.message_id} ${one.made_at}`} taken={one} />
          ))}
      </div>
    </Modal>
  )
}

function Results({
  taken: { file, payments, results, was_known },
}: {
  taken: Omit<UploadedAnswer, 'others'>
}) {
  const t = useText()
  const count = results.length
  const silent = payments - count
  return (
    <section className="stack-s" aria-label={t('payouts.answer_results')} aria-live="polite">
      <h3>{t('payouts.answer_came', { file: file.message_id, count, payments })}</h3>
      {was_known && <Callout>{t('payouts.answer_known')}</Callout>}
      {count > 0 && (
        <PayoutOutcomes
          label={t('payouts.answer_results')}
          heading={t('payouts.bank_said')}
          rows={results.map((result) => ({
            ...result,
            outcome: (
              <>
                <BankAnswer said={result.said} />
                <NewPayoutState {...result} />
              </>
            ),
          }))}
        />
      )}
      {silent > 0 && <p className="small muted">{t('payouts.answer_silent', { count: silent })}</p>}
    </section>
  )
}

/** The payout's new state, where the answer itself does not imply it. */
function NewPayoutState({ put_back, kept, is_superseded }: UploadedAnswer['results'][number]) {
  const t = useText()
  if (put_back) return <div className="small strong">{t('payouts.answer_put_back')}</div>
  if (kept) return <div className="small strong">{t(`payouts.answer_kept.${kept}`)}</div>
  return is_superseded ? <div className="small muted">{t('payouts.answer_superseded')}</div> : null
}
