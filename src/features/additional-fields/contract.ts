import { z } from 'zod'
import { locales } from '#shared/messages.ts'
import { route } from '#shared/route.ts'
import { line, Version } from '#shared/shapes.ts'
import { fieldTypes, mostChoices, mostFields, steps } from './rules.ts'

const label = line(100).min(1, 'validation.required')
const Labels = z.strictObject({ en_US: label, du_DE: label, sie_DE: label } satisfies {
  [L in (typeof locales)[number]]: unknown
})
const keyLike = (description: string) =>
  z
    .string('validation.required')
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'additional_fields.key_invalid')
    .meta({ description, example: 'age_group' })
/** Filters use these words for projects without and with an answer. */
const reserved = ['none', 'given']
const choiceKey = keyLike('Lower-case letters, digits and _; unchanged when the label changes').refine(
  (key) => !reserved.includes(key),
  'additional_fields.key_reserved',
)
const ChoiceInput = z.strictObject({ key: choiceKey, labels: Labels })

/** A custom question in a step of a project's form (product.md §5). */
export const AdditionalField = z
  .object({
    key: z.string(),
    step: z.enum(steps),
    type: z.enum(fieldTypes),
    labels: Labels,
    choices: z.array(ChoiceInput),
    required: z.boolean(),
    /** False when the field is no longer asked; its answers remain. */
    active: z.boolean(),
    /** Projects that have an answer. */
    answers: z.int(),
    version: z.int(),
  })
  .meta({ id: 'AdditionalField' })
export type AdditionalField = z.infer<typeof AdditionalField>

/** An additional field in the reader's language, for forms, columns and filters. */
export const OfferedField = z
  .object({
    key: z.string(),
    step: z.enum(steps),
    type: z.enum(fieldTypes),
    label: z.string(),
    /** For a yes-or-no question: both answers. */
    choices: z.array(z.object({ key: z.string(), label: z.string() })),
    required: z.boolean(),
    active: z.boolean(),
  })
  .meta({ id: 'OfferedField' })
export type OfferedField = z.infer<typeof OfferedField>

const fieldInput = {
  step: z.enum(steps, 'validation.unknown_value'),
  type: z.enum(fieldTypes, 'validation.unknown_value'),
  labels: Labels,
  choices: z.array(ChoiceInput).max(mostChoices),
  required: z.boolean('validation.invalid'),
  active: z.boolean('validation.invalid'),
}

const path = '/api/v4/additional-steps-fields/' as const
const byKey = z.object({ key: z.string().min(1).max(40) })
const Fields = z.object({ results: z.array(AdditionalField) })

export const additionalFields = {
  list: route({
    method: 'GET',
    path,
    shows: ['additional_field'],
    access: 'any_right',
    summary: 'List the additional fields by step, in order',
    response: Fields,
  }),
  offered: route({
    method: 'GET',
    path: `${path}offered/`,
    shows: ['additional_field'],
    access: 'any_right',
    summary: 'List the additional fields in the caller’s language, as forms, columns and filters show them',
    response: z.object({ results: z.array(OfferedField) }),
  }),
  create: route({
    method: 'POST',
    path,
    changes: ['additional_field'],
    access: 'create_settings',
    summary: 'Add a field after the others',
    body: z.strictObject({
      key: keyLike('Name in calls, URLs and views; never changes'),
      ...fieldInput,
      choices: fieldInput.choices.default([]),
      required: fieldInput.required.default(false),
      active: fieldInput.active.default(true),
    }),
    response: AdditionalField,
    status: 201,
    location: `${path}{key}/`,
  }),
  order: route({
    method: 'PUT',
    path: `${path}order/`,
    changes: ['additional_field'],
    access: 'change_settings',
    summary: 'Reorder the fields; the call must name all of them',
    body: z.strictObject({ keys: z.array(z.string().min(1).max(40)).max(mostFields) }),
    response: Fields,
    refusals: [409],
  }),
  change: route({
    method: 'PATCH',
    path: `${path}:key/`,
    changes: ['additional_field'],
    access: 'change_settings',
    summary:
      'Change a field; requires the version last read. Once answered, its type and the choices in use are fixed',
    params: byKey,
    body: z.strictObject(fieldInput).partial().extend({ version: Version.optional() }),
    response: AdditionalField,
    refusals: [409],
  }),
  delete: route({
    method: 'DELETE',
    path: `${path}:key/`,
    changes: ['additional_field'],
    access: 'delete_settings',
    summary: 'Delete a field that no project has answered',
    params: byKey,
    response: 'empty',
    refusals: [409],
  }),
}
