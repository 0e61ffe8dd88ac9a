import { sql } from 'kysely'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { enqueue } from '#server/work/jobs.ts'
import { isSelected, selectionChanged } from '#server/lists/selection.ts'
import type { Locale } from '#shared/messages.ts'
import type { Selection } from '#shared/lists/selection.ts'
import type { BulkAction } from '#features/bulk-runs/rules.ts'
import { shareEvenly } from '../../share-evenly.ts'
import { type ProjectQuery, selectableProjects } from '../list.ts'
import { actOf, type PreviewContext } from './acts.ts'
import { bulkWork, undoUntil } from '#features/bulk-runs/server/runs.ts'

/**
 * Freezes a selection into the rows of a new run and queues the work. 409 `selection_changed` for another number of rows than
 * expected. Rows that the act leaves out count as skipped from the start.
 */
export async function startRun(
  tx: Db,
  context: AuditContext & { locale: Locale } & PreviewContext,
  {
    action,
    input,
    selection,
    since,
  }: { action: BulkAction; input: unknown; selection: Selection<ProjectQuery>; since?: string | undefined },
): Promise<number> {
  const { now, user, locale } = context
  const run = await tx
    .insertInto('bulk_runs')
    .values({
      action,
      input: JSON.stringify(input),
      user_id: user.id,
      language: locale,
      total: 0,
      created_at: now,
      undo_until: await undoUntil(tx, context),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const skip = await actOf(action).skip(tx, input, context)
  const { numAffectedRows } = await sql`
    insert into bulk_rows (run_id, place, project_id, slug, title, version, state, code)
    select ${run.id}::bigint, row_number() over (order by id), id, slug, title, version,
      case when code is null then 'waiting' else 'skipped' end, code
    from (
      select id, slug, title, version, ${skip} as code from projects
      where ${isSelected(selectableProjects, selection)}
    ) chosen`.execute(tx)
  const found = Number(numAffectedRows ?? 0)
  if ('slugs' in selection) await recordMissing(tx, run.id, selection.slugs, found)
  else if (found !== selection.expected_count) throw await projectsChanged(tx, selection, since)
  const among = actOf(action).among?.(input)
  if (among) await distribute(tx, run.id, among)
  const total = 'slugs' in selection ? selection.slugs.length : found
  await tx.updateTable('bulk_runs').set({ total }).where('id', '=', run.id).execute()
  await audit(tx, context, {
    action: 'run',
    ...auditOf('bulk_run', { id: run.id, title: action }),
    after: { action, total, input: input as Record<string, unknown> },
  })
  await enqueue(tx, bulkWork, { id: run.id })
  return run.id
}

const mostNewcomers = 100

/** 409 for another number of rows than expected, with the newest rows created since `since`. */
export async function projectsChanged(
  db: Db,
  selection: Extract<Selection<ProjectQuery>, { query: ProjectQuery }>,
  since: string | undefined,
): Promise<Error> {
  const refusal = await selectionChanged(db, selectableProjects, selection)
  if (since === undefined) return refusal
  const { rows } = await sql<{ slug: string; title: string; organization: string; created_at: Date }>`
    select slug, title, organization_title as organization, created_at from projects
    where created_at >= ${since} and ${isSelected(selectableProjects, selection)}
    order by created_at desc, id desc limit ${mostNewcomers}`.execute(db)
  const newcomers = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
  refusal.extra.current = { ...(refusal.extra.current as object), newcomers }
  return refusal
}

// Assigns by waiting time; projects that people keep count towards their share.
async function distribute(tx: Db, runId: number, people: number[]): Promise<void> {
  const { rows } = await sql<{ person: number | null; n: number }>`
    select case when state = 'skipped' and code = 'already_theirs' then reviewer_id end as person, count(*)::int as n
    from bulk_rows join projects on projects.id = project_id
    where run_id = ${runId} and (state = 'waiting' or code = 'already_theirs') group by 1`.execute(tx)
  const held = people.map((id) => rows.find((row) => row.person === id)?.n ?? 0)
  const free = rows.find((row) => row.person === null)?.n ?? 0
  await sql`
    update bulk_rows set given_to = dealt.person
    from (
      select place, row_number() over (order by waiting_since, id) as turn
      from bulk_rows join projects on projects.id = project_id
      where run_id = ${runId} and state = 'waiting'
    ) chosen join unnest(${shareEvenly(held, free).map((place) => people[place])}::bigint[]) with ordinality
      as dealt (person, turn) on dealt.turn = chosen.turn
    where bulk_rows.run_id = ${runId} and bulk_rows.place = chosen.place`.execute(tx)
}

// Deleted projects of a selection by slug appear among the results, too.
async function recordMissing(tx: Db, runId: number, slugs: string[], found: number): Promise<void> {
  if (found === slugs.length) return
  await sql`
    insert into bulk_rows (run_id, place, slug, title, state, code)
    select ${runId}::bigint, ${found}::int + row_number() over (order by ordinality), slug, slug, 'failed', 'not_found'
    from unnest(${slugs}::text[]) with ordinality as named (slug, ordinality)
    where not exists (select from bulk_rows where run_id = ${runId} and bulk_rows.slug = named.slug)`.execute(
    tx,
  )
}
