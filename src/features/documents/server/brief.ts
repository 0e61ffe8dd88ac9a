import { sql } from 'kysely'
import { dayOf } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import type { DocumentsInBrief } from '../brief.ts'
import { holds } from './holds.ts'

const mostShown = 5

type Stored = { slug: string; filename: string; size_bytes: number; created_at: Date; count: number }

/** The documents of a project that hold, the newest first; null for who may not see documents. */
export async function documentsInBrief(
  db: Db,
  projectId: number,
  maySee: boolean,
): Promise<DocumentsInBrief | null> {
  if (!maySee) return null
  const { rows } = await sql<Stored>`
    select slug, filename, size_bytes, created_at, count(*) over ()::int as count
    from documents where project_id = ${projectId} and ${holds}
    order by created_at desc, id desc limit ${mostShown}`.execute(db)
  const files = rows.map(({ slug, filename, size_bytes, created_at }) => ({
    slug,
    filename,
    size_bytes,
    day: dayOf(created_at),
  }))
  return { files, count: rows[0]?.count ?? 0 }
}
