import { z } from 'zod'
import { exportQuery, exportRoute } from '#features/exports/query.ts'
import { letters } from '#shared/reading/encodings.ts'
import { listQuery, pageOf, pagingQuery } from '#shared/lists/list.ts'
import { mediaTypes, route } from '#shared/route.ts'
import { AmountCents, byId, Instant, line, Version } from '#shared/shapes.ts'
import { csvFields } from './reading/csv-columns.ts'
import { statementFormats } from './reading/statement.ts'
import { causeNames, lineStates, maxStatementBytes } from './rules.ts'
import { lineList } from './table.ts'
import { reasons, targetTypes } from './suggest.ts'

const Account = z.object({ slug: z.string(), title: z.string(), iban: z.string() })

const Break = z.object({
  kind: z.enum(['gap', 'overlap']),
  other: z.int(),
  other_number: z.string(),
  from: z.string(),
  to: z.string(),
  difference_cents: z.int(),
})

/** A statement in the list; cents. */
export const StatementRow = z
  .object({
    id: z.int(),
    number: z.string(),
    format: z.enum(statementFormats),
    /** The report's day may not be over; the statement of that day follows later. */
    is_day_report: z.boolean(),
    account: Account,
    from_day: z.string(),
    to_day: z.string(),
    opening_cents: z.int(),
    credit_cents: z.int(),
    debit_cents: z.int(),
    closing_cents: z.int(),
    lines: z.int(),
    counts: z.object({ open: z.int(), held: z.int(), matched: z.int(), ignored: z.int() }),
    notes: z.array(z.object({ code: z.string(), text: z.string() })),
    break: Break.nullable(),
    created_at: Instant,
  })
  .meta({ id: 'StatementRow' })
export type StatementRow = z.infer<typeof StatementRow>

/** A statement with its reconciliation, and the next statement with open lines. */
export const StatementDetail = StatementRow.extend({
  reconciliation: z.object({
    statement_cents: z.int(),
    ledger_cents: z.int(),
    difference_cents: z.int(),
    causes: z.array(z.object({ cause: z.enum(causeNames), count: z.int(), cents: z.int() })),
    unexplained_cents: z.int(),
    suspense_cents: z.int(),
    ignored: z.object({ count: z.int(), cents: z.int() }),
  }),
  next_open: z.object({ id: z.int(), number: z.string() }).nullable(),
  /** Name of the original file and the SHA-256 of its bytes; null when the file was not stored. */
  original: z.object({ filename: z.string(), sha256: z.string() }).nullable(),
}).meta({ id: 'StatementDetail' })
export type StatementDetail = z.infer<typeof StatementDetail>

const Part = z.object({
  target_type: z.enum(targetTypes),
  target_slug: z.string(),
  title: z.string(),
  amount_cents: z.int(),
})

/** A line in the queue; credits are positive, the IBAN is reduced to its last four characters. */
export const BankLine = z
  .object({
    id: z.int(),
    statement_id: z.int(),
    position: z.int(),
    booked_on: z.string(),
    valued_on: z.string(),
    amount_cents: z.int(),
    name: z.string(),
    iban: z.string(),
    text: z.string(),
    reference: z.string(),
    booking: z.string(),
    state: z.enum(lineStates),
    reason: z.string(),
    is_auto: z.boolean(),
    decided_by: z.string().nullable(),
    decided_at: Instant.nullable(),
    parts: z.array(Part),
    version: z.int(),
  })
  .meta({ id: 'BankLine' })
export type BankLine = z.infer<typeof BankLine>

/** A line with its suggestions and the person's unfinished split. */
export const BankLineDetail = BankLine.extend({
  recognized: z.array(z.string()),
  suggestions: z.array(
    z.object({
      target_type: z.enum([...targetTypes, 'split']),
      /** Empty for a split. */
      target_slug: z.string(),
      title: z.string(),
      detail: z.string(),
      amount_cents: z.int(),
      score: z.int(),
      why: z.array(z.object({ reason: z.enum(reasons), met: z.boolean() })),
      /** The suggested split; empty when a single target is suggested. */
      split: z.array(Part),
    }),
  ),
  /** The person's unfinished split, or one made from the payments of a collective line. */
  draft: z.array(Part),
  /** The payments of a collective line as reported by a payment notice; at most 200. */
  payments: z.array(
    z.object({
      amount_cents: z.int(),
      name: z.string(),
      iban: z.string(),
      text: z.string(),
      reference: z.string(),
    }),
  ),
}).meta({ id: 'BankLineDetail' })
export type BankLineDetail = z.infer<typeof BankLineDetail>

/** An ignored line whose money another line may send back. */
export const IgnoredLine = BankLine.pick({ id: true, booked_on: true, amount_cents: true, reason: true })
  .extend({ title: z.string() })
  .meta({ id: 'IgnoredLine' })
export type IgnoredLine = z.infer<typeof IgnoredLine>

/** The first rows of a bank's CSV, and the known contents of its columns by index from 0. */
export const CsvPreview = z
  .object({
    rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
    /** Line of the headings: 0 for none, null when they were not found. */
    header: z.int().nullable(),
    columns: z.partialRecord(z.enum(csvFields), z.int()),
    /** Title of the saved layout that matched; empty for none. */
    title: z.string(),
  })
  .meta({ id: 'CsvPreview' })
export type CsvPreview = z.infer<typeof CsvPreview>

/**
 * A saved layout of a bank's CSV: the contents of its columns by index from 0. Without an account it applies to any.
 */
export const CsvLayoutRow = z
  .object({
    id: z.int(),
    title: z.string(),
    version: z.int(),
    account: z.object({ slug: z.string(), title: z.string() }).nullable(),
    columns: z.array(z.object({ field: z.enum(csvFields), place: z.int(), heading: z.string() })),
    updated_at: Instant,
  })
  .meta({ id: 'CsvLayoutRow' })
export type CsvLayoutRow = z.infer<typeof CsvLayoutRow>

/** An uploaded file; `waiting` until its worker has read it. */
export const StatementFile = z
  .object({
    id: z.int(),
    filename: z.string(),
    /** `cancelled`: a person stopped reading it. */
    state: z.enum(['waiting', 'done', 'failed', 'cancelled']),
    failure: z.object({ code: z.string(), text: z.string(), line: z.int().nullable() }).nullable(),
    statements: z.array(z.int()),
    lines: z.int(),
    lines_known: z.int(),
    /** Entries that the bank had not booked yet and that were therefore left out. */
    lines_pending: z.int(),
    lines_matched: z.int(),
    /** Number of collective lines whose payments a payment notice (CAMT.054) supplied. */
    lines_resolved: z.int(),
    /** Collective entries of a notice without a known line. */
    lines_unresolved: z.int(),
    /** For a large file read by a worker: its number of lines (null until known), and how many are written. */
    lines_total: z.int().nullable(),
    lines_done: z.int(),
    /** Reasons for other skipped entries: amounts of 0.00 and other currencies. */
    left_out: z.array(z.string()),
    /** Title of the saved CSV layout whose columns have moved; empty for none. */
    layout_changed: z.string(),
  })
  .meta({ id: 'StatementFile' })
export type StatementFile = z.infer<typeof StatementFile>

const search = z.string().trim().max(200, 'validation.too_long').default('')
const reason = line(500).min(1, 'bank_statements.reason_required')
const WantedPart = z.strictObject({
  target_type: z.enum(targetTypes, 'validation.unknown_value'),
  target_slug: z.string().max(200),
  amount_cents: AmountCents,
})

/** Data sent with a file: its account, and the encoding of its umlauts when the bytes are ambiguous. */
const uploadFields = z
  .object({ bank_account: z.string().max(200), letters: z.enum(letters, 'validation.unknown_value') })
  .partial()

const view = 'view_bank_statements'
const change = 'change_bank_statements'

export const bankStatements = {
  list: route({
    method: 'GET',
    path: '/api/v4/bank-statements/',
    shows: ['bank_statement', 'own_account'],
    access: view,
    wholeHouse: true,
    summary: 'List bank statements, newest first, with their numbers of open lines and any gaps and overlaps',
    query: pagingQuery,
    response: pageOf(StatementRow),
  }),
  upload: route({
    method: 'POST',
    path: '/api/v4/bank-statements/',
    changes: ['bank_statement', 'money'],
    access: 'create_bank_statements',
    wholeHouse: true,
    summary:
      'Upload statements: CAMT.053, CAMT.052 with balances, MT940, a bank’s CSV or workbook, a ZIP of several, or a ' +
      'CAMT.054 for collective lines; all or nothing, and no line is imported twice',
    upload: {
      maxBytes: maxStatementBytes,
      fields: uploadFields,
    },
    response: StatementFile,
    status: 201,
    location: '/api/v4/bank-statements/files/{id}/',
    ownTransaction: true,
    idempotent: true,
  }),
  file: route({
    method: 'GET',
    path: '/api/v4/bank-statements/files/:id/',
    shows: ['bank_statement'],
    access: view,
    wholeHouse: true,
    summary: 'Get the state and result of an uploaded statement file',
    params: byId,
    response: StatementFile,
  }),
  stopFile: route({
    method: 'POST',
    path: '/api/v4/bank-statements/files/:id/cancel/',
    changes: ['bank_statement'],
    access: 'create_bank_statements',
    wholeHouse: true,
    summary: 'Stop reading a large file; nothing of it is kept',
    params: byId,
    response: StatementFile,
    idempotent: true,
    refusals: [409],
  }),
  previewCsv: route({
    method: 'POST',
    path: '/api/v4/bank-statements/csv-preview/',
    // Shows the first rows of a file, keeps nothing.
    changes: [],
    access: 'create_bank_statements',
    wholeHouse: true,
    summary:
      'Preview the first rows of a bank’s CSV or workbook with its recognized columns; nothing is stored',
    upload: {
      maxBytes: maxStatementBytes,
      fields: uploadFields,
    },
    response: CsvPreview,
    ownTransaction: true,
  }),
  saveLayout: route({
    method: 'POST',
    path: '/api/v4/bank-statements/csv-layouts/',
    changes: ['csv_layout'],
    access: 'create_bank_statements',
    wholeHouse: true,
    summary:
      'Save a CSV column layout for all files of an account with these headings; replaces a layout of the same name',
    body: z.strictObject({
      bank_account: z.string().min(1, 'validation.required').max(200),
      title: line(100).min(1, 'validation.required'),
      /** As in the file; each is empty when the file has no headings. */
      headings: z
        .array(line(200))
        .min(2)
        .max(100)
        .meta({ example: ['Tag', 'Name', 'Zweck', 'Betrag'] }),
      columns: z
        .partialRecord(z.enum(csvFields), z.int().min(0).max(99))
        .refine(
          (columns) =>
            columns.booked_on !== undefined &&
            (columns.amount !== undefined || columns.credit !== undefined || columns.debit !== undefined),
          'bank_statements.columns_missing',
        )
        .meta({ example: { booked_on: 0, amount: 3 } }),
    }),
    response: 'empty',
    idempotent: false,
  }),
  layouts: route({
    method: 'GET',
    path: '/api/v4/bank-statements/csv-layouts/',
    shows: ['csv_layout'],
    access: 'create_bank_statements',
    wholeHouse: true,
    summary: 'List the saved column layouts of banks’ CSV files, by account and name',
    query: pagingQuery,
    response: pageOf(CsvLayoutRow),
  }),
  renameLayout: route({
    method: 'PATCH',
    path: '/api/v4/bank-statements/csv-layouts/:id/',
    changes: ['csv_layout'],
    access: 'create_bank_statements',
    wholeHouse: true,
    summary: 'Rename a CSV layout; requires the version last read',
    params: byId,
    body: z.strictObject({ title: line(100).min(1, 'validation.required'), version: Version.optional() }),
    response: CsvLayoutRow,
  }),
  removeLayout: route({
    method: 'DELETE',
    path: '/api/v4/bank-statements/csv-layouts/:id/',
    changes: ['csv_layout'],
    access: 'create_bank_statements',
    wholeHouse: true,
    summary: 'Delete a CSV layout; statements imported with it remain',
    params: byId,
    response: 'empty',
  }),
  read: route({
    method: 'GET',
    path: '/api/v4/bank-statements/:id/',
    shows: ['bank_statement'],
    access: view,
    wholeHouse: true,
    summary: 'Get a statement with its balance, the ledger’s balance, and the causes of the difference',
    params: byId,
    response: StatementDetail,
  }),
  original: route({
    method: 'GET',
    path: '/api/v4/bank-statements/:id/file/',
    recorded: { action: 'download', object_type: 'bank_statement' },
    access: 'export_data',
    alsoNeeds: change,
    wholeHouse: true,
    summary:
      'Download the original file of a statement, verified against its hash; also requires the right to see donors',
    params: byId,
    response: 'file',
    media: [mediaTypes.bytes],
    refusals: [409],
  }),
  lines: route({
    method: 'GET',
    path: '/api/v4/bank-statements/:id/transactions/',
    shows: ['bank_statement'],
    access: view,
    wholeHouse: true,
    summary: 'List the lines of a statement in order',
    params: byId,
    query: pagingQuery.extend({
      search,
      state: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(z.enum(lineStates, 'validation.unknown_value')))
        .optional(),
    }),
    response: pageOf(BankLine),
  }),
  exportLines: exportRoute('bank_line', {
    path: '/api/v4/bank-statements/:id/transactions/export/',
    alsoNeeds: 'view_bank_statements',
    wholeHouse: true,
    summary:
      'Export the lines of a statement as XLSX or CSV, with the targets of their money; IBANs are masked',
    params: byId,
    query: listQuery(lineList, exportQuery(lineList)),
  }),
  line: route({
    method: 'GET',
    path: '/api/v4/bank-transactions/:id/',
    shows: ['bank_statement'],
    recorded: { action: 'read', object_type: 'bank_line' },
    access: view,
    wholeHouse: true,
    summary: 'Get a line with at most five suggestions, best first, each with its reasons',
    params: byId,
    response: BankLineDetail,
  }),
  ignored: route({
    method: 'GET',
    path: '/api/v4/bank-transactions/:id/ignored/',
    shows: ['bank_statement'],
    access: view,
    wholeHouse: true,
    summary:
      'List ignored lines whose money this line may send back: same account, opposite direction, not larger; equal amounts ' +
      'first, then newest',
    params: byId,
    query: pagingQuery.extend({ search }),
    response: pageOf(IgnoredLine),
  }),
  match: route({
    method: 'POST',
    path: '/api/v4/bank-transactions/:id/match/',
    changes: ['bank_statement', 'payout', 'donation', 'claim', 'project', 'money'],
    access: change,
    wholeHouse: true,
    summary: 'Match a line to one or several targets; the parts must sum to its amount',
    params: byId,
    body: z.strictObject({ parts: z.array(WantedPart).min(1).max(50) }),
    response: BankLine,
    idempotent: true,
    refusals: [409],
  }),
  hold: route({
    method: 'POST',
    path: '/api/v4/bank-transactions/:id/hold/',
    changes: ['bank_statement'],
    access: change,
    wholeHouse: true,
    summary: 'Put a line on hold, with a reason',
    params: byId,
    body: z.strictObject({ reason }),
    response: BankLine,
    idempotent: true,
    refusals: [409],
  }),
  ignore: route({
    method: 'POST',
    path: '/api/v4/bank-transactions/:id/ignore/',
    changes: ['bank_statement'],
    access: change,
    wholeHouse: true,
    summary: 'Ignore a line, with a reason; its money stays in suspense',
    params: byId,
    body: z.strictObject({ reason }),
    response: BankLine,
    idempotent: true,
    refusals: [409],
  }),
  undo: route({
    method: 'POST',
    path: '/api/v4/bank-transactions/:id/undo/',
    changes: ['bank_statement', 'payout', 'donation', 'claim', 'project', 'money'],
    access: change,
    wholeHouse: true,
    summary: 'Undo the decision on a line, with all its parts',
    params: byId,
    body: z.strictObject({}),
    response: BankLine,
    idempotent: true,
    refusals: [409],
  }),
  reveal: route({
    method: 'POST',
    path: '/api/v4/bank-transactions/:id/reveal/',
    // Reveals a masked IBAN and changes nothing.
    changes: [],
    access: change,
    wholeHouse: true,
    summary: 'Reveal the full IBAN of a line’s counterparty; requires a reason, which is logged',
    params: byId,
    body: z.strictObject({ reason }),
    response: z.object({ iban: z.string() }),
    // A stored response would keep the revealed data in clear text for 24 hours.
    idempotent: false,
  }),
  saveDraft: route({
    method: 'PUT',
    path: '/api/v4/bank-transactions/:id/draft/',
    // A person's own draft; the page puts it in place itself.
    changes: [],
    access: change,
    wholeHouse: true,
    summary: 'Save the caller’s unfinished split of a line; an empty one deletes it',
    params: byId,
    body: z.strictObject({
      parts: z.array(WantedPart.extend({ amount_cents: z.int().min(0), title: z.string().max(300) })).max(50),
    }),
    response: 'empty',
    idempotent: false,
  }),
}
