import { type ReactNode, type RefObject, useEffect } from 'react'
import { showInstant } from '#shared/dates.ts'
import { visible } from '#shared/text-direction.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Task } from '../contract.ts'
import { reopen } from './actions.ts'
import { DueDay, TaskStatus } from './cells.tsx'
import { WriteDraft } from './WriteDraft.tsx'

type TaskDetailsProps = {
  task: Task
  heading: RefObject<HTMLHeadingElement | null>
  onClose: () => void
}

export function TaskDetails({ task, heading, onClose }: TaskDetailsProps) {
  const t = useText()
  useEffect(() => heading.current?.focus(), [heading, task.slug])
  const facts: [string, ReactNode][] = [
    [t('tasks.due'), <DueDay key="due" task={task} />],
    [t('tasks.assignees'), task.users.map((person) => person.full_name_w_username).join(', ')],
    [t('tasks.created_by'), task.created_by.full_name_w_username],
    [t('columns.status'), <TaskStatus key="status" task={task} />],
    ...(task.completed_at && task.completed_by
      ? [
          [
            t('tasks.completed'),
            t('tasks.completed_at', {
              person: task.completed_by.full_name_w_username,
              date: showInstant(task.completed_at),
            }),
          ] as [string, ReactNode],
        ]
      : []),
    [t('tasks.notify'), t(task.send_completed_mail ? 'tasks.yes' : 'tasks.no')],
    [t('tasks.repeat'), t(`tasks.repeat_${task.repeat}`)],
  ]
  return (
    <section className="task-panel" aria-label={t('tasks.details')}>
      <h3 ref={heading} tabIndex={-1}>
        {visible(task.title)}
      </h3>
      {task.description && <p className="task-description">{visible(task.description)}</p>}
      <dl className="task-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? visible(value) : value}</dd>
          </div>
        ))}
      </dl>
      <div className="row task-buttons">
        <Button onClick={onClose}>{t('actions.close')}</Button>
        <WriteDraft task={task} />
        {task.can_reopen && <Button onClick={() => void reopen(task)}>{t('tasks.reopen')}</Button>}
      </div>
    </section>
  )
}
