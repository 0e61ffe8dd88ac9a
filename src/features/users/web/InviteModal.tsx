import { useId } from 'react'
import { useState } from 'react'
import { type Locale, locales } from '#shared/messages.ts'
import type { Permission } from '#shared/permissions.ts'
import { isEmail } from '#shared/email.ts'
import { api } from '#web/api.ts'
import { ErrorSummary } from '#web/form/ErrorSummary.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconSend } from '#web/ui/lazy-icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { PermissionMatrix } from './PermissionMatrix.tsx'
import { RolePreset } from './RolePreset.tsx'
import { type UserType, userTypes } from '../table.ts'
import { mayHoldRights } from '../rules.ts'

type Values = {
  email: string
  user_type: UserType
  first_name: string
  last_name: string
  language: Locale
  permissions: readonly string[]
}

export function InviteModal({ onClose }: { onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const locale = useLocale()
  const [initial] = useState<Values>({
    email: '',
    user_type: 'staff',
    first_name: '',
    last_name: '',
    language: locale,
    permissions: [],
  })
  const form = useForm<Values>({
    initial,
    validate: ({ email }) => ({ email: isEmail(email) ? '' : t('validation.email') }),
    onSubmit: async (values) => {
      const body = {
        ...values,
        email: values.email.trim(),
        permissions: (mayHoldRights(values.user_type) ? values.permissions : []) as Permission[],
      }
      const user = await api('POST /api/v4/users/invite/', { body })
      notify({ tone: 'success', title: t('users.invited'), message: user.email })
      onClose()
    },
    onFailure: (error) =>
      notify({ tone: 'danger', title: t('users.invite_failed'), message: explain(error, t) }),
  })
  return (
    <Modal
      title={t('users.invite_title')}
      size="lg"
      onClose={onClose}
      dirty={form.dirty}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" icon={IconSend} loading={form.submitting}>
            {t('actions.invite')}
          </Button>
        </>
      )}
    >
      <form {...form.props} id={formId} className="stack">
        <div className="small muted">
          <p>{t('users.invite_note')}</p>
          <p>{t('form.required_hint')}</p>
        </div>
        <ErrorSummary
          errors={form.errors}
          labels={{}}
          formError={form.formError ?? form.errors.permissions}
        />
        <div className="fields">
          <TextField
            {...form.field('email')}
            type="email"
            label={t('columns.email')}
            required
            className="wide"
          />
          <TextField {...form.field('first_name')} label={t('users.first_name')} />
          <TextField {...form.field('last_name')} label={t('users.last_name')} />
          <SelectField
            {...form.field('user_type')}
            onChange={(type) => form.set('user_type', type as UserType)}
            label={t('columns.user_type')}
            hint={t('users.user_type_hint')}
            options={userTypes.map((type) => ({ value: type, label: t(`users.type.${type}`) }))}
          />
          <SelectField
            {...form.field('language')}
            onChange={(language) => form.set('language', language as Locale)}
            label={t('columns.language')}
            options={locales.map((each) => ({ value: each, label: t(`shell.languages.${each}`) }))}
          />
        </div>
        <section className="stack-s" aria-label={t('users.permissions')}>
          <h3>{t('users.permissions')}</h3>
          <p className="small muted">{t('users.permissions_hint')}</p>
          {!mayHoldRights(form.values.user_type) && <Callout>{t('users.no_rights_for_type')}</Callout>}
          <RolePreset
            disabled={!mayHoldRights(form.values.user_type)}
            onChoose={(permissions) => form.set('permissions', permissions)}
          />
          <PermissionMatrix
            disabled={!mayHoldRights(form.values.user_type)}
            value={mayHoldRights(form.values.user_type) ? form.values.permissions : []}
            onChange={(permissions) => form.set('permissions', permissions)}
          />
        </section>
      </form>
    </Modal>
  )
}
