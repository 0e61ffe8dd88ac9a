import { useMemo, useState } from 'react'
import {
  archiveBulkAction,
  archiveRowAction,
  CreateLink,
  exportBulkAction,
  ListActions,
} from '#web/table/toolbar/common-actions.tsx'
import { ListTable } from '#web/table/list/ListTable.tsx'
import type { BulkAction, RowAction } from '#web/table/state/types.ts'
import { useText } from '#web/texts.ts'
import { IconChecklist, IconInfoCircle, IconPencil, IconTrash, IconExternalLink } from '#web/ui/icons.ts'
import { lazyPagePart, lazyDialog } from '#web/ui/lazyDialog.tsx'
import { openTasks } from '#features/tasks/web/open.ts'
import type { OrganizationRow } from '../contract.ts'
import { organizationList } from '../table.ts'
import { organizationArchive } from './archive.ts'
import { columns, organizationEditAddress, previewAddress, titleColumn } from './columns.ts'
import { useInternalStatuses } from './options.ts'
import { loadOrganizationPeek } from './peek/load.ts'
import type { OrganizationDialog } from './OrganizationDialogs.tsx'

const OrganizationDialogs = lazyDialog(() => import('./OrganizationDialogs.tsx'), 'OrganizationDialogs')

const peek = {
  Body: lazyPagePart(() => import('./peek/OrganizationPeek.tsx'), 'OrganizationPeek'),
  load: loadOrganizationPeek,
}

const views = {
  active: '/site-admin/organizations/',
  archived: '/site-admin/organizations/archive/',
} as const

export function OrganizationsPage() {
  return <Organizations archived={false} />
}

export function OrganizationsArchivePage() {
  return <Organizations archived />
}

function Organizations({ archived }: { archived: boolean }) {
  const t = useText()
  const statuses = useInternalStatuses()
  const options = useMemo(() => ({ internal_status: statuses }), [statuses])
  const [dialog, setDialog] = useState<OrganizationDialog>()
  const create = {
    to: '/site-admin/organizations/create/',
    permission: 'create_organizations',
    text: t('actions.create_organization'),
  } as const
  const rowActions = useMemo(() => rowActionsOf(setDialog, archived), [archived])
  const bulkActions = useMemo(() => bulkActionsOf(setDialog, archived), [archived])
  return (
    <>
      <ListTable
        route="GET /api/v4/organizations/"
        declaration={organizationList}
        title={archived ? t('organizations.archive_list') : t('nav.organizations')}
        views={views}
        archived={archived}
        titleColumn={titleColumn}
        columns={columns}
        rowActions={rowActions}
        bulkActions={bulkActions}
        searchText={t('organizations.search')}
        emptyText={archived ? t('organizations.none_archived') : t('organizations.none_yet')}
        emptyHint={archived ? t('list.none_archived_hint') : t('list.begin_with', { action: create.text })}
        noneMatchText={t('organizations.none_match')}
        options={options}
        peek={peek}
        actions={(list) => (
          <ListActions
            route="GET /api/v4/organizations/export/"
            list={list}
            create={archived ? undefined : create}
          />
        )}
        emptyAction={!archived && <CreateLink {...create} />}
        settings
      />
      {dialog && <OrganizationDialogs open={dialog} onClose={() => setDialog(undefined)} />}
    </>
  )
}

type Open = (dialog: OrganizationDialog) => void

function rowActionsOf(open: Open, archived: boolean): RowAction<OrganizationRow>[] {
  return [
    { key: 'edit', text: 'actions.edit', icon: IconPencil, href: (row) => organizationEditAddress(row.slug) },
    {
      key: 'info',
      text: 'actions.info',
      icon: IconInfoCircle,
      onSelect: (organization) => open({ kind: 'info', organization }),
    },
    {
      key: 'tasks',
      text: 'actions.tasks',
      icon: IconChecklist,
      permission: 'view_reminders',
      prominent: true,
      tinted: (row) => row.open_tasks > 0,
      onSelect: (row) => openTasks({ type: 'organization', id: row.id, title: row.title }),
    },
    { key: 'preview', text: 'actions.preview', icon: IconExternalLink, newTab: previewAddress },
    archiveRowAction(organizationArchive, 'change_organizations', archived),
    {
      key: 'delete',
      text: 'actions.delete',
      icon: IconTrash,
      permission: 'delete_organizations',
      danger: true,
      onSelect: (organization) => open({ kind: 'delete', organization }),
    },
  ]
}

function bulkActionsOf(open: Open, archived: boolean): BulkAction[] {
  return [
    archiveBulkAction(organizationArchive, 'change_organizations', archived, (list) =>
      open({ kind: 'archive', list }),
    ),
    exportBulkAction('GET /api/v4/organizations/export/'),
  ]
}
