import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/list.ts'
import { mediaTypes, route } from '#shared/route.ts'
import { byId, bySlug, Instant, line, Version } from '#shared/shapes.ts'
import { encodings, maxFileBytes, meant, separators } from './choices.ts'
import { isRate } from './rates.ts'
import { importFields } from './reading/fields.ts'
import { guessReasons, sureness } from './reading/mapping.ts'
import { refusalCodes, years } from './rules.ts'
import { Repair, SkipRule, Values } from './shape-input.ts'
import { dependentKinds, importStates, importSteps } from './work-rules.ts'

const field = z.enum(importFields, 'validation.unknown_value')
const fundingType = z.union(
  [z.literal(1), z.literal(2), z.literal(3), z.literal(4)],
  'validation.unknown_value',
)
const Cell = z.union([z.string(), z.number()])

/** Exchange rates: currency code, alone or with a year or day (`CHF 2016`) → euros for one unit, as decimal text. */
const Rates = z
  .record(
    z.string().regex(/^[A-Z]{3}( \d{4}(-\d{2}-\d{2})?)?$/, 'imports.currency_code'),
    z.string().refine(isRate, 'imports.rate'),
  )
  .refine((rates) => Object.keys(rates).length <= 500, 'validation.invalid')
  .refine((rates) => !Object.keys(rates).some((key) => key.startsWith('EUR')), 'imports.rate')

const options = {
  encoding: z.enum(encodings, 'validation.unknown_value').nullable(),
  separator: z.enum(separators, 'validation.unknown_value').nullable(),
  sheet: line(200).nullable(),
  /** All sheets of a workbook that have the header of the first one are read as one table. */
  all_sheets: z.boolean(),
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

const shape = {
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

/** What is counted before anything is changed; amounts in euro cents. */
const Counts = z.object({
  rows: z.int(),
  refused: z.int(),
  /** Lines that are no rows: blank, sums of others, left out by a rule. */
  left_out: z.object({ blank: z.int(), sums: z.int(), skipped: z.int() }).optional(),
  /** Signs nobody sees, and in how many places each stands. */
  signs: z.record(z.string(), z.int()).optional(),
  /** Rows that repairs changed. */
  repaired: z.int(),
  refused_by: z.array(z.object({ field: z.string(), code: z.string(), text: z.string(), rows: z.int() })),
  organizations: z.object({ new: z.int(), known: z.int() }),
  projects: z.object({ new: z.int(), known: z.int() }),
  gifts: z.object({ new: z.int(), known: z.int() }),
  years: z.array(z.object({ year: z.int(), gifts: z.int(), cents: z.int(), new_cents: z.int() })),
  /** The same per currency of the file, in cents of that currency and in euro cents. */
  currencies: z.array(
    z.object({
      year: z.int(),
      currency: z.string(),
      gifts: z.int(),
      source_cents: z.int(),
      cents: z.int(),
      new_cents: z.int(),
    }),
  ),
  /** Rows that say the same as one before them; each is a gift of its own. */
  equal_rows: z.int(),
  /** Rows that take back gifts of others, and how much of what is new they take, in euro cents. */
  reversals: z.object({ new: z.int(), known: z.int(), cents: z.int() }),
  /**
   * Gifts that earlier imports booked and rows take something off: how much, and of the first ones the first row that does,
   * what they are and what will be left of them. In euro cents.
   */
  taken_back: z.object({
    gifts: z.int(),
    cents: z.int(),
    first: z.array(
      z.object({
        line: z.int(),
        project: z.object({ slug: z.string(), title: z.string() }),
        received_on: z.string(),
        cents: z.int(),
        left_cents: z.int(),
        import: z.object({ id: z.int(), filename: z.string() }).nullable(),
      }),
    ),
  }),
  /** Names that differ in signs and legal form only, new ones beside others: the first of them, and how many. */
  alike: z.object({ pairs: z.int(), first: z.array(z.tuple([z.string(), z.string()])) }),
})

/** Gifts in cents of their currency, and what they make in euro cents; null without a rate. */
const SumOfGifts = z.object({ gifts: z.int(), source_cents: z.int(), cents: z.int().nullable() })

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
    undone_at: Instant.nullable(),
    /** Who undoes or undid it, and why. */
    undo: z.object({ by: z.string(), reason: z.string() }).nullable(),
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

/** A row with all reasons against it, each with the columns it is about. */
const ProblemRow = z.object({
  line: z.int(),
  cells: z.array(Cell),
  refused: z.array(
    z.object({ field: z.string(), code: z.string(), text: z.string(), columns: z.array(z.int()) }),
  ),
})

/** A recipe that knows the file's header. */
const KnownRecipe = z.object({ slug: z.string(), title: z.string(), used_at: Instant })

/** How files of one source were read, kept for the next one. */
export const ImportRecipe = z
  .object({
    slug: z.string(),
    title: z.string(),
    version: z.int(),
    /** The names of the columns of its files. */
    columns: z.array(z.string()),
    /** Those it has rates for. */
    currencies: z.array(z.string()),
    used_at: Instant,
  })
  .meta({ id: 'ImportRecipe' })
export type ImportRecipe = z.infer<typeof ImportRecipe>

/** An import as its page shows it: guesses, choices, the first rows. */
export const ImportDetail = ImportRow.extend({
  guessed: z.object({ encoding: z.enum(encodings).nullable(), separator: z.enum(separators).nullable() }),
  options: z.object(options),
  ...shape,
  header: z.boolean(),
  amount_in_cents: z.boolean(),
  /** The sheets of a workbook. */
  sheets: z.array(z.string()),
  /**
   * The column of amounts whose name says a currency without a rate, or null for one of which nothing says any: refused (409)
   * until somebody answers.
   */
  currency_question: z.object({ column: z.string(), currency: z.string().nullable() }).nullable(),
  /** A column guessed to hold organizations whose name may mean projects: refused (409) until `columns` are sent. */
  column_question: z
    .object({ column: z.int(), name: z.string(), values: z.int(), distinct: z.int() })
    .nullable(),
  /** So many rows are refused for an amount below zero while nobody has said whether they take gifts back; null for none. */
  negative_question: z.object({ rows: z.int() }).nullable(),
  /**
   * What is more often a mistake than meant: no column holds an amount, or nearly each gift has an organization of its own.
   * Refused (409) until `confirmed` says so.
   */
  to_confirm: z.array(z.enum(meant)),
  /** What a run books, and whether the person types the sum: `run` is then refused without both as `expected`. */
  confirm: z
    .object({
      gifts: z.int(),
      cents: z.int(),
      /** Taken off gifts that earlier imports booked. */
      taken_cents: z.int(),
      is_typed: z.boolean(),
      from_cents: z.int(),
    })
    .nullable(),
  /** About how long lists will wait while the counted rows come in; null where they do not. */
  lists_wait_seconds: z.int().nullable(),
  columns: z.array(
    z.object({
      name: z.string(),
      field: field.nullable(),
      /** Why it is taken for its field, and how sure that is; null for a column that is not imported. */
      guess: z.object({ reason: z.enum(guessReasons), sureness: z.enum(sureness) }).nullable(),
    }),
  ),
  preview: z.array(PreviewRow),
  /** The recipe that the file was read by, as it was then, and all that know its header; `can_keep` where it has one. */
  recipe: z.object({ used: KnownRecipe.nullable(), known: z.array(KnownRecipe), can_keep: z.boolean() }),
}).meta({ id: 'ImportDetail' })
export type ImportDetail = z.infer<typeof ImportDetail>

/** What stands in the way of undoing an import, the first of each kind by name. */
const Dependents = z.object({
  kind: z.enum(dependentKinds),
  count: z.int(),
  items: z.array(
    z.object({
      type: z.enum(['project', 'organization', 'import', 'month']),
      slug: z.string(),
      title: z.string(),
    }),
  ),
})

/** What undoing would take back: gifts with their sum in cents, projects and organizations. */
export const UndoPreview = z
  .object({
    can_undo: z.boolean(),
    gifts: z.int(),
    cents: z.int(),
    projects: z.int(),
    organizations: z.int(),
    /** Gifts of earlier imports that this one took something off, and how much they get back. */
    restored: z.object({ gifts: z.int(), cents: z.int() }),
    depends: z.array(Dependents),
  })
  .meta({ id: 'UndoPreview' })

/** A file of the same source that was imported before; new gifts and their sum in cents. */
const EarlierImport = z.object({
  id: z.int(),
  filename: z.string(),
  finished_at: Instant.nullable(),
  undone_at: Instant.nullable(),
  gifts: z.int(),
  cents: z.int(),
  /** A later import that stands took something of it for known. */
  is_used: z.boolean(),
})

const ImportChange = z
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
  rows: route({
    method: 'GET',
    path: '/api/v4/imports/:id/rows/',
    access,
    summary: 'The refused rows of a checked file, all or those of one problem; its repaired rows; or all',
    params: byId,
    query: pagingQuery.extend({
      field: z.union([field, z.literal('row')], 'validation.unknown_value').optional(),
      code: z.enum(refusalCodes, 'validation.unknown_value').optional(),
      /** `repaired`: those that repairs changed; `all`: good rows as well. Neither asks for a problem. */
      of: z.enum(['refused', 'repaired', 'all'], 'validation.unknown_value').default('refused'),
    }),
    response: pageOf(ProblemRow),
  }),
  matches: route({
    method: 'GET',
    path: '/api/v4/imports/:id/matches/',
    access,
    summary: 'How many cells of the file hold a text, before it is replaced',
    params: byId,
    query: z.strictObject({
      find: z.string().min(1, 'validation.required').max(200),
      column: z.coerce.number().int().min(0).max(999).optional(),
    }),
    response: z.object({ cells: z.int(), rows: z.int() }),
  }),
  names: route({
    method: 'POST',
    path: '/api/v4/imports/:id/names/',
    access,
    summary:
      'Say of names that look alike whether they mean the same organization; the file is to be checked again',
    params: byId,
    body: z.strictObject({
      names: z
        .array(
          z.strictObject({
            one: line(255).min(1, 'validation.required'),
            other: line(255).min(1, 'validation.required'),
            is_same: z.boolean(),
          }),
        )
        .min(1, 'validation.required')
        .max(200),
    }),
    response: ImportDetail,
  }),
  sums: route({
    method: 'GET',
    path: '/api/v4/imports/:id/sums/',
    access,
    summary: 'The amounts of a file in a currency by year and day, and what rates would make of them',
    params: byId,
    query: z.strictObject({
      currency: z.string().regex(/^[A-Z]{3}$/, 'imports.currency_code'),
      /** Euros for one unit, for all, a year or a day: `:0.9;2016:0.91;2016-05-31:0.9052`. */
      rates: z.string().max(10_000).optional(),
    }),
    response: SumOfGifts.extend({
      /** Only the first rows were looked at: the file is not checked. */
      is_sample: z.boolean(),
      years: z.array(SumOfGifts.extend({ year: z.int() })),
      days: z.array(SumOfGifts.extend({ day: z.string() })),
      more_days: z.int(),
    }),
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
    body: z.strictObject({
      /** New gifts and their sum as the check found them; needed above the limit, and anything else books nothing. */
      expected: z
        .strictObject({
          gifts: z.int().min(0),
          cents: z.int().min(0),
          /** Taken off gifts that earlier imports booked; none where it is left out. */
          taken_cents: z.int().min(0).optional(),
        })
        .optional(),
    }),
    response: ImportRow,
    status: 202,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/v4/imports/:id/cancel/',
    access,
    heard: { also: 'create_organizations' },
    summary: 'Stop the work on a file; nothing is changed',
    params: byId,
    response: ImportRow,
  }),
  earlier: route({
    method: 'GET',
    path: '/api/v4/imports/:id/earlier/',
    access,
    summary: 'What the last files with the same columns brought before this one, and whether it stands',
    params: byId,
    response: z.object({ results: z.array(EarlierImport) }),
  }),
  previewUndo: route({
    method: 'GET',
    path: '/api/v4/imports/:id/undo/',
    access,
    summary: 'What undoing the import would take back, and what depends on it',
    params: byId,
    response: UndoPreview,
  }),
  undo: route({
    method: 'POST',
    path: '/api/v4/imports/:id/undo/',
    access: 'delete_projects',
    summary: 'Undo an import on which nothing depends: reverse its gifts, remove what it made',
    params: byId,
    body: z.strictObject({
      reason: line(500).min(1, 'validation.required'),
      /** The name of the file, typed. */
      confirm_filename: line(300),
    }),
    idempotent: true,
    response: ImportRow,
    status: 202,
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

/** Recipes are kept by imports that are booked; whoever may import may rename and remove them. */
export const importRecipes = {
  list: route({
    method: 'GET',
    path: '/api/v4/import-recipes/',
    access,
    summary: 'Recipes: how files of a source are read, by name',
    query: pagingQuery,
    response: pageOf(ImportRecipe),
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/import-recipes/:slug/',
    access,
    summary: 'Rename a recipe; takes the version it was read with',
    params: bySlug,
    body: z.strictObject({ title: line(200).min(1, 'validation.required'), version: Version.optional() }),
    response: ImportRecipe,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v4/import-recipes/:slug/',
    access,
    summary: 'Forget a recipe; what was imported by it stays',
    params: bySlug,
    response: 'empty',
  }),
}
