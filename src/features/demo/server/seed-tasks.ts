import { addDays, type Day } from '#shared/dates.ts'
import { auditAll, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { randomToken } from '#server/base/tokens.ts'
import { taskStatus } from '#features/tasks/rules.ts'
import { taskTemplates } from '../data.ts'
import type { Random } from './random.ts'

/** Tasks around today for the newest projects, some late, some done; the first person (the administrator) has several. */
export async function seedTasks(
  tx: Db,
  random: Random,
  { now, today, people, projectIds }: { now: Date; today: Day; people: number[]; projectIds: number[] },
): Promise<void> {
  const stamps = { created_at: now, updated_at: now }
  await tx
    .insertInto('reminder_templates')
    .values(taskTemplates.map((template) => ({ ...template, ...stamps })))
    .execute()
  const made: { id: number; title: string }[] = []
  for (const [n, project_id] of projectIds.slice(-24).entries()) {
    const done = n % 6 === 5
    const scheduled_for = addDays(today, done ? -random.between(1, 20) : random.between(-3, 21))
    const creator = random.pick(people)
    const task = await tx
      .insertInto('reminders')
      .values({
        ...random.pick(taskTemplates),
        ...stamps,
        slug: `task-${randomToken().slice(0, 12)}`,
        project_id,
        scheduled_for,
        series_start: scheduled_for,
        created_by: creator,
        status: done ? taskStatus.done : taskStatus.open,
        completed_by: done ? creator : null,
        completed_at: done ? now : null,
      })
      .returning(['id', 'title', 'status'])
      .executeTakeFirstOrThrow()
    const assignees = [...new Set([people[n % people.length]!, random.pick(people)])]
    const row = { reminder_id: task.id, status: task.status, scheduled_for, added_at: now }
    await tx
      .insertInto('reminder_assignees')
      .values(assignees.map((user_id) => ({ ...row, user_id })))
      .execute()
    made.push(task)
  }
  const context = { actor: { id: null, name: 'Demo' }, now }
  await auditAll(
    tx,
    context,
    made.map(({ id, title }) => ({
      action: 'create',
      ...auditOf('reminder', { id, title }),
      after: { title },
    })),
  )
}
