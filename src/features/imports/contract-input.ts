import { z } from 'zod'
import { line } from '#shared/shapes.ts'
import { encodings, separators } from '#shared/reading/encodings.ts'
import { meant } from './choices.ts'
import { isRate } from './rates.ts'
import { importFields } from './columns/fields.ts'
import { years } from './rules.ts'
import { Repair, SkipRule, Values } from './shape-input.ts'

/** What a column may hold. */
export const field = z.enum(importFields, 'validation.unknown_value')
const fundingType = z.union(
  [z.literal(1), z.literal(2), z.literal(3), z.literal(4)],
  'validation.unknown_value',
)

/** Exchange rates: currency code, alone or with a year or day (`CHF 2016`) → euros for one unit, as decimal text. */
const Rates = z
  .record(
    z.string().regex(/^[A-Z]{3}( \d{4}(-\d{2}-\d{2})?)?$/, 'imports.currency_code'),
    z.string().refine(isRate, 'imports.rate'),
  )
  .refine((rates) => Object.keys(rates).length <= 500, 'validation.invalid')
  .refine((rates) => !Object.keys(rates).some((key) => key.startsWith('EUR')), 'imports.rate')

/** What a person chooses for a whole file. */
export const options = {
  encoding: z.enum(encodings, 'validation.unknown_value').nullable(),
  separator: z.enum(separators, 'validation.unknown_value').nullable(),
  sheet: line(200).nullable(),
  /** All sheets of a workbook that have the header of the first one are read as one table. */
  all_sheets: z.boolean(),
  /** Rows of a workbook that are hidden or filtered out are taken too; otherwise they are refused. */
  hidden_rows: z.boolean(),
  partial: z.boolean(),
  rates: Rates,
  /** Of amounts that say none themselves; null leaves it to the column's name, and else to EUR. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'imports.currency_code')
    .meta({ example: 'CHF' })
    .nullable(),
  year: z.int('validation.integer').min(years.first).max(years.last).nullable(),
  funding_type: fundingType,
  /** Under which name the steps are kept as a recipe when they are booked; null for none. */
  keep_as: line(200).min(1, 'validation.required').nullable(),
  /** Whether amounts below zero take back gifts of other rows; null while nobody has said it, and they are refused. */
  reversals: z.boolean().nullable(),
  /** What a person has said is meant, of `to_confirm`. */
  confirmed: z.array(z.enum(meant, 'validation.unknown_value')).max(10),
}

/** How rows become fields, beside the columns. */
export const shape = {
  /** How many rows stand above the header or the data. */
  before: z.int('validation.integer').min(0).max(50),
  /** Fields made of several columns, of a part of one, or of a text for all rows. */
  values: Values,
  /** Rows that are left out. */
  skip: z.array(SkipRule).max(20),
  /** What a person mended, in the order it was done; left out, it is undone. */
  repairs: z.array(Repair).max(1_000),
  /** Rows that look like sums of others are data all the same. */
  keep_sums: z.boolean(),
  /** Gifts without a project's name go to one project per organization and year. */
  project_per_year: z.boolean(),
}

/** What is said anew of a file. */
export const ImportChange = z
  .strictObject({
    ...options,
    ...shape,
    header: z.boolean(),
    amount_in_cents: z.boolean(),
    /** The slug of a recipe to read the file by; null starts over from what is guessed. */
    recipe: z.string().min(1).max(200).nullable(),
    /** One entry per column of the file: the field it holds, or null. */
    columns: z
      .array(field.nullable())
      .max(1000)
      .refine((fields) => {
        const named = fields.filter((one) => one !== null)
        return new Set(named).size === named.length
      }, 'imports.field_twice'),
  })
  .partial()
