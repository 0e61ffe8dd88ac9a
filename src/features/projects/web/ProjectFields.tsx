import { BankDetailsHint } from '#web/record/BankDetailsHint.tsx'
import { isOther } from '#features/approvals/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { qAll } from '#web/api.ts'
import { FormSection } from '#web/form/FormSection.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { Form } from '#web/form/useForm.ts'
import { RecordSection, SectionFields } from '#web/record/RecordSection.tsx'
import { useText } from '#web/texts.ts'
import type { OfferedField } from '#features/additional-fields/contract.ts'
import { AnswerFields } from '#features/additional-fields/web/AnswerFields.tsx'
import { OrganizationField } from '#features/organizations/web/OrganizationField.tsx'
import { projectRecord } from '../fields.ts'
import { NeedsField } from './NeedsField.tsx'
import { useFundingTypes, useInternalStatuses } from './options.ts'
import type { ProjectValues } from './values.ts'

type FieldsProps = {
  form: Form<ProjectValues>
  /** Additional fields of all steps; each part of the form shows its own. */
  fields: readonly OfferedField[]
  /** Titles of the selected values while the choices load. */
  titles?: { organization?: string; internalStatus?: string; account?: string }
}

export function BasicFields({ form, fields, titles, email }: FieldsProps & { email?: string }) {
  const t = useText()
  const organization_slug = (
    <>
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
    </>
  )
  return (
    <RecordSection
      record={projectRecord}
      section="basics"
      form={form}
      inputs={{ organization_slug }}
      below={<AnswerFields form={form} fields={fields} step="basics" />}
    />
  )
}

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
  const funding_type = (
    <SelectField
      {...form.field('funding_type')}
      label={t('columns.funding_type')}
      // A disabled funding type remains an option only for projects that have it.
      options={types
        .filter((type) => type.offered || type.choice === current)
        .map((type) => ({ value: String(type.choice), label: type.label }))}
      required
    />
  )
  const individual_bank_account = (
    <>
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
    </>
  )
  return (
    <>
      <SectionFields
        record={projectRecord}
        section="financing"
        form={form}
        inputs={{ funding_type, individual_bank_account }}
      />
      <AnswerFields form={form} fields={fields} step="financing" />
    </>
  )
}

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

export function DatesSection({ form, fields }: FieldsProps) {
  return (
    <RecordSection
      record={projectRecord}
      section="dates"
      form={form}
      below={<AnswerFields form={form} fields={fields} step="dates" />}
    />
  )
}
