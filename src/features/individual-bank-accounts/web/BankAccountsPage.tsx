import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, invalidate, q } from '#web/api.ts'
import { FormModal } from '#web/form/FormModal.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { PermissionButton } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { ConfirmDelete } from '#web/ui/ConfirmDelete.tsx'
import { IconPlus } from '#web/ui/icons.ts'
import { notify } from '#web/ui/toasts.ts'
import { groupIban, isIban } from '#features/organizations/rules.ts'
import { SettingsFrame, SettingsPart } from '#features/settings/web/SettingsFrame.tsx'
import { SettingsTable } from '#features/settings/web/SettingsTable.tsx'
import { useSettingForm } from '#features/settings/web/useSettingForm.ts'
import type { IndividualBankAccount } from '../contract.ts'

const list = 'GET /api/v4/individual-bank-accounts/'

/** Accounts of their own that projects may collect on. */
export function BankAccountsPage() {
  const t = useText()
  const query = useQuery(q(list, { query: { page_size: 100 } }))
  const [open, setOpen] = useState<'new' | IndividualBankAccount>()
  const [leaving, setLeaving] = useState<IndividualBankAccount>()
  const title = t('settings.bank_accounts')
  return (
    <SettingsFrame title={title}>
      <SettingsPart
        title={title}
        action={
          <PermissionButton
            permission="create_settings"
            variant="primary"
            size="sm"
            icon={IconPlus}
            onClick={() => setOpen('new')}
          >
            {t('bank_accounts.create')}
          </PermissionButton>
        }
      >
        <SettingsTable
          title={title}
          query={query}
          emptyText={t('bank_accounts.none_yet')}
          onEdit={setOpen}
          onDelete={setLeaving}
          columns={[
            { title: t('settings.title'), cell: (row) => row.title },
            { title: t('bank_accounts.iban'), cell: (row) => groupIban(row.iban) },
          ]}
        />
      </SettingsPart>
      {open && (
        <AccountModal {...(open === 'new' ? {} : { account: open })} onClose={() => setOpen(undefined)} />
      )}
      {leaving && (
        <ConfirmDelete
          title={leaving.title}
          onClose={() => setLeaving(undefined)}
          onDelete={async () => {
            await api('DELETE /api/v4/individual-bank-accounts/:slug/', { params: { slug: leaving.slug } })
            notify({ tone: 'success', title: t('settings.deleted'), message: leaving.title })
            await invalidate(list)
          }}
        />
      )}
    </SettingsFrame>
  )
}

function AccountModal({ account, onClose }: { account?: IndividualBankAccount; onClose: () => void }) {
  const t = useText()
  const { form, failure } = useSettingForm<{ title: string; iban: string }>({
    initial: { title: account?.title ?? '', iban: groupIban(account?.iban ?? '') },
    ...(account ? { version: account.version } : {}),
    validate: ({ title, iban }) => ({
      title: title.trim() ? '' : t('validation.required'),
      iban: isIban(iban) ? '' : t('validation.iban'),
    }),
    save: (values, version) =>
      account
        ? api('PATCH /api/v4/individual-bank-accounts/:slug/', {
            params: { slug: account.slug },
            body: { ...values, ...(version === undefined ? {} : { version }) },
          })
        : api('POST /api/v4/individual-bank-accounts/', { body: values }),
    onSaved: () => {
      onClose()
      void invalidate(list, 'GET /api/v4/projects/')
    },
  })
  return (
    <FormModal
      title={account ? t('bank_accounts.edit', { title: account.title }) : t('bank_accounts.create')}
      form={form}
      failure={failure}
      onClose={onClose}
    >
      <TextField {...form.field('title')} label={t('settings.title')} required />
      <TextField {...form.field('iban')} label={t('bank_accounts.iban')} required />
    </FormModal>
  )
}
