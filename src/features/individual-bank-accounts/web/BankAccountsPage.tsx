import { useQuery } from '@tanstack/react-query'
import { api, q } from '#web/api.ts'
import { FormModal } from '#web/form/FormModal.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { BankDetailsHint } from '#web/record/BankDetailsHint.tsx'
import { ShortList } from '#web/record/ShortList.tsx'
import { refreshed } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { groupIban, isIban } from '#shared/bank-details.ts'
import { useWaitingDetails, WaitingTitle } from '#features/approvals/web/WaitingDetails.tsx'
import { isOther } from '#features/approvals/rules.ts'
import { SettingsFrame, settingsPermissions } from '#features/settings/web/SettingsFrame.tsx'
import { useSettingForm } from '#features/settings/web/useSettingForm.ts'
import type { IndividualBankAccount } from '../contract.ts'

const list = 'GET /api/v4/individual-bank-accounts/'

export function BankAccountsPage() {
  const t = useText()
  const query = useQuery(q(list, { query: { page_size: 100 } }))
  const waiting = useWaitingDetails('individual_bank_account')
  const title = t('settings.bank_accounts')
  return (
    <SettingsFrame title={title}>
      <ShortList
        title={title}
        query={query}
        emptyText={t('bank_accounts.none_yet')}
        createText={t('bank_accounts.create')}
        permissions={settingsPermissions}
        columns={[
          {
            title: t('settings.title'),
            cell: (row) => <WaitingTitle title={row.title} waits={waiting.has(row.slug)} />,
          },
          { title: t('bank_accounts.iban'), cell: (row) => groupIban(row.iban) },
        ]}
        editor={(account, close) => <AccountModal account={account} onClose={close} />}
        onDelete={async ({ slug }) => {
          await api('DELETE /api/v4/individual-bank-accounts/:slug/', { params: { slug } })
          await refreshed()
        }}
      />
    </SettingsFrame>
  )
}

function AccountModal({
  account,
  onClose,
}: {
  account: IndividualBankAccount | undefined
  onClose: () => void
}) {
  const t = useText()
  const { form, failure } = useSettingForm<{ title: string; iban: string }>({
    initial: { title: account?.title ?? '', iban: groupIban(account?.iban ?? '') },
    ...(account ? { version: account.version } : {}),
    validate: ({ title, iban }) => ({
      title: title.trim() ? '' : t('validation.required'),
      iban: isIban(iban) ? '' : t('validation.iban'),
    }),
    save: (values, version, unless_known) =>
      account
        ? api('PATCH /api/v4/individual-bank-accounts/:slug/', {
            params: { slug: account.slug },
            body: { ...values, unless_known, ...(version === undefined ? {} : { version }) },
          })
        : api('POST /api/v4/individual-bank-accounts/', { body: { ...values, unless_known } }),
    onSaved: () => {
      onClose()
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
      <BankDetailsHint changed={account !== undefined && isOther(form.values, account, ['iban'])} />
    </FormModal>
  )
}
