import { BankDetailsHint } from '#web/record/BankDetailsHint.tsx'
import { isOther } from '#features/approvals/rules.ts'
import { dayOf, showDay } from '#shared/dates.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { DateField } from '#web/form/DateField.tsx'
import { FormSection } from '#web/form/FormSection.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import type { Form } from '#web/form/useForm.ts'
import { useText } from '#web/texts.ts'
import { proofLabels, proofName } from '../proof.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import type { OrganizationDetail } from '../contract.ts'
import { exemptionKinds, isFutureProof } from '../rules.ts'
import { fieldLabels } from './labels.ts'
import { useInternalStatuses } from './offers.ts'
import type { OrganizationValues } from './values.ts'

type FieldsProps = { form: Form<OrganizationValues> }

/** Name, contact, description. */
export function BasicFields({ form, isNew = false }: FieldsProps & { isNew?: boolean }) {
  const t = useText()
  const labels = fieldLabels(t)
  return (
    <FormSection
      anchor="basics"
      title={t('organizations.sections.basics')}
      hint={t('organizations.sections.basics_hint')}
    >
      <div className="fields">
        <TextField {...form.field('title')} label={labels.title} required className="wide" />
        <TextField
          {...form.field('email_contact')}
          label={labels.email_contact}
          type="email"
          required={isNew}
        />
        <TextField {...form.field('phone')} label={labels.phone} type="tel" />
        <TextField
          {...form.field('category')}
          label={labels.category}
          hint={t('organizations.category_hint')}
        />
        <TextField {...form.field('website')} label={labels.website} type="url" className="wide" />
        <TextArea {...form.field('description')} label={labels.description} rows={4} className="wide" />
      </div>
    </FormSection>
  )
}

/** Street, place, register. */
export function AddressFields({ form }: FieldsProps) {
  const t = useText()
  const labels = fieldLabels(t)
  return (
    <FormSection
      anchor="address"
      title={t('organizations.sections.address')}
      hint={t('organizations.sections.address_hint')}
    >
      <div className="fields">
        <TextField {...form.field('street')} label={labels.street} className="wide" />
        <TextField {...form.field('postcode')} label={labels.postcode} />
        <TextField {...form.field('city')} label={labels.city} />
        <TextField {...form.field('country')} label={labels.country} hint={t('organizations.country_hint')} />
        <TextField {...form.field('register_number')} label={labels.register_number} />
      </div>
    </FormSection>
  )
}

/** Where payouts go. */
export function BankFields({ form, saved = false }: FieldsProps & { saved?: boolean }) {
  const t = useText()
  const labels = fieldLabels(t)
  return (
    <FormSection
      anchor="bank"
      title={t('organizations.sections.bank')}
      hint={t('organizations.sections.bank_hint')}
    >
      <div className="fields">
        <TextField
          {...form.field('bank_account_holder')}
          label={labels.bank_account_holder}
          className="wide"
        />
        <TextField {...form.field('iban')} label={labels.iban} />
        <TextField {...form.field('bic')} label={labels.bic} />
      </div>
      <BankDetailsHint
        changed={saved && isOther(form.values, form.base, ['bank_account_holder', 'iban', 'bic'])}
      />
    </FormSection>
  )
}

/** What lets the organization confirm gifts for tax, and until when. */
export function ExemptionFields({ form, saved }: FieldsProps & { saved?: OrganizationDetail }) {
  const t = useText()
  const labels = fieldLabels(t)
  const changed = form.changed.some((key) => key.startsWith('exemption_') && key !== 'exemption_purposes')
  return (
    <FormSection
      anchor="exemption"
      title={t('organizations.sections.exemption')}
      hint={t('organizations.sections.exemption_hint')}
    >
      {saved && <Validity saved={saved} changed={changed} />}
      <div className="fields">
        <SelectField
          {...form.field('exemption_kind')}
          label={labels.exemption_kind}
          options={exemptionKinds.map((kind) => ({
            value: kind,
            label: t(`organizations.exemption_kinds.${kind}`),
          }))}
        />
        <DateField {...form.field('exemption_date')} label={labels.exemption_date} />
        <DateField
          {...form.field('exemption_ends_on')}
          label={labels.exemption_ends_on}
          placeholder={t('documents.follows')}
        />
        <TextField {...form.field('tax_office')} label={labels.tax_office} />
        <TextField {...form.field('tax_number')} label={labels.tax_number} />
        <TextField {...form.field('exemption_period')} label={labels.exemption_period} />
        <TextArea
          {...form.field('exemption_purposes')}
          label={labels.exemption_purposes}
          rows={2}
          className="wide"
        />
      </div>
    </FormSection>
  )
}

/** Whether the saved proof counts today, and until when. */
export function Validity({ saved, changed = false }: { saved: OrganizationDetail; changed?: boolean }) {
  const t = useText()
  const label = proofLabels[proofName(saved)]
  const day = saved.exemption_valid_until && showDay(saved.exemption_valid_until)
  const words = changed
    ? t('organizations.after_saving')
    : saved.exemption_kind === 'public_body'
      ? t('organizations.never_expires')
      : !day
        ? t('organizations.no_proof')
        : saved.is_notice_of_exemption_expired
          ? isOver(saved)
            ? t('organizations.expired_since', { day })
            : t('organizations.valid_from_day', { day: showDay(saved.exemption_date!) })
          : t('organizations.valid_until_day', { day })
  return (
    <p className="row small">
      <StatusLabel tone={label.tone} text={t.of(label.text)} />
      {words}
    </p>
  )
}

/** Of a proof that does not count today: it did until some day, rather than will from some day on. */
function isOver(saved: OrganizationDetail): boolean {
  return !isFutureProof(saved, dayOf(new Date()))
}

/** The status of the house's own. */
export function InternalStatusField({ form, title }: FieldsProps & { title?: string }) {
  const t = useText()
  const options = useInternalStatuses()
  return (
    <SelectField
      {...form.field('internal_status')}
      label={t('columns.internal_status')}
      options={options}
      placeholder={t('form.blank_option')}
      {...(title ? { valueLabel: title } : {})}
      clearable
    />
  )
}

/** Questions that wait for a reviewer. */
export function FlagFields({ form }: FieldsProps) {
  const t = useText()
  const labels = fieldLabels(t)
  return (
    <div className="fields">
      <CheckboxField {...form.field('needs_review')} label={labels.needs_review} />
      <CheckboxField {...form.field('needs_voting_review')} label={labels.needs_voting_review} />
    </div>
  )
}
