import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type CompanyScope, inScope } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/schema.ts'
import { notFound } from '#server/base/errors.ts'
import { type LockFor, lockedFor } from '#server/db/locks.ts'
import { withoutJob } from '#server/work/long-work.ts'
import type { ImportOptions } from '../choices.ts'
import type { ReadErrorCode } from '#shared/reading/errors.ts'
import type { FileFacts } from '../reading/file.ts'
import type { Mapping } from '../columns/mapping.ts'
import type { SourceRow } from '#shared/reading/row.ts'
import { importRequest, importWorkRows } from './import-work.ts'
import type { Expected, FailureCode, ImportCounts } from '../work-rules.ts'

/** The data read from a file's beginning. */
export type Head = { facts: FileFacts; columns: string[]; rows: SourceRow[] }

/** Why the last attempt failed; with a line when the file is at fault. */
export type Failure = { code: ReadErrorCode | FailureCode; line?: number }

export type UsedRecipe = { slug: string; title: string; used_at: string }

export type ImportRecord = Omit<
  Selectable<DB['imports']>,
  'options' | 'mapping' | 'head' | 'counts' | 'failure' | 'undo' | 'expected' | 'recipe'
> & {
  options: ImportOptions
  mapping: Mapping
  head: Head
  counts: ImportCounts | null
  failure: Failure | null
  /** The amounts confirmed by the person who started it. */
  expected: Expected | null
  recipe: UsedRecipe | null
  undo: { actor: { id: number; name: string }; reason: string } | null
}

/** An import in scope by its id, or undefined. Staff's imports are in no company's scope. */
export async function findImport(db: Db, id: number, scope: CompanyScope): Promise<ImportRecord | undefined> {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where(inScope(scope, sql`company_id`))
    .executeTakeFirst()
  return row as unknown as ImportRecord | undefined
}

/** An import in scope by its id; throws notFound. */
export async function getImport(db: Db, id: number, scope: CompanyScope): Promise<ImportRecord> {
  const found = await findImport(db, id, scope)
  if (!found) throw notFound()
  return found
}

/** The same, locked until the transaction ends. */
export async function lockImport(
  tx: Db,
  id: number,
  scope: CompanyScope,
  purpose: LockFor = 'change',
): Promise<ImportRecord> {
  const row = tx
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where(inScope(scope, sql`company_id`))
  await row.$call(lockedFor(purpose)).execute()
  return getImport(tx, id, scope)
}

/** Inserts an import whose beginning was read. */
export async function insertImport(
  tx: Db,
  row: {
    filename: string
    size_bytes: number
    file_hash: string
    file_key: string | null
    kind: FileFacts['kind']
    options: ImportOptions
    mapping: Mapping
    head: Head
    recipe?: UsedRecipe | undefined
    /** The uploader's company; null for staff. */
    company_id: number | null
    actor: { id: number | null; name: string }
    now: Date
  },
): Promise<number> {
  const { actor, now, recipe, ...columns } = row
  const { id } = await tx
    .insertInto('imports')
    .values({
      ...columns,
      recipe: recipe ?? null,
      actor_id: actor.id,
      actor_name: actor.name,
      created_by: actor.id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes the staged rows of a file, including refused ones. */
export async function clearStaging(db: Db, id: number): Promise<void> {
  for (const table of [
    'import_rows',
    'import_recipients',
    'import_organizations',
    'import_projects',
  ] as const)
    await db.deleteFrom(table).where('import_id', '=', id).execute()
}

/** How long work without a job, as on the command line, may stay without a lease. */
const lostAfterMs = 60_000

/**
 * Marks imports that have neither a job nor a lease as interrupted, so that they no longer block others; one that was
 * being undone returns to `done`. Nothing of them was booked or reversed.
 */
export async function failAbandonedImports(db: Db, now: Date): Promise<void> {
  const isSilent = sql`coalesce(lease_until, updated_at) < ${new Date(now.getTime() - lostAfterMs)}`
  const silent = await importWorkRows.ids(db, sql`${importWorkRows.underWay} and ${isSilent}`)
  const abandoned = await withoutJob(db, importRequest.name, silent)
  if (abandoned.length > 0)
    await interrupt(db, now, sql<boolean>`id = any(${abandoned}::bigint[]) and ${isSilent}`)
}

/** The same for one import that lost its worker too often. */
export const failImport = (db: Db, id: number, now: Date, code: 'interrupted' | 'server_stopped') =>
  interrupt(db, now, sql<boolean>`id = ${id}::bigint`, code)

async function interrupt(
  db: Db,
  now: Date,
  which: RawBuilder<boolean>,
  code: FailureCode = 'interrupted',
): Promise<void> {
  await sql`
    update imports set state = 'failed', step = null, lease_token = null, lease_until = null,
      failure = ${JSON.stringify({ code })}, updated_at = ${now}, finished_at = ${now}
    where state in ('checking', 'running') and ${which}`.execute(db)
  await sql`
    update imports set state = 'done', step = null, lease_token = null, lease_until = null, undo = null,
      failure = '{"code":"undo_interrupted"}', updated_at = ${now}
    where state = 'undoing' and ${which}`.execute(db)
}
