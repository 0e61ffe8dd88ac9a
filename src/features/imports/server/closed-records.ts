import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { recordStatus } from '#shared/statuses.ts'
import { dataRows } from '../reading/scan.ts'
import type { Refusal } from '../rules.ts'
import { WorkFailed } from './work-failed.ts'
import type { Stage } from './progress.ts'
import type { ImportRecord } from './records.ts'
import { readOptionsOf } from './stage.ts'
import { storable } from './staged-row.ts'
import { underLease } from './lease.ts'

const fieldOf = {
  organization_archived: 'organization_title',
  project_archived: 'project_title',
  project_banned: 'project_title',
} as const

/**
 * True for a project closed by an act, as in the ledger's check. A project imported as banned still gets gifts, because
 * an export writes records and gifts as separate files (0006).
 */
const isClosed = sql<boolean>`(projects.status = ${sql.lit(recordStatus.archived)}
  or projects.is_banned and (projects.import_id is null or exists (
    select from audit_events event
    where event.object_type = 'project' and event.object_id = projects.id and event.action in ('change', 'undo')
      and event.after ->> 'is_banned' = 'true')))`

/**
 * For these organizations (by their first rows), refuses rows that would create a project of an archived organization,
 * and rows with money for an archived or banned project, with their reversals. Returns true when there were any.
 * `storeCells` stores their cells.
 */
export async function refuseClosed(tx: Db, id: number, organizations: number[]): Promise<boolean> {
  const { rows: closed } = await sql<{ n: number; code: keyof typeof fieldOf }>`
    select wanted.n, case when wanted.is_new then 'organization_archived' when projects.is_banned then 'project_banned'
      else 'project_archived' end as code
    from import_projects wanted
    join import_organizations organization
      on organization.import_id = wanted.import_id and organization.n = wanted.organization_n
    join organizations on organizations.id = organization.organization_id
    left join projects on projects.id = wanted.project_id and not wanted.is_new
    where wanted.import_id = ${id} and wanted.organization_n = any(${organizations}::integer[])
      and case when wanted.is_new then organizations.status = ${sql.lit(recordStatus.archived)}
        else ${isClosed} and wanted.funded_cents > 0 end`.execute(tx)
  if (closed.length === 0) return false
  const refusals = closed.map(({ n, code }) => ({
    n,
    reasons: [{ field: fieldOf[code], code }] satisfies Refusal[],
  }))
  // Reversals had reduced gifts that are now refused.
  await sql`
    update import_rows row set gift_hash = null, takes_id = null,
      source_cents = coalesce(row.gross_source_cents, row.source_cents), gross_cents = null, gross_source_cents = null,
      refused = jsonb_build_object('reasons', closed.reasons, 'cells', coalesce(row.cells, '[]'))
    from jsonb_to_recordset(${JSON.stringify(refusals)}::jsonb) as closed (n integer, reasons jsonb)
    join import_projects wanted on wanted.import_id = ${id} and wanted.n = closed.n
    join import_recipients recipient
      on recipient.import_id = wanted.import_id and recipient.organization_n = wanted.organization_n
    where row.import_id = ${id} and row.recipient_hash = recipient.recipient_hash
      and row.project_hash = wanted.project_hash and row.refused is null
      and (wanted.is_new or not row.known and (row.gift_hash is not null or row.reversal_hash is not null))`.execute(
    tx,
  )
  return true
}

/** Reads the cells of rows that were good until they were matched: only rows refused earlier have them stored. */
export async function storeCells(stage: Stage, path: string, record: ImportRecord): Promise<void> {
  const { db, id, signal } = stage
  const { rows: without } = await sql<{ n: number }>`
    select n from import_rows where import_id = ${id} and refused -> 'cells' = '[]' order by n`.execute(db)
  if (without.length === 0) return
  const wanted = new Set(without.map((row) => row.n))
  let n = 0
  for await (const batch of dataRows(path, record.mapping, readOptionsOf(record.options), { signal })) {
    const found = batch
      .map(({ cells }) => ({ n: ++n, cells: cells.map(storable) }))
      .filter((row) => wanted.has(row.n))
    if (found.length === 0) continue
    await underLease(stage, (tx) =>
      sql`
        update import_rows row set refused = row.refused || jsonb_build_object('cells', one.cells)
        from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as one (n integer, cells jsonb)
        where row.import_id = ${id} and row.n = one.n`.execute(tx),
    )
  }
}

/**
 * Prevents archiving of organizations until their new projects exist, by the same shared lock as `copy_organization()`,
 * which allows other changes. Throws when one was archived before.
 */
export async function lockOrganizations(tx: Db, id: number): Promise<void> {
  const { rows } = await sql<{ archived: number }>`
    with locked as (
      select status from organizations
      where id in (
        select organization.organization_id from import_projects wanted
        join import_organizations organization
          on organization.import_id = wanted.import_id and organization.n = wanted.organization_n
        where wanted.import_id = ${id} and wanted.is_new and not organization.is_new)
      order by id for key share
    )
    select count(*) filter (where status = ${sql.lit(recordStatus.archived)}) as archived from locked`.execute(
    tx,
  )
  if (rows[0]!.archived > 0) throw new WorkFailed('organization_archived')
}

/**
 * Locks the known projects of these staged gifts, as every gift does. Throws when one was archived or banned since its
 * rows were matched.
 */
export async function lockOpenProjects(tx: Db, gifts: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ closed: number }>`
    with locked as (
      select ${isClosed} as is_closed from projects
      where id = any(array(select gift.project_id from ${gifts})) order by id for no key update
    )
    select count(*) filter (where is_closed) as closed from locked`.execute(tx)
  if (rows[0]!.closed > 0) throw new WorkFailed('project_closed')
}
