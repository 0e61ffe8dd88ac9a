import { groupIban, isIban } from '#shared/bank-details.ts'
import { isDay, showDay } from '#shared/dates.ts'
import { isEmail } from '#shared/email.ts'
import {
  type FieldKey,
  type FieldRecord,
  fieldsOf,
  type KeyOfKind,
  type RecordDeclaration,
  type ValueOf,
} from '#shared/records/define-record.ts'
import type { Translate } from '../texts.ts'

type OwnKey<R extends RecordDeclaration> = KeyOfKind<R, 'own'>
type ReferenceKey<R extends RecordDeclaration> = KeyOfKind<R, 'reference'>
/** The fields whose form values have the types below; the feature itself keeps `own` fields. */
type FormKey<R extends RecordDeclaration> = Exclude<FieldKey<R>, OwnKey<R>>

/** A record's form: choices and references are text, '' is none, days are `YYYY-MM-DD` or what was typed. */
export type RecordValues<R extends RecordDeclaration> = {
  [K in FormKey<R>]: R['fields'][K]['kind'] extends 'flag' ? boolean : string
}
type Value = string | boolean

const formFields = <R extends RecordDeclaration>(record: R) =>
  fieldsOf(record).filter(([, { kind }]) => kind !== 'own') as [FormKey<R>, FieldRecord][]

/** The form of a new record. */
export function initialValues<R extends RecordDeclaration>(record: R): RecordValues<R> {
  return Object.fromEntries(
    formFields(record).map(([key, field]) => [key, initialOf(field)]),
  ) as RecordValues<R>
}

function initialOf(field: FieldRecord): Value {
  if (field.kind === 'flag') return false
  if (field.kind === 'choice') return String(field.initial)
  return field.kind === 'text' ? (field.initial ?? '') : ''
}

/** The form of a saved record; `references` are the slugs of the records it points at. */
export function valuesOfRecord<R extends RecordDeclaration>(
  record: R,
  row: { [K in Exclude<FormKey<R>, ReferenceKey<R>>]: unknown },
  references: Record<ReferenceKey<R>, string | undefined>,
): RecordValues<R> {
  const known: Readonly<Record<string, unknown>> = row
  const slugs: Readonly<Record<string, string | undefined>> = references
  return Object.fromEntries(
    formFields(record).map(([key, { kind }]) => [
      key,
      kind === 'reference' ? (slugs[key] ?? '') : valueIn(kind, known[key]),
    ]),
  ) as RecordValues<R>
}

// The API returns a numbered choice together with its label.
function valueIn(kind: FieldRecord['kind'], value: unknown): Value {
  if (kind === 'iban') return groupIban(value as string)
  if (kind === 'choice' && typeof value === 'object')
    return String((value as { choice: number | null }).choice ?? '')
  return (value as Value | null) ?? ''
}

/** The fields in the API's format; only validated values reach this. */
export function bodyOf<R extends RecordDeclaration, K extends FormKey<R>>(
  record: R,
  values: RecordValues<R>,
  keys: readonly K[],
): { [F in K]: ValueOf<R['fields'][F]> } {
  return Object.fromEntries(keys.map((key) => [key, sent(record.fields[key]!, values[key])])) as {
    [F in K]: ValueOf<R['fields'][F]>
  }
}

export function keysOfNew<R extends RecordDeclaration>(record: R) {
  return formFields(record)
    .filter(([, { whenCreated }]) => whenCreated !== false)
    .map(([key]) => key) as NewKey<R>[]
}
type NewKey<R extends RecordDeclaration> = {
  [K in FormKey<R>]: R['fields'][K] extends { whenCreated: false } ? never : K
}[FormKey<R>]

function sent(field: FieldRecord, value: Value) {
  if (typeof value === 'boolean') return value
  if (field.kind === 'text') return field.typed ? field.typed(value.trim()) : value
  if (field.kind === 'choice') return typeof field.initial === 'number' ? Number(value) : value
  if (field.kind === 'day') return value || null
  return field.kind === 'reference' && !field.required ? value || null : value
}

/** Messages by field. The server checks everything again. */
export function errorsOf<R extends RecordDeclaration>(
  record: R,
  values: RecordValues<R>,
  t: Translate,
  { isNew = false } = {},
): Partial<Record<FormKey<R>, string>> {
  return Object.fromEntries(
    formFields(record).flatMap(([key, field]) => {
      const value: Value = values[key]
      const error = typeof value === 'string' && errorOf(field, value.trim(), isNew)
      return error ? [[key, t.of(error)]] : []
    }),
  ) as Partial<Record<FormKey<R>, string>>
}

function errorOf(field: FieldRecord, value: string, isNew: boolean): string | undefined {
  if (value === '') {
    if (field.kind === 'email') return isNew && field.required ? 'validation.email' : undefined
    const { required } = field.kind === 'text' || field.kind === 'reference' ? field : {}
    return required
  }
  if (field.kind === 'text' && field.check)
    return field.check.passes(field.typed?.(value) ?? value) ? undefined : field.check.otherwise
  if (field.kind === 'email' && !isEmail(value)) return 'validation.email'
  if (field.kind === 'iban' && !isIban(value)) return 'validation.iban'
  return field.kind === 'day' && !isDay(value) ? 'validation.day' : undefined
}

export function labelsOf<R extends RecordDeclaration>(record: R, t: Translate): Record<FieldKey<R>, string> {
  return Object.fromEntries(fieldsOf(record).map(([key, { label }]) => [key, t.of(label)])) as Record<
    FieldKey<R>,
    string
  >
}

/** A field's value in words, where the record is read and for the choice between two. */
export function valueInWords(field: FieldRecord, value: Value, t: Translate): string {
  if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no')
  if (field.kind === 'choice') return t.of(field.values[value] ?? value)
  return field.kind === 'day' ? showDay(value) : value
}
