import { sql } from 'kysely'
import { type Day, dayOf } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { scopeOf } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import type { User } from '#server/auth/session.ts'
import type { DocumentsInBrief } from '../brief.ts'
import type { DocumentType } from '../rules.ts'
import { isCurrent } from './current-documents.ts'
import { nameInWords } from './document-names.ts'
import { documentsInScope } from './queries.ts'

const mostShown = 5

type Stored = {
  slug: string
  type: DocumentType
  kind: string
  number: string | null
  issued_on: Day | null
  filename: string
  size_bytes: number
  created_at: Date
  count: number
}

/**
 * Current documents of a project that the person may see, the newest first; null without the right to see documents.
 */
export async function documentsInBrief(
  db: Db,
  projectId: number,
  locale: Locale,
  user: User,
): Promise<DocumentsInBrief | null> {
  if (!can(user, 'view_documents')) return null
  const { rows } = await sql<Stored>`
    select slug, type, kind, number, issued_on, filename, size_bytes, created_at, count(*) over ()::int as count
    from documents where project_id = ${projectId} and ${isCurrent} and ${documentsInScope(scopeOf(user))}
    order by created_at desc, id desc limit ${mostShown}`.execute(db)
  const files = rows.map(({ slug, filename, size_bytes, created_at, ...named }) => ({
    slug,
    name: nameInWords(locale, named),
    filename,
    size_bytes,
    day: dayOf(created_at),
  }))
  return { files, count: rows[0]?.count ?? 0 }
}
