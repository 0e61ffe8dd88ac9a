import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { allOf, containsWordsOf } from '#server/lists/list-query.ts'
import { personName } from '#server/base/person-name.ts'
import type { User } from '#server/auth/session.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { bulkActions, type BulkAction, mayRun } from '../rules.ts'
import type { runList } from '../table.ts'
import type { StoredRun } from './stored-run.ts'

/** True if a person may see a run: their own, and others whose act they have the right for. */
export function maySee(user: User, run: Pick<StoredRun, 'user_id' | 'action'>): boolean {
  return run.user_id === user.id || mayRun(user, run.action)
}

/** One page of the runs that a person may see, with their total. */
export async function listRuns(db: Db, user: User, query: ListQuery<typeof runList>) {
  const where = conditionOf(user, query)
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from bulk_runs where ${where}`.execute(db)
  // Ids follow the order of their start.
  const { rows } = await sql<StoredRun>`
    select * from bulk_runs where ${where} order by id ${query.ordering.descending ? sql`desc` : sql`asc`}
    limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`.execute(db)
  return { n: counted[0]!.n, rows }
}

function conditionOf(user: User, { filters, search }: ListQuery<typeof runList>): RawBuilder<boolean> {
  const mayDo = (Object.keys(bulkActions) as BulkAction[]).filter((action) => mayRun(user, action))
  const parts = [sql<boolean>`(user_id = ${user.id} or action = any(${mayDo}::text[]))`]
  if (filters.action) parts.push(sql`action = any(${filters.action}::text[])`)
  if (filters.status) parts.push(sql`state = any(${filters.status}::text[])`)
  // Both values together mean everybody.
  if (filters.started_by?.length === 1)
    parts.push(filters.started_by[0] === 'me' ? sql`user_id = ${user.id}` : sql`user_id <> ${user.id}`)
  const words = containsWordsOf(searched, search)
  return allOf(words ? [...parts, words] : parts)
}

// Search covers the person who started the run and the text written for it.
const searched = sql`fold(concat_ws(' ', (select ${personName} from users where users.id = user_id),
  input ->> 'reason', input ->> 'note', input ->> 'title'))`
