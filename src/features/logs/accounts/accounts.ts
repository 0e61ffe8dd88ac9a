import { z } from 'zod'
import { exportQuery, exportRoute } from '#features/exports/query.ts'
import { listQuery, pageOf } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { byId, DayShape, Instant } from '#shared/shapes.ts'
import { accountList, sheetList } from './table.ts'
import { AccountName } from '../journal/journal.ts'

/** A ledger account with its balance, positive on its own side. */
export const LedgerAccount = AccountName.extend({
  kind: z.string(),
  kind_display: z.string(),
  /** Name of the project, company or organization that owns it. */
  owner: z.string(),
  balance_cents: z.int(),
}).meta({ id: 'LedgerAccount' })
export type LedgerAccount = z.infer<typeof LedgerAccount>

export const SheetRow = z
  .object({
    id: z.int(),
    transaction_id: z.int(),
    business_day: DayShape,
    kind_display: z.string(),
    note: z.string(),
    other: AccountName,
    amount_cents: z.int(),
    balance_cents: z.int(),
    closed_at: Instant.nullable(),
  })
  .meta({ id: 'AccountSheetRow' })
export type SheetRow = z.infer<typeof SheetRow>

export const accountCalls = {
  accounts: route({
    method: 'GET',
    path: '/api/v4/logs/accounts/',
    shows: ['money'],
    access: 'view_logs',
    wholeHouse: true,
    summary: 'List the accounts of the ledger with their balances; counts up to 10,000',
    query: listQuery(accountList),
    response: pageOf(LedgerAccount),
  }),
  accountSheet: route({
    method: 'GET',
    path: '/api/v4/logs/accounts/:id/',
    shows: ['money'],
    access: 'view_logs',
    wholeHouse: true,
    summary:
      'List an account’s rows, oldest first, with opening, running and closing balance; counts up to 10,000',
    params: byId,
    query: listQuery(sheetList),
    response: pageOf(SheetRow).extend({
      account: LedgerAccount,
      opening_cents: z.int(),
      closing_cents: z.int(),
      more: z.boolean(),
    }),
  }),
  accountSheetExport: exportRoute('journal', {
    path: '/api/v4/logs/accounts/:id/export/',
    alsoNeeds: 'view_logs',
    wholeHouse: true,
    summary: 'Export an account’s rows',
    params: byId,
    query: listQuery(sheetList, exportQuery(sheetList)),
  }),
}
