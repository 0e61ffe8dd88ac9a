import { sql } from 'kysely'
import { can } from '#shared/permissions.ts'
import { audit, type AuditContext, auditOf, differences } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden, notFound } from '#server/base/errors.ts'
import { lockClause, type LockFor } from '#server/db/locks.ts'
import type { User } from '#server/auth/session.ts'
import type { Snippet } from '../contract.ts'

type Fields = Pick<Snippet, 'purpose' | 'title' | 'text' | 'shared'>

const columns = sql`id, purpose, title, text, owner_id is null as shared, version`
const mine = (user: User) => sql`(owner_id is null or owner_id = ${user.id})`

/** The snippets that a person can use: shared ones and their own. */
export async function snippetsOf(db: Db, user: User): Promise<Snippet[]> {
  const { rows } = await sql<Snippet>`
    select ${columns} from review_snippets where ${mine(user)} order by title_sort, id`.execute(db)
  return rows
}

// Shared snippets go out in mails, so they need the right to change mail templates.
function requireRight(user: User, shared: boolean): void {
  if (shared && !can(user, 'change_email_templates')) throw forbidden('change_email_templates')
}

const ownerOf = (user: User, shared: boolean) => (shared ? null : user.id)

export async function createSnippet(
  tx: Db,
  context: AuditContext,
  user: User,
  { purpose, title, text, shared }: Fields,
): Promise<Snippet> {
  requireRight(user, shared)
  const { rows } = await sql<Snippet>`
    insert into review_snippets (purpose, title, text, owner_id, created_at, updated_at)
    values (${purpose}, ${title}, ${text}, ${ownerOf(user, shared)}, ${context.now}, ${context.now})
    returning ${columns}`.execute(tx)
  await record(tx, context, 'create', rows[0]!, { after: { purpose, title, text, shared } })
  return rows[0]!
}

/** Changes a usable snippet; one that is or becomes shared needs the right for it. */
export async function changeSnippet(
  tx: Db,
  context: AuditContext,
  user: User,
  { id, version, ...changes }: Partial<Fields> & { id: number; version: number },
): Promise<Snippet> {
  const known = await lockSnippet(tx, user, id)
  requireRight(user, known.shared || changes.shared === true)
  if (version !== known.version) throw conflict('edit_conflict', { current: known })
  const next = { ...known, ...changes }
  const changed = differences({ ...known }, { ...changes })
  if (Object.keys(changed.after).length === 0) return known
  const { rows } = await sql<Snippet>`
    update review_snippets set purpose = ${next.purpose}, title = ${next.title}, text = ${next.text},
      owner_id = ${ownerOf(user, next.shared)}, version = version + 1, updated_at = ${context.now}
    where id = ${id} returning ${columns}`.execute(tx)
  await record(tx, context, 'change', rows[0]!, changed)
  return rows[0]!
}

export async function deleteSnippet(tx: Db, context: AuditContext, user: User, id: number): Promise<void> {
  const known = await lockSnippet(tx, user, id, 'removal')
  requireRight(user, known.shared)
  await tx.deleteFrom('review_snippets').where('id', '=', id).execute()
  const { purpose, title, text, shared } = known
  await record(tx, context, 'delete', known, { before: { purpose, title, text, shared } })
}

async function lockSnippet(tx: Db, user: User, id: number, purpose: LockFor = 'change'): Promise<Snippet> {
  const { rows } = await sql<Snippet>`
    select ${columns} from review_snippets where id = ${id} and ${mine(user)} ${lockClause(purpose)}`.execute(
    tx,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

function record(
  tx: Db,
  context: AuditContext,
  action: 'create' | 'change' | 'delete',
  { id, title }: Snippet,
  values: { before?: object; after?: object },
) {
  return audit(tx, context, {
    action,
    ...auditOf('review_snippet', { id, title }),
    ...(values as { before?: Record<string, unknown>; after?: Record<string, unknown> }),
  })
}
