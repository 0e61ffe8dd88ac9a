import { useState } from 'react'
import { addDays, isDay, showDay } from '#shared/dates.ts'
import { ApiError, api } from '#web/api.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconListDetails } from '#web/ui/lazy-icons.ts'
import { notify } from '#web/ui/toasts.ts'
import type { Task, TaskTemplate } from '../contract.ts'
import type { TaskTarget } from './open.ts'
import { hasFieldErrors, type TaskValues, notifySaveFailure, validateTask } from './task-form.ts'

type TemplateStepsProps = {
  template: TaskTemplate
  values: TaskValues
  target: TaskTarget
  onAdded: (tasks: readonly Task[]) => void
  /** Shows messages under the form's fields; false if none belongs there. */
  onRefused: (error: unknown) => boolean
}

/** The steps of the chosen template with their days, and a button that creates all of them. */
export function TemplateSteps({ template, values, target, onAdded, onRefused }: TemplateStepsProps) {
  const t = useText()
  const [running, setRunning] = useState(false)
  const keyFor = useIdempotencyKey()
  const start = isDay(values.scheduledFor) ? values.scheduledFor : undefined
  const addAll = async () => {
    const { scheduledFor, users } = validateTask(values, t)
    if (scheduledFor || users) {
      const missing = { ...(scheduledFor && { start: [scheduledFor] }), ...(users && { users: [users] }) }
      onRefused(new ApiError(400, '', missing))
      return
    }
    setRunning(true)
    try {
      const body = {
        start: values.scheduledFor,
        users: values.users.map(Number),
        send_completed_mail: values.send_completed_mail,
        targetId: target.id,
        targetType: target.type,
      }
      const { results } = await api('POST /api/v4/reminders/templates/:id/apply/', {
        params: { id: template.id },
        body,
        idempotencyKey: keyFor({ ...body, template: template.id }),
      })
      notify({
        tone: 'success',
        title: t('states.success'),
        message: t('tasks.steps_added', { count: results.length }),
      })
      onAdded(results)
    } catch (error) {
      if (!hasFieldErrors(error) || !onRefused(error)) notifySaveFailure(error, t)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Callout
      title={t('tasks.template_steps', { count: template.steps.length })}
      action={
        <Button size="sm" icon={IconListDetails} loading={running} onClick={() => void addAll()}>
          {t('tasks.add_steps')}
        </Button>
      }
    >
      <ol className="task-steps">
        {template.steps.map((step, at) => (
          <li key={at}>
            <span className="muted figures">
              {start ? showDay(addDays(start, step.days)) : t('tasks.days_later', { count: step.days })}
            </span>{' '}
            {step.title}
          </li>
        ))}
      </ol>
    </Callout>
  )
}
