import { cellsOf } from '#shared/lists/list-cells.ts'
import type { JournalRow } from './journal.ts'
import { journalList } from './table.ts'

export const journalCells = cellsOf<typeof journalList, JournalRow>(journalList, {
  kind: (row) => [row.kind_display, row.note].filter(Boolean).join(' · '),
  debit: (row) => row.debit?.code ?? null,
  credit: (row) => row.credit?.code ?? null,
  amount: (row) => row.amount_cents,
  balance: (row) => row.balance_cents,
})
