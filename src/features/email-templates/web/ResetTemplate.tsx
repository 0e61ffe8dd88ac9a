import { useRef, useState } from 'react'
import type { Locale } from '#shared/messages.ts'
import { api } from '#web/api.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { Template } from './values.ts'

type ResetTemplateProps = {
  template: Template
  language: Locale
  onReset: (template: Template) => void
  onClose: () => void
}

/** Asks before restoring the default wording, in the shown language or in all. */
export function ResetTemplate({ template, language, onReset, onClose }: ResetTemplateProps) {
  const t = useText()
  const cancel = useRef<HTMLButtonElement>(null)
  const [running, setRunning] = useState<'one' | 'all'>()
  const [failure, setFailure] = useState<unknown>()
  const reset = async (which: 'one' | 'all') => {
    setRunning(which)
    setFailure(undefined)
    try {
      const body = which === 'one' ? { language } : {}
      onReset(await api('POST /api/v4/email-templates/:key/reset/', { params: { key: template.key }, body }))
      notify({ tone: 'success', title: t('email_templates.reset_done') })
      onClose()
    } catch (error) {
      setFailure(error)
      setRunning(undefined)
    }
  }
  return (
    <Modal
      title={t('email_templates.reset_title', { title: template.title })}
      size="sm"
      onClose={onClose}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          {template.changed_languages.includes(language) && (
            <Button variant="danger" loading={running === 'one'} onClick={() => void reset('one')}>
              {t('email_templates.reset_one', { language: t(`shell.languages.${language}`) })}
            </Button>
          )}
          <Button variant="danger" loading={running === 'all'} onClick={() => void reset('all')}>
            {t('email_templates.reset_all')}
          </Button>
        </>
      }
    >
      <div className="stack">
        {failure !== undefined && (
          <Callout tone="danger" loud>
            {explain(failure, t)}
          </Callout>
        )}
        <p className="muted">{t('email_templates.reset_text')}</p>
      </div>
    </Modal>
  )
}
