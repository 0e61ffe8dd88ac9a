import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/list.ts'
import { mediaTypes, route } from '#shared/route.ts'
import { byId, Instant, line } from '#shared/shapes.ts'
import { encodings, maxFileBytes, separators } from './choices.ts'
import { isRate } from './rates.ts'
import { importFields } from './reading/fields.ts'
import { years } from './rules.ts'
import { importStates, importSteps } from './work-rules.ts'

const field = z.enum(importFields, 'validation.unknown_value')
const fundingType = z.union(
  [z.literal(1), z.literal(2), z.literal(3), z.literal(4)],
  'validation.unknown_value',
)
const Cell = z.union([z.string(), z.number()])

/** Exchange rates: currency code → euros for one unit, as decimal text. */
const Rates = z
  .record(z.string().regex(/^[A-Z]{3}$/, 'imports.currency_code'), z.string().refine(isRate, 'imports.rate'))
  .refine((rates) => Object.keys(rates).length <= 20, 'validation.invalid')
  .refine((rates) => !('EUR' in rates), 'imports.rate')

const options = {
  encoding: z.enum(encodings, 'validation.unknown_value').nullable(),
  separator: z.enum(separators, 'validation.unknown_value').nullable(),
  sheet: line(200).nullable(),
  partial: z.boolean(),
  rates: Rates,
  year: z.int('validation.integer').min(years.first).max(years.last).nullable(),
  funding_type: fundingType,
}

/** What is counted before anything is changed; amounts in euro cents. */
const Counts = z.object({
  rows: z.int(),
  refused: z.int(),
  refused_by: z.array(z.object({ field: z.string(), code: z.string(), text: z.string(), rows: z.int() })),
  organizations: z.object({ new: z.int(), known: z.int() }),
  projects: z.object({ new: z.int(), known: z.int() }),
  gifts: z.object({ new: z.int(), known: z.int() }),
  years: z.array(z.object({ year: z.int(), gifts: z.int(), cents: z.int(), new_cents: z.int() })),
})

/** An import as its list shows it. */
export const ImportRow = z
  .object({
    id: z.int(),
    filename: z.string(),
    size_bytes: z.int(),
    kind: z.enum(['csv', 'xlsx', 'grants360']),
    state: z.enum(importStates),
    step: z.enum(importSteps).nullable(),
    rows_total: z.int().nullable(),
    rows_done: z.int(),
    counts: Counts.nullable(),
    /** Why the last attempt failed, in words. */
    failure: z.object({ code: z.string(), text: z.string(), line: z.int().nullable() }).nullable(),
    started_by: z.string(),
    created_at: Instant,
    finished_at: Instant.nullable(),
    can_change: z.boolean(),
    can_run: z.boolean(),
    can_cancel: z.boolean(),
  })
  .meta({ id: 'ImportRow' })
export type ImportRow = z.infer<typeof ImportRow>

/** A row of the file beside what it would become. */
const PreviewRow = z.object({
  line: z.int(),
  cells: z.array(Cell),
  refused: z.array(z.object({ field: z.string(), code: z.string(), text: z.string() })),
  gift: z.object({ cents: z.int(), currency: z.string(), received_on: z.string() }).nullable(),
})

/** An import as its page shows it: guesses, choices, the first rows. */
export const ImportDetail = ImportRow.extend({
  guessed: z.object({ encoding: z.enum(encodings).nullable(), separator: z.enum(separators).nullable() }),
  options: z.object(options),
  header: z.boolean(),
  amount_in_cents: z.boolean(),
  /** About how long lists will wait while the counted rows come in; null where they do not. */
  lists_wait_seconds: z.int().nullable(),
  columns: z.array(z.object({ name: z.string(), field: field.nullable(), from_content: z.boolean() })),
  preview: z.array(PreviewRow),
}).meta({ id: 'ImportDetail' })
export type ImportDetail = z.infer<typeof ImportDetail>

const ImportChange = z
  .strictObject({
    ...options,
    header: z.boolean(),
    amount_in_cents: z.boolean(),
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

const access = 'create_projects'

/** Importing creates projects and organizations: every call wants `create_organizations` as well. */
export const imports = {
  list: route({
    method: 'GET',
    path: '/api/v4/imports/',
    access,
    summary: 'Imports, newest first',
    query: pagingQuery,
    response: pageOf(ImportRow),
  }),
  upload: route({
    method: 'POST',
    path: '/api/v4/imports/',
    access,
    summary: 'Upload a CSV, XLSX or 360Giving file; answers what was guessed about it',
    upload: { maxBytes: maxFileBytes },
    response: ImportDetail,
    status: 201,
    location: '/api/v4/imports/{id}/',
    ownTransaction: true,
  }),
  read: route({
    method: 'GET',
    path: '/api/v4/imports/:id/',
    access,
    summary: 'One import with its guesses, choices, first rows and progress',
    params: byId,
    response: ImportDetail,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/imports/:id/',
    access,
    summary: 'Correct the guesses, say which column is which',
    params: byId,
    body: ImportChange,
    response: ImportDetail,
    ownTransaction: true,
  }),
  check: route({
    method: 'POST',
    path: '/api/v4/imports/:id/check/',
    access,
    summary: 'Dry run: counts what the file would bring, changes nothing',
    params: byId,
    response: ImportRow,
    status: 202,
  }),
  run: route({
    method: 'POST',
    path: '/api/v4/imports/:id/run/',
    access,
    summary: 'Import the file, all or nothing unless its option `partial` is set',
    params: byId,
    response: ImportRow,
    status: 202,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/v4/imports/:id/cancel/',
    access,
    summary: 'Stop the work on a file; nothing is changed',
    params: byId,
    response: ImportRow,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v4/imports/:id/',
    access,
    summary: 'Forget an import that is not at work; what it brought stays',
    params: byId,
    response: 'empty',
    ownTransaction: true,
  }),
  refused: route({
    method: 'GET',
    path: '/api/v4/imports/:id/refused/',
    recorded: { action: 'download', object_type: 'import' },
    access,
    summary: 'The refused rows with the reasons, as they were in the file',
    params: byId,
    query: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    response: 'file',
    media: [mediaTypes.csv, mediaTypes.xlsx],
  }),
}
