import { auditAll, type AuditContext } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/errors.ts'
import { objectOf } from './change.ts'
import { projectsInFinancing } from './queries.ts'

/** Archives organizations, all or none. 409 `still_in_financing` names their projects that still collect money. */
export async function archiveOrganizations(
  tx: Db,
  context: AuditContext,
  slugs: string[],
): Promise<string[]> {
  const fresh = (await lockAll(tx, slugs)).filter((row) => row.status !== 3)
  await refuseWhileInFinancing(
    tx,
    fresh.map((row) => row.id),
  )
  for (const row of fresh)
    await tx
      .updateTable('organizations')
      .set({ status: 3, previous_status: row.status, version: row.version + 1, updated_at: context.now })
      .where('id', '=', row.id)
      .execute()
  const events = fresh.map((row) => ({
    action: 'archive',
    ...objectOf(row),
    before: { status: row.status },
    after: { status: 3 },
  }))
  await auditAll(tx, context, events)
  return slugs
}

/** Restores archived organizations with the status they had. Those that are not archived stay as they are. */
export async function unarchiveOrganizations(
  tx: Db,
  context: AuditContext,
  slugs: string[],
): Promise<string[]> {
  const archived = (await lockAll(tx, slugs)).filter((row) => row.status === 3)
  for (const row of archived)
    await tx
      .updateTable('organizations')
      .set({
        status: row.previous_status ?? 1,
        previous_status: null,
        version: row.version + 1,
        updated_at: context.now,
      })
      .where('id', '=', row.id)
      .execute()
  const events = archived.map((row) => ({
    action: 'unarchive',
    ...objectOf(row),
    before: { status: 3 },
    after: { status: row.previous_status ?? 1 },
  }))
  await auditAll(tx, context, events)
  return slugs
}

/** 409 naming the projects of these organizations that still collect money. */
export async function refuseWhileInFinancing(tx: Db, organizationIds: number[]): Promise<void> {
  if (organizationIds.length === 0) return
  const collecting = await projectsInFinancing(tx, organizationIds)
  if (collecting.length === 0) return
  const blocking = collecting.map((project) => ({ ...project, code: 'still_in_financing' }))
  throw conflict('still_in_financing', { blocking })
}

// Locked in the order of their ids: two bulk actions on the same rows wait for each other instead of deadlocking.
async function lockAll(tx: Db, slugs: string[]) {
  const rows = await tx
    .selectFrom('organizations')
    .select(['id', 'title', 'status', 'previous_status', 'version'])
    .where('slug', 'in', slugs)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length !== slugs.length) throw invalid({ organization_slugs: 'organizations.unknown' })
  return rows
}
