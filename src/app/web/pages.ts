/**
 * Every page of the product, one line each: its address (shared/pages.ts names them for the server too) and the module
 * that is loaded when it is opened.
 */
import type { PagePath } from '#shared/pages.ts'
import { firstPage, moved, outside, page, type Pages } from '#web/router/pages.ts'

export const pages: Pages<PagePath> = {
  '/login/': outside(() => import('#web/session/LoginPage.tsx'), 'LoginPage', { first: true }),
  '/invite/:token/': outside(
    () => import('#features/users/web/AcceptInvitationPage.tsx'),
    'AcceptInvitationPage',
  ),
  '/password-reset/': outside(
    () => import('#features/users/web/AskPasswordResetPage.tsx'),
    'AskPasswordResetPage',
  ),
  '/password-reset/:token/': outside(
    () => import('#features/users/web/SetPasswordPage.tsx'),
    'SetPasswordPage',
  ),
  '/site-admin/': firstPage(() => import('#features/dashboard/web/DashboardPage.tsx'), 'DashboardPage'),
  '/site-admin/projects/': firstPage(() => import('#features/projects/web/ProjectsPage.tsx'), 'ProjectsPage'),
  '/site-admin/projects/archive/': firstPage(
    () => import('#features/projects/web/ProjectsPage.tsx'),
    'ProjectsArchivePage',
  ),
  '/site-admin/projects/create/': page(
    () => import('#features/projects/web/CreateProjectPage.tsx'),
    'CreateProjectPage',
  ),
  '/site-admin/projects/review/': page(
    () => import('#features/review-queue/web/ReviewPage.tsx'),
    'ReviewPage',
  ),
  '/site-admin/projects/runs/': page(() => import('#features/bulk-runs/web/RunsPage.tsx'), 'RunsPage'),
  '/site-admin/project/:slug/update/': page(
    () => import('#features/projects/web/ProjectPage.tsx'),
    'ProjectPage',
  ),
  '/site-admin/organizations/': firstPage(
    () => import('#features/organizations/web/OrganizationsPage.tsx'),
    'OrganizationsPage',
  ),
  '/site-admin/organizations/archive/': firstPage(
    () => import('#features/organizations/web/OrganizationsPage.tsx'),
    'OrganizationsArchivePage',
  ),
  '/site-admin/tasks/': page(() => import('#features/tasks/web/TasksPage.tsx'), 'MyTasksPage'),
  '/site-admin/tasks/all/': page(() => import('#features/tasks/web/TasksPage.tsx'), 'AllTasksPage'),
  '/site-admin/tasks/week/': page(() => import('#features/tasks/web/TaskWeekPage.tsx'), 'TaskWeekPage'),
  '/site-admin/tasks/templates/': page(
    () => import('#features/tasks/web/TaskTemplatesPage.tsx'),
    'TaskTemplatesPage',
  ),
  '/site-admin/approvals/': page(() => import('#features/approvals/web/ApprovalsPage.tsx'), 'ApprovalsPage'),
  '/site-admin/settings/approvals/': page(
    () => import('#features/approvals/web/ApprovalSettingsPage.tsx'),
    'ApprovalSettingsPage',
  ),
  '/site-admin/organizations/create/': page(
    () => import('#features/organizations/web/CreateOrganizationPage.tsx'),
    'CreateOrganizationPage',
  ),
  '/site-admin/organization/:slug/update/': page(
    () => import('#features/organizations/web/OrganizationPage.tsx'),
    'OrganizationPage',
  ),
  '/site-admin/organizations-old/': moved('/site-admin/organizations/'),
  '/site-admin/organizations/archive-old/': moved('/site-admin/organizations/archive/'),
  '/site-admin/settings/': moved('/site-admin/settings/companies/'),
  '/site-admin/settings/companies/': page(
    () => import('#features/companies/web/CompaniesPage.tsx'),
    'CompaniesPage',
  ),
  '/site-admin/settings/bank-accounts/': page(
    () => import('#features/individual-bank-accounts/web/BankAccountsPage.tsx'),
    'BankAccountsPage',
  ),
  '/site-admin/settings/own-accounts/': page(
    () => import('#features/bank-accounts/web/OwnAccountsPage.tsx'),
    'OwnAccountsPage',
  ),
  '/site-admin/settings/internal-statuses/': page(
    () => import('#features/internal-statuses/web/InternalStatusesPage.tsx'),
    'InternalStatusesPage',
  ),
  '/site-admin/settings/additional-fields/': page(
    () => import('#features/additional-fields/web/AdditionalFieldsPage.tsx'),
    'AdditionalFieldsPage',
  ),
  '/site-admin/settings/features/': page(
    () => import('#features/platform-features/web/FeaturesPage.tsx'),
    'FeaturesPage',
  ),
  '/site-admin/statistics/': page(
    () => import('#features/statistics/web/StatisticsPage.tsx'),
    'StatisticsPage',
  ),
  '/site-admin/company/:slug/': page(() => import('#features/companies/web/CompanyPage.tsx'), 'CompanyPage'),
  '/site-admin/settings/limits/': page(() => import('#features/limits/web/LimitsPage.tsx'), 'LimitsPage'),
  '/site-admin/payouts/': page(() => import('#features/payouts/web/PayoutsPage.tsx'), 'PayoutsPage'),
  '/site-admin/gifts/': page(() => import('#features/gifts/web/GiftsPage.tsx'), 'GiftsPage'),
  '/site-admin/private-donations/': page(
    () => import('#features/private-donations/web/DonationsPage.tsx'),
    'DonationsPage',
  ),
  '/site-admin/intake-deliveries/': page(
    () => import('#features/intake/web/DeliveriesPage.tsx'),
    'DeliveriesPage',
  ),
  '/site-admin/settings/payment-providers/': page(
    () => import('#features/intake/web/ProvidersPage.tsx'),
    'ProvidersPage',
  ),
  '/site-admin/recovery-claims/': page(() => import('#features/funding/web/ClaimsPage.tsx'), 'ClaimsPage'),
  '/site-admin/bank-statements/': page(
    () => import('#features/bank-statements/web/BankStatementsPage.tsx'),
    'BankStatementsPage',
  ),
  '/site-admin/bank-statement/:id/': page(
    () => import('#features/bank-statements/web/StatementPage.tsx'),
    'StatementPage',
  ),
  '/site-admin/import/': page(() => import('#features/imports/web/ImportsPage.tsx'), 'ImportsPage'),
  '/site-admin/import/:id/': page(() => import('#features/imports/web/ImportPage.tsx'), 'ImportPage'),
  '/site-admin/documents/administration/': page(() => import('./DocumentsPage.tsx'), 'DocumentsPage'),
  '/site-admin/documents/log/': page(
    () => import('#features/documents/web/DocumentLogPage.tsx'),
    'DocumentLogPage',
  ),
  '/site-admin/documents/forecast/': page(
    () => import('#features/documents/web/ForecastPage.tsx'),
    'ForecastPage',
  ),
  '/site-admin/documents/runs/:id/': page(
    () => import('#features/receipts/web/GenerationRunPage.tsx'),
    'GenerationRunPage',
  ),
  '/site-admin/documents/:slug/view/': page(
    () => import('#features/viewer/web/ViewerPage.tsx'),
    'ViewerPage',
  ),
  '/site-admin/document-templates/': page(
    () => import('#features/document-templates/web/TemplatesPage.tsx'),
    'TemplatesPage',
  ),
  '/site-admin/document-template/:slug/': page(
    () => import('#features/document-templates/web/TemplatePage.tsx'),
    'TemplatePage',
  ),
  '/site-admin/document-template/:slug/test-print/': page(
    () => import('#features/viewer/web/TestPrintPage.tsx'),
    'TestPrintPage',
  ),
  '/site-admin/emails/': page(() => import('#features/emails/web/EmailsPage.tsx'), 'EmailsPage'),
  '/site-admin/emails/templates/': page(
    () => import('#features/email-templates/web/TemplatesPage.tsx'),
    'TemplatesPage',
  ),
  '/site-admin/email-template/:key/update/': page(
    () => import('#features/email-templates/web/TemplatePage.tsx'),
    'TemplatePage',
  ),
  '/site-admin/users/': page(() => import('#features/users/web/UsersPage.tsx'), 'UsersPage'),
  '/site-admin/user/:id/update/': page(() => import('#features/users/web/UserPage.tsx'), 'UserPage'),
  '/site-admin/permissions/': page(
    () => import('#features/permissions/web/PermissionsPage.tsx'),
    'PermissionsPage',
  ),
  '/site-admin/settings/jobs/': page(() => import('#features/jobs/web/JobsPage.tsx'), 'JobsPage'),
  '/site-admin/logs/': moved('/site-admin/logs/journal/'),
  '/site-admin/logs/journal/': page(
    () => import('#features/logs/web/journal/JournalPage.tsx'),
    'JournalPage',
  ),
  '/site-admin/logs/journal/:id/': page(
    () => import('#features/logs/web/journal/JournalEntryPage.tsx'),
    'JournalEntryPage',
  ),
  '/site-admin/logs/accounts/': page(
    () => import('#features/logs/web/accounts/AccountsPage.tsx'),
    'AccountsPage',
  ),
  '/site-admin/logs/accounts/:id/': page(
    () => import('#features/logs/web/accounts/AccountSheetPage.tsx'),
    'AccountSheetPage',
  ),
  '/site-admin/logs/months/': page(() => import('#features/logs/web/months/MonthsPage.tsx'), 'MonthsPage'),
  '/site-admin/logs/ledger-checks/': page(
    () => import('#features/logs/web/ledger-checks/LedgerChecksPage.tsx'),
    'LedgerChecksPage',
  ),
  '/site-admin/logs/internal-fundings/': page(
    () => import('#features/logs/web/funding-logs/FundingLogPages.tsx'),
    'InternalFundingsPage',
  ),
  '/site-admin/logs/defunds/': page(
    () => import('#features/logs/web/funding-logs/FundingLogPages.tsx'),
    'DefundsPage',
  ),
  '/site-admin/logs/searches/': page(
    () => import('#features/logs/web/searches/SearchesPage.tsx'),
    'SearchesPage',
  ),
  '/site-admin/logs/audit/': page(() => import('#features/logs/web/audit/AuditPage.tsx'), 'AuditPage'),
  '/site-admin/exports/': page(() => import('#features/exports/web/ExportsPage.tsx'), 'ExportsPage'),
  '/site-admin/profile/': page(() => import('#web/session/ProfilePage.tsx'), 'ProfilePage'),
}
