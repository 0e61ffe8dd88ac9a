import type { AuditAction } from '#shared/audit-actions.ts'
import { auditAll, type AuditEvent, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden } from '#server/base/errors.ts'
import { lockedFor } from '#server/db/locks.ts'
import { canReopen, canResolve, nextDay, taskStatus, wantsCompletionMail } from '../rules.ts'
import { insertTask, type TaskContext } from './change.ts'
import { mailCompleted } from './mails.ts'
import { factsOf } from './present.ts'
import type { StoredTask } from './queries.ts'

/** Why a task cannot be marked as done by this person; undefined when it can. */
export function refusalOf({ user }: Pick<TaskContext, 'user'>, task: StoredTask) {
  if (canResolve(user, factsOf(task))) return undefined
  return canReopen(user, factsOf(task)) ? 'task_not_resolvable' : 'forbidden'
}

/** Marks locked tasks as done, creates next occurrences and notifies creators who requested it. */
export async function markDone(tx: Db, doing: TaskContext, tasks: StoredTask[]): Promise<void> {
  for (const task of tasks) {
    const refusal = refusalOf(doing, task)
    if (refusal === 'forbidden') throw forbidden('change_reminders')
    if (refusal) throw conflict(refusal)
  }
  await completeTasks(tx, doing, tasks)
}

/** The same without checking the person's rights on the tasks, for tasks whose event has occurred. */
export async function completeTasks(tx: Db, doing: TaskContext, tasks: StoredTask[]): Promise<void> {
  const { auditContext, user, now } = doing
  if (tasks.length === 0) return
  await tx
    .updateTable('reminders')
    .set((row) => ({
      status: taskStatus.done,
      completed_by: user.id,
      completed_at: now,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where(
      'id',
      'in',
      tasks.map((task) => task.id),
    )
    .execute()
  const events: AuditEvent[] = tasks.map((task) => eventOf('resolve', task, taskStatus.open, taskStatus.done))
  for (const task of tasks) events.push(...(await planNext(tx, doing, task)))
  await auditAll(tx, auditContext, events)
  await mailCompleted(tx, tasks.filter(wantsCompletionMail), { user, now })
}

const eventOf = (action: AuditAction, task: StoredTask, from: number, to: number): AuditEvent => ({
  action,
  ...auditOf('reminder', task),
  before: { status: from },
  after: { status: to },
})

// A next occurrence sends no creation mail: its assignees were notified at the start of the series and will be on the day.
async function planNext(tx: Db, { now, today }: TaskContext, task: StoredTask): Promise<AuditEvent[]> {
  const scheduled_for = nextDay(task, today)
  if (!scheduled_for || (await successorOf(tx, task.id).forKeyShare().executeTakeFirst())) return []
  const { title, description, send_completed_mail, repeat, series_start, created_by } = task
  const users = await activeAssignees(tx, task)
  const next = {
    title,
    description,
    send_completed_mail,
    repeat,
    series_start,
    created_by,
    scheduled_for,
    users,
  }
  const target = { type: task.target_type, id: task.target_id }
  const id = await insertTask(tx, { ...next, target, follows_id: task.id, now })
  return [
    {
      action: 'create',
      ...auditOf('reminder', { id, title }),
      after: { ...next, follows: task.slug },
    },
  ]
}

/** Active assignees; all of them if none is active, so that the task keeps its names. */
async function activeAssignees(tx: Db, task: StoredTask): Promise<number[]> {
  const all = task.assignees.map((person) => person.id)
  if (all.length === 0) return []
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', all)
    .where('state', '=', 'active')
    .execute()
  return rows.length > 0 ? rows.map((row) => row.id) : all
}

const successorOf = (tx: Db, id: number) =>
  tx
    .selectFrom('reminders')
    .select(['id', 'title', 'status', 'version', 'scheduled_for'])
    .where('follows_id', '=', id)

/** Reopens a locked task. An untouched next occurrence is deleted. */
export async function reopen(tx: Db, doing: TaskContext, task: StoredTask): Promise<void> {
  const { auditContext, user, now } = doing
  if (!canReopen(user, factsOf(task)))
    throw canResolve(user, factsOf(task)) ? conflict('task_not_reopenable') : forbidden('change_reminders')
  await tx
    .updateTable('reminders')
    .set({
      status: taskStatus.open,
      completed_by: null,
      completed_at: null,
      updated_at: now,
      version: task.version + 1,
    })
    .where('id', '=', task.id)
    .execute()
  const events = [eventOf('reopen', task, taskStatus.done, taskStatus.open)]
  const successor = await successorOf(tx, task.id).$call(lockedFor('removal')).executeTakeFirst()
  if (successor?.status === taskStatus.open && successor.version === 1) {
    await tx.deleteFrom('reminders').where('id', '=', successor.id).execute()
    const { id, title, scheduled_for } = successor
    events.push({
      action: 'delete',
      ...auditOf('reminder', { id, title }),
      before: { title, scheduled_for },
    })
  }
  await auditAll(tx, auditContext, events)
}
