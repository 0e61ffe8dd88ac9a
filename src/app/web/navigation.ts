import type { Navigation } from '#web/shell/navigation.ts'
import {
  IconBriefcase,
  IconBuilding,
  IconChartBar,
  IconCoinEuro,
  IconDatabase,
  IconFiles,
  IconFolders,
  IconLayoutDashboard,
  IconMessages,
  IconNotebook,
  IconSettings,
  IconUsers,
} from '#web/ui/icons.ts'
import { approvalRights } from '#features/approvals/rules.ts'

/** The places of the navigation with their pages, twelve at most. Lists only pages that exist. */
export const navigation: Navigation = [
  {
    text: 'nav.dashboard',
    icon: IconLayoutDashboard,
    key: 'd',
    pages: [{ to: '/site-admin/', text: 'nav.dashboard' }],
  },
  {
    text: 'nav.my_work',
    icon: IconBriefcase,
    key: 'w',
    pages: [
      {
        to: '/site-admin/tasks/',
        text: 'nav.my_tasks',
        permission: 'view_reminders',
        key: 't',
        views: ['/site-admin/tasks/all/', '/site-admin/tasks/week/'],
      },
      {
        to: '/site-admin/approvals/',
        text: 'approvals.title',
        anyOf: approvalRights,
        key: 'a',
      },
    ],
  },
  {
    text: 'nav.projects',
    icon: IconFolders,
    key: 'p',
    pages: [
      {
        to: '/site-admin/projects/',
        text: 'nav.projects',
        permission: 'view_projects',
        records: ['/site-admin/project/'],
      },
    ],
  },
  {
    text: 'nav.organizations',
    icon: IconBuilding,
    key: 'o',
    pages: [
      {
        to: '/site-admin/organizations/',
        text: 'nav.organizations',
        permission: 'view_organizations',
        records: ['/site-admin/organization/', '/site-admin/organizations-old/'],
      },
    ],
  },
  {
    // Pages in daily use come first; the first one is a click away.
    text: 'nav.money',
    icon: IconCoinEuro,
    key: 'm',
    pages: [
      {
        to: '/site-admin/bank-statements/',
        text: 'nav.bank_statements',
        permission: 'view_bank_statements',
        key: 'b',
        records: ['/site-admin/bank-statement/'],
      },
      {
        to: '/site-admin/payouts/',
        text: 'nav.payouts',
        permission: 'view_payouts',
        key: 'y',
      },
      { to: '/site-admin/gifts/', text: 'nav.gifts', permission: 'view_projects' },
      {
        to: '/site-admin/private-donations/',
        text: 'private_donations.title',
        permission: 'view_private_donations',
      },
      {
        to: '/site-admin/intake-deliveries/',
        text: 'intake.title',
        permission: 'view_private_donations',
      },
      {
        to: '/site-admin/recovery-claims/',
        text: 'claims.title',
        permission: 'view_payouts',
      },
    ],
  },
  {
    text: 'nav.documents',
    icon: IconFiles,
    key: 'f',
    pages: [
      {
        to: '/site-admin/documents/administration/',
        text: 'nav.documents',
        permission: 'view_documents',
        views: ['/site-admin/documents/forecast/', '/site-admin/documents/log/'],
        records: ['/site-admin/documents/'],
      },
      {
        to: '/site-admin/document-templates/',
        text: 'nav.document_templates',
        permission: 'view_document_templates',
        records: ['/site-admin/document-template/'],
      },
    ],
  },
  {
    text: 'nav.statistics',
    icon: IconChartBar,
    key: 's',
    pages: [
      {
        to: '/site-admin/statistics/',
        text: 'nav.statistics',
        permission: 'view_statistics',
      },
    ],
  },
  {
    text: 'nav.messages',
    icon: IconMessages,
    key: 'e',
    pages: [
      { to: '/site-admin/emails/', text: 'nav.emails', permission: 'view_emails' },
      {
        to: '/site-admin/emails/templates/',
        text: 'nav.email_templates',
        permission: 'view_email_templates',
        records: ['/site-admin/email-template/'],
      },
      {
        to: '/site-admin/tasks/templates/',
        text: 'nav.task_templates',
        permission: 'view_reminder_templates',
      },
    ],
  },
  {
    text: 'nav.data',
    icon: IconDatabase,
    key: 'i',
    pages: [
      { to: '/site-admin/import/', text: 'nav.imports', permission: 'create_projects' },
      { to: '/site-admin/exports/', text: 'nav.exports', permission: 'export_data' },
      {
        to: '/site-admin/projects/runs/',
        text: 'runs.title',
        permission: 'view_projects',
      },
    ],
  },
  {
    text: 'nav.records',
    icon: IconNotebook,
    key: 'r',
    pages: [
      {
        to: '/site-admin/logs/journal/',
        text: 'journal.title',
        permission: 'view_logs',
        views: ['/site-admin/logs/accounts/', '/site-admin/logs/months/'],
      },
      {
        to: '/site-admin/logs/ledger-checks/',
        text: 'ledger_checks.title',
        permission: 'view_logs',
      },
      {
        to: '/site-admin/logs/internal-fundings/',
        text: 'funding_logs.internal_fundings',
        permission: 'view_logs',
      },
      {
        to: '/site-admin/logs/defunds/',
        text: 'funding_logs.defunds',
        permission: 'view_logs',
      },
      {
        to: '/site-admin/logs/audit/',
        text: 'funding_logs.audit',
        permission: 'view_logs',
      },
      {
        to: '/site-admin/logs/searches/',
        text: 'searches.title',
        permission: 'view_logs',
      },
    ],
  },
  {
    text: 'nav.people',
    icon: IconUsers,
    key: 'u',
    pages: [
      {
        to: '/site-admin/users/',
        text: 'nav.users',
        permission: 'view_users',
        records: ['/site-admin/user/'],
      },
      {
        to: '/site-admin/permissions/',
        text: 'nav.permissions',
        permission: 'view_permissions',
      },
    ],
  },
  {
    text: 'nav.settings',
    icon: IconSettings,
    key: 'c',
    look: 'list',
    pages: [
      {
        to: '/site-admin/settings/companies/',
        text: 'settings.companies',
        permission: 'view_settings',
        group: 'nav.groups.money',
        records: ['/site-admin/company/'],
      },
      {
        to: '/site-admin/settings/own-accounts/',
        text: 'settings.own_accounts',
        permission: 'view_settings',
      },
      {
        to: '/site-admin/settings/bank-accounts/',
        text: 'settings.bank_accounts',
        permission: 'view_settings',
      },
      {
        to: '/site-admin/settings/payment-providers/',
        text: 'intake.providers',
        permission: 'view_settings',
      },
      {
        to: '/site-admin/settings/features/',
        text: 'settings.features',
        permission: 'view_settings',
        group: 'nav.groups.projects',
      },
      {
        to: '/site-admin/settings/internal-statuses/',
        text: 'settings.internal_statuses',
        permission: 'view_settings',
      },
      {
        to: '/site-admin/settings/additional-fields/',
        text: 'additional_fields.title',
        permission: 'view_settings',
      },
      {
        to: '/site-admin/settings/approvals/',
        text: 'settings.approvals',
        permission: 'view_settings',
        group: 'nav.groups.rules',
      },
      {
        to: '/site-admin/settings/limits/',
        text: 'settings.limits',
        permission: 'view_settings',
      },
      {
        to: '/site-admin/settings/jobs/',
        text: 'nav.jobs',
        permission: 'view_settings',
        group: 'nav.groups.operation',
      },
    ],
  },
]
