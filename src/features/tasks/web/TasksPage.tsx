import { useEffect, useMemo, useState } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { changeSearch } from '#web/router/navigate.ts'
import { useLocation } from '#web/router/page.ts'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { ListTable } from '#web/table/list/ListTable.tsx'
import type { BulkAction, ListHandle, RowAction } from '#web/table/state/types.ts'
import { maxBulkRows } from '#shared/lists/list-declaration.ts'
import { correctIfChanged, refusedGroups, showRefusal } from '#web/table/state/refusals.ts'
import { explain } from '#web/ui/states.tsx'
import { translate, useText } from '#web/texts.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { refreshed } from '#web/stale.ts'
import {
  IconCalendar,
  IconCheck,
  IconClock,
  IconPencil,
  IconTrash,
  IconCalendarPlus,
  IconEye,
} from '#web/ui/icons.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { notify } from '#web/ui/toasts.ts'
import { taskCells } from '../cells.ts'
import type { Task } from '../contract.ts'
import { taskList } from '../table.ts'
import { markDone, notifyFailure } from './actions.ts'
import { DueDay } from './cells.tsx'
import { groupsOf } from './GroupHeading.tsx'
import { PersonCallout } from './PersonCallout.tsx'
import { openTasks } from './open.ts'
import { snooze, snoozeTask } from './snooze.ts'
import { QuickFilters, TaskTabs } from './TaskTabs.tsx'

const DeleteTask = lazyDialog(() => import('./DeleteTask.tsx'), 'DeleteTask')
const SnoozeDialog = lazyDialog(() => import('./SnoozeDialog.tsx'), 'SnoozeDialog')

const titleColumn = titleOf<Task>(taskList, (task) => ({
  title: task.title,
  subtitle: task.description,
  href: `?task=${task.slug}`,
}))

const columns = columnsOf(taskList, taskCells, {
  scheduled_for: (task) => <DueDay task={task} />,
  target: (task) => <PageLink href={addressOf(task)}>{task.target.title}</PageLink>,
})

const addressOf = ({ target }: Task): PageAddress =>
  target.type === 'ledger'
    ? '/site-admin/logs/ledger-checks/'
    : `/site-admin/${target.type}/${encodeURIComponent(target.slug)}/update/`

export function MyTasksPage() {
  return <Tasks mine />
}

/** All tasks, or those of one person (`?assignee_id=`), e.g. to reassign them. */
export function AllTasksPage() {
  return <Tasks mine={false} />
}

function Tasks({ mine }: { mine: boolean }) {
  const t = useText()
  const { search } = useLocation()
  const person = mine ? undefined : search.assignee_id
  const [deleting, setDeleting] = useState<Task>()
  const [snoozing, setSnoozing] = useState<Task | ListHandle>()
  const rowActions = useMemo(() => rowActionsOf({ onDelete: setDeleting, onSnooze: setSnoozing }), [])
  const bulkActions = useMemo(() => bulkActionsOf(setSnoozing), [])
  const opened = search.status === 'open'
  useLinkedTask()
  return (
    <>
      <ListTable
        route="GET /api/v4/reminders/"
        declaration={taskList}
        extraQuery={{ ...(mine && { assignee: 'me' }), ...(person && { assignee_id: person }) }}
        title={t(mine ? 'nav.my_tasks' : 'tasks.all_tasks')}
        titleColumn={titleColumn}
        columns={columns}
        rowActions={rowActions}
        bulkActions={bulkActions}
        searchText={t('tasks.search')}
        grouped={groupsOf}
        emptyText={t(
          mine
            ? opened
              ? 'tasks.none_open_mine'
              : 'tasks.none_mine'
            : opened
              ? 'tasks.none_open'
              : 'tasks.none_yet',
        )}
        noneMatchText={t('tasks.none_match')}
        emptyHint={t('tasks.none_hint')}
        viewSwitch={<TaskTabs />}
        above={
          <>
            {person && <PersonCallout id={person} />}
            <QuickFilters />
          </>
        }
      />
      {deleting && <DeleteTask task={deleting} onClose={() => setDeleting(undefined)} />}
      {snoozing && <Snoozing of={snoozing} onClose={() => setSnoozing(undefined)} />}
    </>
  )
}

function Snoozing({ of, onClose }: { of: Task | ListHandle; onClose: () => void }) {
  if ('slug' in of)
    return (
      <SnoozeDialog
        title={of.title}
        count={1}
        onSnooze={async (until) => void (await snooze({ slugs: [of.slug] }, until, () => of.title))}
        onClose={onClose}
      />
    )
  return (
    <SnoozeDialog
      count={of.selection.count}
      onSnooze={async (until) => {
        try {
          const refused = await snooze({ selection: of.selection.sent }, until, of.titleOf)
          of.keepSelected((refused ?? []).filter((task) => task.code !== 'not_found'))
        } catch (error) {
          correctIfChanged(error, of)
          throw error
        }
      }}
      onClose={onClose}
    />
  )
}

/** Mails and row titles link to `?task=slug`, which opens the modal and leaves the address. */
function useLinkedTask(): void {
  const { search } = useLocation()
  useEffect(() => {
    if (!search.task) return
    void openBySlug(search.task)
    changeSearch((now) => ({ ...now, task: undefined }), { replace: true })
  }, [search.task])
}

async function openBySlug(slug: string): Promise<void> {
  try {
    showTask(await api('GET /api/v4/reminders/:slug/', { params: { slug } }), 'view')
  } catch (error) {
    notifyFailure(error, () => void openBySlug(slug))
  }
}

function showTask(task: Task, mode: 'view' | 'edit'): void {
  openTasks(task.target, { task, mode })
}

type Asking = { onDelete: (task: Task) => void; onSnooze: (task: Task) => void }

/** True for a due task, which can be snoozed until tomorrow. */
const isDue = (task: Task) => task.can_edit && (task.group === 'overdue' || task.group === 'today')

function rowActionsOf({ onDelete, onSnooze }: Asking): RowAction<Task>[] {
  return [
    {
      key: 'view',
      text: 'actions.view_details',
      icon: IconEye,
      onSelect: (task) => showTask(task, 'view'),
    },
    {
      key: 'done',
      text: 'actions.done',
      icon: IconCheck,
      prominent: true,
      thumb: true,
      shortcut: 'd',
      hidden: (task) => !task.can_resolve,
      onSelect: (task) => void markDone(task),
    },
    {
      key: 'tomorrow',
      text: 'tasks.snooze.tomorrow',
      icon: IconClock,
      prominent: true,
      thumb: true,
      hidden: (task) => !isDue(task),
      onSelect: (task) => void snoozeTask(task, { days: 1 }),
    },
    {
      key: 'week',
      text: 'tasks.snooze.week',
      icon: IconCalendarPlus,
      prominent: true,
      hidden: (task) => !task.can_edit,
      onSelect: (task) => void snoozeTask(task, { days: 7 }),
    },
    {
      key: 'day',
      text: 'tasks.snooze.day',
      icon: IconCalendar,
      shortcut: 's',
      hidden: (task) => !task.can_edit,
      onSelect: onSnooze,
    },
    {
      key: 'edit',
      text: 'actions.edit',
      icon: IconPencil,
      hidden: (task) => !task.can_edit,
      onSelect: (task) => showTask(task, 'edit'),
    },
    {
      key: 'delete',
      text: 'actions.delete',
      icon: IconTrash,
      danger: true,
      hidden: (task) => !task.can_delete,
      onSelect: onDelete,
    },
  ]
}

function bulkActionsOf(onSnooze: (list: ListHandle) => void): BulkAction[] {
  return [
    { key: 'done', text: 'actions.done', icon: IconCheck, run: markSelectedDone },
    {
      key: 'snooze',
      text: 'tasks.snooze.day',
      icon: IconCalendar,
      run: (list) => (isTooMany(list) ? undefined : onSnooze(list)),
    },
  ]
}

/** Warns if a selection exceeds the limit of one call. */
function isTooMany({ selection: { count } }: ListHandle): boolean {
  if (count <= maxBulkRows) return false
  notify({
    tone: 'danger',
    title: translate('states.error'),
    message: translate('list.too_many', { count, limit: maxBulkRows }),
  })
  return true
}

/** Marks the selected tasks as done; refused ones stay selected and appear in one message. */
async function markSelectedDone(list: ListHandle): Promise<void> {
  const { sent } = list.selection
  if (isTooMany(list)) return
  try {
    const { resolved, refused } = await api('POST /api/v4/reminders/resolve/', {
      body: { selection: sent },
    })
    if (resolved.length > 0)
      notify({
        tone: 'success',
        title: translate('states.success'),
        message: translate('tasks.many_done', { count: resolved.length }),
      })
    const groups = refusedGroups(refused, list.titleOf)
    if (refused.length > 0) showRefusal({ title: translate('tasks.some_refused'), groups })
    list.keepSelected(refused.filter((task) => task.code !== 'not_found'))
    await refreshed()
  } catch (error) {
    if (correctIfChanged(error, list))
      notify({ tone: 'danger', title: translate('states.error'), message: explain(error, translate) })
    else notifyFailure(error, () => void markSelectedDone(list))
  }
}
