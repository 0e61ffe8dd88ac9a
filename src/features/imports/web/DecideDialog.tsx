import { useId, useState } from 'react'
import { api } from '#web/api.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import type { Import } from './data.ts'

type DecideDialogProps = {
  data: Import
  onKept: () => Promise<unknown>
  onClose: () => void
}

/** Asks for each pair of names whether it is one organization; unanswered pairs are asked again. */
export function DecideDialog({ data, onKept, onClose }: DecideDialogProps) {
  const t = useText()
  const id = useId()
  const [answers, setAnswers] = useState<Record<number, boolean>>({})
  const [saving, setSaving] = useState(false)
  const [failed, setFailed] = useState<unknown>()
  const pairs = data.counts?.alike.first ?? []
  const names = pairs.flatMap(([one, other], at) =>
    answers[at] === undefined ? [] : [{ one, other, is_same: answers[at] }],
  )
  const keep = async () => {
    setSaving(true)
    setFailed(undefined)
    try {
      await api('POST /api/v4/imports/:id/names/', { params: { id: data.id }, body: { names } })
      onClose()
      await onKept()
    } catch (error) {
      setFailed(error)
      setSaving(false)
    }
  }
  return (
    <Modal
      title={t('imports.decide_title')}
      dirty={names.length > 0 && !saving}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.close')}</Button>
          <Button onClick={() => setAnswers(Object.fromEntries(pairs.map((_, at) => [at, false])))}>
            {t('imports.is_meant.alike_names')}
          </Button>
          <Button
            variant="primary"
            loading={saving}
            disabled={names.length === 0}
            onClick={() => void keep()}
          >
            {t('imports.keep_decision')}
          </Button>
        </>
      )}
    >
      <div className="stack">
        {failed !== undefined && (
          <Callout tone="danger" loud>
            {explain(failed, t)}
          </Callout>
        )}
        <p>{t('imports.to_confirm.alike_names')}</p>
        {pairs.map(([one, other], at) => (
          <fieldset key={`${one} ${other}`} className="import-pair">
            <legend>{t('imports.alike_pair', { one, other })}</legend>
            {[true, false].map((same) => (
              <label key={String(same)}>
                <input
                  type="radio"
                  name={`${id}-${at}`}
                  checked={answers[at] === same}
                  onChange={() => setAnswers({ ...answers, [at]: same })}
                />
                <span>{t(same ? 'imports.is_same' : 'imports.is_different')}</span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </Modal>
  )
}
