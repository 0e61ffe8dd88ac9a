import { useMemo, useState } from 'react'
import {
  archiveBulkAction,
  archiveRowAction,
  CreateLink,
  exportBulkAction,
  ListActions,
} from '#web/table/common-actions.tsx'
import { ListTable } from '#web/table/ListTable.tsx'
import type { BulkAction, RowAction } from '#web/table/types.ts'
import { useText } from '#web/texts.ts'
import { IconChecklist, IconCopy, IconInfoCircle, IconPencil, IconTrash } from '#web/ui/icons.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { openTasks } from '#features/tasks/web/open.ts'
import type { ProjectRow } from '../contract.ts'
import { projectList } from '../table.ts'
import { projectArchive } from './archive.ts'
import { defundRowAction, fundBulkAction, fundRowAction } from './fund.ts'
import { columns, filters, projectAddress, titleColumn } from './columns.ts'
import { useProjectFilters } from './offers.ts'
import type { ProjectDialog } from './ProjectDialogs.tsx'

const ProjectDialogs = lazyDialog(() => import('./ProjectDialogs.tsx'), 'ProjectDialogs')

const views = { active: '/site-admin/projects/', archived: '/site-admin/projects/archive/' } as const

/** The list of projects in work. */
export function ProjectsPage() {
  return <Projects archived={false} />
}

/** The list of archived projects. */
export function ProjectsArchivePage() {
  return <Projects archived />
}

function Projects({ archived }: { archived: boolean }) {
  const t = useText()
  const options = useProjectFilters()
  const [dialog, setDialog] = useState<ProjectDialog>()
  const create = {
    to: '/site-admin/projects/create/',
    permission: 'create_projects',
    text: t('projects.create'),
  } as const
  const rowActions = useMemo(() => rowActionsOf(setDialog, archived), [archived])
  const bulkActions = useMemo(() => bulkActionsOf(setDialog, archived), [archived])
  return (
    <>
      <ListTable
        route="GET /api/v4/projects/"
        declaration={projectList}
        title={archived ? t('projects.archive_list') : t('nav.projects')}
        views={views}
        archived={archived}
        titleColumn={titleColumn}
        columns={columns}
        rowActions={rowActions}
        bulkActions={bulkActions}
        searchText={t('projects.search')}
        emptyText={archived ? t('projects.none_archived') : t('projects.none_yet')}
        noneMatchText={t('projects.none_match')}
        options={options}
        filters={filters}
        actions={(list) => (
          <ListActions
            route="GET /api/v4/projects/export/"
            list={list}
            create={archived ? undefined : create}
          />
        )}
        emptyAction={!archived && <CreateLink {...create} />}
        settings
      />
      {dialog && <ProjectDialogs open={dialog} onClose={() => setDialog(undefined)} />}
    </>
  )
}

type Open = (dialog: ProjectDialog) => void

function rowActionsOf(open: Open, archived: boolean): RowAction<ProjectRow>[] {
  return [
    { key: 'edit', text: 'actions.edit', icon: IconPencil, href: (row) => projectAddress(row.slug) },
    {
      key: 'info',
      text: 'actions.info',
      icon: IconInfoCircle,
      onSelect: (project) => open({ kind: 'info', project }),
    },
    {
      key: 'tasks',
      text: 'actions.tasks',
      icon: IconChecklist,
      permission: 'view_reminders',
      prominent: true,
      tinted: (row) => row.open_tasks > 0,
      onSelect: (row) => openTasks({ type: 'project', id: row.id, title: row.title }),
    },
    {
      key: 'duplicate',
      text: 'actions.duplicate',
      icon: IconCopy,
      permission: 'duplicate_projects',
      onSelect: (project) => open({ kind: 'duplicate', project }),
    },
    ...(archived ? [] : [fundRowAction, defundRowAction]),
    archiveRowAction(projectArchive, 'archive_projects', archived),
    {
      key: 'delete',
      text: 'actions.delete',
      icon: IconTrash,
      permission: 'delete_projects',
      danger: true,
      onSelect: (project) => open({ kind: 'delete', project }),
    },
  ]
}

function bulkActionsOf(open: Open, archived: boolean): BulkAction[] {
  return [
    {
      key: 'duplicate',
      text: 'actions.duplicate',
      icon: IconCopy,
      permission: 'duplicate_projects',
      run: (list) => open({ kind: 'duplicate', list }),
    },
    archiveBulkAction(projectArchive, 'archive_projects', archived, (list) =>
      open({ kind: 'archive', list }),
    ),
    ...(archived ? [] : [fundBulkAction]),
    exportBulkAction('GET /api/v4/projects/export/'),
  ]
}
