import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf, isDay, showDay } from '#shared/dates.ts'
import { api, qAll } from '#web/api.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { DateField } from '#web/form/DateField.tsx'
import { FormModal } from '#web/form/FormModal.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { ShortList } from '#web/record/ShortList.tsx'
import { useText } from '#web/texts.ts'
import { IconKey } from '#web/ui/lazy-icons.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { SettingsFrame, settingsPermissions } from '#features/settings/web/SettingsFrame.tsx'
import { useSettingForm } from '#features/settings/web/useSettingForm.ts'
import type { IntakeProvider } from '../contract.ts'

const list = 'GET /api/v4/intake-providers/'
const permissions = { ...settingsPermissions, create: settingsPermissions.change }

export function ProvidersPage() {
  const t = useText()
  const query = useQuery(qAll(list))
  const rows = query.data && { results: query.data.results.map((row) => ({ ...row, slug: row.code })) }
  const [setting, setSetting] = useState<IntakeProvider>()
  const [today] = useState(() => dayOf(new Date()))
  const title = t('intake.providers')
  return (
    <SettingsFrame title={title}>
      <ShortList
        title={title}
        query={{ data: rows, error: query.error, refetch: query.refetch }}
        emptyText={t('intake.providers_none')}
        createText={t('intake.provider_create')}
        permissions={permissions}
        columns={[
          { title: t('settings.title'), cell: (row) => row.title },
          { title: t('intake.code'), cell: (row) => row.code },
          { title: t('intake.is_on'), cell: (row) => t(row.is_on ? 'history.yes' : 'history.no') },
          {
            title: t('intake.secrets'),
            cell: (row) => (
              <div className="stack-s">
                <span>{secretsOf(row, today, t)}</span>
                <PermissionButton
                  permission="change_settings"
                  size="sm"
                  icon={IconKey}
                  aria-label={t('intake.secret_title', { title: row.title })}
                  onClick={() => setSetting(row)}
                >
                  {t('intake.secret_set')}
                </PermissionButton>
              </div>
            ),
          },
        ]}
        editor={(provider, close) => <ProviderModal provider={provider} onClose={close} />}
      />
      {setting && <SecretModal provider={setting} onClose={() => setSetting(undefined)} />}
    </SettingsFrame>
  )
}

function secretsOf({ secrets }: IntakeProvider, today: string, t: ReturnType<typeof useText>): string {
  const taken = secrets.filter(({ ends_on }) => ends_on === null || ends_on >= today)
  if (taken.length === 0) return t('intake.secret_none')
  return taken
    .map(({ tail, ends_on }) =>
      ends_on === null
        ? t('intake.secret_in_use', { tail })
        : t('intake.secret_until', { tail, day: showDay(ends_on) }),
    )
    .join(', ')
}

type Editing = { provider: IntakeProvider | undefined; onClose: () => void }

function ProviderModal({ provider, onClose }: Editing) {
  const t = useText()
  const { form, failure } = useSettingForm({
    initial: {
      title: provider?.title ?? '',
      code: provider?.code ?? '',
      is_on: provider?.is_on ?? true,
      books_payouts: provider?.books_payouts ?? true,
    },
    ...(provider ? { version: provider.version } : {}),
    validate: ({ title, code }) => ({
      title: title.trim() ? '' : t('validation.required'),
      code: /^[a-z][a-z0-9-]{1,31}$/.test(code) ? '' : t('intake.code_invalid'),
    }),
    save: ({ code, ...values }, version) =>
      provider
        ? api('PATCH /api/v4/intake-providers/:code/', {
            params: { code },
            body: { ...values, ...(version === undefined ? {} : { version }) },
          })
        : api('POST /api/v4/intake-providers/', { body: { code, ...values } }),
    onSaved: () => {
      onClose()
    },
  })
  return (
    <FormModal
      title={provider ? t('intake.provider_edit', { title: provider.title }) : t('intake.provider_create')}
      form={form}
      failure={failure}
      onClose={onClose}
    >
      <TextField {...form.field('title')} label={t('settings.title')} required maxLength={100} />
      {!provider && (
        <TextField
          {...form.field('code')}
          label={t('intake.code')}
          hint={t('intake.code_hint')}
          required
          maxLength={32}
        />
      )}
      <CheckboxField {...form.field('is_on')} label={t('intake.is_on')} />
      <CheckboxField
        {...form.field('books_payouts')}
        label={t('intake.books_payouts')}
        subtitle={t('intake.books_payouts_hint')}
      />
    </FormModal>
  )
}

function SecretModal({ provider, onClose }: { provider: IntakeProvider; onClose: () => void }) {
  const t = useText()
  const keyOf = useIdempotencyKey()
  const [today] = useState(() => dayOf(new Date()))
  const isFirst = provider.secrets.length === 0
  const { form, failure } = useSettingForm({
    initial: { secret: '', old_ends_on: '' },
    validate: ({ secret, old_ends_on }) => ({
      secret: secret.trim().length >= 32 ? '' : t('intake.secret_short'),
      old_ends_on:
        old_ends_on === '' || (isDay(old_ends_on) && old_ends_on >= today) ? '' : t('intake.end_past'),
    }),
    save: ({ secret, old_ends_on }) => {
      const body = { secret: secret.trim(), ...(old_ends_on === '' ? {} : { old_ends_on }) }
      return api('POST /api/v4/intake-providers/:code/secrets/', {
        params: { code: provider.code },
        body,
        idempotencyKey: keyOf(body),
      })
    },
    onSaved: () => {
      onClose()
    },
  })
  return (
    <FormModal
      title={t('intake.secret_title', { title: provider.title })}
      form={form}
      failure={failure}
      onClose={onClose}
    >
      <TextField
        {...form.field('secret')}
        label={t('intake.secret')}
        hint={t('intake.secret_hint')}
        type="password"
        autoComplete="off"
        required
        maxLength={500}
      />
      {!isFirst && (
        <DateField
          {...form.field('old_ends_on')}
          label={t('intake.old_ends_on')}
          hint={t('intake.old_ends_hint')}
          min={today}
        />
      )}
    </FormModal>
  )
}
