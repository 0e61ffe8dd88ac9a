import type { Feature, Product } from '#server/product.ts'
import { contracts } from '../contracts.ts'
import { firstPages } from '../first-pages.ts'
import { texts } from '../texts.ts'
import { additionalFieldRoutes } from '#features/additional-fields/server/routes.ts'
import { apiDocsRoutes } from '#features/api-docs/server/routes.ts'
import { expireApprovals } from '#features/approvals/server/expire.ts'
import { approvalRoutes } from '#features/approvals/server/routes.ts'
import { approvalSettingRoutes } from '#features/approvals/server/settings.ts'
import { bankAccountRoutes } from '#features/bank-accounts/server/routes.ts'
import {
  statementFileJob,
  statementMatchJob,
  statementMatchWork,
  statementWork,
} from '#features/bank-statements/server/files.ts'
import { bankStatementRoutes } from '#features/bank-statements/server/routes.ts'
import { companyRoutes } from '#features/companies/server/routes.ts'
import { countRoutes } from '#features/counts/server/routes.ts'
import { dashboardRoutes } from '#features/dashboard/server/routes.ts'
import { exportOfDocuments } from '#features/documents/server/export.ts'
import { exportOfDocumentLog } from '#features/documents/server/log.ts'
import { generationRoutes } from '#features/receipts/server/routes.ts'
import { generationJob, generationWork } from '#features/receipts/server/runs.ts'
import { projectValues } from '#features/receipts/server/sample-values.ts'
import { machineRoutes } from '#features/receipts/server/machine-routes.ts'
import { signatureRoutes } from '#features/signatures/server/routes.ts'
import { documentRoutes } from '#features/documents/server/routes.ts'
import { documentTemplateRoutes } from '#features/document-templates/server/routes.ts'
import { forecastRoutes } from '#features/forecast/server/routes.ts'
import { sweepNightly } from '#features/documents/server/sweep.ts'
import { exportJob, exportLongWork, removeExpiredExports } from '#features/exports/server/background.ts'
import { exportRoutes } from '#features/exports/server/routes.ts'
import { exportOfDonations, pickDonations } from '#features/private-donations/server/queries.ts'
import { exportOfLines } from '#features/bank-statements/server/export.ts'
import { exportOfClaims } from '#features/funding/server/claims.ts'
import { fundingRoutes, recoveryClaimRoutes } from '#features/funding/server/routes.ts'
import { exportOfGifts } from '#features/gifts/server/export.ts'
import { giftRoutes } from '#features/gifts/server/routes.ts'
import { removeAbandoned } from '#features/imports/server/abandoned.ts'
import { importJob, importWork } from '#features/imports/server/jobs.ts'
import { limitDeaths, recoverLostWork } from '#server/work/long-work.ts'
import { importRecipeRoutes, importRoutes } from '#features/imports/server/routes.ts'
import { individualBankAccountRoutes } from '#features/individual-bank-accounts/server/routes.ts'
import { internalStatusRoutes } from '#features/internal-statuses/server/routes.ts'
import { intakeRoutes } from '#features/intake/server/routes.ts'
import { retryWaiting } from '#features/intake/server/waiting.ts'
import { emailTemplateRoutes } from '#features/email-templates/server/routes.ts'
import { exportOfEmails } from '#features/emails/server/export.ts'
import { emailRoutes } from '#features/emails/server/routes.ts'
import { sendMails } from '#features/emails/server/send.ts'
import { beginDay, tidyUp } from '#features/jobs/server/nightly.ts'
import { jobRoutes } from '#features/jobs/server/routes.ts'
import { exportOfSheet } from '#features/logs/server/accounts/sheet.ts'
import { exportOfDefunds, exportOfInternalFundings } from '#features/logs/server/funding-logs/funding-logs.ts'
import { exportOfSearches } from '#features/logs/server/searches/searches.ts'
import { exportOfJournal } from '#features/logs/server/journal/export.ts'
import { checkLedger, checkLedgerNightly, verifyAuditLog } from '#features/logs/server/jobs.ts'
import { checksAtWork } from '#features/logs/server/ledger-checks/runs.ts'
import { logRoutes } from '#features/logs/server/routes.ts'
import { limitRoutes } from '#features/limits/server/routes.ts'
import { exportOfOrganizations } from '#features/organizations/server/export.ts'
import { recordNotice } from '#features/organizations/server/proof-of-notice.ts'
import { registerCheckRoutes } from '#features/register-checks/server/routes.ts'
import { registerTasksDaily } from '#features/register-checks/server/tasks.ts'
import { proofTasksDaily } from '#features/organizations/server/proof-tasks.ts'
import { organizationRoutes } from '#features/organizations/server/routes.ts'
import { exportOfPayouts } from '#features/payouts/server/export.ts'
import { payoutRoutes } from '#features/payouts/server/routes.ts'
import { donorDuplicateRoutes } from '#features/private-donations/server/duplicate-routes.ts'
import { updateRepeatedGifts } from '#features/private-donations/server/jobs.ts'
import { privateDonationRoutes } from '#features/private-donations/server/routes.ts'
import { nightlySettlement } from '#features/payouts/server/settlement.ts'
import { exportOfPermissions } from '#features/permissions/server/export.ts'
import { photoRoutes } from '#features/photos/server/routes.ts'
import { permissionRoutes } from '#features/permissions/server/routes.ts'
import { platformFeatureRoutes } from '#features/platform-features/server/routes.ts'
import { exportOfProjects } from '#features/projects/server/export.ts'
import { bulkActRoutes } from '#features/projects/server/acts/routes.ts'
import { projectRuns } from '#features/projects/server/acts/project-runs.ts'
import { bulkRunRoutes } from '#features/bulk-runs/server/routes.ts'
import { bulkJob, bulkLongWork } from '#features/bulk-runs/server/work.ts'
import { projectViewRoutes } from '#features/projects/server/views.ts'
import { projectRoutes } from '#features/projects/server/routes.ts'
import { reviewQueueRoutes, reviewSnippetRoutes } from '#features/review-queue/server/routes.ts'
import { searchRoutes } from '#features/search/server/routes.ts'
import { sessionRoutes } from '#features/session/server/routes.ts'
import { updateGiftSets } from '#features/statistics/server/jobs.ts'
import { statisticsRoutes } from '#features/statistics/server/routes.ts'
import { tableSettingsRoutes } from '#features/table-settings/server/routes.ts'
import { deleteOldSecrets } from '#features/emails/server/mail-files.ts'
import { dueToday } from '#features/tasks/server/jobs.ts'
import { taskRoutes, taskTemplateRoutes } from '#features/tasks/server/routes.ts'
import { exportOfUsers } from '#features/users/server/export.ts'
import { userRoutes } from '#features/users/server/routes.ts'
import { workRoutes } from '#features/work/server/routes.ts'

const features: Feature[] = [
  { routes: searchRoutes },
  { routes: sessionRoutes },
  { routes: projectViewRoutes },
  { routes: projectRoutes },
  // Snippets before the queue, whose `:slug` paths would match theirs.
  { routes: reviewSnippetRoutes },
  { routes: reviewQueueRoutes },
  { routes: bulkActRoutes },
  {
    routes: bulkRunRoutes(projectRuns),
    jobs: [bulkJob(projectRuns)],
    longWork: [bulkLongWork(projectRuns)],
  },
  { routes: organizationRoutes, jobs: [proofTasksDaily] },
  { routes: additionalFieldRoutes },
  { routes: apiDocsRoutes(contracts) },
  // A proposal may be a call of any feature.
  { routes: approvalRoutes(() => features.flatMap((feature) => feature.routes)), chores: [expireApprovals] },
  { routes: approvalSettingRoutes },
  { routes: bankAccountRoutes },
  {
    routes: bankStatementRoutes,
    jobs: [statementFileJob, statementMatchJob],
    longWork: [statementWork, statementMatchWork],
  },
  { routes: companyRoutes },
  { routes: countRoutes(() => followedWork) },
  { routes: dashboardRoutes },
  // Before the documents, whose `:slug` paths would match these.
  { routes: generationRoutes(pickDonations), jobs: [generationJob], longWork: [generationWork] },
  { routes: documentRoutes(recordNotice), jobs: [sweepNightly] },
  { routes: documentTemplateRoutes(projectValues) },
  { routes: signatureRoutes },
  { routes: machineRoutes },
  { routes: registerCheckRoutes, jobs: [registerTasksDaily] },
  {
    routes: exportRoutes,
    jobs: [
      exportJob({
        projects: exportOfProjects,
        organizations: exportOfOrganizations,
        users: exportOfUsers,
        emails: exportOfEmails,
        permissions: exportOfPermissions,
        journal: exportOfJournal,
        searches: exportOfSearches,
        internal_fundings: exportOfInternalFundings,
        defunds: exportOfDefunds,
        account_sheet: exportOfSheet,
        payouts: exportOfPayouts,
        recovery_claims: exportOfClaims,
        gifts: exportOfGifts,
        private_donations: exportOfDonations,
        bank_lines: exportOfLines,
        documents: exportOfDocuments,
        document_logs: exportOfDocumentLog,
      }),
      removeExpiredExports,
    ],
    longWork: [exportLongWork],
  },
  { routes: forecastRoutes },
  { routes: fundingRoutes },
  { routes: giftRoutes },
  { routes: recoveryClaimRoutes },
  { routes: importRoutes, jobs: [importJob, removeAbandoned], longWork: [importWork] },
  { routes: importRecipeRoutes },
  { routes: individualBankAccountRoutes },
  { routes: internalStatusRoutes },
  { routes: intakeRoutes, chores: [retryWaiting] },
  { routes: limitRoutes },
  { routes: platformFeatureRoutes },
  { routes: statisticsRoutes, chores: [updateGiftSets] },
  { routes: tableSettingsRoutes },
  { routes: taskRoutes, jobs: [dueToday] },
  { routes: taskTemplateRoutes },
  { routes: emailRoutes, jobs: [deleteOldSecrets], chores: [sendMails] },
  { routes: emailTemplateRoutes },
  { routes: jobRoutes, jobs: [beginDay, tidyUp] },
  { routes: payoutRoutes, jobs: [nightlySettlement] },
  { routes: photoRoutes },
  { routes: privateDonationRoutes, chores: [updateRepeatedGifts] },
  { routes: donorDuplicateRoutes },
  { routes: logRoutes, jobs: [verifyAuditLog, checkLedger, checkLedgerNightly] },
  { routes: permissionRoutes },
  { routes: userRoutes },
  { routes: workRoutes(() => followedWork) },
]

export const product: Product = { features, texts, firstPages }

const longWork = features.flatMap((feature) => feature.longWork ?? [])
/** Long work that a person follows; a ledger check is requested again when its worker is lost. */
export const followedWork = [...longWork, checksAtWork]

export const work = {
  jobs: features.flatMap((feature) => feature.jobs ?? []).map((job) => limitDeaths(job, longWork)),
  chores: [...features.flatMap((feature) => feature.chores ?? []), recoverLostWork(longWork)],
}
