import { useState } from 'react'
import type { Locale } from '#shared/messages.ts'
import { api } from '#web/api.ts'
import { fieldErrors } from '#web/form/errors.ts'
import { useText } from '#web/texts.ts'
import { IconSend } from '#web/ui/lazy-icons.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'

type TestButtonProps = { templateKey: string; language: Locale; subject: string; body: string }

/** Sends the signed-in person an example of the wording on the screen, saved or not. */
export function TestButton({ templateKey, language, subject, body }: TestButtonProps) {
  const t = useText()
  const [sending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    try {
      const { to_email } = await api('POST /api/v4/email-templates/:key/test/', {
        params: { key: templateKey },
        body: { language, subject, body },
      })
      notify({
        tone: 'success',
        title: t('email_templates.test_sent'),
        message: t('email_templates.test_sent_text', { email: to_email }),
      })
    } catch (error) {
      const message = Object.values(fieldErrors(error)).join(' ') || explain(error, t)
      notify({ tone: 'danger', title: t('states.error'), message })
    } finally {
      setSending(false)
    }
  }
  return (
    <PermissionButton
      permission="change_email_templates"
      icon={IconSend}
      loading={sending}
      onClick={() => void send()}
    >
      {t('email_templates.test')}
    </PermissionButton>
  )
}
