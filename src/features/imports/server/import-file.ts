import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Actor } from '#server/audit/audit.ts'
import { everyCompany } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { violatedConstraint } from '#server/db/transaction.ts'
import type { ImportOptions } from '../choices.ts'
import type { Mapping } from '../columns/mapping.ts'
import type { Expected } from '../work-rules.ts'
import { readHead } from './file-preview.ts'
import type { WorkPlace } from './lease.ts'
import { findRecipeFor, readWithRecipe, type StoredRecipe } from './recipes.ts'
import { readOptionsOf } from './stage.ts'
import { clearStaging, getImport, failAbandonedImports, type ImportRecord, insertImport } from './records.ts'
import { workOnImport } from './work.ts'

export type FileToImport = {
  path: string
  options: ImportOptions
  recipe?: StoredRecipe | undefined
  correct?: (mapping: Mapping, columns: string[]) => Mapping
  /** Number of rows above the header; detected by default. */
  before?: number
  actor: Actor
}

/** Registers a file on this machine with its guesses; returns the import's id. */
export async function registerFile(db: Db, file: FileToImport, now: Date): Promise<number> {
  const readFrom = (before?: number) => readHead(file.path, readOptionsOf(file.options), { before })
  const found = await readFrom(file.before)
  const by =
    file.recipe &&
    ((await findRecipeFor(db, found, { company_id: null, readFrom, only: file.recipe })) ??
      readWithRecipe(file.recipe, found))
  if (file.recipe && !by) throw invalid({ recipe: 'imports.recipe_differs' })
  const { head, mapping } = by ?? found
  return insertImport(db, {
    filename: basename(file.path),
    size_bytes: (await stat(file.path)).size,
    file_hash: await hashOf(file.path),
    file_key: null,
    kind: head.facts.kind,
    options: file.options,
    mapping: file.correct ? file.correct(mapping, head.columns) : mapping,
    head,
    recipe: by?.recipe,
    company_id: null,
    actor: file.actor,
    now,
  })
}

/** Checks or runs a registered file in this process; returns its final state. */
export async function workOnFile(
  { db, now, timeZone }: Pick<WorkPlace, 'db' | 'now' | 'timeZone'>,
  {
    id,
    path,
    state,
    expected,
  }: { id: number; path: string; state: 'checking' | 'running'; expected?: Expected | undefined },
  signal: AbortSignal,
): Promise<ImportRecord> {
  const at = now()
  await failAbandonedImports(db, at)
  try {
    await db
      .updateTable('imports')
      .set({ state, expected: expected ? JSON.stringify(expected) : null, updated_at: at })
      .where('id', '=', id)
      .where('state', 'not in', ['checking', 'running', 'done', 'undoing', 'undone'])
      .execute()
  } catch (error) {
    if (violatedConstraint(error) === 'imports_one_at_work') throw conflict('import_other_at_work')
    throw error
  }
  await workOnImport({ db, now, timeZone, path, signal, whenStopped: 'cancel' }, id)
  return getImport(db, id, everyCompany)
}

export async function deleteImport(db: Db, id: number): Promise<void> {
  await clearStaging(db, id)
  await db
    .deleteFrom('imports')
    .where('id', '=', id)
    .where('state', 'not in', ['done', 'undoing', 'undone'])
    .execute()
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
