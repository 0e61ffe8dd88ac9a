import type { StartingPoint } from '#web/shell/navigation.ts'
import { IconGavel, IconPlus, IconSettings, IconTable } from '#web/ui/icons.ts'
import { fundingTypes } from '#features/ledger/funding-types.ts'
import { limitKeys } from '#features/limits/rules.ts'

type Page = StartingPoint['to']
type Text = StartingPoint['text']

const partsOf = (
  shape: Omit<StartingPoint, 'to' | 'text'>,
  parts: readonly [Page, Text][],
): StartingPoint[] => parts.map(([to, text]) => ({ ...shape, to, text }))

const settingsOf = (to: Page, partOf: Text, texts: readonly Text[]): StartingPoint[] =>
  partsOf(
    { partOf, icon: IconSettings, permission: 'view_settings' },
    texts.map((text) => [to, text]),
  )

/** Actions that can be started anywhere and named parts of pages, offered in the palette. */
export const startingPoints: readonly StartingPoint[] = [
  {
    to: '/site-admin/projects/create/',
    text: 'projects.create',
    icon: IconPlus,
    permission: 'create_projects',
  },
  {
    to: '/site-admin/organizations/create/',
    text: 'actions.create_organization',
    icon: IconPlus,
    permission: 'create_organizations',
  },
  {
    to: '/site-admin/projects/review/',
    text: 'review_queue.begin',
    icon: IconGavel,
    permission: 'change_projects',
  },
  ...partsOf({ partOf: 'nav.projects', icon: IconTable, permission: 'view_projects' }, [
    ['/site-admin/projects/archive/', 'nav.archive'],
  ]),
  ...partsOf({ partOf: 'nav.organizations', icon: IconTable, permission: 'view_organizations' }, [
    ['/site-admin/organizations/archive/', 'nav.archive'],
  ]),
  ...partsOf({ partOf: 'nav.my_tasks', icon: IconTable, permission: 'view_reminders' }, [
    ['/site-admin/tasks/all/', 'tasks.all_tasks'],
    ['/site-admin/tasks/week/', 'tasks.week_title'],
  ]),
  ...partsOf({ partOf: 'nav.documents', icon: IconTable, permission: 'view_documents' }, [
    ['/site-admin/documents/forecast/', 'documents.forecast.title'],
    ['/site-admin/documents/log/', 'documents.log.title'],
  ]),
  ...partsOf({ partOf: 'journal.title', icon: IconTable, permission: 'view_logs' }, [
    ['/site-admin/logs/accounts/', 'accounts.title'],
    ['/site-admin/logs/months/', 'months.title'],
  ]),
  ...settingsOf('/site-admin/settings/features/', 'settings.features', [
    ...Object.values(fundingTypes).map(({ text }) => text),
    'features.all_or_nothing',
    'features.fallback',
    'features.max_gift',
    'features.import_confirm',
    'features.grants_prefix',
  ]),
  ...settingsOf(
    '/site-admin/settings/limits/',
    'settings.limits',
    limitKeys.map((key) => `limits.${key}` as const),
  ),
  ...settingsOf('/site-admin/settings/approvals/', 'settings.approvals', ['approvals.days']),
]
