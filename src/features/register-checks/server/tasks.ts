import { sql } from 'kysely'
import { addMonths, type Day, showDay } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { defineDailyJob } from '#server/work/jobs.ts'
import { isInUse } from '#server/lists/removed-rows.ts'
import { text } from '#server/base/texts.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { raiseTaskFor } from '#features/tasks/server/raise.ts'

type Due = { check_id: number; id: number; title: string; checked_on: Day }

/** Raises one task per entry that was last checked a year ago or earlier; returns the number of new tasks. */
export async function raiseRegisterTasks(
  db: Db,
  { today, auditContext }: { today: Day; auditContext: AuditContext },
): Promise<number> {
  const { rows } = await sql<Due>`
    select due.id as check_id, organizations.id, organizations.title, due.checked_on
    from register_checks due join organizations on organizations.id = due.organization_id
    where due.reminder_id is null and due.checked_on <= ${addMonths(today, -12)}::date and ${isInUse}
      and not exists (select from register_checks newer where newer.organization_id = due.organization_id
        and (newer.checked_on, newer.id) > (due.checked_on, due.id))
    order by due.id`.execute(db)
  let raised = 0
  for (const due of rows)
    if (await inTransaction(db, (tx) => raiseOnce(tx, { today, auditContext }, due))) raised++
  return raised
}

/** False if the check already has a task, or a newer check exists. */
async function raiseOnce(
  tx: Db,
  when: { today: Day; auditContext: AuditContext },
  { check_id, id, title, checked_on }: Due,
): Promise<boolean> {
  // Waits for a check that is being recorded.
  await tx.selectFrom('organizations').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const newest = await tx
    .selectFrom('register_checks')
    .select(['id', 'reminder_id'])
    .where('organization_id', '=', id)
    .orderBy('checked_on', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.id !== check_id || newest.reminder_id !== null) return false
  const reminder_id = await raiseTaskFor(tx, when, {
    target: { type: 'organization', id },
    words: (locale) => ({
      title: text(locale, 'register_checks.task'),
      description: text(locale, 'register_checks.task_text', { title, date: showDay(checked_on) }),
    }),
    right: 'change_organizations',
  })
  await tx.updateTable('register_checks').set({ reminder_id }).where('id', '=', check_id).execute()
  return true
}

/** Runs daily before working hours. */
export const registerTasksDaily = defineDailyJob({
  name: 'organizations.register_checks',
  at: '06:05',
  run: async ({ db, now, today }) => {
    await raiseRegisterTasks(db, { today, auditContext: { actor: { id: null, name: 'Almoner' }, now } })
  },
})
