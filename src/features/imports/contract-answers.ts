import { z } from 'zod'
import { Instant } from '#shared/shapes.ts'
import { encodings, separators } from '#shared/reading/encodings.ts'
import { meant } from './choices.ts'
import { field, options, shape } from './contract-input.ts'
import { guessReasons, sureness } from './columns/mapping.ts'
import { dependentKinds, importStates, importSteps } from './work-rules.ts'

const Cell = z.union([z.string(), z.number()])

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
export const SumOfGifts = z.object({ gifts: z.int(), source_cents: z.int(), cents: z.int().nullable() })

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
export const ProblemRow = z.object({
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

/** A word of a file as it reads in both ways. */
const LetterExample = z.object({ 'windows-1252': z.string(), cp850: z.string() })

/** An import as its page shows it: guesses, choices, the first rows. */
export const ImportDetail = ImportRow.extend({
  guessed: z.object({ encoding: z.enum(encodings).nullable(), separator: z.enum(separators).nullable() }),
  options: z.object(options),
  ...shape,
  header: z.boolean(),
  amount_in_cents: z.boolean(),
  /** The sheets of a workbook. */
  sheets: z.array(z.string()),
  /** What a workbook hides: whether rows with cells, and its columns by name; columns are read all the same. */
  hidden: z.object({ rows: z.boolean(), columns: z.array(z.string()) }),
  /**
   * The column of amounts whose name says a currency without a rate, or null for one of which nothing says any: refused (409)
   * until somebody answers.
   */
  currency_question: z.object({ column: z.string(), currency: z.string().nullable() }).nullable(),
  /** Words whose umlauts may be read in two ways: refused (409) until `encoding` is sent. */
  letters_question: z.object({ examples: z.array(LetterExample) }).nullable(),
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
      /** Of these cents, gifts of the running year: they take the right to record donations. */
      this_year_cents: z.int(),
    })
    .nullable(),
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
export const EarlierImport = z.object({
  id: z.int(),
  filename: z.string(),
  finished_at: Instant.nullable(),
  undone_at: Instant.nullable(),
  gifts: z.int(),
  cents: z.int(),
  /** A later import that stands took something of it for known. */
  is_used: z.boolean(),
})
