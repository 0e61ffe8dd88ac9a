import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { recordStatus } from '#shared/statuses.ts'
import type { Db } from '#server/db/db.ts'
import { paging } from '#server/lists/list-query.ts'
import { isInUse } from '#server/lists/removed-rows.ts'
import { limitsOn } from '#features/limits/server/queries.ts'

export type Ending = {
  id: number
  slug: string
  title: string
  email: string
  proof_until: Day
  is_over: boolean
  project_until: Day
  projects: number
  days_without: number
  is_asked: boolean
}

/**
 * Proofs that expire before a running project ends or, for a receipt run, before its day of issue. The expiry day is
 * `exemptionValidUntil` in SQL; a test keeps the two equal. Proofs that never expire and missing proofs have no day and
 * are left out.
 */
export async function endingOn(db: Db, today: Day, run?: number): Promise<RawBuilder<unknown>> {
  const limits = await limitsOn(db, today)
  return sql`
    select organization.id, organization.slug, organization.title, organization.email_contact as email,
      proof.until as proof_until, proof.until < ${today}::date as is_over,
      running.until as project_until, running.projects, running.until - proof.until as days_without,
      exists (select from proof_tasks asked where asked.organization_id = organization.id
        and asked.ends_on = proof.until) as is_asked
    from (
      ${run === undefined ? untilProjectsEnd(today) : untilIssued(run)}
    ) running
    join organizations organization on organization.id = running.organization_id and organization.status in (${sql.lit(recordStatus.inProgress)}, ${sql.lit(recordStatus.complete)})
    cross join lateral (
      select least(organization.exemption_ends_on, (organization.exemption_date + make_interval(months =>
        case organization.exemption_kind when 'art60a' then ${limits.exemption_art60a_months}::int
          else ${limits.exemption_notice_months}::int end))::date) as until
    ) proof
    where organization.exemption_kind in ('notice', 'art60a') and proof.until < running.until`
}

const untilProjectsEnd = (today: Day) => sql`
  select organization_id, max(ends_on) as until, count(*)::int as projects from projects
  where ${isInUse} and ends_on is not null and ends_on >= ${today}::date group by organization_id`

const untilIssued = (run: number) => sql`
  select row.organization_id, run.issue_day as until, count(*)::int as projects
  from generation_rows row join generation_runs run on run.id = row.run_id
  where run.id = ${run}::bigint and row.state = 'refused' and row.reasons @> '[{"code": "proof_ended"}]'
  group by row.organization_id, run.issue_day`

/** One page of expiring proofs, earliest expiry first, with the total count. */
export async function listEnding(
  db: Db,
  query: { page: number; page_size: number; run?: number | undefined },
  today: Day,
) {
  const ending = await endingOn(db, today, query.run)
  const { rows } = await sql<Ending & { count: number; open: number }>`
    with ending as materialized (${ending}), counted as (
      select count(*)::int as count, count(*) filter (where not is_asked)::int as open from ending
    )
    select ending.*, counted.count, counted.open from counted left join (
      select * from ending order by proof_until, id
      limit ${query.page_size} offset ${(query.page - 1) * query.page_size}
    ) ending on true
    order by proof_until, id`.execute(db)
  const { count, open } = rows[0]!
  return { ...paging(count, query), open, rows: rows.filter(({ id }) => id !== null) }
}

/** The number of proofs without a requested notice and the earliest expiry `day`; no row when there are none. */
export const endingProofs = async (db: Db, today: Day): Promise<RawBuilder<unknown>> => sql`
  select case when bool_and(is_asked) then 0 else count(*) end as count, min(proof_until) as day
  from (${await endingOn(db, today)}) ending`

/** The organizations among these for which no notice was requested. */
export async function openAmong(
  db: Db,
  { slugs, run }: { slugs: readonly string[]; run?: number | undefined },
  today: Day,
): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select * from (${await endingOn(db, today, run)}) ending
    where slug = any(${slugs}::text[]) and not is_asked order by proof_until, id`.execute(db)
  return rows
}
