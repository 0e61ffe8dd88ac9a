import { sql } from 'kysely'
import type { Contents } from '#server/files/contents.ts'
import type { Db } from '#server/db/db.ts'
import type { ZipEntry } from '#server/formats/zip.ts'

const block = 200

/** The documents of a run as entries of an archive: one file in memory at a time, each verified against its hash. */
export async function* zipEntries(db: Db, contents: Contents, runId: number): AsyncGenerator<ZipEntry> {
  for (let last = 0; ;) {
    const { rows } = await sql<{ place: number; filename: string; sha256: string; slug: string }>`
      select row.place, documents.filename, documents.sha256, organizations.slug from generation_rows row
      join documents on documents.id = row.document_id
      join organizations on organizations.id = row.organization_id
      where row.run_id = ${runId} and row.state = 'issued' and row.place > ${last}
      order by row.place limit ${block}`.execute(db)
    // Two issuers have the same numbers, so each has its own folder.
    for (const { filename, sha256, slug } of rows)
      yield { name: `${slug}/${filename}`, text: [[await contents.read(sha256)]] }
    if (rows.length < block) return
    last = rows.at(-1)!.place
  }
}
