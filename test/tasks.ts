import type { Db } from '#server/db/db.ts'
import type { Answer } from './app.ts'
import { createProject, createUser } from './factories.ts'

export const tasksPath = '/api/v4/reminders/'

/** The titles of a list's rows, in order. */
export const titles = (answer: Answer): string[] =>
  answer.body.results.map((row: { title: string }) => row.title)

/** A task's payload in the specification's format, for a new project and assignee. */
export async function payload(db: Db, overrides: Record<string, unknown> = {}) {
  const project = await createProject(db, { title: 'Kletterwand' })
  const assignee = await createUser(db, { first_name: 'Katrin', last_name: 'Vollmer' })
  return {
    title: 'Freistellungsbescheid anfordern',
    description: 'Beim Träger',
    scheduled_for: '2026-11-30',
    targetId: project.id,
    targetType: 'project',
    users: [assignee.id],
    send_completed_mail: true,
    ...overrides,
  }
}

/** Every queued mail as [template, user id]. */
export async function mails(db: Db) {
  const rows = await db.selectFrom('emails').select(['template', 'user_id']).orderBy('id').execute()
  return rows.map((row) => [row.template, row.user_id])
}

/** Every audit event as `action object`. */
export async function audited(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('audit_events').select(['action', 'object_type']).orderBy('id').execute()
  return rows.map((row) => `${row.action} ${row.object_type}`)
}
