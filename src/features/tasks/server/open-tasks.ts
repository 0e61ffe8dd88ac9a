import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { personName } from '#server/base/person-name.ts'
import { isOverdue, taskStatus } from '../rules.ts'

export type OpenTask = { slug: string; title: string; due: Day; overdue: boolean; people: string[] }

const mostShown = 5

/** The most urgent open tasks of a project or organization. */
export async function openTasksOn(
  db: Db,
  { type, id }: { type: 'project' | 'organization'; id: number },
  today: Day,
): Promise<OpenTask[]> {
  const { rows } = await sql<Omit<OpenTask, 'overdue'>>`
    select slug, title, scheduled_for as due, array(
      select ${personName} from reminder_assignees join users on users.id = reminder_assignees.user_id
      where reminder_id = reminders.id order by users.id) as people
    from reminders where ${sql.ref(`${type}_id`)} = ${id} and status = ${sql.lit(taskStatus.open)}
    order by scheduled_for, id limit ${mostShown}`.execute(db)
  return rows.map((task) => ({
    ...task,
    overdue: isOverdue({ status: taskStatus.open, scheduled_for: task.due }, today),
  }))
}
