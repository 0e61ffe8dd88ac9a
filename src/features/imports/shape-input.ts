import { z } from 'zod'
import { importFields } from './columns/fields.ts'
import type { Repair as Mended } from './repair.ts'
import { type Expression as MadeOf, skipTests, type SkipRule as Rule } from './shape.ts'

const column = z.int('validation.integer').min(0).max(999)

const Part = z.union(
  [
    z.strictObject({ constant: z.string().max(1_000) }),
    z.strictObject({
      column,
      split: z
        .strictObject({
          separator: z.string().min(1).max(10),
          part: z
            .int()
            .min(-20)
            .max(20)
            .refine((n) => n !== 0, 'validation.invalid'),
        })
        .optional(),
      slice: z
        .strictObject({ from: z.int().min(1).max(1_000), length: z.int().min(1).max(1_000) })
        .optional(),
    }),
  ],
  'validation.invalid',
)

export const Expression = z.strictObject({
  parts: z.array(Part).min(1, 'validation.required').max(10),
  join: z.string().max(10).default(' '),
}) satisfies z.ZodType<MadeOf>

/** Fields that are more than one unchanged column. */
export const Values = z.partialRecord(z.enum(importFields, 'validation.unknown_value'), Expression)

export const Repair = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('cell'),
    line: z.int().min(1),
    column,
    text: z.string().max(50_000),
  }),
  z.strictObject({
    kind: z.literal('replace'),
    column: column.nullable(),
    find: z.string().min(1, 'validation.required').max(200),
    text: z.string().max(200),
  }),
  z.strictObject({ kind: z.literal('signs') }),
]) satisfies z.ZodType<Mended>

export const SkipRule = z.strictObject({
  column,
  test: z.enum(skipTests, 'validation.unknown_value'),
  text: z.string().max(200).default(''),
}) satisfies z.ZodType<Rule>
