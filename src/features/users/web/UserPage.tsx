import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showInstant } from '#shared/dates.ts'
import type { Blocking } from '#shared/errors.ts'
import { type Locale, locales } from '#shared/messages.ts'
import { ApiError, q } from '#web/api.ts'
import { ErrorSummary } from '#web/form/ErrorSummary.tsx'
import { FormSection } from '#web/form/FormSection.tsx'
import { PermittedFields } from '#web/record/PermittedFields.tsx'
import { SaveBar } from '#web/record/SaveBar.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useRecordForm } from '#web/record/useRecordForm.tsx'
import { useCan } from '#web/profile.tsx'
import { usePageParams } from '#web/router/page.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { queryClient } from '#web/query-client.ts'
import { type Translate, useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { IconCheck, IconLock } from '#web/ui/icons.ts'
import { IconSend } from '#web/ui/lazy-icons.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { RecordPage } from '#web/record/RecordPage.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import { useRunning } from '#web/ui/useRunning.ts'
import { PermissionMatrix } from './PermissionMatrix.tsx'
import { mayHoldRights } from '../rules.ts'
import { AccountFields } from './AccountFields.tsx'
import { resendInvitation } from './account.ts'
import type { UserType } from '../table.ts'
import { UserStateLabel } from './columns.tsx'
import { saveUser, type User, type UserValues, valuesOf } from './values.ts'

const ConfirmState = lazyDialog(() => import('./ConfirmState.tsx'), 'ConfirmState')

const list = '/site-admin/users/'
const detailOf = (id: string) => q('GET /api/v4/users/:id/', { params: { id } })

/** One account: name, mail language, rights and state. */
export function UserPage() {
  const { id } = usePageParams('/site-admin/user/:id/update/')
  const { data, error, refetch } = useQuery(detailOf(id))
  if (data) return <UserForm key={id} user={data} />
  return error ? <ErrorPanel asPage error={error} onRetry={() => void refetch()} /> : <PageLoading />
}

function keep(user: User): void {
  queryClient.setQueryData(detailOf(String(user.id)).queryKey, user)
}

function labelsOf(t: Translate): Record<keyof UserValues, string> {
  return {
    first_name: t('users.first_name'),
    last_name: t('users.last_name'),
    language: t('columns.language'),
    user_type: t('columns.user_type'),
    is_superuser: t('users.superuser'),
    company_slug: t('users.company'),
    permissions: t('users.permissions'),
  }
}

function shownValue(t: Translate, key: keyof UserValues, value: UserValues[keyof UserValues]): string {
  if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no')
  if (typeof value !== 'string') return value.join(', ')
  if (key === 'language') return t(`shell.languages.${value as Locale}`)
  return key === 'user_type' ? t(`users.type.${value as UserType}`) : value
}

function UserForm({ user }: { user: User }) {
  const t = useText()
  const mayChange = useCan('change_users')
  const mayGrant = useCan('change_permissions')
  const [asking, setAsking] = useState(false)
  const [openTasks, setOpenTasks] = useState<readonly Blocking[]>([])
  const labels = labelsOf(t)
  const { form, saving, conflict } = useRecordForm<User, UserValues>({
    row: user,
    name: user.full_name,
    valuesOf,
    save: async (values, changed, version) => {
      setOpenTasks([])
      try {
        return await saveUser(user, values, changed, version)
      } catch (error) {
        if (error instanceof ApiError && error.body.code === 'has_open_tasks')
          setOpenTasks(error.body.blocking ?? [])
        throw error
      }
    },
    onSaved: keep,
    labels,
    shown: (key, value) => shownValue(t, key, value),
    // Accounts have no history that names the last editor.
    lastActor: () => Promise.resolve(undefined),
  })
  return (
    <RecordPage
      back={{ to: list, table: 'users', text: t('users.back') }}
      title={user.full_name}
      labels={
        <>
          <UserStateLabel user={user} />
          <span className="muted">
            {user.user_type_display}
            {user.is_superuser && ` · ${t('users.superuser')}`}
          </span>
        </>
      }
      actions={<Actions user={user} onAsk={() => setAsking(true)} />}
      callout={user.state === 'invited' && <InvitationNote user={user} />}
      footer={
        <SaveBar dirty={form.dirty} saving={saving} onSave={form.submit} onDiscard={() => form.reset()} />
      }
    >
      <form {...form.props}>
        <ErrorSummary errors={form.errors} labels={labels} formError={form.formError} />
        <FormSection title={t('users.person')} hint={t('users.person_hint')}>
          <PermittedFields permission="change_users" label={t('users.person')} className="fields">
            <TextField {...form.field('first_name')} label={labels.first_name} />
            <TextField {...form.field('last_name')} label={labels.last_name} />
            <SelectField
              {...form.field('language')}
              onChange={(language) => form.set('language', language as Locale)}
              label={labels.language}
              disabled={!mayChange}
              options={locales.map((each) => ({ value: each, label: t(`shell.languages.${each}`) }))}
            />
          </PermittedFields>
        </FormSection>
        <FormSection title={t('users.account')} hint={t('users.account_hint')}>
          <AccountFields user={user} form={form} labels={labels} openTasks={openTasks} />
        </FormSection>
        <FormSection title={t('users.permissions')} hint={t('users.permissions_hint')}>
          {user.is_superuser && <Callout>{t('users.all_permissions')}</Callout>}
          {!mayHoldRights(form.values.user_type) && <Callout>{t('users.no_rights_for_type')}</Callout>}
          {!mayGrant && <Callout>{t('actions.needs', { name: 'change_permissions' })}</Callout>}
          <PermissionMatrix
            value={mayHoldRights(form.values.user_type) ? form.values.permissions : []}
            held={form.base.permissions}
            disabled={!mayGrant || !mayHoldRights(form.values.user_type)}
            onChange={(permissions) => form.set('permissions', permissions)}
          />
        </FormSection>
      </form>
      {conflict}
      {asking && <ConfirmState user={user} onClose={() => setAsking(false)} />}
    </RecordPage>
  )
}

function Actions({ user, onAsk }: { user: User; onAsk: () => void }) {
  const t = useText()
  const [running, run] = useRunning()
  const disabled = user.state === 'disabled'
  return (
    <>
      {user.state === 'invited' && (
        <PermissionButton
          permission="invite_users"
          icon={IconSend}
          loading={running}
          onClick={() => run(() => resendInvitation(user))}
        >
          {t('users.resend')}
        </PermissionButton>
      )}
      <PermissionButton
        permission="change_users"
        icon={disabled ? IconCheck : IconLock}
        onPointerEnter={ConfirmState.preload}
        onClick={onAsk}
      >
        {t(disabled ? 'users.enable' : 'users.disable')}
      </PermissionButton>
    </>
  )
}

function InvitationNote({ user }: { user: User }) {
  const t = useText()
  const [now] = useState(() => Date.now())
  const until = user.invitation_expires_at
  if (until === null || Date.parse(until) < now)
    return <Callout tone="warning">{t('users.invitation_expired')}</Callout>
  return (
    <Callout>
      {t('users.invitation_until')} {showInstant(until)}
    </Callout>
  )
}
