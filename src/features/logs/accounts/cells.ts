import { cellsOf } from '#shared/lists/list-cells.ts'
import type { LedgerAccount, SheetRow } from './accounts.ts'
import { accountList, sheetList } from './table.ts'

export const accountCells = cellsOf<typeof accountList, LedgerAccount>(accountList, {
  kind: (account) => account.kind_display,
  balance: (account) => account.balance_cents,
})

export const sheetCells = cellsOf<typeof sheetList, SheetRow>(sheetList, {
  number: (row) => row.transaction_id,
  event: (row) => [row.kind_display, row.note].filter(Boolean).join(' · '),
  other: (row) => row.other.code,
  amount: (row) => row.amount_cents,
  balance: (row) => row.balance_cents,
})
