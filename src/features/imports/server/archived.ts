import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { archivedStatus } from '#server/removed.ts'
import { dataRows } from '../reading/scan.ts'
import type { Refusal } from '../rules.ts'
import { WorkFailed } from './failed.ts'
import type { Stage } from './progress.ts'
import type { ImportRecord } from './records.ts'
import { readOptionsOf } from './stage.ts'
import { storable } from './staged-row.ts'

const reasons: Refusal[] = [{ field: 'organization_title', code: 'organization_archived' }]

/**
 * Refuses the rows that would make a project for one of these organizations (by their first rows) although it is archived;
 * answers true when there were any. Their cells are kept by `keepCells`.
 */
export async function refuseArchived(tx: Db, id: number, organizations: number[]): Promise<boolean> {
  const { rows: projects } = await sql<{ n: number }>`
    select wanted.n from import_projects wanted
    join import_organizations organization
      on organization.import_id = wanted.import_id and organization.n = wanted.organization_n
    join organizations on organizations.id = organization.organization_id
    where wanted.import_id = ${id} and wanted.is_new and wanted.organization_n = any(${organizations}::integer[])
      and organizations.status = ${sql.lit(archivedStatus)}`.execute(tx)
  if (projects.length === 0) return false
  // What other rows took off their gifts was for gifts that are booked.
  await sql`
    update import_rows row set gift_hash = null, source_cents = coalesce(row.gross_source_cents, row.source_cents),
      gross_cents = null, gross_source_cents = null,
      refused = jsonb_build_object('reasons', ${JSON.stringify(reasons)}::jsonb, 'cells', coalesce(row.cells, '[]'))
    from import_projects wanted
    join import_recipients recipient
      on recipient.import_id = wanted.import_id and recipient.organization_n = wanted.organization_n
    where wanted.import_id = ${id} and wanted.n = any(${projects.map((one) => one.n)}::integer[])
      and row.import_id = ${id} and row.recipient_hash = recipient.recipient_hash
      and row.project_hash = wanted.project_hash and row.refused is null`.execute(tx)
  return true
}

/** Reads the cells of rows that were good until they were matched: only those refused before kept theirs. */
export async function keepCells(
  { db, id, signal }: Stage,
  path: string,
  record: ImportRecord,
): Promise<void> {
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
    await sql`
      update import_rows row set refused = row.refused || jsonb_build_object('cells', one.cells)
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as one (n integer, cells jsonb)
      where row.import_id = ${id} and row.n = one.n`.execute(db)
  }
}

/**
 * Keeps organizations that get new projects from being archived until these are there; what projects do not repeat of them is
 * saved meanwhile (migration 0333). Throws where one was archived before.
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
    select count(*) filter (where status = ${sql.lit(archivedStatus)}) as archived from locked`.execute(tx)
  if (rows[0]!.archived > 0) throw new WorkFailed('organization_archived')
}
