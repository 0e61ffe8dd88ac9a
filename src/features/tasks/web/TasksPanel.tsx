import { useQuery } from '@tanstack/react-query'
import { showDay } from '#shared/dates.ts'
import { visible } from '#shared/text-direction.ts'
import { q } from '#web/api.ts'
import { useCan } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { IconCircleCheck, IconCircleDashed, IconPlus } from '#web/ui/icons.ts'
import { SidePart } from '#web/record/RecordPage.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { EmptyPart } from '#web/record/EmptyPart.tsx'
import { NotAllowed } from '#web/ui/states.tsx'
import type { Task } from '../contract.ts'
import { shortName, taskStatus } from '../rules.ts'
import { markDone, reopen } from './actions.ts'
import { useMayAdd } from './data.ts'
import { openTasks, type TaskTarget } from './open.ts'
import { preloadTasks } from './TasksLayer.tsx'
import './tasks.css'

const shown = 4

/** Side panel of a project or organization: the next four tasks and a link to all. */
export function TasksPanel({ target }: { target: TaskTarget }) {
  const t = useText()
  const maySee = useCan('view_reminders')
  const mayAdd = useMayAdd()
  const query = { target_type: target.type, target_id: target.id, page_size: 10 }
  const tasks = useQuery({ ...q('GET /api/v4/reminders/', { query }), enabled: maySee })
  const open = useQuery({
    ...q('GET /api/v4/reminders/', { query: { ...query, status: 'open' } }),
    enabled: maySee,
  })
  return (
    <SidePart
      title={t('tasks.title')}
      note={open.data && t('tasks.open_count', { count: open.data.count })}
      action={
        maySee && (
          <>
            <Button variant="quiet" size="sm" onPointerEnter={preloadTasks} onClick={() => openTasks(target)}>
              {t('actions.show_all')}
            </Button>
            {mayAdd && tasks.data && tasks.data.count > 0 && (
              <IconButton
                icon={IconPlus}
                label={t('tasks.add')}
                onPointerEnter={preloadTasks}
                onClick={() => openTasks(target)}
              />
            )}
          </>
        )
      }
    >
      {!maySee ? (
        <NotAllowed permission="view_reminders" />
      ) : tasks.data ? (
        <Few target={target} tasks={tasks.data.results.slice(0, shown)} />
      ) : tasks.error ? (
        <ListFailed error={tasks.error} onRetry={() => void tasks.refetch()} />
      ) : (
        <Spinner />
      )}
    </SidePart>
  )
}

function Few({ target, tasks }: { target: TaskTarget; tasks: readonly Task[] }) {
  const t = useText()
  const mayAdd = useMayAdd()
  if (tasks.length === 0)
    return (
      <EmptyPart text={t('tasks.none_yet')}>
        {mayAdd ? (
          <div>
            <Button size="sm" icon={IconPlus} onPointerEnter={preloadTasks} onClick={() => openTasks(target)}>
              {t('tasks.add')}
            </Button>
          </div>
        ) : (
          t('tasks.no_right_to_add', { name: 'change_reminders' })
        )}
      </EmptyPart>
    )
  return (
    <ul className="side-tasks">
      {tasks.map((task) => {
        const done = task.status === taskStatus.done
        return (
          <li key={task.slug} data-row={task.slug} data-done={done || undefined}>
            <IconButton
              icon={done ? IconCircleCheck : IconCircleDashed}
              label={t('actions.named', {
                action: t(done ? 'tasks.reopen' : 'actions.done'),
                title: visible(task.title),
              })}
              disabled={done ? !task.can_reopen : !task.can_resolve}
              onClick={() => void (done ? reopen(task) : markDone(task))}
            />
            <span className="side-task-text">
              <button
                type="button"
                className="side-task-title"
                data-row-title
                onPointerEnter={preloadTasks}
                onClick={() => openTasks(target, { task, mode: 'view' })}
              >
                {visible(task.title)}
              </button>
              <br />
              <span className={`caption ${task.overdue ? 'task-overdue' : 'muted'}`}>
                {t('tasks.due')} {showDay(task.scheduled_for)}
                {task.overdue && ` ${t('tasks.overdue')}`}
              </span>
            </span>
            {task.users.slice(0, 3).map((person) => (
              <Avatar key={person.id} name={shortName(person.full_name_w_username)} />
            ))}
          </li>
        )
      })}
    </ul>
  )
}
