import { useState } from 'react'
import { isDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { fundingType } from '#shared/funding-type.ts'
import { api, newIdempotencyKey } from '#web/api.ts'
import { DateField } from '#web/form/DateField.tsx'
import { FormModal } from '#web/form/FormModal.tsx'
import { type Cents, MoneyField } from '#web/form/MoneyField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { type FundingType, fundingTypes } from '#features/ledger/funding-types.ts'
import { useSettingForm } from '#features/settings/web/useSettingForm.ts'
import type { Budget, CompanyDetail } from '../contract.ts'

type Values = {
  title: string
  funding_type: string
  /** A day, or empty for an open beginning or end. */
  valid_from: string
  valid_until: string
  amount: Cents
}
type Props = { company: CompanyDetail; budget: Budget | undefined; onClose: () => void }

/** Adds, changes or tops up a company's budget; the general budget can only be topped up. */
export function BudgetModal({ company, budget, onClose }: Props) {
  const t = useText()
  const locale = useLocale()
  const [key] = useState(newIdempotencyKey)
  const isFixed = budget?.is_general === true
  const { form, failure } = useSettingForm<Values>({
    initial: {
      title: budget?.title ?? '',
      funding_type: String(budget?.funding_type?.choice ?? fundingType.foundation),
      valid_from: budget?.valid_from ?? '',
      valid_until: budget?.valid_until ?? '',
      amount: null,
    },
    ...(budget ? { version: budget.version } : {}),
    validate: ({ title, valid_from, valid_until, amount }) => ({
      title: title.trim() ? '' : t('validation.required'),
      valid_from: valid_from === '' || isDay(valid_from) ? '' : t('validation.day'),
      valid_until:
        valid_until !== '' && !isDay(valid_until)
          ? t('validation.day')
          : valid_from && valid_until && valid_from > valid_until
            ? t('companies.ends_before_start')
            : '',
      amount: amount === null || amount > 0 ? '' : t('form.amount'),
    }),
    save: ({ title, funding_type, valid_from, valid_until, amount }, version) => {
      const fields = {
        title,
        funding_type: Number(funding_type) as FundingType,
        valid_from: valid_from || null,
        valid_until: valid_until || null,
      }
      const params = { slug: company.slug }
      return budget
        ? api('PATCH /api/v4/companies/donating-companies/:slug/budgets/:budget/', {
            params: { ...params, budget: budget.slug },
            body: {
              ...(isFixed ? {} : fields),
              ...(amount === null ? {} : { add_cents: amount }),
              ...(version === undefined ? {} : { version }),
            },
            idempotencyKey: key,
          })
        : api('POST /api/v4/companies/donating-companies/:slug/budgets/', {
            params,
            body: { ...fields, ...(amount === null ? {} : { granted_cents: amount }) },
            idempotencyKey: key,
          })
    },
    onSaved: () => {
      onClose()
    },
  })
  const errors = form.errors as Record<string, string>
  return (
    <FormModal
      title={budget ? t('companies.edit_budget', { title: budget.title }) : t('companies.create_budget')}
      form={form}
      failure={failure}
      onClose={onClose}
    >
      {!isFixed && (
        <>
          <TextField {...form.field('title')} label={t('settings.title')} required />
          <SelectField
            {...form.field('funding_type')}
            label={t('columns.funding_type')}
            options={Object.entries(fundingTypes).map(([value, { text }]) => ({ value, label: t.of(text) }))}
          />
          <DateField {...form.field('valid_from')} label={t('companies.valid_from')} optional />
          <DateField {...form.field('valid_until')} label={t('companies.valid_until')} optional />
        </>
      )}
      <MoneyField
        {...form.field('amount')}
        label={budget ? t('companies.add_budget') : t('companies.first_budget')}
        optional={!isFixed}
        required={isFixed}
        error={errors.amount || errors.add_cents || errors.granted_cents}
        hint={budget && t('companies.add_budget_hint', { amount: formatEuro(budget.granted_cents, locale) })}
      />
    </FormModal>
  )
}
