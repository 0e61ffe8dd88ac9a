import type { Navigation } from '#web/shell/navigation.ts'
import {
  IconArrowsExchange,
  IconBuilding,
  IconBuildingBank,
  IconCash,
  IconChartBar,
  IconHeartHandshake,
  IconChecklist,
  IconCoin,
  IconDownload,
  IconFileDescription,
  IconFileText,
  IconFolders,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconMail,
  IconReceiptRefund,
  IconSettings,
  IconTemplate,
  IconUpload,
  IconUserCheck,
  IconUsers,
} from '#web/ui/icons.ts'
import { approvalRights } from '#features/approvals/rules.ts'
import { useApprovalCount } from '#features/approvals/web/count.ts'
import { useMyTaskCount } from '#features/tasks/web/count.ts'

/** The groups of the navigation. Only pages that are built stand here. */
export const navigation: Navigation = [
  {
    items: [
      { to: '/site-admin/', text: 'nav.dashboard', icon: IconLayoutDashboard, key: 'd', exact: true },
      {
        to: '/site-admin/tasks/',
        text: 'nav.my_tasks',
        icon: IconChecklist,
        permission: 'view_reminders',
        key: 't',
        useCount: useMyTaskCount,
      },
      {
        to: '/site-admin/approvals/',
        text: 'approvals.title',
        icon: IconUserCheck,
        anyOf: approvalRights,
        key: 'a',
        useCount: useApprovalCount,
      },
    ],
  },
  {
    group: 'nav.groups.funding',
    items: [
      {
        to: '/site-admin/projects/',
        text: 'nav.projects',
        icon: IconFolders,
        permission: 'view_projects',
        key: 'p',
        also: ['/site-admin/project/'],
      },
      {
        to: '/site-admin/organizations/',
        text: 'nav.organizations',
        icon: IconBuilding,
        permission: 'view_organizations',
        key: 'o',
        also: ['/site-admin/organization/', '/site-admin/organizations-old/'],
      },
      {
        to: '/site-admin/gifts/',
        text: 'nav.gifts',
        icon: IconCoin,
        permission: 'view_projects',
      },
      {
        to: '/site-admin/private-donations/',
        text: 'private_donations.title',
        icon: IconHeartHandshake,
        permission: 'view_private_donations',
      },
      {
        to: '/site-admin/intake-deliveries/',
        text: 'intake.title',
        icon: IconArrowsExchange,
        permission: 'view_private_donations',
      },
      {
        to: '/site-admin/payouts/',
        text: 'nav.payouts',
        icon: IconCash,
        permission: 'view_payouts',
        count: 'payouts_open',
      },
      {
        to: '/site-admin/recovery-claims/',
        text: 'claims.title',
        icon: IconReceiptRefund,
        permission: 'view_payouts',
      },
      {
        to: '/site-admin/bank-statements/',
        text: 'nav.bank_statements',
        icon: IconBuildingBank,
        permission: 'view_bank_statements',
        also: ['/site-admin/bank-statement/'],
      },
      {
        to: '/site-admin/statistics/',
        text: 'nav.statistics',
        icon: IconChartBar,
        permission: 'view_statistics',
      },
      {
        to: '/site-admin/import/',
        text: 'nav.imports',
        icon: IconUpload,
        permission: 'create_projects',
      },
    ],
  },
  {
    group: 'nav.groups.documents',
    items: [
      {
        to: '/site-admin/documents/administration/',
        text: 'nav.documents',
        icon: IconFileDescription,
        permission: 'view_documents',
        also: ['/site-admin/documents/'],
      },
      {
        to: '/site-admin/document-templates/',
        text: 'nav.document_templates',
        icon: IconFileText,
        permission: 'view_document_templates',
        also: ['/site-admin/document-template/'],
      },
    ],
  },
  {
    group: 'nav.groups.communication',
    items: [
      {
        to: '/site-admin/emails/',
        text: 'nav.emails',
        icon: IconMail,
        permission: 'view_emails',
        key: 'e',
      },
      {
        to: '/site-admin/emails/templates/',
        text: 'nav.email_templates',
        icon: IconFileText,
        permission: 'view_email_templates',
        also: ['/site-admin/email-template/'],
      },
      {
        to: '/site-admin/tasks/templates/',
        text: 'nav.task_templates',
        icon: IconTemplate,
        permission: 'view_reminder_templates',
      },
    ],
  },
  {
    group: 'nav.groups.people',
    items: [
      {
        to: '/site-admin/users/',
        text: 'nav.users',
        icon: IconUsers,
        permission: 'view_users',
        key: 'u',
        also: ['/site-admin/user/'],
      },
      {
        to: '/site-admin/permissions/',
        text: 'nav.permissions',
        icon: IconKey,
        permission: 'view_permissions',
      },
    ],
  },
  {
    group: 'nav.groups.system',
    items: [
      {
        to: '/site-admin/projects/runs/',
        text: 'runs.title',
        icon: IconListCheck,
        permission: 'view_projects',
      },
      {
        to: '/site-admin/exports/',
        text: 'nav.exports',
        icon: IconDownload,
        permission: 'export_data',
      },
      {
        to: '/site-admin/logs/journal/',
        text: 'nav.logs',
        icon: IconHistory,
        permission: 'view_logs',
        also: ['/site-admin/logs/'],
      },
      {
        to: '/site-admin/settings/companies/',
        text: 'nav.settings',
        icon: IconSettings,
        permission: 'view_settings',
        also: ['/site-admin/settings/'],
      },
    ],
  },
]
