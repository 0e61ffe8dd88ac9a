import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { invalid, notFound } from '#server/base/errors.ts'
import { readRows, type RowParts } from '#server/lists/list-query.ts'
import { type LockFor, lockedFor } from '#server/db/locks.ts'
import { type Repeat, type TargetType, taskStatus } from '../rules.ts'

type Name = { username: string; first_name: string; last_name: string }

export type StoredTask = {
  id: number
  slug: string
  title: string
  description: string
  scheduled_for: Day
  target_type: TargetType
  target_id: number
  target_slug: string
  target_title: string
  created_by: number | null
  creator: Name | null
  send_completed_mail: boolean
  status: number
  completed_at: Date | null
  completer: Name | null
  repeat: Repeat
  series_start: Day
  version: number
  has_draft: boolean
  assignees: (Name & { id: number })[]
}

const nameOf = (table: string) =>
  sql`case when ${sql.ref(`${table}.id`)} is null then null else json_build_object('username', ${sql.ref(`${table}.username`)},
    'first_name', ${sql.ref(`${table}.first_name`)}, 'last_name', ${sql.ref(`${table}.last_name`)}) end`

export const taskRows: RowParts = {
  columns: sql`
    reminders.id, reminders.slug, reminders.title, reminders.description, reminders.scheduled_for,
    reminders.target_type, coalesce(reminders.project_id, reminders.organization_id, 1) as target_id,
    coalesce(project.slug, organization.slug, '') as target_slug, reminders.target_title, reminders.created_by,
    ${nameOf('creator')} as creator, reminders.send_completed_mail, reminders.status, reminders.completed_at,
    ${nameOf('completer')} as completer, reminders.repeat, reminders.series_start, reminders.version,
    exists (select from proof_tasks where reminder_id = reminders.id) as has_draft,
    (select coalesce(json_agg(json_build_object('id', person.id, 'username', person.username,
        'first_name', person.first_name, 'last_name', person.last_name)
        order by fold(person.last_name), fold(person.first_name), person.id), '[]')
      from reminder_assignees assignee join users person on person.id = assignee.user_id
      where assignee.reminder_id = reminders.id) as assignees`,
  tables: sql`
    join reminders on reminders.id = wanted.id
    left join projects project on project.id = reminders.project_id
    left join organizations organization on organization.id = reminders.organization_id
    left join users creator on creator.id = reminders.created_by
    left join users completer on completer.id = reminders.completed_by`,
}

export async function tasksByIds(db: Db, ids: number[]): Promise<StoredTask[]> {
  return ids.length === 0 ? [] : readRows(db, ids, taskRows)
}

export async function getTask(db: Db, slug: string): Promise<StoredTask> {
  const [task] = await tasksByIds(db, await idsOf(db, [slug]))
  if (!task) throw notFound()
  return task
}

async function idsOf(db: Db, slugs: string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('reminders')
    .select('id')
    .where('slug', 'in', slugs)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** One task, locked until the transaction ends, so that concurrent changes wait for each other; throws notFound. */
export async function lockTask(tx: Db, slug: string, purpose: LockFor = 'change'): Promise<StoredTask> {
  const locked = await tx
    .selectFrom('reminders')
    .select('id')
    .where('slug', '=', slug)
    .$call(lockedFor(purpose))
    .execute()
  const [task] = await tasksByIds(
    tx,
    locked.map((row) => row.id),
  )
  if (!task) throw notFound()
  return task
}

export type Target = { type: TargetType; id: number }

/** Refuses an unknown target (400 at `targetId`) and locks it against deletion. */
export async function checkTarget(tx: Db, target: Target): Promise<void> {
  if (target.type === 'ledger') {
    if (target.id !== 1) throw invalid({ targetId: 'tasks.target_unknown' })
    return
  }
  const table = target.type === 'project' ? 'projects' : 'organizations'
  const row = await tx
    .selectFrom(table)
    .select('id')
    .where('id', '=', target.id)
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw invalid({ targetId: 'tasks.target_unknown' })
}

/** Refuses people who are not active staff (400 at `users`). */
export async function checkAssignees(tx: Db, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return
  const staff = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('user_type', '=', 'staff')
    .where('state', '=', 'active')
    // Locked so that they stay staff; a fixed order prevents deadlocks.
    .orderBy('id')
    .forShare()
    .execute()
  if (staff.length !== userIds.length) throw invalid({ users: 'tasks.users_unknown' })
}

/** The first open tasks of an assignee, by due date. */
export async function openTasksOf(db: Db, userId: number, limit = 100) {
  return db
    .selectFrom('reminder_assignees as mine')
    .innerJoin('reminders', 'reminders.id', 'mine.reminder_id')
    .select(['reminders.slug', 'reminders.title'])
    .where('mine.user_id', '=', userId)
    .where('mine.status', '=', taskStatus.open)
    .orderBy('mine.scheduled_for')
    .orderBy('reminders.id')
    .limit(limit)
    .execute()
}
