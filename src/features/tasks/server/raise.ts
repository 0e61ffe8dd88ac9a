import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { defaultLocale, type Locale } from '#shared/messages.ts'
import { can, type Permission } from '#shared/permissions.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { taskStatus } from '../rules.ts'
import { insertTask } from './change.ts'
import type { Target } from './queries.ts'

export type Assignee = { id: number; language: Locale }

/** Active staff who hold the right explicitly, by id; superusers if there is none. */
export async function staffFor(tx: Db, permission: Permission): Promise<Assignee[]> {
  const { rows } = await sql<Assignee & { is_superuser: boolean; permissions: string[] }>`
    select id, language, is_superuser,
      array(select permission from user_permissions where user_id = users.id) as permissions
    from users where user_type = 'staff' and state = 'active' order by id`.execute(tx)
  const named = rows.filter((user) => !user.is_superuser && can(user, permission))
  const found = named.length > 0 ? named : rows.filter((user) => user.is_superuser)
  return found.map(({ id, language }) => ({ id, language }))
}

/** The most frequent language of people, for a task whose text is the same for all; on a tie, the one that occurs first. */
export function languageOf(people: readonly Assignee[]): Locale {
  const readers = (language: Locale) => people.filter((one) => one.language === language).length
  return people.reduce<Locale>(
    (most, { language }) => (readers(language) > readers(most) ? language : most),
    people[0]?.language ?? defaultLocale,
  )
}

/** A task that the product creates for the holders of a right, in their most frequent language. */
export type RaisedTask = {
  target: Target
  words: (locale: Locale) => { title: string; description: string }
  right: Permission
}

/** Creates such a task, due today; returns its id. */
export async function raiseTaskFor(
  tx: Db,
  { today, auditContext }: { today: Day; auditContext: AuditContext },
  { target, words, right }: RaisedTask,
): Promise<number> {
  const people = await staffFor(tx, right)
  const users = people.map((user) => user.id)
  const { title, description } = words(languageOf(people))
  const id = await insertTask(tx, {
    title,
    description,
    scheduled_for: today,
    series_start: today,
    users,
    send_completed_mail: false,
    repeat: 'none',
    target,
    created_by: null,
    now: auditContext.now,
  })
  await audit(tx, auditContext, {
    action: 'create',
    ...auditOf('reminder', { id, title }),
    after: { title, description, scheduled_for: today, users },
  })
  return id
}

/** Completes such a task when its subject is settled; a task completed by a person stays unchanged. */
export async function endRaisedTask(tx: Db, auditContext: AuditContext, id: number | null): Promise<void> {
  if (id === null) return
  const { now, actor } = auditContext
  const done = await tx
    .updateTable('reminders')
    .set((row) => ({
      status: taskStatus.done,
      completed_by: actor.id,
      completed_at: now,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('status', '=', taskStatus.open)
    .returning('title')
    .executeTakeFirst()
  if (!done) return
  await audit(tx, auditContext, {
    action: 'resolve',
    ...auditOf('reminder', { id, title: done.title }),
    before: { status: taskStatus.open },
    after: { status: taskStatus.done },
  })
}
