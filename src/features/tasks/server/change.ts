import type { z } from 'zod'
import type { Day } from '#shared/dates.ts'
import type { Route } from '#shared/route.ts'
import { audit, auditAll, type AuditContext, auditOf, differences } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden, invalid } from '#server/base/errors.ts'
import type { Context } from '#server/routes/implement.ts'
import { randomSlug } from '#server/db/free-slug.ts'
import type { User } from '#server/auth/session.ts'
import type { tasks } from '../contract.ts'
import { canDelete, canEdit, type Repeat, taskStatus } from '../rules.ts'
import { mailCreated, mailDueNow } from './mails.ts'
import { factsOf } from './present.ts'
import { checkAssignees, checkTarget, type StoredTask, type Target, tasksByIds } from './queries.ts'

type TaskChange = z.output<typeof tasks.change.body>

export type TaskContext = Pick<Context<Route>, 'auditContext' | 'now' | 'today' | 'services'> & { user: User }

export type NewTask = {
  title: string
  description: string
  scheduled_for: Day
  users: number[]
  send_completed_mail: boolean
  repeat: Repeat
}

export function targetOf(body: {
  targetId?: number | undefined
  target_id?: number | undefined
  targetType?: Target['type'] | undefined
  target_type?: Target['type'] | undefined
}): Target {
  return { id: (body.targetId ?? body.target_id)!, type: (body.targetType ?? body.target_type)! }
}

/** Creates tasks for one target, mails their assignees, and returns them in order. */
export async function createTasks(
  tx: Db,
  { auditContext, user, now, today }: TaskContext,
  target: Target,
  wanted: NewTask[],
): Promise<StoredTask[]> {
  if (wanted.some((task) => task.scheduled_for < today)) throw invalid({ scheduled_for: 'tasks.due_in_past' })
  await checkTarget(tx, target)
  await checkAssignees(tx, [...new Set(wanted.flatMap((task) => task.users))])
  const ids: number[] = []
  for (const task of wanted) {
    const id = await insertTask(tx, {
      ...task,
      target,
      created_by: user.id,
      series_start: task.scheduled_for,
      now,
    })
    ids.push(id)
    const after = { ...task, target_type: target.type, target_id: target.id }
    await audit(tx, auditContext, {
      action: 'create',
      ...auditOf('reminder', { id, title: task.title }),
      after,
    })
  }
  const created = await tasksByIds(tx, ids)
  await mailCreated(
    tx,
    created.map((task) => ({ task, userIds: task.assignees.map((person) => person.id) })),
    now,
  )
  return created
}

type Inserted = NewTask & {
  target: Target
  created_by: number | null
  series_start: Day
  follows_id?: number
  now: Date
}

/** Inserts a task with its assignees; returns its id. */
export async function insertTask(tx: Db, task: Inserted): Promise<number> {
  const { users, target, now, ...columns } = task
  const { id } = await tx
    .insertInto('reminders')
    .values({
      ...columns,
      slug: randomSlug(task.title),
      project_id: target.type === 'project' ? target.id : null,
      organization_id: target.type === 'organization' ? target.id : null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addAssignees(tx, { id, status: taskStatus.open, scheduled_for: task.scheduled_for }, users, now)
  return id
}

async function addAssignees(
  tx: Db,
  task: { id: number; status: number; scheduled_for: Day },
  userIds: number[],
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .insertInto('reminder_assignees')
    .values(
      userIds.map((user_id) => ({
        reminder_id: task.id,
        user_id,
        status: task.status,
        scheduled_for: task.scheduled_for,
        added_at: now,
      })),
    )
    .execute()
}

/**
 * Changes a locked task. New assignees get the creation mail; if the task moves to today, the others get the due-day mail at
 * once.
 */
export async function changeTask(
  tx: Db,
  doing: TaskContext,
  task: StoredTask,
  body: TaskChange,
): Promise<void> {
  const { auditContext, user, now, today, services } = doing
  const facts = factsOf(task)
  if (!canEdit(user, facts))
    throw task.status === taskStatus.open ? forbidden('change_reminders') : conflict('task_not_editable')
  refuseMove(task, body)
  const {
    targetId: _,
    target_id: __,
    targetType: ___,
    target_type: ____,
    version: _____,
    users,
    ...columns
  } = body
  const added = (users ?? []).filter((id) => !facts.users.includes(id))
  const removed = users ? facts.users.filter((id) => !users.includes(id)) : []
  await checkAssignees(tx, added)
  const before = { ...task, users: [...facts.users] }
  const changes = differences(
    Object.fromEntries(
      Object.keys({ ...columns, ...(users && { users }) }).map((key) => [
        key,
        before[key as keyof typeof before],
      ]),
    ),
    { ...columns, ...(users && { users: sameSet(users, facts.users) ? before.users : users }) },
  )
  if (Object.keys(changes.after).length === 0) return
  // A new day or rhythm restarts the series.
  const anew = 'scheduled_for' in changes.after || 'repeat' in changes.after
  const scheduled_for = columns.scheduled_for ?? task.scheduled_for
  await tx
    .updateTable('reminders')
    .set({
      ...columns,
      ...(anew && { series_start: scheduled_for }),
      version: task.version + 1,
      updated_at: now,
    })
    .where('id', '=', task.id)
    .execute()
  if (removed.length > 0)
    await tx
      .deleteFrom('reminder_assignees')
      .where('reminder_id', '=', task.id)
      .where('user_id', 'in', removed)
      .execute()
  await addAssignees(tx, { id: task.id, status: task.status, scheduled_for }, added, now)
  await audit(tx, auditContext, {
    action: 'change',
    ...auditOf('reminder', { id: task.id, title: columns.title ?? task.title }),
    ...changes,
  })
  const [changed] = await tasksByIds(tx, [task.id])
  await mailCreated(tx, [{ task: changed!, userIds: added }], now)
  if ('scheduled_for' in changes.after)
    await mailDueNow(
      tx,
      changed!,
      facts.users.filter((id) => !removed.includes(id)),
      { now, today, timeZone: services.config.timeZone },
    )
}

// The payload repeats the target (spec §7), which must not change.
function refuseMove(task: StoredTask, body: TaskChange): void {
  const { id, type } = targetOf(body)
  if ((id ?? task.target_id) !== task.target_id) throw invalid({ targetId: 'tasks.target_fixed' })
  if ((type ?? task.target_type) !== task.target_type) throw invalid({ targetType: 'tasks.target_fixed' })
}

const sameSet = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((id) => b.includes(id))

export async function deleteTask(
  tx: Db,
  { auditContext, user }: TaskContext,
  task: StoredTask,
): Promise<void> {
  if (!canDelete(user, factsOf(task))) throw forbidden('delete_reminders')
  await tx.deleteFrom('reminders').where('id', '=', task.id).execute()
  await auditDeletion(tx, auditContext, task)
}

/** Deletes the tasks of a project or organization that is being deleted, each with its audit event. */
export async function deleteTasksOf(tx: Db, auditContext: AuditContext, target: Target): Promise<void> {
  const rows = await tx
    .deleteFrom('reminders')
    .where(target.type === 'project' ? 'project_id' : 'organization_id', '=', target.id)
    .returning(['id', 'title', 'description', 'scheduled_for', 'status'])
    .execute()
  await auditAll(
    tx,
    auditContext,
    rows.map(({ id, ...before }) => ({
      action: 'delete',
      ...auditOf('reminder', { id, title: before.title }),
      before,
    })),
  )
}

async function auditDeletion(tx: Db, auditContext: AuditContext, task: StoredTask): Promise<void> {
  const { id, title, description, scheduled_for, status, target_type, target_id, assignees } = task
  const before = {
    title,
    description,
    scheduled_for,
    status,
    target_type,
    target_id,
    users: assignees.map((person) => person.id),
  }
  await audit(tx, auditContext, {
    action: 'delete',
    ...auditOf('reminder', { id, title }),
    before,
  })
}
