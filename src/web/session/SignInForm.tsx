import { useState } from 'react'
import { api } from '../api.ts'
import type { Profile } from '../profile.tsx'
import { useText } from '../texts.ts'
import { Button } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { explain } from '../ui/states.tsx'
import { TextField } from '../form/TextField.tsx'
import { useForm } from '../form/useForm.ts'

type SignInFormProps = { username?: string; onSignedIn: (profile: Profile) => Promise<void> | void }

/** User name and password; passwords may be pasted and filled in by the browser. */
export function SignInForm({ username = '', onSignedIn }: SignInFormProps) {
  const t = useText()
  const [failure, setFailure] = useState<unknown>()
  const form = useForm({
    initial: { username, password: '' },
    validate: ({ username: name, password }) => ({
      username: name.trim() ? '' : t('session.username_required'),
      password: password ? '' : t('session.password_required'),
    }),
    onSubmit: async (values) => {
      setFailure(undefined)
      await onSignedIn(await api('POST /api/v4/session/', { body: values, asksToSignIn: false }))
    },
    onFailure: setFailure,
  })
  const message = form.formError ?? (failure === undefined ? undefined : explain(failure, t))
  return (
    <form {...form.props} className="stack">
      {message && (
        <Callout tone="danger" loud>
          {message}
        </Callout>
      )}
      <TextField
        {...form.field('username')}
        label={t('session.username')}
        autoComplete="username"
        readOnly={username !== ''}
        autoFocus={username === ''}
      />
      <TextField
        {...form.field('password')}
        type="password"
        label={t('session.password')}
        autoComplete="current-password"
        autoFocus={username !== ''}
      />
      <Button type="submit" variant="primary" loading={form.submitting}>
        {t('session.sign_in')}
      </Button>
    </form>
  )
}
