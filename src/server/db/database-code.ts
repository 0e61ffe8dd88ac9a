import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from './db.ts'

const UNDEFINED_TABLE = '42P01'
/** A trigger's condition may call a function of another file, and the code after a change needs all triggers. */
const phases = /^(?=create or replace trigger )|^(?=-- After a change:$)/m
const afterChange = '-- After a change:'

/**
 * A file of migrations/code: one function with its triggers, or one view, in today's definition. `path` is relative to
 * that folder.
 */
export type CodeFile = { path: string; text: string; sha256: string }

/** The functions, triggers and views of the migrations in `folder`, in order of application: views last. */
export async function readCode(folder: string): Promise<CodeFile[]> {
  const root = join(folder, 'code')
  const paths = await readdir(root, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return Promise.all(
    paths
      .filter((path) => path.endsWith('.sql'))
      .sort()
      .map(async (path) => {
        const text = await readFile(join(root, path), 'utf8')
        return { path, text, sha256: createHash('sha256').update(text).digest('hex') }
      }),
  )
}

export async function changedCode(db: Db, files: CodeFile[]): Promise<CodeFile[]> {
  const applied = await appliedCode(db)
  return files.filter((file) => applied.get(file.path) !== file.sha256)
}

/**
 * Applies the files that changed since they were last applied, all in one transaction, and returns their paths.
 * Statements below `-- After a change:` run when all files are in place.
 */
export async function applyCode(db: Db, files: CodeFile[]): Promise<string[]> {
  await sql`
    create table if not exists applied_code (path text primary key, sha256 text not null)
  `.execute(db)
  const changed = await changedCode(db, files)
  if (changed.length === 0) return []
  await db.transaction().execute(async (tx) => {
    // A function may refer to a later one. The schema test checks each body.
    await sql`set local check_function_bodies = off`.execute(tx)
    const parts = changed.flatMap((file) =>
      file.text.split(phases).map((statements) => ({ file, statements, phase: phaseOf(statements) })),
    )
    for (const phase of ['definition', 'trigger', 'after'] as const) {
      for (const part of parts) if (part.phase === phase) await run(tx, part.file, part.statements)
    }
    await tx
      .insertInto('applied_code')
      .values(changed.map(({ path, sha256 }) => ({ path, sha256 })))
      .onConflict((conflict) =>
        conflict.column('path').doUpdateSet((row) => ({ sha256: row.ref('excluded.sha256') })),
      )
      .execute()
  })
  return changed.map((file) => file.path)
}

function phaseOf(statements: string): 'definition' | 'trigger' | 'after' {
  if (statements.startsWith(afterChange)) return 'after'
  return statements.startsWith('create or replace trigger ') ? 'trigger' : 'definition'
}

async function run(tx: Db, { path }: CodeFile, statements: string): Promise<void> {
  try {
    await sql.raw(statements).execute(tx)
  } catch (error) {
    throw new Error(`migrations/code/${path}: ${(error as Error).message}`, { cause: error })
  }
}

async function appliedCode(db: Db): Promise<Map<string, string>> {
  try {
    const rows = await db.selectFrom('applied_code').select(['path', 'sha256']).execute()
    return new Map(rows.map((row) => [row.path, row.sha256]))
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return new Map()
    throw error
  }
}
