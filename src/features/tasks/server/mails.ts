import { type Day, hourOf } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { type Mail, queueMails } from '#server/mail/outbox.ts'
import { fullNameWithUsername, type User } from '#server/auth/session.ts'
import { dueMailHour, type TargetType } from '../rules.ts'
import type { StoredTask } from './queries.ts'

type Recipient = {
  id: number
  username: string
  first_name: string
  last_name: string
  email: string
  language: string
}

export type MailedTask = {
  id: number
  slug: string
  title: string
  description: string
  scheduled_for: Day
  target_type: TargetType
  target_title: string
  target_slug: string
  creator: { username: string; first_name: string; last_name: string } | null
}

/** One mail about a task; all mails of a task form one thread. */
export function mailOf(
  template: 'task_created' | 'task_due' | 'task_completed',
  task: MailedTask,
  person: Recipient,
  extra: { now: Date; day?: Day; occasion?: string; completed_by?: string },
): Mail {
  const { now, day, occasion, completed_by } = extra
  return {
    template,
    to: {
      user_id: person.id,
      email: person.email,
      name: `${person.first_name} ${person.last_name}`.trim(),
      language: person.language as Locale,
    },
    object: { type: 'reminder', id: task.id },
    ...(day && { day }),
    ...(occasion && { occasion }),
    data: {
      title: task.title,
      description: task.description,
      due_date: task.scheduled_for,
      target_type: task.target_type,
      target: task.target_title,
      created_by: task.creator ? fullNameWithUsername(task.creator) : '',
      link: `/site-admin/tasks/?task=${task.slug}`,
      ...(completed_by !== undefined && { completed_by }),
    },
    thread: `reminder-${task.id}`,
    now,
  }
}

/** The active ones among these accounts. */
async function recipients(tx: Db, userIds: number[]): Promise<Map<number, Recipient>> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name', 'email', 'language'])
    .where('id', 'in', userIds)
    .where('state', '=', 'active')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Mails new assignees; a person removed and assigned again gets another mail. */
export async function mailCreated(
  tx: Db,
  given: { task: StoredTask; userIds: number[] }[],
  now: Date,
): Promise<void> {
  const userIds = [...new Set(given.flatMap((one) => one.userIds))]
  if (userIds.length === 0) return
  const people = await recipients(tx, userIds)
  const mails = given.flatMap(({ task, userIds: ids }) =>
    ids.flatMap((id) => {
      const person = people.get(id)
      return person ? [mailOf('task_created', task, person, { now, occasion: `v${task.version}` })] : []
    }),
  )
  await queueMails(tx, mails)
}

/** Due-day mail of a task that was moved to today after today's mails went out. */
export async function mailDueNow(
  tx: Db,
  task: StoredTask,
  userIds: number[],
  { now, today, timeZone }: { now: Date; today: Day; timeZone: string },
): Promise<void> {
  if (task.scheduled_for !== today || hourOf(now, timeZone) < dueMailHour || userIds.length === 0) return
  const people = await recipients(tx, userIds)
  await queueMails(
    tx,
    [...people.values()].map((person) => mailOf('task_due', task, person, { now, day: today })),
  )
}

/** Mails the creators that these tasks are done, each in the account's language. */
export async function mailCompleted(
  tx: Db,
  done: StoredTask[],
  { user, now }: { user: User; now: Date },
): Promise<void> {
  const creators = [...new Set(done.flatMap((task) => task.created_by ?? []))]
  if (creators.length === 0) return
  const people = await recipients(tx, creators)
  const completed_by = fullNameWithUsername(user)
  const mails = done.flatMap((task) => {
    const person = people.get(task.created_by!)
    // The version distinguishes repeated completions, so that each sends a mail.
    return person
      ? [mailOf('task_completed', task, person, { now, completed_by, occasion: `v${task.version}` })]
      : []
  })
  await queueMails(tx, mails)
}
