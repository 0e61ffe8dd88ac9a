import { showDay } from '#shared/dates.ts'
import { useText } from '#web/texts.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import type { Task } from '../contract.ts'
import { taskStatusLabel } from '../rules.ts'
import './tasks.css'

/** The due day; an overdue one in the danger colour with a word. */
export function DueDay({ task }: { task: Pick<Task, 'scheduled_for' | 'overdue'> }) {
  const t = useText()
  return (
    <span className={`figures nowrap ${task.overdue ? 'task-overdue' : ''}`}>
      {showDay(task.scheduled_for)}
      {task.overdue && <span className="caption"> {t('tasks.overdue')}</span>}
    </span>
  )
}

/** Open or done; a dash for any other status (spec §4). */
export function TaskStatus({ task }: { task: Pick<Task, 'status' | 'status_display'> }) {
  const label = taskStatusLabel(task.status)
  return label ? <StatusLabel tone={label.tone} text={task.status_display} /> : <>-</>
}
