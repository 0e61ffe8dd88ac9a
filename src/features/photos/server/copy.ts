import { sql } from 'kysely'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'

/** Copies photos to the copies of projects as new rows with the same bytes. */
export async function copyPhotos(
  tx: Db,
  { actor, now }: AuditContext,
  copies: ReadonlyMap<number, number>,
): Promise<void> {
  if (copies.size === 0) return
  await sql`
    insert into photos (project_id, filename, alt, position, is_title, sha256, media_type, width, height, size_bytes,
      thumb_sha256, created_by, created_at)
    select copy.id, filename, alt, position, is_title, sha256, media_type, width, height, size_bytes, thumb_sha256,
      ${actor.id}::bigint, ${now}
    from unnest(${[...copies.keys()]}::bigint[], ${[...copies.values()]}::bigint[]) as copy (of_id, id)
    join photos on photos.project_id = copy.of_id
    order by copy.id, position, photos.id`.execute(tx)
}
