import { DateField } from '#web/form/DateField.tsx'
import { type Cents, MoneyField } from '#web/form/MoneyField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import type { Form } from '#web/form/useForm.ts'
import { useText } from '#web/texts.ts'
import type { OfferedField } from '../contract.ts'
import { longestParagraph, longestText, type Step } from '../rules.ts'
import { type AnswerValues, nameOf } from './values.ts'

type FieldsProps = {
  form: unknown
  fields: readonly OfferedField[]
  step: Step
}

/** Additional fields of one step, after its built-in fields. */
export function AnswerFields({ form, fields, step }: FieldsProps) {
  const asked = fields.filter((field) => field.active && field.step === step)
  if (asked.length === 0) return null
  return (
    <div className="fields additional-fields">
      {asked.map((field) => (
        <AnswerField key={field.key} form={form as Form<AnswerValues>} field={field} />
      ))}
    </div>
  )
}

function AnswerField({ form, field }: { form: Form<AnswerValues>; field: OfferedField }) {
  const t = useText()
  const { label, required, type, choices } = field
  const given = form.field(nameOf(field))
  const shared = { label, required }
  if (type === 'amount')
    return (
      <MoneyField
        {...(given as typeof given & { value: Cents; onChange: (cents: Cents) => void })}
        {...shared}
      />
    )
  const typed = given as typeof given & { value: string; onChange: (value: string) => void }
  if (type === 'paragraph')
    return <TextArea {...typed} {...shared} rows={3} maxLength={longestParagraph} className="wide" />
  if (type === 'day') return <DateField {...typed} {...shared} />
  if (type === 'choice' || type === 'boolean')
    return (
      <SelectField
        {...typed}
        {...shared}
        options={choices.map((choice) => ({ value: choice.key, label: choice.label }))}
        placeholder={t('form.blank_option')}
        clearable={!required}
      />
    )
  return (
    <TextField
      {...typed}
      {...shared}
      {...(type === 'number' ? { inputMode: 'numeric' as const } : { maxLength: longestText })}
    />
  )
}
