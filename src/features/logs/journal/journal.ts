import { z } from 'zod'
import { exportQuery, exportRoute } from '#features/exports/query.ts'
import { listQuery, pageOf, pagingQuery } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { byId, DayShape, Instant } from '#shared/shapes.ts'
import { journalList } from './table.ts'

/** An account: its code as in product.md §4, and its name in the reader's language. */
export const AccountName = z.object({ id: z.int(), code: z.string(), name: z.string() })

export const JournalEntryRow = z
  .object({
    id: z.int(),
    purpose: z.string(),
    debit: AccountName,
    credit: AccountName,
    amount_cents: z.int(),
    /** The transaction that this row reverses. */
    reverses_transaction_id: z.int().nullable(),
  })
  .meta({ id: 'JournalEntryRow' })

/** A transaction in the journal: its leading row, and the number of further rows. */
export const JournalRow = z
  .object({
    id: z.int(),
    business_day: DayShape,
    kind: z.string(),
    kind_display: z.string(),
    note: z.string(),
    debit: AccountName.nullable(),
    credit: AccountName.nullable(),
    row_count: z.int(),
    actor: z.string(),
    actor_id: z.int().nullable(),
    approver: z.string().nullable(),
    /** With an account filter the signed movement on it, otherwise the amount moved. */
    amount_cents: z.int(),
    /** With an account filter the balance afterwards, positive on the account's own side. */
    balance_cents: z.int().nullable(),
    reverses_id: z.int().nullable(),
    reversed_by_id: z.int().nullable(),
    closed_at: Instant.nullable(),
    created_at: Instant,
  })
  .meta({ id: 'JournalRow' })
export type JournalRow = z.infer<typeof JournalRow>

export const JournalEntry = JournalRow.omit({ balance_cents: true })
  .extend({ rows: pageOf(JournalEntryRow), audit_event_id: z.int().nullable() })
  .meta({ id: 'JournalEntry' })
export type JournalEntry = z.infer<typeof JournalEntry>

/** Incoming and outgoing sums for an account filter, in cents. */
export const JournalSums = z
  .object({
    account: z.string(),
    account_id: z.int().nullable(),
    in_cents: z.int(),
    out_cents: z.int(),
    balance_cents: z.int(),
  })
  .meta({ id: 'JournalSums' })
export type JournalSums = z.infer<typeof JournalSums>

const query = listQuery(journalList)

export const journalCalls = {
  journal: route({
    method: 'GET',
    path: '/api/v4/logs/journal/',
    shows: ['money', 'month'],
    access: 'view_logs',
    wholeHouse: true,
    summary:
      'List transactions, newest business day first; with `account` its running balance; counts up to 10,000',
    query,
    response: pageOf(JournalRow).extend({ more: z.boolean() }),
  }),
  journalSums: route({
    method: 'GET',
    path: '/api/v4/logs/journal/sums/',
    shows: ['money'],
    access: 'view_logs',
    wholeHouse: true,
    summary: 'Get the incoming and outgoing sums of the filtered account; null without an account',
    query,
    response: JournalSums.nullable(),
  }),
  journalExport: exportRoute('journal', {
    path: '/api/v4/logs/journal/export/',
    alsoNeeds: 'view_logs',
    wholeHouse: true,
    summary: 'Export the transactions of the list',
    query: listQuery(journalList, exportQuery(journalList)),
  }),
  journalEntry: route({
    method: 'GET',
    path: '/api/v4/logs/journal/:id/',
    shows: ['money'],
    access: 'view_logs',
    wholeHouse: true,
    summary: 'Get a transaction with its rows',
    params: byId,
    query: pagingQuery,
    response: JournalEntry,
  }),
}
