import { useEffect, useMemo, useState } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { changeSearch } from '#web/router/navigate.ts'
import { useLocation } from '#web/router/page.ts'
import { columnsOf, titleOf } from '#web/table/columns.ts'
import { ListTable } from '#web/table/ListTable.tsx'
import type { BulkAction, ListHandle, RowAction } from '#web/table/types.ts'
import { mostAtOnce } from '#shared/list-declaration.ts'
import { correctIfChanged, refusedGroups, tellRefusal } from '#web/table/refusals.ts'
import { explain } from '#web/ui/states.tsx'
import { translate, useText } from '#web/texts.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { IconCheck, IconEye, IconPencil, IconTrash } from '#web/ui/icons.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { notify } from '#web/ui/toasts.ts'
import { taskCells } from '../cells.ts'
import type { Task } from '../contract.ts'
import { taskList } from '../table.ts'
import { markDone, tellFailure } from './actions.ts'
import { DueDay } from './cells.tsx'
import { tasksChanged } from './data.ts'
import { OnePerson } from './OnePerson.tsx'
import { openTasks } from './open.ts'
import { QuickFilters, TaskTabs } from './TaskTabs.tsx'

const DeleteTask = lazyDialog(() => import('./DeleteTask.tsx'), 'DeleteTask')

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

/** The tasks that are mine, over all projects and organizations. */
export function MyTasksPage() {
  return <Tasks mine />
}

/** Everybody's tasks, or one person's (`?assignee_id=`), e.g. to hand them over. */
export function AllTasksPage() {
  return <Tasks mine={false} />
}

function Tasks({ mine }: { mine: boolean }) {
  const t = useText()
  const { search } = useLocation()
  const person = mine ? undefined : search.assignee_id
  const [deleting, setDeleting] = useState<Task>()
  const rowActions = useMemo(() => rowActionsOf(setDeleting), [])
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
        emptyText={t(mine ? 'tasks.none_mine' : 'tasks.none_yet')}
        noneMatchText={t('tasks.none_match')}
        viewSwitch={<TaskTabs />}
        above={
          <>
            {person && <OnePerson id={person} />}
            <QuickFilters />
          </>
        }
      />
      {deleting && <DeleteTask task={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

/** Mails and row titles link to `?task=slug`: its modal opens, and the address is plain again. */
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
    tellFailure(error, () => void openBySlug(slug))
  }
}

function showTask(task: Task, mode: 'view' | 'edit'): void {
  openTasks(task.target, { task, mode })
}

function rowActionsOf(askToDelete: (task: Task) => void): RowAction<Task>[] {
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
      hidden: (task) => !task.can_resolve,
      onSelect: (task) => void markDone(task),
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
      onSelect: askToDelete,
    },
  ]
}

const bulkActions: BulkAction[] = [
  { key: 'done', text: 'actions.done', icon: IconCheck, run: markSelectedDone },
]

/** Marks the selected tasks as done; those that refuse stay selected and are named in one message. */
async function markSelectedDone(list: ListHandle): Promise<void> {
  const { count, sent } = list.selection
  if (count > mostAtOnce)
    return void notify({
      tone: 'danger',
      title: translate('states.error'),
      message: translate('list.too_many', { count, limit: mostAtOnce }),
    })
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
    if (refused.length > 0) tellRefusal({ title: translate('tasks.some_refused'), groups })
    list.keepSelected(refused.filter((task) => task.code !== 'not_found'))
    await tasksChanged()
  } catch (error) {
    if (correctIfChanged(error, list))
      notify({ tone: 'danger', title: translate('states.error'), message: explain(error, translate) })
    else tellFailure(error, () => void markSelectedDone(list))
  }
}
