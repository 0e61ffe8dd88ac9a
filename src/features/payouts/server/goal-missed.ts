import { sql } from 'kysely'
import { formatEuro } from '#shared/money.ts'
import type { Day } from '#shared/dates.ts'
import { financing } from '#shared/statuses.ts'
import { auditAll, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { text } from '#server/base/texts.ts'
import { mirrorsOf, postEvents } from '#features/ledger/server/post.ts'
import { insertTask } from '#features/tasks/server/change.ts'
import { languageOf, staffFor } from '#features/tasks/server/raise.ts'

/** The reason shown in the audit log and the timeline. */
export const goalNotReached = 'goal not reached'

type Project = { id: number; title: string; has_internal: boolean; others_cents: number }

/**
 * For all-or-nothing projects that ended without reaching their goal. Returns unsettled internal fundings to their
 * budgets, and creates one task per project to refund other gifts by hand. Locks the projects by id; returns their
 * number, 0 when all are done.
 */
export async function returnUnreached(
  tx: Db,
  context: AuditContext,
  { business_day, atMost }: { business_day: Day; atMost: number },
): Promise<number> {
  const projects = await lockUnreached(tx, atMost)
  if (projects.length === 0) return 0
  await returnInternal(
    tx,
    context,
    projects.filter((project) => project.has_internal),
    business_day,
  )
  await raiseTasks(
    tx,
    context,
    projects.filter((project) => project.others_cents > 0),
    business_day,
  )
  return projects.length
}

async function lockUnreached(tx: Db, atMost: number): Promise<Project[]> {
  const { rows: locked } = await sql<{ id: number }>`
    select id from projects
    where financing = ${sql.lit(financing.expired)} and funded_cents > settled_cents and (select all_or_nothing from platform_features where id = 1)
      and (exists (select from fundings where project_id = projects.id and state = 'confirmed' and company_id is not null)
        or (exists (select from fundings where project_id = projects.id and state = 'confirmed' and company_id is null)
          and not exists (select from goal_refund_tasks where project_id = projects.id)))
    order by id limit ${atMost} for no key update`.execute(tx)
  if (locked.length === 0) return []
  const { rows } = await sql<Project>`
    select projects.id, projects.title,
      exists (select from fundings where project_id = projects.id and state = 'confirmed' and company_id is not null)
        as has_internal,
      case when exists (select from goal_refund_tasks where project_id = projects.id) then 0 else coalesce((
        select sum(received_cents)::bigint from fundings join ledger_rows on funding_id = fundings.id
        where project_id = projects.id and state = 'confirmed' and company_id is null), 0) end as others_cents
    from projects where id = any(${locked.map((project) => project.id)}::bigint[]) order by id`.execute(tx)
  return rows
}

type Gift = {
  funding_id: number
  slug: string
  project_id: number
  project_title: string
  company: string
  amount_cents: number
  transaction_id: number
}

async function returnInternal(
  tx: Db,
  context: AuditContext,
  projects: Project[],
  business_day: Day,
): Promise<void> {
  if (projects.length === 0) return
  const { rows: gifts } = await sql<Gift>`
    select funding.id as funding_id, funding.slug, funding.project_id, project.title as project_title,
      company.title as company, funding.amount_cents, gift.transaction_id
    from projects project
    join fundings funding on funding.project_id = project.id
    join companies company on company.id = funding.company_id
    join ledger_rows gift on gift.funding_id = funding.id and gift.purpose = 'gift' and gift.reverses_id is null
    where project.id = any(${projects.map((project) => project.id)}::bigint[]) and funding.state = 'confirmed'
    order by funding.project_id, funding.id`.execute(tx)
  const mirrors = await mirrorsOf(
    tx,
    gifts.map((gift) => gift.transaction_id),
  )
  await postEvents(
    tx,
    context,
    gifts.map((gift, at) => ({
      event: {
        action: 'defund',
        ...auditOf('project', { id: gift.project_id, title: gift.project_title }),
        before: {
          funding: gift.slug,
          company: gift.company,
          amount_cents: gift.amount_cents,
          state: 'confirmed',
        },
        after: { reason: goalNotReached, state: 'reversed' },
      },
      postings: [
        {
          entry: { kind: 'defunded', business_day, note: goalNotReached, reverses_id: gift.transaction_id },
          rows: mirrors[at]!,
        },
      ],
    })),
  )
  const ids = gifts.map((gift) => gift.funding_id)
  await sql`update fundings set state = 'reversed' where id = any(${ids}::bigint[])`.execute(tx)
}

/** Creates one task per project for everybody who handles payouts, in their language, due the same day. */
async function raiseTasks(
  tx: Db,
  context: AuditContext,
  projects: Project[],
  business_day: Day,
): Promise<void> {
  if (projects.length === 0) return
  const people = await staffFor(tx, 'change_payouts')
  const users = people.map((user) => user.id)
  const language = languageOf(people)
  const title = text(language, 'payouts.refund_task')
  const raised: { project: Project; reminder_id: number; description: string }[] = []
  for (const project of projects) {
    const amount = formatEuro(project.others_cents, language)
    const description = text(language, 'payouts.refund_task_text', { amount })
    const reminder_id = await insertTask(tx, {
      title,
      description,
      scheduled_for: business_day,
      series_start: business_day,
      users,
      send_completed_mail: false,
      repeat: 'none',
      target: { id: project.id, type: 'project' },
      created_by: null,
      now: context.now,
    })
    raised.push({ project, reminder_id, description })
  }
  await tx
    .insertInto('goal_refund_tasks')
    .values(
      raised.map(({ project, reminder_id }) => ({
        project_id: project.id,
        reminder_id,
        raised_on: business_day,
      })),
    )
    .execute()
  await auditAll(
    tx,
    context,
    raised.map(({ project, reminder_id, description }) => ({
      action: 'create',
      ...auditOf('reminder', { id: reminder_id, title }),
      after: { title, description, project: project.title, scheduled_for: business_day, users },
    })),
  )
}
