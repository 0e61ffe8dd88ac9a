import { isDay } from '#shared/dates.ts'
import { can, type Holder } from '#shared/permissions.ts'
import { ApiError, api, NetworkError } from '#web/api.ts'
import { fieldErrors } from '#web/form/errors.ts'
import type { Translate } from '#web/texts.ts'
import { notify } from '#web/ui/toasts.ts'
import type { Task } from '../contract.ts'
import { maxTitleLength, type Repeat } from '../rules.ts'
import type { TaskTarget } from './open.ts'

/** Form values; people as text, as fields need them. `template` is '' for none. */
export type TaskValues = {
  template: string
  title: string
  description: string
  scheduledFor: string
  users: readonly string[]
  send_completed_mail: boolean
  repeat: Repeat
}

/** An empty form; the person is the assignee if tasks can be assigned to them. */
export function blankTask(me: (Holder & { id: number; user_type: string }) | undefined): TaskValues {
  return {
    template: '',
    title: '',
    description: '',
    scheduledFor: '',
    users: me?.user_type === 'staff' && can(me, 'view_reminders') ? [String(me.id)] : [],
    send_completed_mail: true,
    repeat: 'none',
  }
}

export function valuesOf(task: Task): TaskValues {
  return {
    template: '',
    title: task.title,
    description: task.description,
    scheduledFor: task.scheduled_for,
    users: task.users.map((person) => String(person.id)),
    send_completed_mail: task.send_completed_mail,
    repeat: task.repeat,
  }
}

/** The checks of spec §5; the server does all others. */
export function validateTask(values: TaskValues, t: Translate) {
  return {
    title:
      values.title.trim() === ''
        ? t('tasks.title_required')
        : values.title.trim().length > maxTitleLength
          ? t('tasks.title_too_long')
          : '',
    scheduledFor:
      values.scheduledFor === ''
        ? t('tasks.due_required')
        : isDay(values.scheduledFor)
          ? ''
          : t('validation.day'),
    users: values.users.length === 0 ? t('tasks.users_required') : '',
  }
}

/** The payload of spec §7, the same for creating and saving. */
export function payloadOf(values: TaskValues, target: TaskTarget) {
  return {
    title: values.title.trim(),
    description: values.description,
    scheduled_for: values.scheduledFor,
    targetId: target.id,
    targetType: target.type,
    users: values.users.map(Number),
    send_completed_mail: values.send_completed_mail,
    repeat: values.repeat,
  }
}

/** Creates a task, or saves `basis`; returns the stored row. */
export function sendTask(
  values: TaskValues,
  target: TaskTarget,
  { basis, keyFor }: { basis?: Task | undefined; keyFor: (body: unknown) => string },
): Promise<Task> {
  const body = payloadOf(values, target)
  return basis
    ? api('PATCH /api/v4/reminders/:slug/', {
        params: { slug: basis.slug },
        body: { ...body, version: basis.version },
      })
    : api('POST /api/v4/reminders/', { body, idempotencyKey: keyFor(body) })
}

const formFields = ['title', 'description', 'scheduled_for', 'scheduledFor', 'users', 'start']

/** True for a 400 with messages that belong under the form's fields. */
export function hasFieldErrors(error: unknown): boolean {
  return Object.keys(fieldErrors(error)).some((field) => formFields.includes(field))
}

/** The two toasts of spec §8: one for any HTTP answer, one for a lost connection. */
export function notifySaveFailure(error: unknown, t: Translate): void {
  if (error instanceof ApiError)
    notify({ tone: 'danger', title: t('states.not_authorized'), message: t('states.not_authorized_text') })
  else if (error instanceof NetworkError)
    notify({ tone: 'danger', title: t('states.error'), message: t('tasks.save_failed') })
  else throw error
}
