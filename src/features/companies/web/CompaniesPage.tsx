import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatEuro } from '#shared/money.ts'
import { api, newIdempotencyKey, qAll } from '#web/api.ts'
import { FormModal } from '#web/form/FormModal.tsx'
import { type Cents, MoneyField } from '#web/form/MoneyField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { ShortList } from '#web/record/ShortList.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { SettingsFrame, settingsPermissions } from '#features/settings/web/SettingsFrame.tsx'
import { useSettingForm } from '#features/settings/web/useSettingForm.ts'
import type { DonatingCompany } from '../contract.ts'

const list = 'GET /api/v4/companies/donating-companies/'

export function CompaniesPage() {
  const t = useText()
  const locale = useLocale()
  const query = useQuery(qAll(list))
  const title = t('settings.companies')
  return (
    <SettingsFrame title={title}>
      <ShortList
        title={title}
        query={query}
        emptyText={t('companies.none_yet')}
        createText={t('companies.create')}
        permissions={settingsPermissions}
        columns={[
          {
            title: t('settings.title'),
            cell: (row) => <PageLink href={`/site-admin/company/${row.slug}/`}>{row.title}</PageLink>,
          },
          {
            title: t('companies.budget'),
            cell: (row) => formatEuro(row.budget_cents, locale),
            end: true,
          },
          {
            title: t('companies.available'),
            cell: (row) => formatEuro(row.available_cents, locale),
            end: true,
          },
        ]}
        editor={(company, close) => <CompanyModal company={company} onClose={close} />}
      />
    </SettingsFrame>
  )
}

type Values = { title: string; budget: Cents }

function CompanyModal({ company, onClose }: { company: DonatingCompany | undefined; onClose: () => void }) {
  const t = useText()
  const locale = useLocale()
  const [key] = useState(newIdempotencyKey)
  const { form, failure } = useSettingForm<Values>({
    initial: { title: company?.title ?? '', budget: null },
    ...(company ? { version: company.version } : {}),
    validate: ({ title, budget }) => ({
      title: title.trim() ? '' : t('validation.required'),
      budget: budget === null || budget > 0 ? '' : t('form.amount'),
    }),
    save: ({ title, budget }, version, unless_known) =>
      company
        ? api('PATCH /api/v4/companies/donating-companies/:slug/', {
            params: { slug: company.slug },
            body: {
              title,
              unless_known,
              ...(budget === null ? {} : { add_budget_cents: budget }),
              ...(version === undefined ? {} : { version }),
            },
            idempotencyKey: key,
          })
        : api('POST /api/v4/companies/donating-companies/', {
            body: { title, unless_known, ...(budget === null ? {} : { budget_cents: budget }) },
            idempotencyKey: key,
          }),
    onSaved: () => {
      onClose()
    },
  })
  return (
    <FormModal
      title={company ? t('companies.edit', { title: company.title }) : t('companies.create')}
      form={form}
      failure={failure}
      onClose={onClose}
    >
      <TextField {...form.field('title')} label={t('settings.title')} required />
      <MoneyField
        {...form.field('budget')}
        label={company ? t('companies.add_budget') : t('companies.first_budget')}
        optional
        error={form.errors.budget ?? (form.errors as Record<string, string>).add_budget_cents}
        hint={company && t('companies.add_budget_hint', { amount: formatEuro(company.budget_cents, locale) })}
      />
    </FormModal>
  )
}
