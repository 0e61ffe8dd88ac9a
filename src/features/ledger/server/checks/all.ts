import { accountChecks } from './accounts.ts'
import type { LedgerCheck } from './check.ts'
import { payoutChecks } from './payouts.ts'
import { projectChecks } from './projects.ts'
import { receipts } from './receipts.ts'
import { suspense } from './suspense.ts'
import { transactionChecks } from './transactions.ts'

/** Every invariant of the ledger, in the page's order. */
export const ledgerChecks: readonly LedgerCheck[] = [
  transactionChecks.balanced,
  accountChecks.allBalanced,
  projectChecks.funded,
  projectChecks.stages,
  transactionChecks.reversedOnce,
  projectChecks.withinNeed,
  accountChecks.budgets,
  projectChecks.needsFrozen,
  projectChecks.closedProjects,
  transactionChecks.audited,
  accountChecks.balances,
  payoutChecks.payouts,
  payoutChecks.claims,
  suspense,
  receipts,
  transactionChecks.closedMonths,
]
