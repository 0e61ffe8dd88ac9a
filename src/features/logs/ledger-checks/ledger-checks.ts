import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { DayShape, Instant } from '#shared/shapes.ts'

const Figure = z.object({ label: z.string(), cents: z.int() })

/** A row that breaks an invariant: its subject, both figures, and its page. */
export const BrokenRow = z
  .object({
    subject: z.enum([
      'project',
      'transaction',
      'account',
      'payout',
      'claim',
      'budget',
      'funding_type',
      'month',
      'organization',
      'document',
      'ledger',
    ]),
    id: z.int().nullable(),
    slug: z.string().nullable(),
    title: z.string(),
    text: z.string(),
    day: DayShape.nullable(),
    figures: z.tuple([Figure, Figure]).nullable(),
    difference_cents: z.int().nullable(),
    transaction_id: z.int().nullable(),
  })
  .meta({ id: 'LedgerCheckBrokenRow' })
export type BrokenRow = z.infer<typeof BrokenRow>

/** One invariant of the ledger, and the result of its last check. */
export const LedgerCheckRow = z
  .object({
    key: z.string(),
    sentence: z.string(),
    /** During a run, `waiting` or `running` until the check is done; `never` before the first run. */
    state: z.enum(['never', 'waiting', 'running', 'done']),
    holds: z.boolean().nullable(),
    checked: z.int().nullable(),
    checked_display: z.string(),
    /** The two compared sums, if the check compares only two. */
    figures_cents: z.tuple([z.int(), z.int()]).nullable(),
    as_of: Instant.nullable(),
    duration_ms: z.int().nullable(),
    broken: z.int().nullable(),
    /** The first hundred rows. */
    rows: z.array(BrokenRow),
  })
  .meta({ id: 'LedgerCheck' })
export type LedgerCheckRow = z.infer<typeof LedgerCheckRow>

/** State of the ledger checks, for every page of the logs. */
export const LedgerCheckState = z
  .object({
    /** True during a run; the figures are still those of the previous run. */
    running: z.boolean(),
    as_of: Instant.nullable(),
    duration_ms: z.int().nullable(),
    /** The person who requested the last run; null for the nightly one. */
    asked_by: z.string().nullable(),
    checks: z.int(),
    /** Number of checks the current run has finished. */
    done: z.int(),
    broken: z.int(),
    /** True if the last run was more than 26 hours ago or never. */
    is_late: z.boolean(),
    has_failed: z.boolean(),
    task: z.object({ slug: z.string(), title: z.string(), is_open: z.boolean() }).nullable(),
  })
  .meta({ id: 'LedgerCheckState' })
export type LedgerCheckState = z.infer<typeof LedgerCheckState>

/** Filters by holding or broken checks; undefined returns both. */
const result = z.enum(['holds', 'broken'], 'validation.unknown_value').optional()

export const ledgerCheckCalls = {
  ledgerChecks: route({
    method: 'GET',
    path: '/api/v4/logs/ledger-checks/',
    shows: ['ledger_check'],
    access: 'view_logs',
    wholeHouse: true,
    summary: 'List the invariants of the ledger with the last check of each: duration and violating rows',
    query: pagingQuery.extend({ result }).strict(),
    response: pageOf(LedgerCheckRow).extend({ run: LedgerCheckState }),
  }),
  ledgerChecksExport: route({
    method: 'GET',
    path: '/api/v4/logs/ledger-checks/export/',
    recorded: { action: 'export', object_type: 'journal' },
    access: 'export_data',
    alsoNeeds: 'view_logs',
    wholeHouse: true,
    summary: 'Export the checks with their last findings and all violating rows',
    query: z.strictObject({ result }),
    response: 'file',
  }),
  ledgerCheckState: route({
    method: 'GET',
    path: '/api/v4/logs/ledger-checks/state/',
    shows: ['ledger_check'],
    access: 'view_logs',
    wholeHouse: true,
    summary: 'Get whether a ledger check found violations, and the time of the last run',
    response: LedgerCheckState,
  }),
  runLedgerChecks: route({
    method: 'POST',
    path: '/api/v4/logs/ledger-checks/run/',
    changes: ['ledger_check'],
    access: 'view_logs',
    wholeHouse: true,
    summary: 'Start a check of the ledger in the background; one run at a time',
    response: LedgerCheckState,
    status: 202,
  }),
  stopLedgerChecks: route({
    method: 'POST',
    path: '/api/v4/logs/ledger-checks/cancel/',
    changes: ['ledger_check'],
    access: 'view_logs',
    wholeHouse: true,
    summary: 'Stop the running check of the ledger; the findings of the previous run stay',
    response: LedgerCheckState,
    refusals: [409],
  }),
}
