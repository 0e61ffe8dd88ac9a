import { sql } from 'kysely'
import { addDays, addMonths, type Day, daysBetween, showDay } from '#shared/dates.ts'
import { taskStatus } from '#features/tasks/rules.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { defineDailyJob } from '#server/work/jobs.ts'
import { isInUse } from '#server/lists/removed-rows.ts'
import { text } from '#server/base/texts.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { proofTaskDays } from '#features/documents/rules.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { endRaisedTask, raiseTaskFor } from '#features/tasks/server/raise.ts'
import { type Exemption, type ExemptionPeriods, exemptionValidUntil } from '../rules.ts'

/**
 * Days before a proof's last day on which a task is created (product.md §6). The second value limits how many missed days are
 * made up.
 */
const stages = proofTaskDays.toReversed()
const longestOutage = 7

/** The latest stage that a proof has reached; undefined before the first stage and long after the end. */
export function stageOf(endsOn: Day, today: Day): (typeof stages)[number] | undefined {
  const left = daysBetween(today, endsOn)
  return left < -longestOutage ? undefined : stages.find((stage) => left <= stage)
}

type Ending = Exemption & { id: number; title: string }

/** Creates tasks for expiring proofs, once per organization, last day and stage; completes those of renewed proofs. */
export async function raiseProofTasks(
  db: Db,
  { today, auditContext }: { today: Day; auditContext: AuditContext },
): Promise<number> {
  const { exemption_notice_months: notice, exemption_art60a_months: art60a } = await limitsOn(db, today)
  const periods = { notice, art60a }
  await endAnswered(db, auditContext, { today, periods })
  let raised = 0
  for (const one of await endingSoon(db, today, periods)) {
    const endsOn = exemptionValidUntil(one, periods)!
    const stage = stageOf(endsOn, today)
    if (stage === undefined) continue
    if (await inTransaction(db, (tx) => raiseOnce(tx, { today, auditContext }, one, { endsOn, stage })))
      raised++
  }
  return raised
}

/** Organizations whose proof may end soon: SQL preselects by date, the rule decides. */
async function endingSoon(db: Db, today: Day, { notice, art60a }: ExemptionPeriods): Promise<Ending[]> {
  const within = (months: number) => sql<boolean>`exemption_date between
    ${addMonths(addDays(today, -longestOutage - 4), -months)}::date and ${addMonths(addDays(today, stages.at(-1)! + 4), -months)}::date`
  const { rows } = await sql<Ending>`
    select id, title, exemption_kind, exemption_date, exemption_ends_on from organizations
    where ${isInUse} and ((exemption_kind = 'notice' and ${within(notice)})
      or (exemption_kind = 'art60a' and ${within(art60a)})
      or exemption_ends_on between ${addDays(today, -longestOutage)}::date and ${addDays(today, stages.at(-1)!)}::date)
    order by id`.execute(db)
  return rows
}

type OrganizationName = Pick<Ending, 'id' | 'title'>

/**
 * Creates on request the task that asks for a new notice. It takes the place of the current stage's task, or of the first
 * stage's. False if that task exists already.
 */
export function raiseNoticeTask(
  tx: Db,
  when: { today: Day; auditContext: AuditContext },
  one: OrganizationName,
  endsOn: Day,
): Promise<boolean> {
  const left = daysBetween(when.today, endsOn)
  return raiseOnce(tx, when, one, { endsOn, stage: stages.find((stage) => left <= stage) ?? stages.at(-1)! })
}

async function raiseOnce(
  tx: Db,
  when: { today: Day; auditContext: AuditContext },
  one: OrganizationName,
  { endsOn, stage }: { endsOn: Day; stage: number },
): Promise<boolean> {
  const key = { organization_id: one.id, ends_on: endsOn, stage }
  const isNew = await tx
    .insertInto('proof_tasks')
    .values(key)
    .onConflict((on) => on.columns(['organization_id', 'ends_on', 'stage']).doNothing())
    .returning('stage')
    .executeTakeFirst()
  if (!isNew) return false
  const reminder_id = await raiseTaskFor(tx, when, {
    target: { type: 'organization', id: one.id },
    words: (locale) => ({
      title: text(locale, 'organizations.proof_task', { date: showDay(endsOn) }),
      description: text(locale, 'organizations.proof_task_text', {
        title: one.title,
        date: showDay(endsOn),
      }),
    }),
    right: 'change_organizations',
  })
  await tx
    .updateTable('proof_tasks')
    .set({ reminder_id })
    .where('organization_id', '=', one.id)
    .where('ends_on', '=', endsOn)
    .where('stage', '=', stage)
    .execute()
  return true
}

/**
 * Completes tasks that asked for a new notice, once the proof ends on a later and future day. Public bodies need no notice at
 * all.
 */
async function endAnswered(
  db: Db,
  auditContext: AuditContext,
  { today, periods }: { today: Day; periods: ExemptionPeriods },
): Promise<void> {
  const { rows } = await sql<Ending & { ends_on: Day; reminder_id: number }>`
    select organization.id, title, exemption_kind, exemption_date, exemption_ends_on, asked.ends_on, asked.reminder_id
    from proof_tasks asked join organizations organization on organization.id = asked.organization_id
    where asked.reminder_id in (select id from reminders where status = ${sql.lit(taskStatus.open)})
    order by asked.reminder_id`.execute(db)
  for (const { ends_on, reminder_id, ...one } of rows) {
    const now = exemptionValidUntil(one, periods)
    const isAnswered = one.exemption_kind === 'public_body' || (now !== null && now > ends_on && now > today)
    if (isAnswered) await inTransaction(db, (tx) => endRaisedTask(tx, auditContext, reminder_id))
  }
}

/** Runs daily before working hours. */
export const proofTasksDaily = defineDailyJob({
  name: 'organizations.proof_tasks',
  at: '06:00',
  run: async ({ db, now, today }) => {
    await raiseProofTasks(db, { today, auditContext: { actor: { id: null, name: 'Almoner' }, now } })
  },
})
