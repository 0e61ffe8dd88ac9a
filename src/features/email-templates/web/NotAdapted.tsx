import { useState } from 'react'
import type { Locale } from '#shared/messages.ts'
import { api } from '#web/api.ts'
import { conflictingRow } from '#web/form/errors.ts'
import { useCan } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { Template } from './values.ts'

type NotAdaptedProps = { template: Template; language: Locale; onLooked: (template: Template) => void }

/** States that another language has changed since; a change, or the confirmation that none is needed, clears it. */
export function NotAdapted({ template, language, onLooked }: NotAdaptedProps) {
  const t = useText()
  const mayChange = useCan('change_email_templates')
  const [sending, setSending] = useState(false)
  if (!template.not_adapted_languages.includes(language)) return null
  const looked = async () => {
    setSending(true)
    try {
      const { key, version } = template
      onLooked(
        await api('POST /api/v4/email-templates/:key/adapted/', {
          params: { key },
          body: { language, version },
        }),
      )
      notify({
        tone: 'success',
        title: t('email_templates.adapted_done', { language: t(`shell.languages.${language}`) }),
      })
    } catch (error) {
      // On a conflict the current text is shown for review.
      const current = conflictingRow<Template>(error)
      if (current) onLooked(current)
      notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
    } finally {
      setSending(false)
    }
  }
  return (
    <Callout
      tone="warning"
      action={
        mayChange && (
          <Button size="sm" loading={sending} onClick={() => void looked()}>
            {t('email_templates.adapted')}
          </Button>
        )
      }
    >
      {t('email_templates.not_adapted_text')}
    </Callout>
  )
}
