import type { Route } from '#shared/route.ts'
import { additionalFields } from '#features/additional-fields/contract.ts'
import { apiDocs } from '#features/api-docs/contract.ts'
import { approvals, approvalSettings } from '#features/approvals/contract.ts'
import { bankAccounts } from '#features/bank-accounts/contract.ts'
import { bankStatements } from '#features/bank-statements/contract.ts'
import { companies } from '#features/companies/contract.ts'
import { counts } from '#features/counts/contract.ts'
import { dashboard } from '#features/dashboard/contract.ts'
import { generation } from '#features/receipts/contract.ts'
import { documents } from '#features/documents/contract.ts'
import { documentTemplates } from '#features/document-templates/contract.ts'
import { listExports } from '#features/exports/contract.ts'
import { importRecipes, imports } from '#features/imports/contract.ts'
import { individualBankAccounts } from '#features/individual-bank-accounts/contract.ts'
import { intake } from '#features/intake/contract.ts'
import { internalStatuses } from '#features/internal-statuses/contract.ts'
import { emailTemplates } from '#features/email-templates/contract.ts'
import { emails } from '#features/emails/contract.ts'
import { forecast } from '#features/forecast/contract.ts'
import { gifts } from '#features/gifts/contract.ts'
import { funding, recoveryClaims } from '#features/funding/contract.ts'
import { jobs } from '#features/jobs/contract.ts'
import { logs } from '#features/logs/contract.ts'
import { limits } from '#features/limits/contract.ts'
import { organizations } from '#features/organizations/contract.ts'
import { machineReceipts } from '#features/receipts/machine-contract.ts'
import { registerChecks } from '#features/register-checks/contract.ts'
import { signatures } from '#features/signatures/contract.ts'
import { photos } from '#features/photos/contract.ts'
import { payouts } from '#features/payouts/contract.ts'
import { privateDonations } from '#features/private-donations/contract.ts'
import { donorDuplicates } from '#features/private-donations/duplicates-contract.ts'
import { permissionAdmin } from '#features/permissions/contract.ts'
import { platformFeatures } from '#features/platform-features/contract.ts'
import { projectActs } from '#features/projects/acts-contract.ts'
import { bulkRuns } from '#features/bulk-runs/contract.ts'
import { projectViews } from '#features/projects/views/contract.ts'
import { projects } from '#features/projects/contract.ts'
import { reviewQueue, reviewSnippets } from '#features/review-queue/contract.ts'
import { search } from '#features/search/contract.ts'
import { session } from '#features/session/contract.ts'
import { statistics } from '#features/statistics/contract.ts'
import { tableSettings } from '#features/table-settings/contract.ts'
import { tasks, taskTemplates } from '#features/tasks/contract.ts'
import { users } from '#features/users/contract.ts'
import { ownWork } from '#features/work/contract.ts'

/** Every route of the product, by feature. The page sees their types only, so no validation code reaches it. */
export const contracts = {
  additionalFields,
  apiDocs,
  approvals,
  approvalSettings,
  bankAccounts,
  bankStatements,
  companies,
  counts,
  dashboard,
  generation,
  documents,
  documentTemplates,
  listExports,
  imports,
  importRecipes,
  individualBankAccounts,
  intake,
  internalStatuses,
  emailTemplates,
  emails,
  forecast,
  funding,
  recoveryClaims,
  jobs,
  limits,
  logs,
  organizations,
  payouts,
  photos,
  signatures,
  machineReceipts,
  registerChecks,
  gifts,
  privateDonations,
  donorDuplicates,
  permissionAdmin,
  platformFeatures,
  projectActs,
  bulkRuns,
  projectViews,
  projects,
  reviewQueue,
  reviewSnippets,
  search,
  session,
  tableSettings,
  tasks,
  taskTemplates,
  statistics,
  users,
  ownWork,
} satisfies Record<string, Record<string, Route>>

type Contracts = typeof contracts
type Values<T> = T[keyof T]
type AnyRoute = Values<{ [F in keyof Contracts]: Values<Contracts[F]> }>
type ByName = { [R in AnyRoute as R extends Route ? `${R['method']} ${R['path']}` : never]: R }

declare module '#shared/route.ts' {
  interface RouteByName extends ByName {}
}
