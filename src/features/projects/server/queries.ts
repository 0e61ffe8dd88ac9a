import { type Selectable, sql } from 'kysely'
import type { GuardedAct } from '#shared/approvals.ts'
import { type FinancingStage, recordStatus } from '#shared/statuses.ts'
import { taskStatus } from '#features/tasks/rules.ts'
import { waitingActs } from '#server/approvals/second-person.ts'
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
import { detailColumns, type StoredFields } from '#server/records/stored.ts'
import { personName } from '#server/base/person-name.ts'
import { answersColumn, type Answers } from '#features/additional-fields/server/answers.ts'
import type { FundingType } from '#features/ledger/funding-types.ts'
import { exemptionExpiredToday, joinToday } from '#features/organizations/server/list.ts'
import type { ReviewKind } from '#features/reviews/outcomes.ts'
import { projectRecord } from '../fields.ts'
import type { Proof } from '../rules.ts'
import { projectIds, projectListRequest, type ProjectQuery } from './list.ts'

/** Columns that appear on the wire as stored. */
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
  'waiting_since',
] as const

type Columns = Pick<Selectable<DB['projects']>, (typeof shownColumns)[number] | (typeof otherColumns)[number]>
/** A stored project row with the names of related records. */
export type StoredRow = Columns & {
  organization_slug: string
  organization_title: string
  organization_email: string
  financing: FinancingStage | null
  funding_type: FundingType
  account_slug: string | null
  account_title: string | null
  internal_slug: string | null
  internal_title: string | null
  reviewer: { id: number; name: string } | null
  open_tasks: number
  additional: Answers
  waiting_acts: GuardedAct[]
  organization_status: number
  organization_review_status: number | null
  town: string
  postcode: string
  proof: Proof
  /** The newest decision; null if it undid another one. */
  decision_kind: ReviewKind | null
  decision_outcome: number | null
  decided_at: Date | null
}

// The open tasks are counted from an index, for the rows of one page only.
const rowColumnsWith = (letters: number | null) => sql`
  ${columnsIn('projects', [...shownColumns, ...otherColumns])},
  organization.slug as organization_slug, organization.title as organization_title,
  organization.email_contact as organization_email,
  case when users.id is not null then json_build_object('id', users.id, 'name', ${personName}) end as reviewer,
  ${answersColumn(letters)} as additional,
  (select count(*)::int from reminders where project_id = projects.id and reminders.status = ${sql.lit(taskStatus.open)}) as open_tasks,
  ${waitingActs(sql`array['project:' || projects.id]`)} as waiting_acts,
  organization.status as organization_status, organization.review_status as organization_review_status,
  organization.city as town, organization.postcode, decision.kind as decision_kind,
  decision.outcome as decision_outcome, decision.decided_at,
  case when organization.exemption_kind = 'none' then 'none' when ${exemptionExpiredToday} then 'expired'
    else 'valid' end as proof,
  account.slug as account_slug, account.title as account_title,
  internal.slug as internal_slug, internal.title as internal_title`

/** Long answers are cut to this length in lists. */
const lettersInLists = 200
const rowColumns = rowColumnsWith(null)

const joins = sql`
  ${joinToday}
  join organizations organization on organization.id = projects.organization_id
  left join individual_bank_accounts account on account.id = projects.individual_bank_account_id
  left join internal_statuses internal on internal.id = projects.internal_status_id
  left join users on users.id = projects.reviewer_id
  left join lateral (
    select kind, outcome, decided_at from review_decisions
    where subject = 'project' and subject_id = projects.id and undoes is null
      and not exists (select from review_decisions later where later.undoes = review_decisions.id)
    order by review_decisions.id desc limit 1
  ) decision on decision.outcome is not null`

const rowParts: RowParts = {
  columns: rowColumns,
  tables: sql`join projects on projects.id = wanted.id ${joins}`,
}

const listParts: RowParts = { ...rowParts, columns: rowColumnsWith(lettersInLists) }

export async function listProjects(db: Db, query: ProjectQuery) {
  const { count, rows } = await readPage<StoredRow>(db, projectListRequest(query), listParts, query)
  return { ...paging(count, query), rows }
}

/** The rows of exactly these ids, in this order; for exports, block by block. */
export function projectRowsByIds(db: Db, ids: number[]): Promise<StoredRow[]> {
  return readRows(db, ids, rowParts)
}

/** All values of a project's record, including those that depend on the reader. */
export type RecordRow = StoredRow &
  RecordFields & {
    account_iban: string | null
    organization: Pick<Selectable<DB['organizations']>, (typeof organizationFields)[number]>
    needs: { title: string; amount_cents: number }[]
  }

type RecordFields = StoredFields<typeof projectRecord> &
  Pick<Selectable<DB['projects']>, 'created_at' | 'updated_at'>
const recordColumns = [...detailColumns(projectRecord), 'created_at', 'updated_at'] as const

const organizationFields = [
  'register_number',
  'street',
  'postcode',
  'city',
  'country',
  'phone',
  'website',
  'bank_account_holder',
  'iban',
  'bic',
] as const

const recordParts: RowParts = {
  columns: sql`${rowColumns}, ${columnsIn('projects', recordColumns)},
    account.iban as account_iban,
    json_build_object(${sql.join(organizationFields.map((name) => sql`${sql.lit(name)}, ${sql.ref(`organization.${name}`)}`))})
      as organization,
    (select coalesce(json_agg(json_build_object('title', title, 'amount_cents', amount_cents) order by position, id), '[]')
      from needs where needs.project_id = projects.id) as needs`,
  tables: rowParts.tables,
}

export function projectRecordsByIds(db: Db, ids: number[]): Promise<RecordRow[]> {
  return readRows(db, ids, recordParts)
}

/** All matching ids, in order. At eight bytes each a million fit into memory; their rows would not. */
export function allProjectIds(db: Db, query: ProjectQuery, picked?: PickedRows): Promise<number[]> {
  return allIds(db, projectIds(query, picked))
}

export type StoredDetail = StoredRow &
  RecordFields & {
    previous_status: number | null
    organization_id: number
    internal_status_id: number | null
    individual_bank_account_id: number | null
    /** The user name by which audit events know the reviewer. */
    reviewer_username: string | null
    needs_donation_review_since: Date | null
    needs_voting_review_since: Date | null
  }

const detailed = columnsIn('projects', [
  ...recordColumns,
  'previous_status',
  'organization_id',
  'internal_status_id',
  'individual_bank_account_id',
  'needs_donation_review_since',
  'needs_voting_review_since',
])

/** One project with everything its edit page shows; throws notFound. */
export async function getProject(db: Db, slug: string): Promise<StoredDetail> {
  const [row] = await projectsAt(db, [slug])
  if (!row) throw notFound()
  return row
}

/** The same for several slugs; unknown ones are missing from the result. */
async function projectsAt(db: Db, slugs: string[]): Promise<StoredDetail[]> {
  const { rows } = await sql<StoredDetail>`
    select ${rowColumns}, ${detailed}, users.username as reviewer_username
    from projects ${joins} where projects.slug = any(${slugs}::text[]) and ${notRemovedOf('projects')}`.execute(
    db,
  )
  return rows
}

/** One project, locked until the transaction ends, so that concurrent edits wait for each other; throws notFound. */
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

/** Several projects by slug, locked in the order of their ids; unknown ones are missing from the result. */
export async function lockProjects(tx: Db, slugs: string[]): Promise<Map<string, StoredDetail>> {
  await tx
    .selectFrom('projects')
    .select('id')
    .where('slug', 'in', slugs)
    .orderBy('id')
    .$call(lockedFor('change'))
    .execute()
  return new Map((await projectsAt(tx, slugs)).map((row) => [row.slug, row]))
}

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

/** True once any money has moved for the project: its needs are frozen, and it cannot be deleted. */
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

/** Slug and title of all projects, or of the first that contain the words. */
export async function minimalProjects(
  db: Db,
  query: { search: string; limit?: number; exclude_status?: 'archived' },
) {
  const words = containsWords(query.search)
  const condition = allOf([
    notRemoved,
    ...(words ? [words] : []),
    ...(query.exclude_status ? [sql<boolean>`status <> ${sql.lit(recordStatus.archived)}`] : []),
  ])
  const { rows } = await sql<{ slug: string; title: string }>`
    select slug, title from projects where ${condition} order by title_sort, id limit ${query.limit ?? null}`.execute(
    db,
  )
  return rows
}
