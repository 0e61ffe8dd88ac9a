import { useQuery } from '@tanstack/react-query'
import { api, qAll } from '#web/api.ts'
import { FormModal } from '#web/form/FormModal.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { BankDetailsHint } from '#web/record/BankDetailsHint.tsx'
import { ShortList } from '#web/record/ShortList.tsx'
import { useText } from '#web/texts.ts'
import { groupIban, isBic, isIban } from '#shared/bank-details.ts'
import { useWaitingDetails, WaitingTitle } from '#features/approvals/web/WaitingDetails.tsx'
import { isOther } from '#features/approvals/rules.ts'
import { SettingsFrame, settingsPermissions } from '#features/settings/web/SettingsFrame.tsx'
import { useSettingForm } from '#features/settings/web/useSettingForm.ts'
import type { BankAccount } from '../contract.ts'

const list = 'GET /api/v4/bank-accounts/'
const permissions = { ...settingsPermissions, create: settingsPermissions.change }

export function OwnAccountsPage() {
  const t = useText()
  const query = useQuery(qAll(list))
  const waiting = useWaitingDetails('bank_account')
  const title = t('settings.own_accounts')
  return (
    <SettingsFrame title={title}>
      <ShortList
        title={title}
        query={query}
        emptyText={t('own_accounts.none_yet')}
        createText={t('own_accounts.create')}
        permissions={permissions}
        columns={[
          {
            title: t('settings.title'),
            cell: (row) => <WaitingTitle title={row.title} waits={waiting.has(row.slug)} />,
          },
          { title: t('own_accounts.holder'), cell: (row) => row.holder || row.title },
          { title: t('bank_accounts.iban'), cell: (row) => groupIban(row.iban) || t('own_accounts.no_iban') },
          { title: t('own_accounts.bic'), cell: (row) => row.bic || '-' },
        ]}
        editor={(account, close) => <AccountModal account={account} onClose={close} />}
      />
    </SettingsFrame>
  )
}

function AccountModal({ account, onClose }: { account: BankAccount | undefined; onClose: () => void }) {
  const t = useText()
  const { form, failure } = useSettingForm({
    initial: {
      title: account?.title ?? '',
      holder: account?.holder ?? '',
      iban: groupIban(account?.iban ?? ''),
      bic: account?.bic ?? '',
      town: account?.town ?? '',
      country: account?.country ?? '',
    },
    ...(account ? { version: account.version } : {}),
    validate: ({ title, iban, bic, country }) => ({
      title: title.trim() ? '' : t('validation.required'),
      iban: isIban(iban) ? '' : t('validation.iban'),
      bic:
        bic.trim() === '' || isBic(bic.replaceAll(' ', '').toUpperCase())
          ? ''
          : t('bank_accounts.bic_invalid'),
      country: /^\s*([A-Za-z]{2})?\s*$/.test(country) ? '' : t('own_accounts.country_invalid'),
    }),
    save: (values, version, unless_known) =>
      account
        ? api('PATCH /api/v4/bank-accounts/:slug/', {
            params: { slug: account.slug },
            body: { ...values, unless_known, ...(version === undefined ? {} : { version }) },
          })
        : api('POST /api/v4/bank-accounts/', { body: { ...values, unless_known } }),
    onSaved: () => {
      onClose()
    },
  })
  return (
    <FormModal
      title={account ? t('bank_accounts.edit', { title: account.title }) : t('own_accounts.create')}
      form={form}
      failure={failure}
      onClose={onClose}
    >
      <TextField {...form.field('title')} label={t('settings.title')} required />
      <TextField
        {...form.field('holder')}
        label={t('own_accounts.holder')}
        hint={t('own_accounts.holder_hint')}
        maxLength={70}
        optional
      />
      <TextField {...form.field('iban')} label={t('bank_accounts.iban')} required />
      <TextField {...form.field('bic')} label={t('own_accounts.bic')} optional />
      <TextField
        {...form.field('town')}
        label={t('own_accounts.town')}
        hint={t('own_accounts.town_hint')}
        maxLength={35}
        optional
      />
      <TextField
        {...form.field('country')}
        label={t('own_accounts.country')}
        hint={t('own_accounts.country_hint')}
        maxLength={2}
        optional
      />
      <BankDetailsHint
        changed={account !== undefined && isOther(form.values, account, ['holder', 'iban', 'bic'])}
      />
    </FormModal>
  )
}
