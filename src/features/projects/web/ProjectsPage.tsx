import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation } from '#web/router/page.ts'
import { BriefSkeleton, MenuSkeleton } from '#web/table/list/CardsSkeleton.tsx'
import {
  archiveRowAction,
  CreateLink,
  exportBulkAction,
  ListActions,
} from '#web/table/toolbar/common-actions.tsx'
import { layoutOf } from '#web/table/state/settings.ts'
import { ListTable } from '#web/table/list/ListTable.tsx'
import type { BulkAction, RowAction } from '#web/table/state/types.ts'
import { useIsMobile } from '#web/theme.ts'
import { useStore } from '#web/store.ts'
import { type TextKey, useText } from '#web/texts.ts'
import {
  type Icon,
  IconArchive,
  IconArchiveOff,
  IconChecklist,
  IconCopy,
  IconGavel,
  IconInfoCircle,
  IconMail,
  IconPencil,
  IconTrash,
  IconUserCheck,
  IconUsers,
} from '#web/ui/icons.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { lazyPagePart, lazyDialog } from '#web/ui/lazyDialog.tsx'
import { StartReview } from '#features/reviews/web/StartReview.tsx'
import { useMayAdd } from '#features/tasks/web/data.ts'
import { openTasks } from '#features/tasks/web/open.ts'
import { type BulkAction as BulkKind, bulkActions as bulkRights } from '#features/bulk-runs/rules.ts'
import type { ProjectRow } from '../contract.ts'
import { projectList } from '../table.ts'
import { projectArchive } from './archive.ts'
import { defundRowAction, fundBulkAction, fundRowAction } from './fund.ts'
import { watchedRun } from '#features/bulk-runs/web/run-store.ts'
import { useLinkedRun } from '#features/bulk-runs/web/useLinkedRun.ts'
import { BlockedSkeleton } from './BlockedSkeleton.tsx'
import { ViewTabs } from './views/ViewTabs.tsx'
import { columns, filters, projectEditAddress, titleColumn } from './columns.ts'
import { filterMenu } from './filter-menu.ts'
import type { ListOfFields } from './list.ts'
import { loadProjectPeek } from './peek/load.ts'
import { useOpening } from './views/useOpening.ts'
import { useProjectFilters } from './options.ts'
import type { ProjectDialog } from './ProjectDialogs.tsx'

const RunWatch = lazyPagePart(() => import('#features/bulk-runs/web/RunWatch.tsx'), 'RunWatch')
const BlockedLine = lazyPagePart(() => import('./BlockedLine.tsx'), 'BlockedLine', BlockedSkeleton)
const ListFields = lazyPagePart(() => import('./ListFields.tsx'), 'ListFields')
const EmptyView = lazyPagePart(() => import('./views/EmptyView.tsx'), 'EmptyView')
const ProjectDialogs = lazyDialog(() => import('./ProjectDialogs.tsx'), 'ProjectDialogs')

const peek = {
  Body: lazyPagePart(() => import('./peek/ProjectPeek.tsx'), 'ProjectPeek'),
  load: loadProjectPeek,
}

const phone = {
  Cards: lazyPagePart(() => import('./phone/ProjectCards.tsx'), 'ProjectCards', BriefSkeleton),
  Menu: lazyPagePart(() => import('./phone/ProjectMenu.tsx'), 'ProjectMenu', MenuSkeleton),
}

const views = { active: '/site-admin/projects/', archived: '/site-admin/projects/archive/' } as const

export function ProjectsPage() {
  return <Projects archived={false} />
}

export function ProjectsArchivePage() {
  return <Projects archived />
}

function Projects({ archived }: { archived: boolean }) {
  const t = useText()
  const options = useProjectFilters()
  const [list, setList] = useState<ListOfFields>()
  const mobile = useIsMobile()
  const watched = useStore(watchedRun)
  const opens = useOpening(archived)
  const [dialog, setDialog] = useState<ProjectDialog>()
  const create = {
    to: '/site-admin/projects/create/',
    permission: 'create_projects',
    text: t('projects.create'),
  } as const
  const rowActions = useMemo(() => rowActionsOf(setDialog, archived), [archived])
  const mayAdd = useMayAdd()
  const bulkActions = useMemo(() => bulkActionsOf(setDialog, archived, mayAdd), [archived, mayAdd])
  useLinkedRun()
  const showsField = useShowsField()
  if (!opens) return <Spinner />
  return (
    <>
      <ListTable
        route="GET /api/v4/projects/"
        declaration={projectList}
        title={archived ? t('projects.archive_list') : t('nav.projects')}
        views={views}
        archived={archived}
        {...opens}
        titleColumn={titleColumn}
        columns={columns}
        phone={phone}
        rowActions={rowActions}
        bulkActions={bulkActions}
        searchText={t('projects.search')}
        emptyText={archived ? t('projects.none_archived') : t('projects.none_yet')}
        emptyHint={archived ? t('list.none_archived_hint') : t('list.begin_with', { action: create.text })}
        noneMatch={(clear) => <EmptyView onClear={clear} />}
        options={options}
        filters={filters}
        filterMenu={filterMenu}
        {...list}
        peek={peek}
        above={archived ? undefined : (ready) => <ViewTabs ready={ready} />}
        beside={(list, setFilters, ready) =>
          ready ? <BlockedLine list={list} setFilters={setFilters} /> : <BlockedSkeleton />
        }
        beneath={(ready) => (
          <>
            {watched && <RunWatch />}
            {(ready || showsField) && <ListFields onList={setList} />}
          </>
        )}
        actions={(list) => (
          <>
            {!mobile && (
              <ListActions
                route="GET /api/v4/projects/export/"
                list={list}
                create={archived ? undefined : { ...create, variant: 'default' }}
              />
            )}
            {!archived && <StartReview query={list.query} ready={list.ready} />}
          </>
        )}
        emptyAction={!archived && <CreateLink {...create} />}
        settings
      />
      {dialog && <ProjectDialogs open={dialog} onClose={() => setDialog(undefined)} />}
    </>
  )
}

/** True if the address or the chosen columns name an additional field; the rows then wait for the fields. */
function useShowsField(): boolean {
  const { search } = useLocation()
  const { data } = useQuery(layoutOf(projectList.table))
  return [...Object.keys(search), ...(data?.columns ?? [])].some((name) => name.startsWith('additional.'))
}

type Open = (dialog: ProjectDialog) => void

function rowActionsOf(open: Open, archived: boolean): RowAction<ProjectRow>[] {
  return [
    { key: 'edit', text: 'actions.edit', icon: IconPencil, href: (row) => projectEditAddress(row.slug) },
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

type Act = { key: BulkKind; text: TextKey; icon: Icon; more?: true }
const acts = {
  decide: { key: 'decide', text: 'bulk.action', icon: IconGavel },
  task: { key: 'task', text: 'bulk.task', icon: IconChecklist },
  duplicate: { key: 'duplicate', text: 'actions.duplicate', icon: IconCopy },
  archive: { key: 'archive', text: 'actions.archive', icon: IconArchive },
  unarchive: { key: 'unarchive', text: 'actions.unarchive', icon: IconArchiveOff },
  internal_status: { key: 'internal_status', text: 'columns.internal_status', icon: IconPencil, more: true },
  assign: { key: 'assign', text: 'bulk.assign', icon: IconUserCheck, more: true },
  divide: { key: 'divide', text: 'bulk.divide', icon: IconUsers, more: true },
  mail: { key: 'mail', text: 'bulk.mail', icon: IconMail, more: true },
} as const satisfies { [K in BulkKind]: Act & { key: K } }

function bulkActionsOf(open: Open, archived: boolean, mayAdd: boolean): BulkAction[] {
  const act = (kind: BulkKind): BulkAction => ({
    ...acts[kind],
    // Either of two rights allows adding tasks.
    ...(kind === 'task' && mayAdd ? {} : { permission: bulkRights[kind] }),
    run: (list) => open({ kind, list }),
  })
  const rest = [exportBulkAction('GET /api/v4/projects/export/'), act('internal_status')]
  return archived
    ? [act('duplicate'), act('unarchive'), ...rest]
    : [
        act('decide'),
        act('task'),
        act('duplicate'),
        act('archive'),
        fundBulkAction,
        ...rest,
        act('assign'),
        act('divide'),
        act('mail'),
      ]
}
