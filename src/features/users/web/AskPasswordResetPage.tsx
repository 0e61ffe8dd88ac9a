import { useState } from 'react'
import { isEmail } from '#shared/email.ts'
import { api } from '#web/api.ts'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { SignedOutPage } from '#web/shell/SignedOutPage.tsx'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { explain } from '#web/ui/states.tsx'

/** Requests a password link; the answer does not reveal whether the address is known. */
export function AskPasswordResetPage() {
  const t = useText()
  const [sentTo, setSentTo] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => ({ email: isEmail(email) ? '' : t('validation.email') }),
    onSubmit: async (values) => {
      setFailure(undefined)
      const email = values.email.trim()
      await api('POST /api/v4/users/password-reset/', { body: { email }, asksToSignIn: false })
      setSentTo(email)
    },
    onFailure: setFailure,
  })
  return (
    <SignedOutPage title={t('users.reset_title')}>
      {sentTo === undefined ? (
        <form {...form.props} className="stack">
          <p className="muted">{t('users.reset_text')}</p>
          {failure !== undefined && (
            <Callout tone="danger" loud>
              {explain(failure, t)}
            </Callout>
          )}
          <TextField
            {...form.field('email')}
            type="email"
            label={t('columns.email')}
            autoComplete="email"
            required
            autoFocus
          />
          <Button type="submit" variant="primary" loading={form.submitting}>
            {t('users.reset_send')}
          </Button>
        </form>
      ) : (
        <Callout tone="success" title={t('users.reset_sent')} loud>
          {t('users.reset_sent_text', { email: sentTo })}
        </Callout>
      )}
      <p className="outside-more">
        <PageLink href="/login/">{t('users.to_sign_in')}</PageLink>
      </p>
    </SignedOutPage>
  )
}
