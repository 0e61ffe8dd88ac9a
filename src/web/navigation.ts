import type { Permission } from '#shared/permissions.ts'
import type { QueryValues } from './api.ts'
import type { ListRoute } from './table/types.ts'
import type { TextKey } from './texts.ts'
import {
  type Icon,
  IconBuilding,
  IconChecklist,
  IconDownload,
  IconFileText,
  IconFolders,
  IconKey,
  IconLayoutDashboard,
  IconMail,
  IconSettings,
  IconTemplate,
  IconUpload,
  IconUsers,
} from './ui/icons.ts'
import { useMyTaskCount } from '#features/tasks/web/count.ts'

export type NavigationItem = {
  to: string
  text: TextKey
  icon: Icon
  /** Entries without view permission are absent. */
  permission?: Permission
  /** Second key after `g` (design: keyboard). */
  key?: string
  /** A list call whose `count` stands quietly beside the entry. */
  count?: { route: ListRoute; query: QueryValues }
  /** Other addresses under which this entry is the current one. */
  also?: readonly string[]
  /** Current only under its own address, not under those that begin with it. */
  exact?: boolean
  /** A hook: how many things wait there, shown in the warning colour; undefined or 0 shows nothing. */
  useCount?: () => number | undefined
}

/** The groups of the navigation. Only pages that are built stand here. */
export const navigation: readonly { group?: TextKey; items: readonly NavigationItem[] }[] = [
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
        count: { route: 'GET /api/v4/projects/', query: { exclude_status: 'archived', page_size: 10 } },
      },
      {
        to: '/site-admin/organizations/',
        text: 'nav.organizations',
        icon: IconBuilding,
        permission: 'view_organizations',
        key: 'o',
        also: ['/site-admin/organization/', '/site-admin/organizations-old/'],
        count: { route: 'GET /api/v4/organizations/', query: { exclude_status: 'archived', page_size: 10 } },
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
        to: '/site-admin/exports/',
        text: 'nav.exports',
        icon: IconDownload,
        permission: 'export_data',
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
