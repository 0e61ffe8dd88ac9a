import { sql } from 'kysely'
import { dayOf } from '#shared/dates.ts'
import { audit, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { text } from '#server/base/texts.ts'
import { taskStatus } from '#features/tasks/rules.ts'
import { insertTask } from '#features/tasks/server/change.ts'
import { mailCreated } from '#features/tasks/server/mails.ts'
import { tasksByIds } from '#features/tasks/server/queries.ts'
import { type Assignee, languageOf } from '#features/tasks/server/raise.ts'

/** Assignees of this check's task: active staff who may view the logs, by id. */
async function watchers(tx: Db): Promise<Assignee[]> {
  const { rows } = await sql<Assignee>`
    select id, language from users
    where user_type = 'staff' and state = 'active' and (is_superuser or exists (
      select from user_permissions granted where granted.user_id = users.id and granted.permission = any(${[
        'view_logs',
        'change_logs',
        'delete_logs',
      ]}::text[])))
    order by id for share`.execute(tx)
  return rows
}

/**
 * Raises the task to clear a broken ledger check for everyone who may view the logs. Returns its id, or that of a task still
 * open; null without an assignee.
 */
export async function raiseLedgerTask(tx: Db, now: Date): Promise<number | null> {
  const open = await tx
    .selectFrom('ledger_check_runs')
    .innerJoin('reminders', 'reminders.id', 'ledger_check_runs.task_id')
    .select('reminders.id')
    .where('reminders.status', '=', taskStatus.open)
    .orderBy('ledger_check_runs.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (open) return open.id
  const people = await watchers(tx)
  if (people.length === 0) return null
  const language = languageOf(people)
  const task = {
    title: text(language, 'ledger_checks.task'),
    description: text(language, 'ledger_checks.task_text'),
    scheduled_for: dayOf(now),
    users: people.map(({ id }) => id),
    send_completed_mail: false,
    repeat: 'none' as const,
  }
  const id = await insertTask(tx, {
    ...task,
    target: { type: 'ledger', id: 1 },
    created_by: null,
    series_start: task.scheduled_for,
    now,
  })
  await audit(
    tx,
    { actor: { id: null, name: text(language, 'tasks.system') }, now },
    { action: 'create', ...auditOf('reminder', { id, title: task.title }), after: task },
  )
  const [created] = await tasksByIds(tx, [id])
  await mailCreated(tx, [{ task: created!, userIds: task.users }], now)
  return id
}
