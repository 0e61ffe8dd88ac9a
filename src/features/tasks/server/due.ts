import { sql } from 'kysely'
import { addDays, type Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { queueMails } from '#server/mail/outbox.ts'
import { dueMailHour, taskStatus } from '../rules.ts'
import { type MailedTask, mailOf } from './mails.ts'

const batchSize = 1000
/** Maximum number of days for which a missed run is made up. */
const longestOutage = 7

type Row = MailedTask & {
  user_id: number
  username: string
  first_name: string
  last_name: string
  email: string
  language: string
}

/**
 * Queues the due-day mails of a day and of days missed since `after`: one per task, user and day, only for open tasks and
 * active accounts. It takes two statements per thousand mails, and a second run adds nothing. Assignees added after the hour of
 * the run are skipped because they just got the creation mail.
 */
export async function queueDueMails(
  db: Db,
  run: { day: Day; after: Day | null; timeZone: string; now: Date },
): Promise<number> {
  const { day, after, timeZone, now } = run
  const oldest = addDays(day, -longestOutage)
  const first = after === null || after >= day ? day : after < oldest ? oldest : addDays(after, 1)
  let queued = 0
  let last: Pick<Row, 'scheduled_for' | 'id' | 'user_id'> | undefined
  for (;;) {
    const rows: Row[] = await dueRows(db, { first, day, timeZone, last })
    queued += await queueMails(
      db,
      rows.map((row) =>
        mailOf('task_due', row, { ...row, id: row.user_id }, { now, day: row.scheduled_for }),
      ),
    )
    last = rows.at(-1)
    if (rows.length < batchSize) return queued
  }
}

async function dueRows(
  db: Db,
  {
    first,
    day,
    timeZone,
    last,
  }: {
    first: Day
    day: Day
    timeZone: string
    last: Pick<Row, 'scheduled_for' | 'id' | 'user_id'> | undefined
  },
): Promise<Row[]> {
  const further = last
    ? sql`and (due.scheduled_for, due.reminder_id, due.user_id) > (${last.scheduled_for}::date, ${last.id}::bigint, ${last.user_id}::bigint)`
    : sql``
  const { rows } = await sql<Row>`
    select task.id, task.slug, task.title, task.description, due.scheduled_for, task.target_type, task.target_title,
      coalesce(project.slug, organization.slug, '') as target_slug,
      case when creator.id is null then null else json_build_object('username', creator.username,
        'first_name', creator.first_name, 'last_name', creator.last_name) end as creator,
      person.id as user_id, person.username, person.first_name, person.last_name, person.email, person.language
    from reminder_assignees due
    join reminders task on task.id = due.reminder_id
    join users person on person.id = due.user_id and person.state = 'active'
    left join users creator on creator.id = task.created_by
    left join projects project on project.id = task.project_id
    left join organizations organization on organization.id = task.organization_id
    where due.status = ${sql.lit(taskStatus.open)} and due.scheduled_for between ${first}::date and ${day}::date ${further}
      and due.added_at < (due.scheduled_for + make_time(${dueMailHour}, 0, 0)) at time zone ${timeZone}
    order by due.scheduled_for, due.reminder_id, due.user_id limit ${batchSize}`.execute(db)
  return rows
}
