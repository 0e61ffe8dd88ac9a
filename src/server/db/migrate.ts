import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { applyCode, changedCode, readCode } from './database-code.ts'
import { kyselyOn, type Database, type Db } from './db.ts'
import { openPool } from './pool.ts'
import { DatabaseRefused } from '../base/database-refused.ts'

const FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url))
const UNDEFINED_TABLE = '42P01'

type Options = { folder?: string }
type Text = { name: string; text: string }

/**
 * Applies pending migrations, each in its own transaction, then changed functions, triggers and views; returns the
 * names of both. Concurrent processes wait for each other. Throws DatabaseRefused when other code made the database: a
 * newer version, or one from before the first release.
 */
export async function migrate(
  database: Pick<Database, 'connection'>,
  { folder = FOLDER }: Options = {},
): Promise<string[]> {
  // A separate connection without time limits: building an index on a large table takes time.
  const { connection } = database
  const greeting = `SET TimeZone = 'UTC'`
  const { pool, end } = openPool({ connection, max: 1, greeting }, () => {})
  try {
    const db = kyselyOn(pool)
    // Held until the connection ends. The migrator takes its own lock only after checking for its tables; that
    // check fails with a missing column while another process drops one.
    await sql`select pg_advisory_lock(hashtext('almoner migrations'))`.execute(db)
    const texts = await readMigrations(folder)
    const migrations = Object.fromEntries(
      texts.map(({ name, text }) => [name, { up: (tx) => run(tx, name, text) } satisfies Migration]),
    )
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      allowUnorderedMigrations: true,
    })
    const done: string[] = []
    for (;;) {
      await refuseNewer(db, migrations)
      const { error, results = [] } = await migrator.migrateUp()
      if (error) throw error
      if (results.length === 0) break
      done.push(...results.map((it) => it.migrationName))
    }
    return [...done, ...(await applyCode(db, await readCode(folder))).map(codeName)]
  } finally {
    await end()
  }
}

/** Names of the migrations and changed functions that the database lacks; DatabaseRefused as with `migrate`. */
export async function pendingMigrations(db: Db, { folder = FOLDER }: Options = {}): Promise<string[]> {
  const known = await migrationNames(folder)
  const applied = await appliedMigrations(db)
  refuseUnknown(applied, known)
  const code = await changedCode(db, await readCode(folder))
  return [...known.filter((name) => !applied.includes(name)), ...code.map(({ path }) => codeName(path))]
}

function codeName(path: string): string {
  return `code/${path}`
}

async function readMigrations(folder: string): Promise<Text[]> {
  const names = await migrationNames(folder)
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(folder, `${name}.sql`), 'utf8') })),
  )
}

/**
 * The migrations in order; throws when a number is used twice. Gaps are allowed: each area has its own block of
 * numbers.
 */
export async function migrationNames(folder = FOLDER): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const numbers = files.map((file) => /^(\d{4})_/.exec(file)?.[1])
  const misnamed = files.find((_, index) => numbers.indexOf(numbers[index]) !== index || !numbers[index])
  if (misnamed) throw new Error(`migrations must have a number of their own: ${misnamed}`)
  return files.map((file) => file.slice(0, -'.sql'.length))
}

/** Without parameters the whole file is one simple query, which PostgreSQL splits into statements itself. */
async function run(db: Parameters<Migration['up']>[0], name: string, text: string): Promise<void> {
  try {
    await sql.raw(text).execute(db)
  } catch (error) {
    const { message, position } = error as Error & { position?: string }
    const line = position ? ` line ${text.slice(0, Number(position)).split('\n').length}` : ''
    throw new Error(`migration ${name}.sql${line}: ${message}`, { cause: error })
  }
}

async function refuseNewer(db: Db, migrations: Record<string, Migration>): Promise<void> {
  refuseUnknown(await appliedMigrations(db), Object.keys(migrations))
}

function refuseUnknown(applied: string[], known: string[]): void {
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const newest = known.at(-1) ?? ''
  throw new DatabaseRefused(
    unknown.every((name) => name > newest)
      ? `The database has migrations that this version does not know (${unknown.join(', ')}): start the newer version.`
      : `The database was made by a development version and cannot be opened by this one: begin with an empty database, or move DATA_DIR away (mv data data-old) and start again.`,
  )
}

async function appliedMigrations(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map((row) => row.name)
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return [] // nothing was ever applied
    throw error
  }
}
