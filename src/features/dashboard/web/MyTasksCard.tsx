import { visible } from '#shared/text-direction.ts'
import { showDay } from '#shared/dates.ts'
import { useText } from '#web/texts.ts'
import { openTasks } from '#features/tasks/web/open.ts'
import { preloadTasks } from '#features/tasks/web/TasksLayer.tsx'
import { Card, CardLink, Nothing } from './Card.tsx'
import { type DueTasks, type Part, tasksAddress } from './data.ts'

const shown = 4

/** The person's tasks of this week, the most urgent first; a row opens its task. */
export function MyTasksCard({ tasks }: { tasks: Part<DueTasks> }) {
  const t = useText()
  const title = t('nav.my_tasks')
  return (
    <Card
      title={title}
      action={<CardLink href={tasksAddress} text={t('actions.show_all')} of={title} />}
      part={tasks}
      rows={shown}
    >
      {({ results }) =>
        results.length === 0 ? (
          <Nothing>{t('tasks.none_this_week')}</Nothing>
        ) : (
          <ul className="dash-rows">
            {results.slice(0, shown).map((task) => (
              <li key={task.slug} data-row={task.slug}>
                <button
                  type="button"
                  className="dash-row"
                  data-row-title
                  onPointerEnter={preloadTasks}
                  onClick={() => openTasks(task.target, { task, mode: 'view' })}
                >
                  <span className="dash-row-text">
                    <span className="dash-row-title truncate">{visible(task.title)}</span>
                    <span className="caption muted truncate">{visible(task.target.title)}</span>
                  </span>
                  <span className="caption figures dash-due" data-overdue={task.overdue || undefined}>
                    {showDay(task.scheduled_for)}
                    {task.overdue && <span className="visually-hidden"> {t('tasks.overdue')}</span>}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </Card>
  )
}
