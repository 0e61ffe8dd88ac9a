import { showDay } from '#shared/dates.ts'
import { visible } from '#shared/text-direction.ts'
import type { Answer } from '#web/api.ts'
import { useText } from '#web/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { NotAllowed } from '#web/ui/states.tsx'
import './tasks.css'

type OpenTasksProps = { tasks: Answer<'GET /api/v4/project/:slug/peek/'>['tasks'] }

/** The next open tasks in brief; without the right, the name of the right. */
export function OpenTasks({ tasks }: OpenTasksProps) {
  const t = useText()
  if (tasks === null) return <NotAllowed permission="view_reminders" />
  if (tasks.length === 0) return <p className="muted">{t('tasks.none_open')}</p>
  return (
    <ul className="side-tasks">
      {tasks.map((task) => (
        <li key={task.slug}>
          <span className="side-task-text">
            {visible(task.title)}
            <br />
            <span className={`caption ${task.overdue ? 'task-overdue' : 'muted'}`}>
              {showDay(task.due)}
              {task.overdue && ` · ${t('tasks.overdue')}`}
            </span>
          </span>
          {task.people.slice(0, 3).map((name) => (
            <Avatar key={name} name={name} />
          ))}
        </li>
      ))}
    </ul>
  )
}
