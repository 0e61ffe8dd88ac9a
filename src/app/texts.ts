import type { Catalogue } from '#shared/messages.ts'
import { additionalFieldMessages } from '#features/additional-fields/messages.ts'
import { apiDocsMessages } from '#features/api-docs/messages.ts'
import { workMessages } from '#features/work/messages.ts'
import { approvalMessages } from '#features/approvals/messages.ts'
import { bankAccountMessages } from '#features/bank-accounts/messages.ts'
import { bankStatementMessages } from '#features/bank-statements/messages.ts'
import { commonMessages } from '#shared/texts/common.ts'
import { fileMessages } from '#shared/texts/files.ts'
import { pagePurposes } from './page-purposes.ts'
import { dashboardMessages } from '#features/dashboard/messages.ts'
import { documentMessages } from '#features/documents/messages.ts'
import { photoMessages } from '#features/photos/messages.ts'
import { receiptMessages } from '#features/receipts/messages.ts'
import { machineMessages } from '#features/receipts/machine-messages.ts'
import { registerCheckMessages } from '#features/register-checks/messages.ts'
import { signatureMessages } from '#features/signatures/messages.ts'
import { templateMessages } from '#features/document-templates/messages.ts'
import { tokenMessages } from '#features/document-templates/token-messages.ts'
import { emailTemplateMessages } from '#features/email-templates/messages.ts'
import { emailMessages } from '#features/emails/messages.ts'
import { fundingMessages } from '#features/funding/messages.ts'
import { giftMessages } from '#features/gifts/messages.ts'
import { historyMessages } from '#features/history/messages.ts'
import { jobMessages } from '#features/jobs/messages.ts'
import { answerMessages } from '#features/payouts/answer-messages.ts'
import { payoutMessages } from '#features/payouts/messages.ts'
import { privateDonationMessages } from '#features/private-donations/messages.ts'
import { permissionMessages } from '#features/permissions/messages.ts'
import { statisticsMessages } from '#features/statistics/messages.ts'
import { userMessages } from '#features/users/messages.ts'
import { importColumnMessages } from '#features/imports/texts/columns.ts'
import { importMessages } from '#features/imports/messages.ts'
import { importQuestionMessages } from '#features/imports/texts/questions.ts'
import { importRefusalMessages } from '#features/imports/texts/refusals.ts'
import { importRepairMessages } from '#features/imports/texts/repair.ts'
import { importResultMessages } from '#features/imports/texts/results.ts'
import { importUndoMessages } from '#features/imports/texts/undo.ts'
import { intakeMessages } from '#features/intake/messages.ts'
import { internalStatusMessages } from '#features/internal-statuses/messages.ts'
import { journalMessages } from '#features/logs/journal/messages.ts'
import { ledgerCheckMessages } from '#features/logs/ledger-checks/messages.ts'
import { logMessages } from '#features/logs/messages.ts'
import { limitMessages } from '#features/limits/messages.ts'
import { exportMessages } from '#features/exports/messages.ts'
import { ledgerMessages } from '#features/ledger/messages.ts'
import { organizationMessages } from '#features/organizations/messages.ts'
import { bulkMessages } from '#features/bulk-runs/messages.ts'
import { projectViewMessages } from '#features/projects/views/messages.ts'
import { projectMessages } from '#features/projects/messages.ts'
import { reviewQueueMessages } from '#features/review-queue/messages.ts'
import { reviewMessages } from '#features/reviews/messages.ts'
import { searchMessages } from '#features/search/messages.ts'
import { sessionMessages } from '#features/session/messages.ts'
import { settingsMessages } from '#features/settings/messages.ts'
import { shellMessages } from '#shared/texts/shell.ts'
import { taskMessages } from '#features/tasks/messages.ts'
import { viewerMessages } from '#features/viewer/messages.ts'

/** Every text of the product. The server reads it whole; the page loads one language of it. */
export const texts = {
  ...commonMessages,
  ...fileMessages,
  ...pagePurposes,
  ...approvalMessages,
  ...bankAccountMessages,
  ...bankStatementMessages,
  ...dashboardMessages,
  ...documentMessages,
  ...signatureMessages,
  ...machineMessages,
  ...registerCheckMessages,
  ...templateMessages,
  ...tokenMessages,
  ...receiptMessages,
  ...emailTemplateMessages,
  ...emailMessages,
  ...jobMessages,
  ...payoutMessages,
  ...answerMessages,
  ...additionalFieldMessages,
  ...photoMessages,
  ...privateDonationMessages,
  ...permissionMessages,
  ...userMessages,
  ...reviewMessages,
  ...reviewQueueMessages,
  ...historyMessages,
  ...importMessages,
  ...importColumnMessages,
  ...importRepairMessages,
  ...importQuestionMessages,
  ...importUndoMessages,
  ...importResultMessages,
  ...importRefusalMessages,
  ...apiDocsMessages,
  ...intakeMessages,
  ...internalStatusMessages,
  ...limitMessages,
  ...journalMessages,
  ...ledgerCheckMessages,
  ...logMessages,
  ...exportMessages,
  ...fundingMessages,
  ...giftMessages,
  ...ledgerMessages,
  ...organizationMessages,
  ...viewerMessages,
  ...bulkMessages,
  ...projectViewMessages,
  ...projectMessages,
  ...searchMessages,
  ...sessionMessages,
  ...settingsMessages,
  ...statisticsMessages,
  ...shellMessages,
  ...taskMessages,
  ...workMessages,
} satisfies Catalogue

declare module '#shared/text-keys.ts' {
  interface Texts extends AllTexts {}
}
type AllTexts = typeof texts
