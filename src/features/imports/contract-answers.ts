import { z } from 'zod'
import { Instant } from '#shared/shapes.ts'
import { encodings, separators } from '#shared/reading/encodings.ts'
import { confirmations } from './choices.ts'
import { field, options, shape } from './contract-input.ts'
import { guessReasons, sureness } from './columns/mapping.ts'
import { dependentKinds, importStates, importSteps } from './work-rules.ts'

const Cell = z.union([z.string(), z.number()])

/** Counts made before anything is changed; amounts in euro cents. */
const Counts = z.object({
  rows: z.int(),
  refused: z.int(),
  /** Skipped lines: blank lines, totals, lines left out by a rule. */
  left_out: z.object({ blank: z.int(), sums: z.int(), skipped: z.int() }).optional(),
  /** Invisible characters, and the number of places of each. */
  signs: z.record(z.string(), z.int()).optional(),
  repaired: z.int(),
  refused_by: z.array(z.object({ field: z.string(), code: z.string(), text: z.string(), rows: z.int() })),
  organizations: z.object({ new: z.int(), known: z.int() }),
  projects: z.object({ new: z.int(), known: z.int() }),
  gifts: z.object({ new: z.int(), known: z.int() }),
  years: z.array(z.object({ year: z.int(), gifts: z.int(), cents: z.int(), new_cents: z.int() })),
  /** Sums per currency of the file, in cents of that currency and in euro cents. */
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
  /** Number of rows equal to an earlier one; each is a gift of its own. */
  equal_rows: z.int(),
  /** Reversal rows, and the amount they take off new gifts, in euro cents. */
  reversals: z.object({ new: z.int(), known: z.int(), cents: z.int() }),
  /**
   * Gifts of earlier imports that rows of this file reduce: the total, the total per year of the gifts and, for the first
   * ones, the first such row, the current and the remaining amount. In euro cents.
   */
  taken_back: z.object({
    gifts: z.int(),
    cents: z.int(),
    years: z.array(z.object({ year: z.int(), cents: z.int() })),
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
  /**
   * Names that differ only in punctuation and legal form, new ones compared with all others: the first pairs, and their
   * number.
   */
  alike: z.object({ pairs: z.int(), first: z.array(z.tuple([z.string(), z.string()])) }),
})

/** Gifts in cents of their currency, and in euro cents; null without a rate. */
export const SumOfGifts = z.object({ gifts: z.int(), source_cents: z.int(), cents: z.int().nullable() })

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
    failure: z.object({ code: z.string(), text: z.string(), line: z.int().nullable() }).nullable(),
    started_by: z.string(),
    created_at: Instant,
    finished_at: Instant.nullable(),
    can_change: z.boolean(),
    can_run: z.boolean(),
    can_cancel: z.boolean(),
    undone_at: Instant.nullable(),
    undo: z.object({ by: z.string(), reason: z.string() }).nullable(),
  })
  .meta({ id: 'ImportRow' })
export type ImportRow = z.infer<typeof ImportRow>

const PreviewRow = z.object({
  line: z.int(),
  cells: z.array(Cell),
  refused: z.array(z.object({ field: z.string(), code: z.string(), text: z.string() })),
  gift: z.object({ cents: z.int(), currency: z.string(), received_on: z.string() }).nullable(),
})

/** A row with all its problems, each with the columns concerned. */
export const ProblemRow = z.object({
  line: z.int(),
  cells: z.array(Cell),
  refused: z.array(
    z.object({ field: z.string(), code: z.string(), text: z.string(), columns: z.array(z.int()) }),
  ),
})

const KnownRecipe = z.object({ slug: z.string(), title: z.string(), used_at: Instant })

/** Saved steps to read files of one source, reused for the next file. */
export const ImportRecipe = z
  .object({
    slug: z.string(),
    title: z.string(),
    version: z.int(),
    columns: z.array(z.string()),
    currencies: z.array(z.string()),
    used_at: Instant,
  })
  .meta({ id: 'ImportRecipe' })
export type ImportRecipe = z.infer<typeof ImportRecipe>

/** A word of the file in both readings. */
const LetterExample = z.object({ 'windows-1252': z.string(), cp850: z.string() })

/** An import on its page: guesses, choices, the first rows. */
export const ImportDetail = ImportRow.extend({
  /** Counts changes of the guesses and choices; checks and runs leave it as it is. */
  version: z.int(),
  guessed: z.object({ encoding: z.enum(encodings).nullable(), separator: z.enum(separators).nullable() }),
  options: z.object(options),
  ...shape,
  header: z.boolean(),
  amount_in_cents: z.boolean(),
  sheets: z.array(z.string()),
  /**
   * Hidden parts of a workbook: whether rows with cells are hidden, and hidden columns by name; columns are read
   * anyway.
   */
  hidden: z.object({ rows: z.boolean(), columns: z.array(z.string()) }),
  /**
   * The amount column whose name states a currency without a rate, or null when nothing states one; refused (409) until
   * somebody answers.
   */
  currency_question: z.object({ column: z.string(), currency: z.string().nullable() }).nullable(),
  /** Words whose umlauts can be read in two ways; refused (409) until `encoding` is sent. */
  letters_question: z.object({ examples: z.array(LetterExample) }).nullable(),
  /** A column guessed to hold organizations whose name may mean projects; refused (409) until `columns` are sent. */
  column_question: z
    .object({ column: z.int(), name: z.string(), values: z.int(), distinct: z.int() })
    .nullable(),
  /**
   * Number of rows refused for a negative amount while nobody has decided whether they are reversals; null for none.
   */
  negative_question: z.object({ rows: z.int() }).nullable(),
  /**
   * Likely mistakes: no column holds an amount, or nearly every gift has a new organization. Refused (409) until
   * `confirmed` lists them.
   */
  to_confirm: z.array(z.enum(confirmations)),
  /** The amounts a run would book, and whether the person must type the sum; `run` then requires both in `expected`. */
  confirm: z
    .object({
      gifts: z.int(),
      cents: z.int(),
      /** The amount taken off gifts of earlier imports. */
      taken_cents: z.int(),
      is_typed: z.boolean(),
      from_cents: z.int(),
      /** The part of `cents` that concerns gifts of the current year; it requires the right to record donations. */
      this_year_cents: z.int(),
      /** The part of `taken_cents` that concerns gifts of the current year; it requires the right to refund. */
      taken_this_year_cents: z.int(),
    })
    .nullable(),
  columns: z.array(
    z.object({
      name: z.string(),
      field: field.nullable(),
      /** Why the column is assigned to its field, and how certain that is; null for a column that is not imported. */
      guess: z.object({ reason: z.enum(guessReasons), sureness: z.enum(sureness) }).nullable(),
    }),
  ),
  preview: z.array(PreviewRow),
  /**
   * The recipe used to read the file, as it was then, and all recipes matching its header; `can_keep` if the file has a
   * header.
   */
  recipe: z.object({ used: KnownRecipe.nullable(), known: z.array(KnownRecipe), can_keep: z.boolean() }),
}).meta({ id: 'ImportDetail' })
export type ImportDetail = z.infer<typeof ImportDetail>

/** Records that prevent undoing an import, the first of each kind by name. */
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

/** Records that undo would reverse: gifts with their sum in cents, projects and organizations. */
export const UndoPreview = z
  .object({
    can_undo: z.boolean(),
    gifts: z.int(),
    cents: z.int(),
    projects: z.int(),
    organizations: z.int(),
    /** Gifts of earlier imports that this one reduced, and the amount they get back. */
    restored: z.object({ gifts: z.int(), cents: z.int() }),
    depends: z.array(Dependents),
  })
  .meta({ id: 'UndoPreview' })

/** An earlier import from the same source; new gifts and their sum in cents. */
export const EarlierImport = z.object({
  id: z.int(),
  filename: z.string(),
  finished_at: Instant.nullable(),
  undone_at: Instant.nullable(),
  gifts: z.int(),
  cents: z.int(),
  /** True when a later import relies on its records. */
  is_used: z.boolean(),
})
