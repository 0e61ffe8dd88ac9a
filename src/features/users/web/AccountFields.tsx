import { useQuery } from '@tanstack/react-query'
import type { Blocking } from '#shared/errors.ts'
import { showInstant } from '#shared/dates.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import type { Form } from '#web/form/useForm.ts'
import { useCan, useProfile } from '#web/profile.tsx'
import { qAll } from '#web/api.ts'
import { useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import { type UserType, userTypes } from '../table.ts'
import type { User, UserValues } from './values.ts'

type AccountFieldsProps = {
  user: User
  form: Form<UserValues>
  labels: Record<keyof UserValues, string>
  /** Open tasks that prevent the person from leaving the staff. */
  openTasks: readonly Blocking[]
}

/** Type and superuser flag of an account, and its unchangeable facts. */
export function AccountFields({ user, form, labels, openTasks }: AccountFieldsProps) {
  const t = useText()
  const mayChange = useCan('change_users')
  const isSuperuser = useProfile()?.is_superuser === true
  const fixed = !mayChange || (user.is_superuser && !isSuperuser)
  return (
    <div className="stack">
      {openTasks.length > 0 && <OpenTasks tasks={openTasks} />}
      <div className="fields">
        <SelectField
          {...form.field('user_type')}
          onChange={(type) => form.set('user_type', type as UserType)}
          label={labels.user_type}
          hint={t('users.type_change_hint')}
          disabled={fixed}
          options={userTypes.map((type) => ({ value: type, label: t(`users.type.${type}`) }))}
        />
        <CheckboxField
          {...form.field('is_superuser')}
          label={labels.is_superuser}
          subtitle={t('users.superuser_hint')}
          disabled={fixed || !isSuperuser}
        />
        {form.values.user_type === 'company' && (
          <CompanyField user={user} form={form} label={labels.company_slug} disabled={fixed} />
        )}
      </div>
      <AccountFacts user={user} />
    </div>
  )
}

/** The company of a company user; without one the account sees no budget. */
function CompanyField({
  user,
  form,
  label,
  disabled,
}: Pick<AccountFieldsProps, 'user' | 'form'> & { label: string; disabled: boolean }) {
  const t = useText()
  const { data, error, refetch } = useQuery(qAll('GET /api/v4/companies/donating-companies/'))
  return (
    <>
      <SelectField
        {...form.field('company_slug')}
        onChange={(slug) => form.set('company_slug', slug)}
        label={label}
        hint={t('users.company_hint')}
        disabled={disabled}
        clearable
        placeholder={t('users.no_company')}
        valueLabel={user.company?.title ?? ''}
        options={(data?.results ?? []).map(({ slug, title }) => ({ value: slug, label: title }))}
      />
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
    </>
  )
}

function OpenTasks({ tasks }: { tasks: readonly Blocking[] }) {
  const t = useText()
  return (
    <Callout tone="warning" title={t('users.open_tasks_first')}>
      <ul>
        {tasks.map(({ slug, title }) => (
          <li key={slug}>
            <PageLink href={`/site-admin/tasks/?task=${slug}`}>{title}</PageLink>
          </li>
        ))}
      </ul>
    </Callout>
  )
}

function AccountFacts({ user }: { user: User }) {
  const t = useText()
  const maySeeTasks = useCan('view_reminders')
  return (
    <dl className="facts">
      <dt>{t('columns.username')}</dt>
      <dd>{user.username}</dd>
      <dt>{t('columns.email')}</dt>
      <dd>{user.email}</dd>
      <dt>{t('users.open_tasks')}</dt>
      <dd className="figures">
        {user.open_tasks > 0 && maySeeTasks ? (
          <PageLink href={`/site-admin/tasks/all/?status=open&assignee_id=${user.id}`}>
            {user.open_tasks}
          </PageLink>
        ) : (
          user.open_tasks
        )}
      </dd>
      <dt>{t('columns.created_at')}</dt>
      <dd className="figures">{showInstant(user.created_at)}</dd>
      <dt>{t('columns.signed_in_at')}</dt>
      <dd className="figures">{user.signed_in_at ? showInstant(user.signed_in_at) : '-'}</dd>
    </dl>
  )
}
