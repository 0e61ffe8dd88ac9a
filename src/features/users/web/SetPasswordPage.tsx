import { useState } from 'react'
import { api } from '#web/api.ts'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { SignedOutPage } from '#web/shell/SignedOutPage.tsx'
import { usePageParams } from '#web/router/page.ts'
import { useText } from '#web/texts.ts'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { explain } from '#web/ui/states.tsx'
import { InvalidLink } from './InvalidLink.tsx'
import { isLinkInvalid, passwordProblem } from './links.ts'

export function SetPasswordPage() {
  const t = useText()
  const { token } = usePageParams('/password-reset/:token/')
  const [failure, setFailure] = useState<unknown>()
  const [saved, setSaved] = useState(false)
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({ password: passwordProblem(password, t) }),
    onSubmit: async ({ password }) => {
      setFailure(undefined)
      try {
        const call = { params: { token }, body: { password }, asksToSignIn: false }
        await api('POST /api/v4/users/password-reset/:token/', call)
        setSaved(true)
      } catch (error) {
        // The server refuses a malformed token as a field error; the page shows it as an invalid link.
        if (!isLinkInvalid(error)) throw error
        setFailure(error)
      }
    },
    onFailure: setFailure,
  })
  if (isLinkInvalid(failure))
    return (
      <InvalidLink
        text={t('users.reset_gone')}
        again={{ to: '/password-reset/', text: t('users.reset_again') }}
      />
    )
  return (
    <SignedOutPage title={t('users.new_password_title')}>
      {saved ? (
        <div className="stack">
          <Callout tone="success" title={t('users.password_saved')} loud>
            {t('users.password_saved_text')}
          </Callout>
          <LinkButton to="/login/" variant="primary">
            {t('users.to_sign_in')}
          </LinkButton>
        </div>
      ) : (
        <form {...form.props} className="stack">
          {failure !== undefined && (
            <Callout tone="danger" loud>
              {explain(failure, t)}
            </Callout>
          )}
          <TextField
            {...form.field('password')}
            type="password"
            label={t('users.new_password')}
            hint={t('users.password_hint')}
            autoComplete="new-password"
            required
            autoFocus
          />
          <Button type="submit" variant="primary" loading={form.submitting}>
            {t('users.save_password')}
          </Button>
        </form>
      )}
    </SignedOutPage>
  )
}
