import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, api, q } from '#web/api.ts'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { takeOver } from '#web/profile.tsx'
import { queryClient } from '#web/query-client.ts'
import { SignedOutPage } from '#web/shell/SignedOutPage.tsx'
import { navigate } from '#web/router/navigate.ts'
import { usePageParams } from '#web/router/page.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ErrorPanel, explain } from '#web/ui/states.tsx'
import { isUsername } from '../rules.ts'
import { InvalidLink } from './InvalidLink.tsx'
import { isLinkInvalid, passwordProblem } from './links.ts'

type Invitation = Answer<'GET /api/v4/users/invite/:token/'>

/** The invited person chooses user name and password and is then signed in. */
export function AcceptInvitationPage() {
  const t = useText()
  const { token } = usePageParams('/invite/:token/')
  const { data, error, refetch } = useQuery({
    ...q('GET /api/v4/users/invite/:token/', { params: { token }, asksToSignIn: false }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [gone, setGone] = useState(false)
  if (gone || isLinkInvalid(error)) return <InvalidLink text={t('users.invitation_gone')} />
  return (
    <SignedOutPage title={t('users.accept_title')}>
      {data ? (
        <AcceptForm token={token} invitation={data} onGone={() => setGone(true)} />
      ) : error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </SignedOutPage>
  )
}

type AcceptFormProps = { token: string; invitation: Invitation; onGone: () => void }

function AcceptForm({ token, invitation, onGone }: AcceptFormProps) {
  const t = useText()
  const [failure, setFailure] = useState<unknown>()
  const form = useForm({
    initial: { username: '', password: '' },
    validate: ({ username, password }) => ({
      username: username.trim() === '' ? t('users.username_required') : usernameProblem(username.trim()),
      password: passwordProblem(password, t),
    }),
    onSubmit: async ({ username, password }) => {
      setFailure(undefined)
      const body = { username: username.trim(), password }
      await api('POST /api/v4/users/invite/:token/accept/', { params: { token }, body, asksToSignIn: false })
      const profile = await api('POST /api/v4/session/', { body, asksToSignIn: false })
      queryClient.clear()
      await takeOver(profile)
      await navigate('/site-admin/', { replace: true })
    },
    onFailure: (error) => (isLinkInvalid(error) ? onGone() : setFailure(error)),
  })
  const usernameProblem = (username: string) => (isUsername(username) ? '' : t('users.username_invalid'))
  return (
    <form {...form.props} className="stack">
      <p className="muted">{t('users.accept_text', { email: invitation.full_name || invitation.email })}</p>
      <p className="small muted">{t('form.required_hint')}</p>
      {failure !== undefined && (
        <Callout tone="danger" loud>
          {explain(failure, t)}
        </Callout>
      )}
      <TextField
        {...form.field('username')}
        label={t('session.username')}
        hint={t('users.username_hint')}
        autoComplete="username"
        required
        autoFocus
      />
      <TextField
        {...form.field('password')}
        type="password"
        label={t('session.password')}
        hint={t('users.password_hint')}
        autoComplete="new-password"
        required
      />
      <Button type="submit" variant="primary" loading={form.submitting}>
        {t('users.accept')}
      </Button>
    </form>
  )
}
