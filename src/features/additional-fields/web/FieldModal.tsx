import { api } from '#web/api.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { FormModal } from '#web/form/FormModal.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { type Translate, useLocale, useText } from '#web/texts.ts'
import { useSettingForm } from '#features/settings/web/useSettingForm.ts'
import type { AdditionalField } from '../contract.ts'
import { type FieldType, fieldTypes, type Step, steps } from '../rules.ts'
import { ChoicesField, type ChoiceValue } from './ChoicesField.tsx'

type FieldValues = {
  key: string
  step: string
  type: string
  'labels.en_US': string
  'labels.du_DE': string
  'labels.sie_DE': string
  choices: readonly ChoiceValue[]
  required: boolean
  active: boolean
}

export function FieldModal({ field, onClose }: { field: AdditionalField | undefined; onClose: () => void }) {
  const t = useText()
  const locale = useLocale()
  const { form, failure } = useSettingForm<FieldValues>({
    initial: field ? valuesOf(field) : newField,
    ...(field ? { version: field.version } : {}),
    validate: (values) => validate(values, t),
    save: async (values, version) => {
      const body = bodyOf(values)
      const saved = field
        ? await api('PATCH /api/v4/additional-steps-fields/:key/', {
            params: { key: field.key },
            body: { ...body, ...(version === undefined ? {} : { version }) },
          })
        : await api('POST /api/v4/additional-steps-fields/', { body: { key: values.key.trim(), ...body } })
      return { title: saved.labels[locale] }
    },
    onSaved: () => {
      onClose()
    },
  })
  const answered = (field?.answers ?? 0) > 0
  return (
    <FormModal
      title={
        field ? t('additional_fields.edit', { title: field.labels[locale] }) : t('additional_fields.create')
      }
      form={form}
      failure={failure}
      size="md"
      onClose={onClose}
    >
      <TextField {...form.field('labels.en_US')} label={t('additional_fields.label_en')} required />
      <TextField {...form.field('labels.du_DE')} label={t('additional_fields.label_du')} required />
      <TextField
        {...form.field('labels.sie_DE')}
        label={t('additional_fields.label_sie')}
        hint={t('additional_fields.label_sie_hint')}
      />
      <TextField
        {...form.field('key')}
        label={t('additional_fields.key')}
        hint={t('additional_fields.key_hint')}
        required
        readOnly={field !== undefined}
      />
      <SelectField
        {...form.field('step')}
        label={t('additional_fields.step')}
        options={steps.map((step) => ({
          value: step,
          label: t(step === 'needs' ? 'projects.needs' : `projects.sections.${step}`),
        }))}
        required
      />
      <SelectField
        {...form.field('type')}
        label={t('additional_fields.type')}
        options={fieldTypes.map((type) => ({ value: type, label: t(`additional_fields.types.${type}`) }))}
        {...(answered && { hint: t('additional_fields.type_in_use') })}
        disabled={answered}
        required
      />
      {form.values.type === 'choice' && (
        <ChoicesField
          value={form.values.choices}
          onChange={(choices) => form.set('choices', choices)}
          errors={form.errors as Partial<Record<string, string>>}
        />
      )}
      <CheckboxField
        {...form.field('required')}
        label={t('additional_fields.required')}
        subtitle={t('additional_fields.required_hint')}
      />
      <CheckboxField
        {...form.field('active')}
        label={t('additional_fields.active')}
        subtitle={t('additional_fields.active_hint')}
      />
    </FormModal>
  )
}

const newField: FieldValues = {
  key: '',
  step: 'basics',
  type: 'text',
  'labels.en_US': '',
  'labels.du_DE': '',
  'labels.sie_DE': '',
  choices: [],
  required: false,
  active: true,
}

const valuesOf = ({ key, step, type, labels, choices, required, active }: AdditionalField): FieldValues => ({
  key,
  step,
  type,
  'labels.en_US': labels.en_US,
  'labels.du_DE': labels.du_DE,
  'labels.sie_DE': labels.sie_DE,
  choices: choices.map((choice) => ({ id: choice.key, key: choice.key, ...choice.labels })),
  required,
  active,
})

/** An empty formal German label defaults to the informal one, because most questions address nobody. */
const labelsOf = (en_US: string, du_DE: string, sie_DE: string) => ({
  en_US,
  du_DE,
  sie_DE: sie_DE.trim() === '' ? du_DE : sie_DE,
})

const bodyOf = (values: FieldValues) => ({
  step: values.step as Step,
  type: values.type as FieldType,
  labels: labelsOf(values['labels.en_US'], values['labels.du_DE'], values['labels.sie_DE']),
  choices:
    values.type === 'choice'
      ? values.choices.map(({ key, en_US, du_DE, sie_DE }) => ({
          key: key.trim(),
          labels: labelsOf(en_US, du_DE, sie_DE),
        }))
      : [],
  required: values.required,
  active: values.active,
})

/** Messages by field, those of a choice under `choices.0.key`. The server validates everything again. */
function validate(values: FieldValues, t: Translate): Record<string, string> {
  const errors: Record<string, string> = {}
  const keyLike = /^[a-z][a-z0-9_]{0,39}$/
  if (!keyLike.test(values.key.trim())) errors.key = t('additional_fields.key_invalid')
  for (const name of ['labels.en_US', 'labels.du_DE'] as const)
    if (values[name].trim() === '') errors[name] = t('validation.required')
  if (values.type !== 'choice') return errors
  if (values.choices.length === 0) errors.choices = t('additional_fields.choices_needed')
  for (const [at, choice] of values.choices.entries()) {
    if (!keyLike.test(choice.key.trim())) errors[`choices.${at}.key`] = t('additional_fields.key_invalid')
    for (const language of ['en_US', 'du_DE'] as const)
      if (choice[language].trim() === '')
        errors[`choices.${at}.labels.${language}`] = t('validation.required')
  }
  return errors
}
