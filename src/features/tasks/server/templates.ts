import { sql } from 'kysely'
import type { z } from 'zod'
import type { AuditAction } from '#shared/audit-actions.ts'
import { addDays, type Day, isDay } from '#shared/dates.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { audit, type AuditContext, auditOf, differences } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid, notFound } from '#server/base/errors.ts'
import { allOf, containsWords, paging } from '#server/lists/list-query.ts'
import { type LockFor, lockedFor } from '#server/db/locks.ts'
import type { TaskTemplate, taskTemplates, TemplateStep } from '../contract.ts'
import type { taskTemplateList } from '../table.ts'
import type { NewTask } from './change.ts'

type Fields = z.output<typeof taskTemplates.create.body>

const columns = ['id', 'title', 'description', 'steps', 'version'] as const
type Stored = Omit<TaskTemplate, 'steps'> & { steps: unknown }
// Only this file writes steps, from validated input.
const present = (row: Stored): TaskTemplate => ({ ...row, steps: row.steps as TemplateStep[] })

/** One page of templates, by title by default. */
export async function listTemplates(db: Db, query: ListQuery<typeof taskTemplateList>) {
  const search = containsWords(query.search)
  const where = allOf(search ? [search] : [])
  const sort = query.ordering.key === 'title' ? 'title_sort' : 'created_at'
  const direction = query.ordering.descending ? 'desc' : 'asc'
  const [{ n }, rows] = await Promise.all([
    db
      .selectFrom('reminder_templates')
      .select((row) => row.fn.countAll<number>().as('n'))
      .where(where)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('reminder_templates')
      .select(columns)
      .where(where)
      .orderBy(sql.ref(sort), direction)
      .orderBy('id', direction)
      .limit(query.page_size)
      .offset((query.page - 1) * query.page_size)
      .execute(),
  ])
  return { ...paging(n, query), results: rows.map(present) }
}

export async function getTemplate(db: Db, id: number): Promise<TaskTemplate> {
  const row = await db
    .selectFrom('reminder_templates')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return present(row)
}

async function lockTemplate(tx: Db, id: number, purpose: LockFor = 'change'): Promise<TaskTemplate> {
  const row = await tx
    .selectFrom('reminder_templates')
    .select(columns)
    .where('id', '=', id)
    .$call(lockedFor(purpose))
    .executeTakeFirst()
  if (!row) throw notFound()
  return present(row)
}

const eventOf = (action: AuditAction, id: number, title: string) => ({
  action,
  ...auditOf('reminder_template', { id, title }),
})

export async function createTemplate(tx: Db, context: AuditContext, body: Fields): Promise<TaskTemplate> {
  const row = await tx
    .insertInto('reminder_templates')
    .values({
      ...body,
      steps: JSON.stringify(body.steps),
      created_at: context.now,
      updated_at: context.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await audit(tx, context, { ...eventOf('create', row.id, row.title), after: body })
  return present(row)
}

/** Changes a template; 409 with the current row for a stale `version`. */
export async function changeTemplate(
  tx: Db,
  context: AuditContext,
  id: number,
  { version, ...body }: Partial<Fields> & { version: number },
): Promise<TaskTemplate> {
  const template = await lockTemplate(tx, id)
  if (version !== template.version) throw conflict('edit_conflict', { current: template })
  const after: Record<string, unknown> = body
  const before = Object.fromEntries(
    Object.keys(after).map((key) => [key, template[key as keyof TaskTemplate] ?? null]),
  )
  const changes = differences(before, after)
  if (Object.keys(changes.after).length === 0) return template
  const { steps, ...plain } = body
  const row = await tx
    .updateTable('reminder_templates')
    .set({
      ...plain,
      ...(steps && { steps: JSON.stringify(steps) }),
      version: template.version + 1,
      updated_at: context.now,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  await audit(tx, context, { ...eventOf('change', id, row.title), ...changes })
  return present(row)
}

export async function deleteTemplate(tx: Db, context: AuditContext, id: number): Promise<void> {
  const { title, description, steps } = await lockTemplate(tx, id, 'removal')
  await tx.deleteFrom('reminder_templates').where('id', '=', id).execute()
  await audit(tx, context, { ...eventOf('delete', id, title), before: { title, description, steps } })
}

/** The tasks of a template: one per step; without steps, the template itself on the first day. */
export function tasksOf(
  template: TaskTemplate,
  { start, users, send_completed_mail }: { start: Day; users: number[]; send_completed_mail: boolean },
): NewTask[] {
  const { title, description } = template
  const steps = template.steps.length > 0 ? template.steps : [{ title, description, days: 0 }]
  return steps.map((step) => {
    const scheduled_for = addDays(start, step.days)
    if (!isDay(scheduled_for)) throw invalid({ start: 'tasks.due_too_far' })
    return {
      title: step.title,
      description: step.description,
      scheduled_for,
      users,
      send_completed_mail,
      repeat: 'none',
    }
  })
}
