import type { Feature, Product } from '#server/product.ts'
import { contracts } from '../contracts.ts'
import { firstPages } from '../first-pages.ts'
import { texts } from '../texts.ts'
import { apiDocsRoutes } from '#features/api-docs/server/routes.ts'
import { bankAccountRoutes } from '#features/bank-accounts/server/routes.ts'
import { statementFileJob } from '#features/bank-statements/server/files.ts'
import { bankStatementRoutes } from '#features/bank-statements/server/routes.ts'
import { companyRoutes } from '#features/companies/server/routes.ts'
import { countRoutes } from '#features/counts/server/routes.ts'
import { dashboardRoutes } from '#features/dashboard/server/routes.ts'
import { exportJob, removeExpiredExports } from '#features/exports/server/background.ts'
import { exportRoutes } from '#features/exports/server/routes.ts'
import { exportOfDonations } from '#features/private-donations/server/queries.ts'
import { exportOfClaims } from '#features/funding/server/claims.ts'
import { fundingRoutes, recoveryClaimRoutes } from '#features/funding/server/routes.ts'
import { removeAbandoned } from '#features/imports/server/abandoned.ts'
import { importJob } from '#features/imports/server/jobs.ts'
import { importRoutes } from '#features/imports/server/routes.ts'
import { individualBankAccountRoutes } from '#features/individual-bank-accounts/server/routes.ts'
import { internalStatusRoutes } from '#features/internal-statuses/server/routes.ts'
import { emailTemplateRoutes } from '#features/email-templates/server/routes.ts'
import { exportOfEmails } from '#features/emails/server/export.ts'
import { emailRoutes } from '#features/emails/server/routes.ts'
import { sendMails } from '#features/emails/server/send.ts'
import { beginDay, tidyUp } from '#features/jobs/server/nightly.ts'
import { jobRoutes } from '#features/jobs/server/routes.ts'
import { exportOfSheet } from '#features/logs/server/account-sheet.ts'
import { exportOfDefunds, exportOfInternalFundings } from '#features/logs/server/funding-logs.ts'
import { exportOfSearches } from '#features/logs/server/searches.ts'
import { exportOfJournal } from '#features/logs/server/journal-export.ts'
import { checkLedger, checkLedgerNightly, verifyAuditLog } from '#features/logs/server/jobs.ts'
import { logRoutes } from '#features/logs/server/routes.ts'
import { limitRoutes } from '#features/limits/server/routes.ts'
import { exportOfOrganizations } from '#features/organizations/server/export.ts'
import { organizationRoutes } from '#features/organizations/server/routes.ts'
import { exportOfPayouts } from '#features/payouts/server/export.ts'
import { payoutRoutes } from '#features/payouts/server/routes.ts'
import { privateDonationRoutes } from '#features/private-donations/server/routes.ts'
import { nightlySettlement } from '#features/payouts/server/settlement.ts'
import { exportOfPermissions } from '#features/permissions/server/export.ts'
import { permissionRoutes } from '#features/permissions/server/routes.ts'
import { platformFeatureRoutes } from '#features/platform-features/server/routes.ts'
import { exportOfProjects } from '#features/projects/server/export.ts'
import { projectRoutes } from '#features/projects/server/routes.ts'
import { searchRoutes } from '#features/search/server/routes.ts'
import { sessionRoutes } from '#features/session/server/routes.ts'
import { statisticsRoutes } from '#features/statistics/server/routes.ts'
import { tableSettingsRoutes } from '#features/table-settings/server/routes.ts'
import { forgetOldSecrets } from '#features/emails/server/letters.ts'
import { dueToday } from '#features/tasks/server/jobs.ts'
import { taskRoutes, taskTemplateRoutes } from '#features/tasks/server/routes.ts'
import { exportOfUsers } from '#features/users/server/export.ts'
import { userRoutes } from '#features/users/server/routes.ts'

/** Every feature of the product, one line each. */
const features: Feature[] = [
  { routes: searchRoutes },
  { routes: sessionRoutes },
  { routes: projectRoutes },
  { routes: organizationRoutes },
  { routes: apiDocsRoutes(contracts) },
  { routes: bankAccountRoutes },
  { routes: bankStatementRoutes, jobs: [statementFileJob] },
  { routes: companyRoutes },
  { routes: countRoutes },
  { routes: dashboardRoutes },
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
        private_donations: exportOfDonations,
      }),
      removeExpiredExports,
    ],
  },
  { routes: fundingRoutes },
  { routes: recoveryClaimRoutes },
  { routes: importRoutes, jobs: [importJob, removeAbandoned] },
  { routes: individualBankAccountRoutes },
  { routes: internalStatusRoutes },
  { routes: limitRoutes },
  { routes: platformFeatureRoutes },
  { routes: statisticsRoutes },
  { routes: tableSettingsRoutes },
  { routes: taskRoutes, jobs: [dueToday] },
  { routes: taskTemplateRoutes },
  { routes: emailRoutes, jobs: [forgetOldSecrets], chores: [sendMails] },
  { routes: emailTemplateRoutes },
  { routes: jobRoutes, jobs: [beginDay, tidyUp] },
  { routes: payoutRoutes, jobs: [nightlySettlement] },
  { routes: privateDonationRoutes },
  { routes: logRoutes, jobs: [verifyAuditLog, checkLedger, checkLedgerNightly] },
  { routes: permissionRoutes },
  { routes: userRoutes },
]

/** What the server is built from. */
export const product: Product = { features, texts, firstPages }

/** Everything the worker has to do. */
export const work = {
  jobs: features.flatMap((feature) => feature.jobs ?? []),
  chores: features.flatMap((feature) => feature.chores ?? []),
}
