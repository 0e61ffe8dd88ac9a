import { Fragment, type ReactNode } from 'react'
import { dash } from '#shared/labels.ts'
import {
  type FieldKey,
  type FieldOf,
  type FieldRecord,
  type KeyOfKind,
  type RecordDeclaration,
} from '#shared/records/define-record.ts'
import { visible } from '#shared/text-direction.ts'
import { CheckboxField } from '../form/CheckboxField.tsx'
import { DateField } from '../form/DateField.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { SelectField } from '../form/SelectField.tsx'
import { TextArea, TextField } from '../form/TextField.tsx'
import { type Translate, useText } from '../texts.ts'
import type { FactGroup } from './Facts.tsx'
import { labelsOf, valueInWords } from './record-values.ts'

type SectionKey<R extends RecordDeclaration> = keyof R['sections'] & string
/** Fields of a section for which only the feature has an input. */
type CustomInputKey<R extends RecordDeclaration, S extends SectionKey<R>> = Extract<
  R['sections'][S]['fields'][number],
  KeyOfKind<R, 'reference' | 'own'>
>
type Inputs<R extends RecordDeclaration, S extends SectionKey<R>> = [CustomInputKey<R, S>] extends [never]
  ? { inputs?: Partial<Record<FieldKey<R>, ReactNode>> }
  : { inputs: Partial<Record<FieldKey<R>, ReactNode>> & Record<CustomInputKey<R, S>, ReactNode> }

/** As much of a form as its inputs need. */
type InputsForm = {
  field: (key: never) => {
    name: string
    value: unknown
    onChange: (value: never) => void
    error: string | undefined
  }
}
type FieldsProps<R extends RecordDeclaration, S extends SectionKey<R>> = {
  record: R
  section: S
  form: InputsForm
  isNew?: boolean
} & Inputs<R, S>
type SectionProps<R extends RecordDeclaration, S extends SectionKey<R>> = FieldsProps<R, S> & {
  above?: ReactNode
  below?: ReactNode
}

/** A section of a record's form under its heading; `inputs` replace those that the declaration makes. */
export function RecordSection<R extends RecordDeclaration, S extends SectionKey<R>>({
  record,
  section,
  above,
  below,
  ...rest
}: SectionProps<R, S>) {
  const t = useText()
  const { title, hint } = record.sections[section]!
  return (
    <FormSection anchor={section} title={t.of(title)} {...(hint && { hint: t.of(hint) })}>
      {above}
      <Fields record={record} section={section} {...(rest as UntypedFieldsProps)} />
      {below}
    </FormSection>
  )
}

/** The inputs of a section alone; flags are grouped below the others. */
export function SectionFields<R extends RecordDeclaration, S extends SectionKey<R>>({
  record,
  section,
  ...rest
}: FieldsProps<R, S>) {
  return <Fields record={record} section={section} {...(rest as UntypedFieldsProps)} />
}

type UntypedFieldsProps = { form: InputsForm; isNew?: boolean; inputs?: Partial<Record<string, ReactNode>> }

function Fields({
  record,
  section,
  form,
  isNew = false,
  inputs = {},
}: UntypedFieldsProps & { record: RecordDeclaration; section: string }) {
  const keys = record.sections[section]!.fields
  const isFlag = (key: string) => record.fields[key]!.kind === 'flag'
  return [keys.filter((key) => !isFlag(key)), keys.filter(isFlag)].map(
    (part, at) =>
      part.length > 0 && (
        <div key={at} className="fields">
          {part.map((key) =>
            Object.hasOwn(inputs, key) ? (
              <Fragment key={key}>{inputs[key]}</Fragment>
            ) : (
              <Input key={key} field={record.fields[key]!} form={form} name={key} isNew={isNew} />
            ),
          )}
        </div>
      ),
  )
}

type InputProps = { field: FieldRecord; form: InputsForm; name: string; isNew: boolean }

function Input({ field, form, name, isNew }: InputProps) {
  const t = useText()
  const text = form.field(name as never) as unknown as TextProps
  const shared = {
    label: t.of(field.label),
    ...(field.hint && { hint: t.of(field.hint) }),
    ...((field.wide ?? field.kind === 'paragraph') && { className: 'wide' }),
  }
  switch (field.kind) {
    case 'text':
    case 'iban':
      return <TextField {...text} {...shared} {...typeOf(field)} required={'required' in field} />
    case 'email':
      return (
        <TextField {...text} {...shared} type="email" required={isNew && field.required === 'when_created'} />
      )
    case 'paragraph':
      return <TextArea {...text} {...shared} rows={field.rows} />
    case 'day':
      return (
        <DateField
          {...text}
          {...shared}
          {...(field.placeholder && { placeholder: t.of(field.placeholder) })}
        />
      )
    case 'choice':
      return (
        <SelectField
          {...text}
          {...shared}
          options={Object.entries(field.values).map(([value, label]) => ({ value, label: t.of(label) }))}
        />
      )
    case 'flag': {
      const { label, hint } = shared
      return (
        <CheckboxField
          {...(form.field(name as never) as unknown as FlagProps)}
          label={label}
          {...(hint && { subtitle: hint })}
        />
      )
    }
    // The type of `inputs` requires the caller to supply these.
    case 'reference':
    case 'own':
      return null
  }
}

type Bound<V> = { name: string; value: V; onChange: (value: V) => void; error: string | undefined }
type TextProps = Bound<string>
type FlagProps = Bound<boolean>

const typeOf = (field: FieldOf<'text'> | FieldOf<'iban'>) =>
  field.kind === 'text' && field.input ? { type: field.input } : {}

type Fact = FactGroup['facts'][number]
type FactsOptions<R extends RecordDeclaration> = {
  /** Shown instead of a field's value. */
  instead?: Partial<Record<FieldKey<R>, ReactNode>>
  /** Further facts after that of a field. */
  behind?: Partial<Record<FieldKey<R>, readonly Fact[]>>
}

/** A section in a record's read view: its heading, and the labels and values of its fields. */
export function factsOf<R extends RecordDeclaration>(
  record: R,
  section: SectionKey<R>,
  values: Readonly<Record<string, unknown>>,
  t: Translate,
  { instead = {}, behind = {} }: FactsOptions<R> = {},
): FactGroup {
  const { title, fields } = record.sections[section]!
  const names: Record<string, string> = labelsOf(record, t)
  const facts = (fields as readonly FieldKey<R>[])
    .filter((key) => record.fields[key]!.read !== false)
    .flatMap((key): Fact[] => {
      const value = Object.hasOwn(instead, key) ? instead[key] : valueOf(key)
      return [[names[key]!, value], ...(behind[key] ?? [])]
    })
  function valueOf(key: FieldKey<R>) {
    const field = record.fields[key]!
    const words = valueInWords(field, values[key] as string | boolean, t)
    return field.kind === 'paragraph' ? (
      <span key={key} className="fact-wide">
        {visible(words) || dash}
      </span>
    ) : (
      words
    )
  }
  return { anchor: section, title: t.of(title), facts }
}
