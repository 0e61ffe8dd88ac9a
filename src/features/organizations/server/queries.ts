import { type Selectable, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { financing, recordStatus, reviewOutcome } from '#shared/statuses.ts'
import { taskStatus } from '#features/tasks/rules.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/schema.ts'
import { notFound } from '#server/base/errors.ts'
import {
  allIds,
  allOf,
  columnsIn,
  containsWords,
  paging,
  readPage,
  readRows,
  type RowParts,
} from '#server/lists/list-query.ts'
import { type LockFor, lockedFor } from '#server/db/locks.ts'
import { notRemoved, notRemovedOf } from '#server/lists/removed-rows.ts'
import type { PickedRows } from '#server/lists/selection.ts'
import type { Archivable } from '#features/ledger/archiving.ts'
import { detailColumns, type StoredFields } from '#server/records/stored.ts'
import { organizationRecord } from '../fields.ts'
import type { ExemptionKind } from '../rules.ts'
import {
  exemptionExpiredToday,
  joinToday,
  organizationIds,
  organizationListRequest,
  type OrganizationQuery,
} from './list.ts'

/** Columns that the API returns as stored. */
export const shownColumns = [
  'id',
  'slug',
  'title',
  'preview_token',
  'email_contact',
  'needs_review',
  'needs_voting_review',
  'version',
] as const
const otherColumns = [
  'status',
  'review_status',
  'content_review_status',
  'nonprofit_review_status',
  'voting_review_status',
  'exemption_kind',
  'exemption_date',
  'exemption_ends_on',
] as const

type Columns = Pick<
  Selectable<DB['organizations']>,
  (typeof shownColumns)[number] | (typeof otherColumns)[number]
>
export type StoredRow = Columns & {
  exemption_kind: ExemptionKind
  internal_slug: string | null
  internal_title: string | null
  open_tasks: number
}

/** A list row, with its proof evaluated for the day. */
export type ListedRow = StoredRow & { exemption_expired: boolean }

// Open tasks are counted from an index, and only for one page of rows.
const rowColumns = sql`
  ${columnsIn('organizations', [...shownColumns, ...otherColumns])},
  (select count(*)::int from reminders where organization_id = organizations.id and reminders.status = ${sql.lit(taskStatus.open)}) as open_tasks,
  internal.slug as internal_slug, internal.title as internal_title`

const projectCount = sql`(select count(*)::int from projects where organization_id = organizations.id and ${notRemoved})`

const joins = sql`left join internal_statuses internal on internal.id = organizations.internal_status_id`

/** The columns and joins of a list row, on the business day. */
const rowParts: RowParts = {
  columns: sql`${rowColumns}, ${exemptionExpiredToday} as exemption_expired`,
  tables: sql`join organizations on organizations.id = wanted.id ${joinToday} ${joins}`,
}

export async function listOrganizations(db: Db, query: OrganizationQuery, today: Day) {
  const asked = organizationListRequest(query, today)
  const { count, rows } = await readPage<ListedRow>(db, asked, rowParts, query)
  return { ...paging(count, query), rows }
}

/** The rows with these ids, in their order; exports read them in blocks. */
export function organizationRowsByIds(db: Db, ids: number[]): Promise<ListedRow[]> {
  return readRows(db, ids, rowParts)
}

// Without the fields that list rows already contain.
const recordColumns = [
  ...detailColumns(organizationRecord).filter((key) => !otherColumns.some((other) => other === key)),
  'created_at',
  'updated_at',
] as const

export type RecordRow = ListedRow & RecordFields & { project_count: number }
type RecordFields = StoredFields<typeof organizationRecord> &
  Pick<Selectable<DB['organizations']>, 'created_at' | 'updated_at'>

export function organizationRecordsByIds(db: Db, ids: number[]): Promise<RecordRow[]> {
  const { columns, tables } = rowParts
  const all = sql`${columns}, ${columnsIn('organizations', recordColumns)},
    ${projectCount} as project_count`
  return readRows(db, ids, { columns: all, tables })
}

export function allOrganizationIds(
  db: Db,
  query: OrganizationQuery,
  today: Day,
  picked?: PickedRows,
): Promise<number[]> {
  return allIds(db, organizationIds(query, today, picked))
}

export type StoredDetail = StoredRow &
  RecordFields & {
    previous_status: number | null
    internal_status_id: number | null
    project_count: number
  }

const detailed = columnsIn('organizations', [...recordColumns, 'previous_status', 'internal_status_id'])

/** One organization with everything its page shows; undefined if there is none. */
export async function findOrganization(db: Db, slug: string): Promise<StoredDetail | undefined> {
  const { rows } = await sql<StoredDetail>`
    select ${rowColumns}, ${detailed}, ${projectCount} as project_count
    from organizations ${joins} where organizations.slug = ${slug} and ${notRemovedOf('organizations')}`.execute(
    db,
  )
  return rows[0]
}

export async function getOrganization(db: Db, slug: string): Promise<StoredDetail> {
  const row = await findOrganization(db, slug)
  if (!row) throw notFound()
  return row
}

/** One organization, locked until the transaction ends, so that concurrent edits wait for each other; throws notFound. */
export async function lockOrganization(
  tx: Db,
  slug: string,
  purpose: LockFor = 'change',
): Promise<StoredDetail> {
  const row = tx.selectFrom('organizations').select('id').where('slug', '=', slug)
  await row.$call(lockedFor(purpose)).execute()
  return getOrganization(tx, slug)
}

type Named = { slug: string; title: string }

/** The first projects of each organization that prevent archiving it. */
export async function projectsAgainstArchiving(db: Db, organizationIds: number[]) {
  const { rows } = await sql<Named & Archivable & { of_slug: string; of_title: string }>`
    select project.slug, project.title, financing, funded_cents, settled_cents, paid_cents,
      organization.slug as of_slug, organization.title as of_title
    from unnest(${organizationIds}::bigint[]) as wanted (id)
    join organizations organization on organization.id = wanted.id
    cross join lateral (
      select * from projects
      where organization_id = wanted.id and (financing = ${sql.lit(financing.inFinancing)} or funded_cents > paid_cents) order by id limit 10
    ) project
    order by organization.id, project.id`.execute(db)
  return rows
}

/** The first projects of an organization; any of them prevents deleting it. */
export function projectsOf(db: Db, organizationId: number): Promise<Named[]> {
  return db
    .selectFrom('projects')
    .select(['slug', 'title'])
    .where('organization_id', '=', organizationId)
    .where(notRemoved)
    .orderBy('id')
    .limit(100)
    .execute()
}

/** Projects the public may see (complete, review "public"), by title; amounts in cents. */
export function publicProjectsOf(db: Db, organizationId: number) {
  return db
    .selectFrom('projects')
    .select(['id', 'title', 'description', 'target_cents', 'funded_cents'])
    .where('organization_id', '=', organizationId)
    .where('status', '=', recordStatus.complete)
    .where('review_status', '=', reviewOutcome.passed)
    .orderBy('title_sort')
    .orderBy('id')
    .execute()
}

/** Slug and title of all organizations, or of the first that contain the words. */
export async function minimalOrganizations(
  db: Db,
  query: { search: string; limit?: number; exclude_status?: 'archived' },
) {
  const words = containsWords(query.search)
  const condition = allOf([
    notRemoved,
    ...(words ? [words] : []),
    ...(query.exclude_status ? [sql<boolean>`status <> ${sql.lit(recordStatus.archived)}`] : []),
  ])
  const { rows } = await sql<Named>`
    select slug, title from organizations where ${condition}
    order by title_sort, id limit ${query.limit ?? null}`.execute(db)
  return rows
}
