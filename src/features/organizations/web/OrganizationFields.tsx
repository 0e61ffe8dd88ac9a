import { isOther } from '#features/approvals/rules.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import type { Form } from '#web/form/useForm.ts'
import { BankDetailsHint } from '#web/record/BankDetailsHint.tsx'
import { RecordSection } from '#web/record/RecordSection.tsx'
import { useText } from '#web/texts.ts'
import type { OrganizationDetail } from '../contract.ts'
import { organizationRecord } from '../fields.ts'
import { useInternalStatuses } from './options.ts'
import { Validity } from './Validity.tsx'
import type { OrganizationValues } from './values.ts'

type FieldsProps = { form: Form<OrganizationValues> }
const record = organizationRecord

export function OrganizationFields({ form, saved }: FieldsProps & { saved?: OrganizationDetail }) {
  const exempted = form.changed.some((key) => key.startsWith('exemption_') && key !== 'exemption_purposes')
  const bank = isOther(form.values, form.base, ['bank_account_holder', 'iban', 'bic'])
  return (
    <>
      <RecordSection record={record} section="basics" form={form} isNew={!saved} />
      {saved && (
        <RecordSection
          record={record}
          section="status"
          form={form}
          inputs={{
            internal_status: <InternalStatusField form={form} title={saved.internal_status?.label} />,
          }}
        />
      )}
      <RecordSection record={record} section="address" form={form} />
      <RecordSection
        record={record}
        section="bank"
        form={form}
        below={<BankDetailsHint changed={saved !== undefined && bank} />}
      />
      <RecordSection
        record={record}
        section="exemption"
        form={form}
        above={saved && <Validity saved={saved} changed={exempted} />}
      />
    </>
  )
}

function InternalStatusField({ form, title }: FieldsProps & { title: string | undefined }) {
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
