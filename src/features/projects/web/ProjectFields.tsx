import { BankDetailsHint } from '#web/record/BankDetailsHint.tsx'
import { isOther } from '#features/approvals/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { qAll } from '#web/api.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { DateField } from '#web/form/DateField.tsx'
import { FormSection } from '#web/form/FormSection.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import type { Form } from '#web/form/useForm.ts'
import { useText } from '#web/texts.ts'
import type { OfferedField } from '#features/additional-fields/contract.ts'
import { AnswerFields } from '#features/additional-fields/web/AnswerFields.tsx'
import { OrganizationField } from '#features/organizations/web/OrganizationField.tsx'
import { NeedsField } from './NeedsField.tsx'
import { useFundingTypes, useInternalStatuses } from './offers.ts'
import type { ProjectValues } from './values.ts'

type FieldsProps = {
  form: Form<ProjectValues>
  /** Additional fields, of which each part asks its own. */
  fields: readonly OfferedField[]
  /** What is chosen now, by title, while the choices are loading. */
  titles?: { organization?: string; internalStatus?: string; account?: string }
}

/** Title, organization, description. */
export function BasicFields({ form, fields, titles, email }: FieldsProps & { email?: string }) {
  const t = useText()
  return (
    <FormSection
      anchor="basics"
      title={t('projects.sections.basics')}
      hint={t('projects.sections.basics_hint')}
    >
      <div className="fields">
        <TextField {...form.field('title')} label={t('projects.fields.title')} required className="wide" />
        <OrganizationField
          {...form.field('organization_slug')}
          label={t('columns.organization')}
          placeholder={t('projects.choose_organization')}
          {...(titles?.organization ? { chosenTitle: titles.organization } : {})}
          required
          {...(email === undefined ? { className: 'wide' } : {})}
        />
        {email !== undefined && (
          <TextField
            name="email_contact"
            label={t('columns.contact_email')}
            value={email}
            onChange={() => undefined}
            readOnly
            hint={t('projects.contact_hint')}
          />
        )}
        <TextArea {...form.field('description')} label={t('columns.description')} rows={4} className="wide" />
      </div>
      <AnswerFields form={form} fields={fields} step="basics" />
    </FormSection>
  )
}

/** The status of the house's own. */
export function InternalStatusField({ form, titles }: Omit<FieldsProps, 'fields'>) {
  const t = useText()
  const options = useInternalStatuses()
  return (
    <SelectField
      {...form.field('internal_status')}
      label={t('columns.internal_status')}
      options={options}
      placeholder={t('form.blank_option')}
      {...(titles?.internalStatus ? { valueLabel: titles.internalStatus } : {})}
      clearable
    />
  )
}

/** Funding type and the account that replaces it. */
export function FundingFields({ form, fields, titles }: FieldsProps) {
  const t = useText()
  const types = useFundingTypes()
  const { data } = useQuery({
    ...qAll('GET /api/v4/individual-bank-accounts/'),
    staleTime: 5 * 60_000,
  })
  const current = Number(form.base.funding_type)
  return (
    <>
      <div className="fields">
        <SelectField
          {...form.field('funding_type')}
          label={t('columns.funding_type')}
          // A type that was switched off stays where it is in use; it is only no longer offered.
          options={types
            .filter((type) => type.offered || type.choice === current)
            .map((type) => ({ value: String(type.choice), label: type.label }))}
          required
        />
        <SelectField
          {...form.field('individual_bank_account')}
          label={t('projects.fields.individual_bank_account')}
          options={(data?.results ?? []).map(({ slug, title }) => ({ value: slug, label: title }))}
          placeholder={t('form.blank_option')}
          hint={t('projects.account_hint')}
          {...(titles?.account ? { valueLabel: titles.account } : {})}
          clearable
        />
        {titles && (
          <BankDetailsHint
            changed={isOther(form.values, form.base, ['organization_slug', 'individual_bank_account'])}
          />
        )}
      </div>
      <AnswerFields form={form} fields={fields} step="financing" />
    </>
  )
}

/** Rows of title and amount. */
export function NeedsSection({ form, fields, frozen = false }: FieldsProps & { frozen?: boolean }) {
  const t = useText()
  return (
    <FormSection anchor="needs" title={t('projects.needs')} hint={t('projects.sections.needs_hint')}>
      <NeedsField
        value={form.values.needs}
        onChange={(needs) => form.set('needs', needs)}
        errors={form.errors as Partial<Record<string, string>>}
        frozen={frozen}
      />
      <AnswerFields form={form} fields={fields} step="needs" />
    </FormSection>
  )
}

/** Beginning and end. */
export function DatesSection({ form, fields }: FieldsProps) {
  const t = useText()
  return (
    <FormSection anchor="dates" title={t('projects.sections.dates')} hint={t('projects.sections.dates_hint')}>
      <div className="fields">
        <DateField {...form.field('starts_on')} label={t('columns.starts_on')} />
        <DateField {...form.field('ends_on')} label={t('columns.ends_on')} />
      </div>
      <AnswerFields form={form} fields={fields} step="dates" />
    </FormSection>
  )
}

/** Questions that wait for a reviewer, and the ban. */
export function FlagFields({ form }: Pick<FieldsProps, 'form'>) {
  const t = useText()
  return (
    <div className="fields">
      <CheckboxField
        {...form.field('needs_donation_review')}
        label={t('projects.fields.needs_donation_review')}
      />
      <CheckboxField
        {...form.field('needs_voting_review')}
        label={t('projects.fields.needs_voting_review')}
      />
      <CheckboxField
        {...form.field('is_banned')}
        label={t('projects.fields.is_banned')}
        subtitle={t('projects.banned_hint')}
      />
    </div>
  )
}
