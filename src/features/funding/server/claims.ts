import { type RawBuilder, sql } from 'kysely'
import { storedOrderings } from '#shared/lists/list-record.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Locale } from '#shared/messages.ts'
import { type CompanyScope, inScope, scopeOf } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'
import { allOf, anyOf, containsWords, paging } from '#server/lists/list-query.ts'
import type { Context } from '#server/routes/implement.ts'
import type { Route } from '#shared/route.ts'
import { taskStatus } from '#features/tasks/rules.ts'
import { text, textOf } from '#server/base/texts.ts'
import {
  exportColumns,
  type ExportContext,
  type ExportParameters,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import { completeTasks } from '#features/tasks/server/resolve.ts'
import { tasksByIds } from '#features/tasks/server/queries.ts'
import { claimCells } from '../cells.ts'
import type { ClaimRow } from '../contract.ts'
import { claimList } from '../table.ts'

export type ClaimQuery = ListQuery<typeof claimList>

type StoredClaim = Omit<ClaimRow, 'project' | 'organization' | 'company' | 'state' | 'state_display'> & {
  id: number
  project_slug: string
  project_title: string
  organization_slug: string
  organization_title: string
  company_slug: string
  company_title: string
}

const joined = sql`recovery_claims claim
  join projects project on project.id = claim.project_id
  join organizations organization on organization.id = claim.organization_id
  join companies company on company.id = claim.company_id`

const rowsWith = (condition: RawBuilder<boolean>, slice: RawBuilder<unknown>) => sql<StoredClaim>`
  select claim.id, claim.slug, claim.amount_cents, claim.returned_cents, claim.written_off_cents, claim.open_cents,
    claim.opened_on, claim.closed_on, claim.reason, claim.version, project.slug as project_slug,
    project.title as project_title, organization.slug as organization_slug, organization.title as organization_title,
    company.slug as company_slug, company.title as company_title
  from ${joined} where ${condition} ${slice}`

// Searches use the projects' word index.
function conditionOf({ search, filters }: ClaimQuery, scope: CompanyScope): RawBuilder<boolean> {
  const words = containsWords(search)
  const states = {
    open: sql<boolean>`claim.closed_on is null`,
    closed: sql<boolean>`claim.closed_on is not null`,
  }
  return allOf([
    inScope(scope, sql`claim.company_id`),
    ...(words ? [sql<boolean>`claim.project_id in (select id from projects where ${words})`] : []),
    ...(filters.state ? [anyOf(filters.state.map((state) => states[state as keyof typeof states]))] : []),
    ...(filters.company ? [sql<boolean>`company.slug = any(${filters.company}::text[])`] : []),
  ])
}

// Claims that are not closed come last in either direction.
const order = ({ ordering: { key, descending } }: ClaimQuery) => {
  const way = descending ? sql`desc` : sql`asc`
  return sql`order by claim.${sql.ref(storedOrderings(claimList)[key])} ${way} nulls last, claim.id ${way}`
}

/** One page of the claims of companies in scope, with their number and open cents. */
export async function listClaims(db: Db, query: ClaimQuery, scope: CompanyScope, locale: Locale) {
  const where = conditionOf(query, scope)
  const { rows: counted } = await sql<{ n: number; open_cents: number }>`
    select count(*)::int as n, coalesce(sum(claim.open_cents), 0)::bigint as open_cents
    from ${joined} where ${where}`.execute(db)
  const { n, open_cents } = counted[0]!
  const slice = sql`${order(query)} limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`
  const { rows } = await rowsWith(where, slice).execute(db)
  return { ...paging(n, query), open_cents, results: rows.map((row) => present(row, locale)) }
}

/** Exports claims as listed, in the list's order. */
export async function exportOfClaims(
  db: Db,
  query: ClaimQuery,
  wanted: ExportParameters,
  asked: ExportContext,
): Promise<ListExport<ClaimRow>> {
  const { locale, holder } = asked
  const { rows } = await sql<{ id: number }>`
    select claim.id from ${joined} where ${conditionOf(query, scopeOf(holder))} ${order(query)}`.execute(db)
  return {
    ...asked,
    name: text(locale, 'claims.title'),
    list: claimList,
    query,
    ids: rows.map((row) => row.id),
    rowsByIds: async (reader, ids) => {
      const found = await rowsWith(
        sql`claim.id = any(${ids}::bigint[])`,
        sql`order by array_position(${ids}::bigint[], claim.id)`,
      ).execute(reader)
      return found.rows.map((row) => present(row, locale))
    },
    columns: exportColumns(claimList, claimCells, wanted, locale),
  }
}

/** One claim of a company in scope as the API returns it; throws notFound. */
export async function getClaim(db: Db, slug: string, scope: CompanyScope, locale: Locale): Promise<ClaimRow> {
  const condition = allOf([sql<boolean>`claim.slug = ${slug}`, inScope(scope, sql`claim.company_id`)])
  const { rows } = await rowsWith(condition, sql``).execute(db)
  if (!rows[0]) throw notFound()
  return present(rows[0], locale)
}

function present(row: StoredClaim, locale: Locale): ClaimRow {
  const { project_slug, project_title, organization_slug, organization_title, company_slug, company_title } =
    row
  const state = row.closed_on === null ? 'open' : 'closed'
  return {
    ...row,
    project: { slug: project_slug, title: project_title },
    organization: { slug: organization_slug, title: organization_title },
    company: { slug: company_slug, title: company_title },
    state,
    state_display: textOf(locale, `claims.state.${state}`),
  }
}

type ClaimContext = Pick<Context<Route>, 'db' | 'auditContext' | 'now' | 'today' | 'services'> & {
  user: Context<Route>['user'] & object
}

/** Completes a claim's reminder task when none of its claims is open any more. */
export async function completeTaskOf(doing: ClaimContext, claim: { id: number; reminder_id: number | null }) {
  const { db: tx } = doing
  if (claim.reminder_id === null) return
  const open = await tx
    .selectFrom('recovery_claims')
    .select('id')
    .where('reminder_id', '=', claim.reminder_id)
    .where('closed_on', 'is', null)
    .executeTakeFirst()
  if (open) return
  await tx.selectFrom('reminders').select('id').where('id', '=', claim.reminder_id).forNoKeyUpdate().execute()
  const tasks = await tasksByIds(tx, [claim.reminder_id])
  await completeTasks(
    tx,
    doing,
    tasks.filter((task) => task.status === taskStatus.open),
  )
}
