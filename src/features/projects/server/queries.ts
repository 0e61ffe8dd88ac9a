import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/schema.ts'
import { notFound } from '#server/errors.ts'
import { allOf, columnsIn, containsWords, paging, readPage, readRows, type RowParts } from '#server/list.ts'
import { type LockFor, lockedFor } from '#server/locks.ts'
import type { Picked } from '#server/selection.ts'
import type { FundingType } from '#features/ledger/funding-types.ts'
import { projectCount, projectIds, type ProjectQuery } from './list.ts'

/** Columns that the wire shows as they are stored, and those that are shown in other words. */
export const shownColumns = [
  'id',
  'slug',
  'title',
  'needs_donation_review',
  'needs_voting_review',
  'is_banned',
  'target_cents',
  'funded_cents',
  'settled_cents',
  'paid_cents',
  'arrived_cents',
  'allocated_on',
  'settled_on',
  'paid_on',
  'arrived_on',
  'ends_on',
  'version',
] as const
const otherColumns = [
  'status',
  'review_status',
  'content_review_status',
  'voting_review_status',
  'financing',
  'is_ended',
  'funding_type',
] as const

type Columns = Pick<Selectable<DB['projects']>, (typeof shownColumns)[number] | (typeof otherColumns)[number]>
/** A project row as the database keeps it, with the names of what it points at. */
export type StoredRow = Columns & {
  organization_slug: string
  organization_title: string
  organization_email: string
  /** 1 fully funded, 2 expired, 3 in financing. */
  financing: 1 | 2 | 3 | null
  funding_type: FundingType
  account_slug: string | null
  account_title: string | null
  internal_slug: string | null
  internal_title: string | null
  open_tasks: number
}

// The open tasks are counted from an index, for the rows of one page only.
const rowColumns = sql`
  ${columnsIn('projects', [...shownColumns, ...otherColumns])},
  organization.slug as organization_slug, organization.title as organization_title,
  organization.email_contact as organization_email,
  (select count(*)::int from reminders where project_id = projects.id and reminders.status = 1) as open_tasks,
  account.slug as account_slug, account.title as account_title,
  internal.slug as internal_slug, internal.title as internal_title`

const joins = sql`
  join organizations organization on organization.id = projects.organization_id
  left join individual_bank_accounts account on account.id = projects.individual_bank_account_id
  left join internal_statuses internal on internal.id = projects.internal_status_id`

const rowParts: RowParts = {
  columns: rowColumns,
  tables: sql`join projects on projects.id = wanted.id ${joins}`,
}

/** One page of the list and how many there are. */
export async function listProjects(db: Db, query: ProjectQuery) {
  const asked = { ids: projectIds(query), count: projectCount(query) }
  const { count, rows } = await readPage<StoredRow>(db, asked, rowParts, query)
  return { ...paging(count, query), rows }
}

/** The rows of exactly these ids, in this order; for exports, block by block. */
export function projectRowsByIds(db: Db, ids: number[]): Promise<StoredRow[]> {
  return readRows(db, ids, rowParts)
}

/** All ids that match, in order. Eight bytes each: a million fit where their rows would not. */
export async function allProjectIds(db: Db, query: ProjectQuery, picked?: Picked): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${projectIds(query, picked)}`.execute(db)
  return rows.map((row) => row.id)
}

export type StoredDetail = StoredRow & {
  description: string
  starts_on: string | null
  previous_status: number | null
  organization_id: number
  organization_status: number
  organization_review_status: number | null
  internal_status_id: number | null
  individual_bank_account_id: number | null
  created_at: Date
  updated_at: Date
}

/** One project with everything its edit page shows; throws notFound. */
export async function getProject(db: Db, slug: string): Promise<StoredDetail> {
  const { rows } = await sql<StoredDetail>`
    select ${rowColumns}, projects.description, projects.starts_on, projects.previous_status, projects.organization_id,
      projects.internal_status_id, projects.individual_bank_account_id, projects.created_at, projects.updated_at,
      organization.status as organization_status, organization.review_status as organization_review_status
    from projects ${joins} where projects.slug = ${slug}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The same, locked until the transaction ends, so that two editors take turns. */
export async function lockProject(tx: Db, slug: string, purpose: LockFor = 'change'): Promise<StoredDetail> {
  const locked = await tx
    .selectFrom('projects')
    .select('id')
    .where('slug', '=', slug)
    .$call(lockedFor(purpose))
    .executeTakeFirst()
  if (!locked) throw notFound()
  return getProject(tx, slug)
}

/** The needs of projects, in their order. */
export async function needsOf(db: Db, projectIds: number[]) {
  if (projectIds.length === 0) return []
  return db
    .selectFrom('needs')
    .selectAll()
    .where('project_id', 'in', projectIds)
    .orderBy('project_id')
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** True when money has ever moved for the project: its needs are frozen then, and it cannot be deleted. */
export async function hasLedgerRows(db: Db, projectId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1 from ledger_accounts account
      where account.project_id = ${projectId} and (
        exists (select 1 from ledger_rows where credit_account_id = account.id)
        or exists (select 1 from ledger_rows where debit_account_id = account.id))
    ) as found`.execute(db)
  return rows[0]!.found
}

/** Slug and title, of all or of the first that contain the words. */
export async function minimalProjects(
  db: Db,
  query: { search: string; limit?: number; exclude_status?: 'archived' },
) {
  const words = containsWords(query.search)
  const condition = allOf([
    ...(words ? [words] : []),
    ...(query.exclude_status ? [sql<boolean>`status <> 3`] : []),
  ])
  const { rows } = await sql<{ slug: string; title: string }>`
    select slug, title from projects where ${condition} order by title_sort, id limit ${query.limit ?? null}`.execute(
    db,
  )
  return rows
}
