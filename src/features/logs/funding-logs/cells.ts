import { cellsOf } from '#shared/lists/list-cells.ts'
import type { FundingLogRow } from './funding-logs.ts'
import { defundList, internalFundingList } from './table.ts'

const sharedCells = {
  project: (row: FundingLogRow) => row.project.title,
  company: (row: FundingLogRow) => row.company?.title ?? null,
  funding_type: (row: FundingLogRow) => row.funding_type_display,
  amount: (row: FundingLogRow) => row.amount_cents,
  outcome: (row: FundingLogRow) => row.outcome_display,
}

export const internalFundingCells = cellsOf<typeof internalFundingList, FundingLogRow>(
  internalFundingList,
  sharedCells,
)
export const defundCells = cellsOf<typeof defundList, FundingLogRow>(defundList, sharedCells)
