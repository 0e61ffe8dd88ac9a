import { visible } from '#shared/text-direction.ts'
import { useIsMobile } from '#web/theme.ts'
import { useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconCheck, IconPencil, IconTrash, IconEye } from '#web/ui/icons.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Task } from '../contract.ts'
import { shortName } from '../rules.ts'
import { DueDay, TaskStatus } from './cells.tsx'

type Acts = {
  onView: (task: Task) => void
  onDone: (task: Task) => void
  onEdit: (task: Task) => void
  onDelete: (task: Task) => void
}
type TaskTableProps = Acts & {
  tasks: readonly Task[] | undefined
  error: unknown
  onRetry: () => void
  /** Slugs of recently saved rows. */
  marked: readonly string[]
}

/** 'Already scheduled tasks': open ones by due date, done ones last; cards below 768 px. */
export function TaskTable({ tasks, error, onRetry, marked, ...acts }: TaskTableProps) {
  const t = useText()
  const mobile = useIsMobile()
  return (
    <section className="task-list" aria-label={t('tasks.scheduled')}>
      <h3>{t('tasks.scheduled')}</h3>
      {tasks ? (
        tasks.length === 0 ? (
          <EmptyState title={t('tasks.none_yet')}>{t('tasks.none_first')}</EmptyState>
        ) : mobile ? (
          <Cards tasks={tasks} marked={marked} {...acts} />
        ) : (
          <Rows tasks={tasks} marked={marked} {...acts} />
        )
      ) : error ? (
        <ListFailed error={error} onRetry={onRetry} />
      ) : (
        <Spinner />
      )}
      <div className="visually-hidden" aria-live="polite">
        {tasks ? t('tasks.count', { count: tasks.length }) : ''}
      </div>
    </section>
  )
}

type TaskRowsProps = Acts & { tasks: readonly Task[]; marked: readonly string[] }

function Rows({ tasks, marked, ...acts }: TaskRowsProps) {
  const t = useText()
  return (
    <div className="table-card" role="group" aria-label={t('tasks.scheduled')} tabIndex={0}>
      <table className="simple-table">
        <caption className="visually-hidden">{t('tasks.scheduled')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('tasks.column_name')}</th>
            <th scope="col">{t('tasks.due')}</th>
            <th scope="col">{t('tasks.assignees')}</th>
            <th scope="col">{t('tasks.created_by')}</th>
            <th scope="col">{t('columns.status')}</th>
            <th scope="col" className="end">
              {t('tasks.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <tr key={task.slug} data-row={task.slug} data-new={marked.includes(task.slug) || undefined}>
              <th scope="row" data-row-title tabIndex={-1}>
                {visible(task.title)}
              </th>
              <td>
                <DueDay task={task} />
              </td>
              <td>{namesOf(task)}</td>
              <td>{shortName(task.created_by.full_name_w_username)}</td>
              <td>
                <TaskStatus task={task} />
              </td>
              <td className="end">
                <TaskActions task={task} {...acts} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cards({ tasks, marked, ...acts }: TaskRowsProps) {
  const t = useText()
  return (
    <ul className="task-cards">
      {tasks.map((task) => (
        <li key={task.slug} data-row={task.slug} data-new={marked.includes(task.slug) || undefined}>
          <strong className="strong" data-row-title tabIndex={-1}>
            {visible(task.title)}
          </strong>
          <dl className="task-facts">
            <div>
              <dt>{t('tasks.due')}</dt>
              <dd>
                <DueDay task={task} />
              </dd>
            </div>
            <div>
              <dt>{t('tasks.assignees')}</dt>
              <dd>{namesOf(task)}</dd>
            </div>
            <div>
              <dt>{t('tasks.created_by')}</dt>
              <dd>{shortName(task.created_by.full_name_w_username)}</dd>
            </div>
            <div>
              <dt>{t('columns.status')}</dt>
              <dd>
                <TaskStatus task={task} />
              </dd>
            </div>
          </dl>
          <TaskActions task={task} {...acts} />
        </li>
      ))}
    </ul>
  )
}

const namesOf = (task: Task) => task.users.map((person) => shortName(person.full_name_w_username)).join(', ')

/** View details is always there; Done, Edit and Delete follow the server's flags (spec §6). */
function TaskActions({ task, onView, onDone, onEdit, onDelete }: Acts & { task: Task }) {
  const t = useText()
  const label = (action: string) => t('actions.named', { action, title: task.title })
  return (
    <span className="row-actions">
      <IconButton
        size={28}
        icon={IconEye}
        label={label(t('actions.view_details'))}
        onClick={() => onView(task)}
      />
      {task.can_resolve && (
        <IconButton
          size={28}
          icon={IconCheck}
          label={label(t('actions.done'))}
          onClick={() => onDone(task)}
        />
      )}
      {task.can_edit && (
        <IconButton
          size={28}
          icon={IconPencil}
          label={label(t('actions.edit'))}
          onClick={() => onEdit(task)}
        />
      )}
      {task.can_delete && (
        <IconButton
          size={28}
          icon={IconTrash}
          label={label(t('actions.delete'))}
          onClick={() => onDelete(task)}
        />
      )}
    </span>
  )
}
