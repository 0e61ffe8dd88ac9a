import { type RawBuilder, sql } from 'kysely'
import { can } from '#shared/permissions.ts'
import { accessActions } from '#server/http/access-events.ts'
import { everyCompany, inScope, scopeOf } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { notRemoved } from '#server/lists/removed-rows.ts'
import type { User } from '#server/auth/session.ts'
import type { DependentKind } from '../../work-rules.ts'
import { isAsBooked } from '../earlier-gifts.ts'
import { corrected } from '../correct.ts'

/** A record that depends on an import; `type` and `slug` form its link. */
export type Dependent = { type: 'project' | 'organization' | 'import' | 'month'; slug: string; title: string }
export type Dependents = { kind: DependentKind; count: number; items: Dependent[] }

/** Maximum number named per kind; others are counted. */
const named = 20

/**
 * Dependents of an import by kind; empty when it can be undone. Other companies' imports are counted but not named, and
 * a task is named by its project or organization if the person may not see tasks. Without `user`, everything is named.
 */
export async function dependentsOf(db: Db, id: number, user?: User): Promise<Dependents[]> {
  const found: Dependents[] = []
  for (const [kind, query] of Object.entries(queriesOf(id, user))) {
    const { rows } = await sql<Omit<Dependent, 'title'> & { title: string | null; count: number }>`
      select type, slug, title, count(*) over () as count from (${query}) dependent (type, slug, title)
      order by title is null, title, slug limit ${named}`.execute(db)
    if (rows.length === 0) continue
    const items = rows.flatMap(({ type, slug, title }) => (title === null ? [] : [{ type, slug, title }]))
    found.push({ kind: kind as DependentKind, count: rows[0]!.count, items })
  }
  return found
}

const made = (id: number, table: 'projects' | 'organizations') =>
  sql`(select id from ${sql.table(table)} where import_id = ${id} and ${notRemoved})`

function queriesOf(id: number, user: User | undefined): Record<DependentKind, RawBuilder<unknown>> {
  const projects = made(id, 'projects')
  const organizations = made(id, 'organizations')
  const isTold = !user || can(user, 'view_reminders')
  const task = isTold ? sql`task.title` : sql`coalesce(project.title, organization.title)`
  const scope = inScope(user ? scopeOf(user) : everyCompany, sql`later.company_id`)
  return {
    payouts: sql`
      select 'project', project.slug, project.title from fundings gift join projects project on project.id = gift.project_id
      where (gift.import_id = ${id} and gift.undone_on is null or gift.slug in ${corrected(id)}) and not ${isAsBooked}
      union all
      select 'project', project.slug, project.title from payouts payout join projects project on project.id = payout.project_id
      where payout.project_id in ${projects} and payout.import_id is distinct from ${id} and payout.state <> 'cancelled'
      union all
      select 'project', project.slug, project.title
      from bank_line_parts part
      left join payouts payout on payout.id = part.payout_id
      left join fundings gift on gift.id = part.funding_id
      join projects project on project.id = coalesce(part.project_id, payout.project_id, gift.project_id)
      where part.undone_at is null
        and (payout.import_id = ${id} or gift.import_id = ${id} or part.project_id in ${projects})`,
    gifts: sql`
      select 'project', project.slug, project.title from fundings gift join projects project on project.id = gift.project_id
      where gift.project_id in ${projects} and gift.import_id is distinct from ${id} and gift.undone_on is null`,
    projects: sql`
      select 'project', slug, title from projects
      where organization_id in ${organizations} and import_id is distinct from ${id} and ${notRemoved}`,
    edited: sql`${editedSince(id, 'project')} union all ${editedSince(id, 'organization')}`,
    tasks: sql`
      select case when task.project_id is null then 'organization' else 'project' end,
        coalesce(project.slug, organization.slug), ${task}
      from reminders task
      left join projects project on project.id = task.project_id
      left join organizations organization on organization.id = task.organization_id
      where task.project_id in ${projects} or task.organization_id in ${organizations}`,
    imports: sql`
      select 'import', used.import_id::text,
        case when ${scope} then coalesce(later.filename, used.import_id::text) end
      from import_uses used left join imports later on later.id = used.import_id
      where used.used_id = ${id} and coalesce(later.state, 'done') = 'done'`,
    months: sql`
      select distinct 'month', to_char(closed.month, 'YYYY-MM'), to_char(closed.month, 'MM.YYYY')
      from closed_months closed join fundings gift
        on gift.received_on >= closed.month and gift.received_on < (closed.month + interval '1 month')::date
      where gift.import_id = ${id}
      union
      select 'month', to_char(closed.month, 'YYYY-MM'), to_char(closed.month, 'MM.YYYY')
      from closed_months closed join import_corrections correction
        on date_trunc('month', (correction.gift ->> 'received_on')::date)::date = closed.month
      where correction.import_id = ${id}`,
  }
}

/** Records made by it that somebody changed since, by the audit trail; reading is no change. */
function editedSince(id: number, kind: 'project' | 'organization'): RawBuilder<unknown> {
  const table = sql.table(`${kind}s`)
  return sql`
    select ${sql.lit(kind)}, made.slug, made.title from ${table} made
    where made.import_id = ${id} and ${notRemoved} and exists (
      select from audit_events event
      where event.object_type = ${sql.lit(kind)} and event.object_id = made.id
        and event.action <> all (${['create', ...accessActions]}::text[]))`
}
