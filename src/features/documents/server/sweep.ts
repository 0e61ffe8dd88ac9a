import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Contents, StoredContent } from '#server/files/contents.ts'
import type { Files } from '#server/files/files.ts'
import { defineDailyJob } from '#server/work/jobs.ts'

/** Younger files are kept, because an upload stores its bytes before its row exists. */
const youngMs = 24 * 3_600_000

/** True while a row names the bytes. Any other feature that stores contents by hash must be added here. */
async function isReferenced(db: Db, sha256: string): Promise<boolean> {
  const named = await db
    .selectFrom('documents')
    .select('id')
    .where('sha256', '=', sha256)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (named) return true
  // A mail that has not left yet carries its file by the same hash.
  const carried = await db
    .selectFrom('emails')
    .select('id')
    .where('attachment_sha256', '=', sha256)
    .where('state', 'in', ['queued', 'sending', 'failed'])
    .limit(1)
    .executeTakeFirst()
  if (carried) return true
  const template = await db
    .selectFrom('document_template_versions')
    .select('id')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst()
  if (template) return true
  const { rows } = await sql`
    select from photos where sha256 = ${sha256} union all select from photos where thumb_sha256 = ${sha256}
    union all select from signatures where sha256 = ${sha256} limit 1`.execute(db)
  return rows.length > 0
}

/** Removes stored contents that no row references (`isReferenced`): from failed uploads and deleted records. */
export async function sweepContents(db: Db, contents: Contents, now: Date): Promise<number> {
  let removed = 0
  for await (const content of contents.list()) if (await removeOrphan(db, contents, content, now)) removed++
  return removed
}

// A concurrent upload may store the same bytes: they are put back if a row now names them, and each upload checks once
// more after its row exists (`storeUpload`).
async function removeOrphan(db: Db, contents: Contents, { sha256, changedAt }: StoredContent, now: Date) {
  if (now.getTime() - changedAt.getTime() < youngMs || (await isReferenced(db, sha256))) return false
  const bytes = await contents.read(sha256).catch(() => undefined)
  await contents.remove(sha256)
  if (!bytes || !(await isReferenced(db, sha256))) return true
  await contents.put(bytes)
  return false
}

/** Every column that names a stored file by its key; files named by none of them are swept. */
export const fileKeys = [
  ['imports', 'file_key'],
  ['exports', 'file_key'],
  ['bank_statement_files', 'file_key'],
  ['bank_statement_files', 'kept_key'],
] as const

/** True while a row names an upload or an export. */
async function isNamed(db: Db, key: string): Promise<boolean> {
  const named = fileKeys.map(
    ([table, column]) => sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${key}`,
  )
  const { rows } = await sql`${sql.join(named, sql` union all `)} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Removes stored files that no import, statement or export names: a process was killed between storing the file and its
 * row. Each key is created for one file, so no later row can name an old one.
 */
export async function sweepFiles(db: Db, files: Files, now: Date): Promise<number> {
  let removed = 0
  for await (const { key, changedAt } of files.list()) {
    if (now.getTime() - changedAt.getTime() < youngMs || (await isNamed(db, key))) continue
    await files.remove(key)
    removed++
  }
  return removed
}

export const sweepNightly = defineDailyJob({
  name: 'documents.sweep',
  at: '03:30',
  run: async ({ db, services, now }) => {
    await sweepContents(db, services.files.contents, now)
    await sweepFiles(db, services.files, now)
  },
})
