import { z } from 'zod'
import { line, Version } from '#shared/shapes.ts'
import { encodings, separators } from '#shared/reading/encodings.ts'
import { confirmations } from './choices.ts'
import { isRate } from './rates.ts'
import { importFields } from './columns/fields.ts'
import { years } from './rules.ts'
import { Repair, SkipRule, Values } from './shape-input.ts'

export const field = z.enum(importFields, 'validation.unknown_value')
const fundingType = z.union(
  [z.literal(1), z.literal(2), z.literal(3), z.literal(4)],
  'validation.unknown_value',
)

/** Exchange rates: currency code, alone or with a year or day (`CHF 2016`) → euros per unit, as decimal text. */
const Rates = z
  .record(
    z.string().regex(/^[A-Z]{3}( \d{4}(-\d{2}-\d{2})?)?$/, 'imports.currency_code'),
    z.string().refine(isRate, 'imports.rate'),
  )
  .refine((rates) => Object.keys(rates).length <= 500, 'validation.invalid')
  .refine((rates) => !Object.keys(rates).some((key) => key.startsWith('EUR')), 'imports.rate')

export const options = {
  encoding: z.enum(encodings, 'validation.unknown_value').nullable(),
  separator: z.enum(separators, 'validation.unknown_value').nullable(),
  sheet: line(200).nullable(),
  all_sheets: z.boolean(),
  hidden_rows: z.boolean(),
  partial: z.boolean(),
  rates: Rates,
  /** For amounts without one; null falls back to the column's name, then to EUR. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'imports.currency_code')
    .meta({ example: 'CHF' })
    .nullable(),
  year: z.int('validation.integer').min(years.first).max(years.last).nullable(),
  funding_type: fundingType,
  /** Recipe name under which the steps are saved after booking; null for none. */
  keep_as: line(200).min(1, 'validation.required').nullable(),
  /** Whether negative amounts are reversals of other rows' gifts; null while undecided, when they are refused. */
  reversals: z.boolean().nullable(),
  /** The findings in `to_confirm` that the person confirmed. */
  confirmed: z.array(z.enum(confirmations, 'validation.unknown_value')).max(10),
}

/** How rows become fields, besides the columns. */
export const shape = {
  before: z.int('validation.integer').min(0).max(50),
  values: Values,
  skip: z.array(SkipRule).max(20),
  /** Repairs in the order made; leaving one out undoes it. */
  repairs: z.array(Repair).max(1_000),
  keep_sums: z.boolean(),
  project_per_year: z.boolean(),
}

/** Changes to an import. */
export const ImportChange = z
  .strictObject({
    ...options,
    ...shape,
    header: z.boolean(),
    amount_in_cents: z.boolean(),
    /** Slug of a recipe to read the file with; null starts over from the guesses. */
    recipe: z.string().min(1).max(200).nullable(),
    /** One entry per column of the file: its field, or null. */
    columns: z
      .array(field.nullable())
      .max(1000)
      .refine((fields) => {
        const named = fields.filter((one) => one !== null)
        return new Set(named).size === named.length
      }, 'imports.field_twice'),
    /** Without it, the last save counts. */
    version: Version,
  })
  .partial()
