import { z } from 'zod'
import { isIban, normalIban } from '../bank-details.ts'
import { longestIban } from '../iban.ts'
import { DayShape, EmailAddress, line, paragraph } from '../shapes.ts'
import type { TextKey } from '../text-keys.ts'
import {
  type DetailKey,
  detailFieldsOf,
  type FieldKey,
  type FieldOf,
  type FieldRecord,
  fieldsOf,
  type KeyOfKind,
  type KeyWith,
  type RecordDeclaration,
  type ValueOf,
} from './define-record.ts'

type Shape<T> = z.ZodType<T, T>
type OwnKey<R extends RecordDeclaration> = KeyOfKind<R, 'own'>
type Own<R extends RecordDeclaration> = Record<OwnKey<R>, z.ZodType>

const slug = z.string().max(200)
const numbers = ({ values }: FieldOf<'choice'>) => Object.keys(values).every((value) => /^\d+$/.test(value))

const shapeOf: { [K in Exclude<FieldRecord['kind'], 'own'>]: (field: FieldOf<K>) => z.ZodType } = {
  text: ({ max, required, check }) => {
    const text = required ? line(max).min(1, required) : line(max)
    return check ? text.refine((value) => value === '' || check.passes(value), check.otherwise) : text
  },
  paragraph: ({ max }) => paragraph(max),
  // Records created before the address was required have none and remain valid.
  email: () => z.union([z.literal(''), EmailAddress], 'validation.email'),
  iban: () =>
    line(longestIban)
      .refine((text) => text === '' || isIban(text), 'validation.iban')
      .overwrite(normalIban),
  day: () => DayShape.nullable(),
  flag: () => z.boolean(),
  choice: (field) =>
    numbers(field)
      ? z.union(
          Object.keys(field.values).map((value) => z.literal(Number(value))),
          'validation.unknown_value',
        )
      : z.enum(Object.keys(field.values)),
  reference: ({ required }) => (required ? z.string().min(1, required).max(200) : slug.nullable()),
}
const shape = (field: FieldRecord, own: z.ZodType | undefined) =>
  field.kind === 'own' ? own! : shapeOf[field.kind](field as never)

/** The same for a call that creates a record: a missing required value is reported at its field. */
function newShape(field: FieldRecord, own: z.ZodType | undefined): z.ZodType {
  if (field.kind === 'email') return EmailAddress
  if (field.kind === 'reference' && field.required)
    return z.string(field.required).min(1, field.required).max(200)
  return shape(field, own)
}

type Value<R extends RecordDeclaration, O extends Own<R>, K extends FieldKey<R>> = K extends keyof O
  ? O[K]
  : Shape<ValueOf<R['fields'][K]>>
type NotWhenCreated<R extends RecordDeclaration> = KeyWith<R, { whenCreated: false }>
type Needed = { required: TextKey | true | 'when_created' }

/** The shapes of a new record's fields; those that are not required may be left out. */
export function newShapes<R extends RecordDeclaration, O extends Own<R>>(record: R, own: O) {
  const shapes = fieldsOf(record)
    .filter(([, { whenCreated }]) => whenCreated !== false)
    .map(([key, field]) => {
      const each = newShape(field, own[key as keyof O])
      return [key, 'required' in field && field.required ? each : each.optional()]
    })
  return Object.fromEntries(shapes) as {
    [K in Exclude<FieldKey<R>, NotWhenCreated<R>>]: R['fields'][K] extends Needed
      ? Value<R, O, K>
      : z.ZodOptional<Value<R, O, K>>
  }
}

/** The shapes of a change: every field may be left out. */
export function changeShapes<R extends RecordDeclaration, O extends Own<R>>(record: R, own: O) {
  return Object.fromEntries(
    fieldsOf(record).map(([key, field]) => [key, shape(field, own[key as keyof O]).optional()]),
  ) as { [K in FieldKey<R>]: z.ZodOptional<Value<R, O, K>> }
}

type DetailValues<R extends RecordDeclaration> = { [K in DetailKey<R>]: Shape<ValueOf<R['fields'][K]>> }

/** The shapes of an answer's fields, without those of a row of the list. */
export function detailShapes<R extends RecordDeclaration>(record: R): DetailValues<R> {
  return Object.fromEntries(
    detailFieldsOf(record).map(([key, field]) => [key, answered(field)]),
  ) as DetailValues<R>
}

// Stored values are answered as they are: limits may have been wider when they were saved.
function answered(field: FieldRecord): z.ZodType {
  if (field.kind === 'flag' || field.kind === 'choice') return shapeOf[field.kind](field as never)
  return field.kind === 'day' ? z.string().nullable() : z.string()
}
