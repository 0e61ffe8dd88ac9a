import { auditAll, type AuditContext } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/errors.ts'
import { freeSlugs } from '#server/slug.ts'
import type { Locale } from '#shared/messages.ts'
import { text } from '#server/texts.ts'
import { needsOf } from './queries.ts'

// Locked in the order of their ids: two bulk actions on the same rows wait for each other instead of deadlocking.
async function lockAll(tx: Db, slugs: string[]) {
  const rows = await tx
    .selectFrom('projects')
    .selectAll()
    .where('slug', 'in', slugs)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length !== slugs.length) throw invalid({ project_slugs: 'projects.unknown' })
  return rows
}

/** Archives projects, all or none. 409 `still_in_financing` names those that still collect money. */
export async function archiveProjects(tx: Db, context: AuditContext, slugs: string[]): Promise<string[]> {
  const rows = await lockAll(tx, slugs)
  const collecting = rows.filter((row) => row.status !== 3 && row.financing === 3)
  if (collecting.length > 0) {
    const blocking = collecting.map(({ slug, title }) => ({ slug, title, code: 'still_in_financing' }))
    throw conflict('still_in_financing', { blocking })
  }
  const fresh = rows.filter((row) => row.status !== 3)
  for (const row of fresh)
    await tx
      .updateTable('projects')
      .set({ status: 3, previous_status: row.status, version: row.version + 1, updated_at: context.now })
      .where('id', '=', row.id)
      .execute()
  await auditAll(
    tx,
    context,
    fresh.map((row) => event('archive', row, { status: row.status }, { status: 3 })),
  )
  return slugs
}

/** Restores archived projects with the status they had. Those that are not archived stay as they are. */
export async function unarchiveProjects(tx: Db, context: AuditContext, slugs: string[]): Promise<string[]> {
  const archived = (await lockAll(tx, slugs)).filter((row) => row.status === 3)
  for (const row of archived)
    await tx
      .updateTable('projects')
      .set({
        status: row.previous_status ?? 1,
        previous_status: null,
        version: row.version + 1,
        updated_at: context.now,
      })
      .where('id', '=', row.id)
      .execute()
  await auditAll(
    tx,
    context,
    archived.map((row) => event('unarchive', row, { status: 3 }, { status: row.previous_status ?? 1 })),
  )
  return slugs
}

function event(action: string, row: { id: number; title: string }, before: object, after: object) {
  return {
    action,
    object_type: 'project',
    object_id: row.id,
    object_title: row.title,
    before: { ...before },
    after: { ...after },
  }
}

/**
 * Copies texts and needs of projects; never money, reviews and what staff marked on the way, tasks or documents. The
 * copies are in progress.
 */
export async function duplicateProjects(tx: Db, context: AuditContext, slugs: string[], locale: Locale) {
  if (slugs.length === 0) return []
  const rows = await lockAll(tx, slugs)
  await refuseArchivedOrganizations(tx, rows)
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  const rowOf = (slug: string) => bySlug.get(slug)!
  const titleOfCopy = (title: string) => text(locale, 'projects.copy_title', { title }).slice(0, 500)
  const needs = await needsOf(
    tx,
    rows.map((row) => row.id),
  )
  const titles = slugs.map((from) => titleOfCopy(rowOf(from).title))
  const copySlugs = await freeSlugs(tx, 'projects', titles)
  const copies = await tx
    .insertInto('projects')
    .values(
      slugs.map((from, at) => {
        const { organization_id, description, funding_type, individual_bank_account_id, starts_on, ends_on } =
          rowOf(from)
        return {
          slug: copySlugs[at]!,
          title: titles[at]!,
          organization_id,
          description,
          funding_type,
          individual_bank_account_id,
          starts_on,
          ends_on,
          status: 1,
          created_at: context.now,
          updated_at: context.now,
        }
      }),
    )
    .returning(['id', 'slug'])
    .execute()
  const idOf = new Map(copies.map((copy) => [copy.slug, copy.id]))
  const duplicated = slugs.map((from, at) => ({ from, slug: copySlugs[at]!, title: titles[at]! }))
  const copyOf = new Map(duplicated.map(({ from, slug }) => [rowOf(from).id, idOf.get(slug)!]))
  await insertNeeds(
    tx,
    needs.map(({ project_id, title, amount_cents, position }) => ({
      project_id: copyOf.get(project_id)!,
      title,
      amount_cents,
      position,
    })),
  )
  await auditAll(
    tx,
    context,
    duplicated.map(({ from, slug, title }) => ({
      action: 'duplicate',
      object_type: 'project',
      object_id: idOf.get(slug)!,
      object_title: title,
      after: { from, title },
    })),
  )
  return duplicated
}

// An archived organization gets no new projects, copies included.
async function refuseArchivedOrganizations(
  tx: Db,
  rows: { slug: string; title: string; organization_id: number }[],
): Promise<void> {
  const archived = await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', 'in', [...new Set(rows.map((row) => row.organization_id))])
    .where('status', '=', 3)
    .orderBy('id')
    .forShare()
    .execute()
  const blocking = rows
    .filter((row) => archived.some(({ id }) => id === row.organization_id))
    .map(({ slug, title }) => ({ slug, title, code: 'organization_archived' }))
  if (blocking.length > 0) throw conflict('organization_archived', { blocking })
}

type NewNeed = { project_id: number; title: string; amount_cents: number; position: number }
const needsAtOnce = 5000

// A statement takes 65,535 values at most.
async function insertNeeds(tx: Db, needs: NewNeed[]): Promise<void> {
  for (let start = 0; start < needs.length; start += needsAtOnce)
    await tx
      .insertInto('needs')
      .values(needs.slice(start, start + needsAtOnce))
      .execute()
}
