import { sql } from 'kysely'
import { auditAll, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { fullNameWithUsername } from '#server/auth/session.ts'

/**
 * Assigns the reviewer of locked projects; null removes them. It writes only changed rows and leaves their versions, so
 * that open edits stay valid. Returns the ids of the audit events.
 */
export async function assignReviewer(
  tx: Db,
  context: AuditContext,
  ids: number[],
  reviewer: number | null,
  note = '',
): Promise<number[]> {
  const username = reviewer === null ? null : await nameOfReviewer(tx, reviewer)
  const { rows } = await sql<{ id: number; title: string; username: string | null }>`
    select projects.id, projects.title, users.username
    from projects left join users on users.id = reviewer_id
    where projects.id = any(${ids}::bigint[]) and reviewer_id is distinct from ${reviewer}::bigint
    order by projects.id`.execute(tx)
  await writeReviewer(
    tx,
    rows.map((row) => row.id),
    reviewer,
  )
  return auditAll(
    tx,
    context,
    rows.map((row) => ({
      action: 'change',
      ...auditOf('project', row),
      before: { reviewer: row.username },
      after: { reviewer: username, ...(note ? { reason: note } : {}) },
    })),
  )
}

/** Writes the reviewer; the caller writes the audit events. */
export async function writeReviewer(tx: Db, ids: number[], reviewer: number | null): Promise<void> {
  await sql`update projects set reviewer_id = ${reviewer} where id = any(${ids}::bigint[])`.execute(tx)
}

/** The id of a user name that may review; 400 for anybody else. */
export async function idOfReviewer(tx: Db, username: string): Promise<number> {
  const user = await tx.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
  if (!user) throw invalid({ reviewer: 'reviews.reviewer_unknown' })
  await nameOfReviewer(tx, user.id)
  return user.id
}

/** Active staff with the right to decide. */
const mayDecide = sql<boolean>`(
  user_type = 'staff' and state = 'active' and (is_superuser or exists (
    select from user_permissions where user_id = users.id and permission = 'change_projects')))`

/** Staff who can be assigned as reviewers, by name. */
export async function reviewersOf(db: Db) {
  const { rows } = await sql<{ id: number; username: string; first_name: string; last_name: string }>`
    select id, username, first_name, last_name from users where ${mayDecide} order by name_sort, id`.execute(
    db,
  )
  return rows.map((row) => ({ id: row.id, full_name_w_username: fullNameWithUsername(row) }))
}

/** The user name of an account that may review, locked until the transaction ends. 400 for anybody else. */
export async function nameOfReviewer(tx: Db, id: number, field = 'reviewer'): Promise<string> {
  const { rows } = await sql<{ username: string }>`
    select username from users
    where id = ${id} and ${mayDecide} for share of users`.execute(tx)
  if (!rows[0]) throw invalid({ [field]: 'reviews.reviewer_unknown' })
  return rows[0].username
}
