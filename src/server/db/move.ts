import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Db } from './db.ts'
import { DatabaseRefused } from './refused.ts'

/** The migrations of the first milestone. Today's were written anew, and begin with the areas below `firstForward`. */
const before = [
  '0001_extensions',
  '0002_people',
  '0003_funding',
  '0004_imports',
  '0005_tasks',
  '0006_jobs_emails',
  '0007_exports',
  '0008_dashboard',
  '0009_exact_order_and_answers',
  '0010_list_pages',
  '0011_imports_apply',
  '0012_list_indexes',
  '0013_totals_by_index',
]
const firstForward = '0030'

/** True when the applied migrations are those of the first milestone. */
export const isFirstMilestone = (applied: readonly string[]): boolean => applied.includes('0003_funding')

/** Names of the areas that a database of the first milestone is moved into. */
export const areasOf = (names: readonly string[]): string[] => names.filter((name) => name < firstForward)

/** A file of SQL. */
export type Text = { name: string; text: string }

/**
 * Moves a database of the first milestone into today's shape, in one transaction: its tables step aside, today's areas
 * are made as in an empty database, every row goes where it belongs now. What fails leaves the database as it was.
 * Returns the names of the areas; nothing when another process has just done it.
 */
export async function moveFirstMilestone(
  db: Db,
  areas: readonly Text[],
  run: (tx: Db, name: string, text: string) => Promise<void>,
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table kysely_migration in exclusive mode`.execute(tx)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(tx)
    const applied = rows.map((row) => row.name)
    if (!isFirstMilestone(applied)) return []
    if (applied.length !== before.length || before.some((name) => !applied.includes(name)))
      throw new DatabaseRefused(
        'The database was made by an early version: start the last version of the first milestone once, then this one.',
      )
    for (const { name, text } of [await moving('aside'), ...areas, await moving('back')])
      await run(tx, name, text)
    await sql`delete from kysely_migration`.execute(tx)
    const names = areas.map((area) => area.name)
    await sql`
      insert into kysely_migration (name, timestamp)
      select name, ${new Date().toISOString()} from unnest(${names}::text[]) as name`.execute(tx)
    return names
  })
}

async function moving(part: 'aside' | 'back'): Promise<Text> {
  const name = `first-milestone-${part}`
  const path = fileURLToPath(new URL(`../../../migrations/moves/${name}.sql`, import.meta.url))
  return { name: `moves/${name}`, text: await readFile(path, 'utf8') }
}
