import { sql } from 'kysely'
import { auditAll, type AuditContext, type AuditEvent, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'
import { lockedFor } from '#server/db/locks.ts'
import { lockChosen, type Selected } from '#server/lists/selection.ts'
import type { Day } from '#shared/dates.ts'
import type { Selection } from '#shared/lists/selection.ts'
import { recordStatus } from '#shared/statuses.ts'
import { archiveBlocker, firstBlocker } from '#features/ledger/archiving.ts'
import { type OrganizationQuery, selectableOrganizations } from './list.ts'
import { projectsAgainstArchiving } from './queries.ts'

type ArchiveInput = { organization_slugs?: string[]; selection?: Selection<OrganizationQuery> }

/** Locks the organizations of a bulk act; deleted ones of a selection are named. */
export function chosenOrganizations(
  tx: Db,
  { organization_slugs, selection }: ArchiveInput,
  today: Day,
): Promise<Selected> {
  const named = { field: 'organization_slugs', rows: organization_slugs, unknown: 'organizations.unknown' }
  return lockChosen(tx, selectableOrganizations(today), { ...named, selection })
}

/** Archives locked organizations, all or none. 409 names their projects that collect money or have money under way. */
export async function archiveOrganizations(tx: Db, context: AuditContext, ids: number[]): Promise<void> {
  const rows = await rowsOf(tx, ids)
  const fresh = rows.filter((row) => row.status !== recordStatus.archived)
  await lockForArchiving(
    tx,
    fresh.map((row) => row.id),
  )
  await sql`
    update organizations set status = ${sql.lit(recordStatus.archived)}, previous_status = status, version = version + 1, updated_at = ${context.now}
    where id = any(${fresh.map((row) => row.id)}::bigint[])`.execute(tx)
  const events = fresh.map((row): AuditEvent => ({
    action: 'archive',
    ...auditOf('organization', row),
    before: { status: row.status },
    after: { status: recordStatus.archived },
  }))
  await auditAll(tx, context, events)
}

/** Restores locked organizations to their previous status and ignores those that are not archived. */
export async function unarchiveOrganizations(tx: Db, context: AuditContext, ids: number[]): Promise<void> {
  const rows = await rowsOf(tx, ids)
  const archived = rows.filter((row) => row.status === recordStatus.archived)
  await sql`
    update organizations set status = coalesce(previous_status, ${sql.lit(recordStatus.inProgress)}), previous_status = null, version = version + 1,
      updated_at = ${context.now}
    where id = any(${archived.map((row) => row.id)}::bigint[])`.execute(tx)
  const events = archived.map((row): AuditEvent => ({
    action: 'unarchive',
    ...auditOf('organization', row),
    before: { status: recordStatus.archived },
    after: { status: row.previous_status ?? recordStatus.inProgress },
  }))
  await auditAll(tx, context, events)
}

/**
 * Locks organizations for archiving. It waits for projects being created and prevents new ones until the transaction ends. 409
 * names their projects that collect money or have money under way, each with the reason.
 */
export async function lockForArchiving(tx: Db, organizationIds: number[]): Promise<void> {
  if (organizationIds.length === 0) return
  const leaving = tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', sql<number>`any(${organizationIds}::bigint[])`)
    .orderBy('id')
  await leaving.$call(lockedFor('removal')).execute()
  const blocking = (await projectsAgainstArchiving(tx, organizationIds)).flatMap((project) => {
    const code = archiveBlocker(project)
    const { slug, title, of_slug, of_title } = project
    return code ? [{ slug, title, code, of: { slug: of_slug, title: of_title } }] : []
  })
  const code = firstBlocker(blocking.map((one) => one.code))
  if (code) throw conflict(code, { blocking })
}

const rowsOf = (tx: Db, ids: number[]) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'slug', 'title', 'status', 'previous_status'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()
