import { api } from '../api.ts'
import { FormSection } from '../form/FormSection.tsx'
import { TextField } from '../form/TextField.tsx'
import { useForm } from '../form/useForm.ts'
import { useText } from '../texts.ts'
import { Button } from '../ui/Button.tsx'
import { explain } from '../ui/states.tsx'
import { notify } from '../ui/toasts.ts'

/** Changes one's own password: the current and the new one; errors appear at the field, and the input stays. */
export function ChangePassword({ username }: { username: string }) {
  const t = useText()
  const form = useForm({
    initial: { current_password: '', new_password: '' },
    validate: ({ current_password, new_password }) => ({
      current_password: current_password ? '' : t('users.current_password_required'),
      new_password: new_password ? '' : t('users.password_required'),
    }),
    onSubmit: async (body) => {
      await api('POST /api/v4/users/profile/password/', { body })
      form.reset({ current_password: '', new_password: '' })
      notify({
        tone: 'success',
        title: t('users.password_saved'),
        message: t('users.own_password_saved'),
      })
    },
    onFailure: (error) =>
      notify({ tone: 'danger', title: t('profile.save_failed'), message: explain(error, t) }),
  })
  return (
    <FormSection title={t('session.password')} hint={t('users.own_password_hint')}>
      <form {...form.props} className="stack" aria-label={t('users.new_password_title')}>
        {/* Tells password managers whose password this is. */}
        <input hidden readOnly autoComplete="username" value={username} />
        <TextField
          {...form.field('current_password')}
          type="password"
          label={t('users.current_password')}
          autoComplete="current-password"
        />
        <TextField
          {...form.field('new_password')}
          type="password"
          label={t('users.new_password')}
          hint={t('users.password_hint')}
          autoComplete="new-password"
        />
        <span>
          <Button type="submit" loading={form.submitting}>
            {t('users.save_password')}
          </Button>
        </span>
      </form>
    </FormSection>
  )
}
