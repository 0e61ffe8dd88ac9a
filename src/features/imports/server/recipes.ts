import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { audit, type AuditContext, auditOf, canonical } from '#server/audit/audit.ts'
import { type CompanyScope, inScope } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/schema.ts'
import { invalid, notFound } from '#server/base/errors.ts'
import { paging } from '#server/lists/list-query.ts'
import { type LockFor, lockedFor } from '#server/db/locks.ts'
import { freeSlug } from '#server/db/free-slug.ts'
import { violatedConstraint } from '#server/db/transaction.ts'
import type { Mapping } from '../columns/mapping.ts'
import { headerIdentity, mappingBy, type RecipeSteps, stepsOf, titleOfFile } from '../recipe.ts'
import type { Head, ImportRecord, UsedRecipe } from './records.ts'

export type StoredRecipe = Omit<Selectable<DB['import_recipes']>, 'names' | 'steps'> & {
  names: string[]
  steps: RecipeSteps
}
type ReadFile = { head: Head; mapping: Mapping }
/** The owner of a file or recipe: a company, or staff (null). Only recipes of the same owner read a file. */
type Owner = Pick<ImportRecord, 'company_id'>

const isOwned = ({ company_id }: Owner) => sql<boolean>`company_id is not distinct from ${company_id}::bigint`

/** The number of rows in which the header is searched. */
const headerWithin = 20

export type ByRecipe = ReadFile & {
  options: Omit<RecipeSteps, 'mapping'>
  recipe: UsedRecipe
}

function namesOf({ head, mapping }: ReadFile): string[] | undefined {
  if (head.facts.kind === 'grants360') return head.columns
  const cells = mapping.header ? head.rows[mapping.before ?? 0]?.cells : undefined
  return cells && head.columns.map((_, column) => String(cells[column] ?? ''))
}

function keyOf(names: readonly string[]): string | undefined {
  const identity = headerIdentity(names)
  return identity && createHash('sha256').update(identity).digest('hex')
}

/** A file read with a recipe; undefined when it lacks one of the recipe's columns. */
export function readWithRecipe(stored: StoredRecipe, { head, mapping }: ReadFile): ByRecipe | undefined {
  const found = { ...mapping, header: head.facts.kind !== 'grants360' }
  const names = namesOf({ head, mapping: found })
  const by = names && mappingBy(stored, names, found)
  if (!by) return undefined
  const { mapping: _mapping, ...options } = stored.steps
  return { head: { ...head, columns: names }, mapping: by, options, recipe: usedOf(stored) }
}

const usedOf = ({ slug, title, used_at }: StoredRecipe): UsedRecipe => ({
  slug,
  title,
  used_at: used_at.toISOString(),
})

/**
 * The file read with the recipe of its header: the given one (`only`), else the last used. The header may be elsewhere
 * than guessed; the file is then read again from there.
 */
export async function findRecipeFor(
  db: Db,
  found: ReadFile,
  {
    company_id,
    readFrom,
    only,
  }: Owner & { readFrom?: (before: number) => Promise<ReadFile>; only?: StoredRecipe },
): Promise<ByRecipe | undefined> {
  const guessed = found.mapping.before ?? 0
  const offers = headersIn(found)
  const known = only ? [only] : await ofHeaders(db, { company_id }, [...offers.keys()])
  for (const stored of known) {
    const before = offers.get(stored.header_key)
    if (before === undefined || (before !== guessed && !readFrom)) continue
    const by = readWithRecipe(stored, before === guessed ? found : await readFrom!(before))
    if (by) return by
  }
  return undefined
}

/**
 * The first rows as possible headers, with the number of rows above each; the guessed one takes precedence among
 * equals.
 */
function headersIn({ head, mapping }: ReadFile): Map<string, number> {
  if (head.facts.kind === 'grants360') return new Map([[keyOf(head.columns)!, 0]])
  const rows = head.rows.slice(0, headerWithin + 1).map(({ cells }, before) => ({ cells, before }))
  const guessed = mapping.before ?? 0
  const inOrder = rows.toSorted((a, b) => Number(b.before === guessed) - Number(a.before === guessed))
  const offers = new Map<string, number>()
  for (const { cells, before } of inOrder) {
    const key = keyOf(cells.map(String))
    if (key && !offers.has(key)) offers.set(key, before)
  }
  return offers
}

async function ofHeaders(db: Db, owned: Owner, keys: string[]): Promise<StoredRecipe[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('import_recipes')
    .selectAll()
    .where('header_key', 'in', keys)
    .where(isOwned(owned))
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows as unknown as StoredRecipe[]
}

/** Recipes that match this file's header, last used first. */
export async function recipesFor(db: Db, record: ReadFile & Owner): Promise<UsedRecipe[]> {
  const key = keyOf(namesOf(record) ?? [])
  return key ? (await ofHeaders(db, record, [key])).map(usedOf) : []
}

/** True for a file with column names, which identify its source later. */
export const canSaveRecipe = (record: ReadFile): boolean => keyOf(namesOf(record) ?? []) !== undefined

/** The name under which an import's steps will be saved after booking; null when they will not. */
export function titleToSave(
  record: Pick<ImportRecord, 'options' | 'recipe' | 'filename' | 'head' | 'mapping'>,
  known: readonly UsedRecipe[],
): string | null {
  if (record.options.keep_as === null || !canSaveRecipe(record)) return null
  return record.options.keep_as ?? record.recipe?.title ?? known[0]?.title ?? titleOfFile(record.filename)
}

/**
 * Saves the steps of an import being booked: under the given name, else replacing the recipe it used or that has its
 * header, else as a new one.
 */
export async function saveRecipe(tx: Db, record: ImportRecord, context: AuditContext): Promise<void> {
  const { options, mapping, recipe, filename } = record
  const names = namesOf(record)
  const header_key = names && keyOf(names)
  if (!header_key || options.keep_as === null) return
  const { company_id } = record
  const kept = {
    company_id,
    header_key,
    names: JSON.stringify(names),
    steps: JSON.stringify(stepsOf(mapping, options)),
  }
  const before =
    options.keep_as !== undefined
      ? await findRecipe(tx, record, { title: options.keep_as })
      : ((recipe && (await findRecipe(tx, record, { slug: recipe.slug }))) ??
        (await ofHeaders(tx, record, [header_key]))[0])
  if (!before) return insertRecipe(tx, options.keep_as ?? titleOfFile(filename), kept, context)
  const isSame = canonical([before.names, before.steps]) === canonical([names!, stepsOf(mapping, options)])
  await tx
    .updateTable('import_recipes')
    .set((row) => ({ ...kept, used_at: context.now, ...(!isSame && { version: row('version', '+', 1) }) }))
    .where('id', '=', before.id)
    .execute()
  if (isSame) return
  await audit(tx, context, {
    action: 'change',
    ...auditOf('import_recipe', before),
    before: { names: before.names, steps: before.steps },
    after: { names: names!, steps: stepsOf(mapping, options) },
  })
}

type RecipeRow = Owner & { header_key: string; names: string; steps: string }

async function insertRecipe(tx: Db, wanted: string, kept: RecipeRow, context: AuditContext): Promise<void> {
  for (let n = 1; ; n++) {
    const title = n === 1 ? wanted : `${wanted} (${n})`
    const made = await tx
      .insertInto('import_recipes')
      .values({
        ...kept,
        title,
        slug: await freeSlug(tx, 'import_recipes', title),
        used_at: context.now,
        created_at: context.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'slug', 'title'])
      .executeTakeFirst()
    if (!made) continue
    await audit(tx, context, { action: 'create', ...auditOf('import_recipe', made), after: { title } })
    return
  }
}

/** An owner's recipe by slug or name, ignoring case. */
export async function findRecipe(
  db: Db,
  owned: Owner,
  wanted: { slug: string } | { title: string },
): Promise<StoredRecipe | undefined> {
  const row = await db
    .selectFrom('import_recipes')
    .selectAll()
    .where(
      'slug' in wanted
        ? sql<boolean>`slug = ${wanted.slug}`
        : sql<boolean>`md5(name_identity(title)) = md5(name_identity(${wanted.title}))`,
    )
    .where(isOwned(owned))
    .executeTakeFirst()
  return row as unknown as StoredRecipe | undefined
}

export async function listRecipes(db: Db, query: { page: number; page_size: number }, scope: CompanyScope) {
  const all = db.selectFrom('import_recipes').where(inScope(scope, sql`company_id`))
  const { n } = await all.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await all
    .selectAll()
    .orderBy(sql`fold(title) collate "C"`)
    .orderBy('id')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  return { ...paging(n, query), results: (rows as unknown as StoredRecipe[]).map(presentRecipe) }
}

export function presentRecipe({ slug, title, version, names, used_at, steps }: StoredRecipe) {
  const rates = Object.keys(steps.rates)
  return {
    slug,
    title,
    version,
    columns: names.filter((name) => name !== ''),
    currencies: [...new Set(rates.map((key) => key.slice(0, 3)))],
    used_at: used_at.toISOString(),
  }
}

/** Locks a recipe in scope until the transaction ends; throws notFound. */
export async function lockRecipe(
  tx: Db,
  slug: string,
  scope: CompanyScope,
  purpose: LockFor = 'change',
): Promise<StoredRecipe> {
  const row = await tx
    .selectFrom('import_recipes')
    .selectAll()
    .where('slug', '=', slug)
    .where(inScope(scope, sql`company_id`))
    .$call(lockedFor(purpose))
    .executeTakeFirst()
  if (!row) throw notFound()
  return row as unknown as StoredRecipe
}

/** Renames a recipe; 400 when another one has the name. */
export async function renameRecipe(
  tx: Db,
  recipe: StoredRecipe,
  title: string,
  context: AuditContext,
): Promise<StoredRecipe> {
  if (title === recipe.title) return recipe
  try {
    const row = await tx
      .updateTable('import_recipes')
      .set((old) => ({ title, version: old('version', '+', 1) }))
      .where('id', '=', recipe.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, context, {
      action: 'change',
      ...auditOf('import_recipe', { id: recipe.id, title }),
      before: { title: recipe.title },
      after: { title },
    })
    return row as unknown as StoredRecipe
  } catch (error) {
    if (violatedConstraint(error) === 'import_recipes_title')
      throw invalid({ title: 'imports.recipe_title_taken' })
    throw error
  }
}

/** Deletes a recipe; records imported with it stay. */
export async function removeRecipe(tx: Db, recipe: StoredRecipe, context: AuditContext): Promise<void> {
  await tx.deleteFrom('import_recipes').where('id', '=', recipe.id).execute()
  await audit(tx, context, {
    action: 'delete',
    ...auditOf('import_recipe', recipe),
    before: { title: recipe.title },
  })
}
