import { sql } from 'kysely'
import { pick } from '#server/lists/list-query.ts'
import { copiedColumns } from '#server/records/stored.ts'
import { projectRecord } from '../../fields.ts'
import { auditAll, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'
import { lockChosen, type Selected } from '#server/lists/selection.ts'
import { freeSlugs } from '#server/db/free-slug.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { Locale } from '#shared/messages.ts'
import type { Selection } from '#shared/lists/selection.ts'
import { recordStatus } from '#shared/statuses.ts'
import { text } from '#server/base/texts.ts'
import { copyAnswers } from '#features/additional-fields/server/answers.ts'
import { type Archivable, archiveBlocker, firstBlocker } from '#features/ledger/archiving.ts'
import { type FundingType, fundingTypes } from '#features/ledger/funding-types.ts'
import { copyPhotos } from '#features/photos/server/copy.ts'
import { getPlatformFeatures } from '#features/platform-features/server/queries.ts'
import { type ProjectQuery, selectableProjects } from '../list.ts'
import { needsOf } from '../queries.ts'

type ActInput = { project_slugs?: string[]; selection?: Selection<ProjectQuery> }

/** The projects of a bulk act, locked; deleted ones of a selection are named. */
export function chosenProjects(tx: Db, { project_slugs, selection }: ActInput): Promise<Selected> {
  const named = { field: 'project_slugs', rows: project_slugs, unknown: 'projects.unknown' }
  return lockChosen(tx, selectableProjects, { ...named, selection })
}

const copied = copiedColumns(projectRecord)

const rowsOf = (tx: Db, ids: number[]) =>
  tx
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()

/** 409 with each project that cannot be archived yet and its reason; the code is that of the first one. */
export function refuseArchiving(rows: readonly (Archivable & { slug: string; title: string })[]): void {
  const blocking = rows.flatMap((row) => {
    const code = archiveBlocker(row)
    return code ? [{ slug: row.slug, title: row.title, code }] : []
  })
  const code = firstBlocker(blocking.map((one) => one.code))
  if (code) throw conflict(code, { blocking })
}

/**
 * Archives locked projects, all or none. 409 names those that still collect money or have money under way. Returns the ids of
 * the audit events.
 */
export async function archiveProjects(tx: Db, context: AuditContext, ids: number[]): Promise<number[]> {
  const rows = await rowsOf(tx, ids)
  refuseArchiving(rows.filter((row) => row.status !== recordStatus.archived))
  const fresh = rows.filter((row) => row.status !== recordStatus.archived)
  await sql`
    update projects set status = ${sql.lit(recordStatus.archived)}, previous_status = status, version = version + 1, updated_at = ${context.now}
    where id = any(${fresh.map((row) => row.id)}::bigint[])`.execute(tx)
  return auditAll(
    tx,
    context,
    fresh.map((row) => event('archive', row, { status: row.status }, { status: recordStatus.archived })),
  )
}

/** Restores locked projects to their previous status and ignores those that are not archived. */
export async function unarchiveProjects(tx: Db, context: AuditContext, ids: number[]): Promise<number[]> {
  const rows = await rowsOf(tx, ids)
  const archived = rows.filter((row) => row.status === recordStatus.archived)
  await sql`
    update projects set status = coalesce(previous_status, ${sql.lit(recordStatus.inProgress)}), previous_status = null, version = version + 1,
      updated_at = ${context.now}
    where id = any(${archived.map((row) => row.id)}::bigint[])`.execute(tx)
  return auditAll(
    tx,
    context,
    archived.map((row) =>
      event(
        'unarchive',
        row,
        { status: recordStatus.archived },
        { status: row.previous_status ?? recordStatus.inProgress },
      ),
    ),
  )
}

function event(action: AuditAction, row: { id: number; title: string }, before: object, after: object) {
  return {
    action,
    ...auditOf('project', row),
    before: { ...before },
    after: { ...after },
  }
}

/**
 * Copies texts, needs, photos and additional answers of locked projects. It never copies money, reviews, staff marks, tasks or
 * documents. The copies are in progress.
 */
export async function duplicateProjects(
  tx: Db,
  context: AuditContext,
  { ids, keys: slugs }: Selected,
  locale: Locale,
) {
  if (ids.length === 0) return []
  const rows = await rowsOf(tx, ids)
  await refuseArchivedOrganizations(tx, rows)
  await refuseSwitchedOffTypes(tx, rows)
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
        const row = rowOf(from)
        return {
          ...pick(row, copied),
          ...pick(row, ['organization_id', 'individual_bank_account_id']),
          slug: copySlugs[at]!,
          title: titles[at]!,
          status: recordStatus.inProgress,
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
  await copyPhotos(tx, context, copyOf)
  await copyAnswers(tx, copyOf)
  await auditAll(
    tx,
    context,
    duplicated.map(({ from, slug, title }) => ({
      action: 'duplicate',
      ...auditOf('project', { id: idOf.get(slug)!, title }),
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
    .where('status', '=', recordStatus.archived)
    .orderBy('id')
    .forShare()
    .execute()
  const blocking = rows
    .filter((row) => archived.some(({ id }) => id === row.organization_id))
    .map(({ slug, title }) => ({ slug, title, code: 'organization_archived' }))
  if (blocking.length > 0) throw conflict('organization_archived', { blocking })
}

// A copy is a new project, so it cannot have a disabled funding type.
async function refuseSwitchedOffTypes(
  tx: Db,
  rows: { slug: string; title: string; funding_type: number }[],
): Promise<void> {
  const features = await getPlatformFeatures(tx)
  const blocking = rows
    .filter((row) => !features[fundingTypes[row.funding_type as FundingType].feature])
    .map(({ slug, title }) => ({ slug, title, code: 'funding_type_switched_off' }))
  if (blocking.length > 0) throw conflict('funding_type_switched_off', { blocking })
}

type NewNeed = { project_id: number; title: string; amount_cents: number; position: number }
const needsAtOnce = 5000

// A statement takes at most 65,535 values.
async function insertNeeds(tx: Db, needs: NewNeed[]): Promise<void> {
  for (let start = 0; start < needs.length; start += needsAtOnce)
    await tx
      .insertInto('needs')
      .values(needs.slice(start, start + needsAtOnce))
      .execute()
}
