import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase } from '#test/database.ts'
import type { Database } from './db.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { DatabaseRefused } from '../base/database-refused.ts'

let database: Database
let folder: string

beforeEach(async () => {
  database = await emptyDatabase()
  folder = mkdtempSync(join(tmpdir(), 'almoner-migrations-'))
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

async function rowsOf(table: string): Promise<unknown[]> {
  return (await sql`select * from ${sql.table(table)} order by 1`.execute(database.db)).rows
}

test('each migration is applied once and in order', async () => {
  write({
    '0001_a.sql': `create table a (id int); insert into a values (1);\ninsert into a select count(*) + 1 from a;`,
    '0002_b.sql': `insert into a values (3)`,
  })
  expect(await pendingMigrations(database.db, { folder })).toEqual(['0001_a', '0002_b'])
  expect(await migrate(database, { folder })).toEqual(['0001_a', '0002_b'])
  expect(await migrate(database, { folder })).toEqual([])
  expect(await pendingMigrations(database.db, { folder })).toEqual([])
  write({ '0003_c.sql': `insert into a values (4)` })
  expect(await pendingMigrations(database.db, { folder })).toEqual(['0003_c'])
  expect(await migrate(database, { folder })).toEqual(['0003_c'])
  expect(await rowsOf('a')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }])
})

test('a failing migration names its line and is rolled back, earlier ones stay', async () => {
  write({
    '0001_a.sql': `create table a (id int)`,
    '0002_b.sql': `insert into a values (1);\n\ninsert into missing values (1);`,
  })
  await expect(migrate(database, { folder })).rejects.toThrow(
    'migration 0002_b.sql line 3: relation "missing" does not exist',
  )
  expect(await rowsOf('a')).toEqual([])
  expect(await pendingMigrations(database.db, { folder })).toEqual(['0002_b'])
  write({ '0002_b.sql': `insert into a values (1)` })
  expect(await migrate(database, { folder })).toEqual(['0002_b'])
  expect(await rowsOf('a')).toEqual([{ id: 1 }])
})

test('a database with unknown migrations is refused', async () => {
  write({ '0001_a.sql': 'create table a (id int)', '0002_b.sql': 'create table b (id int)' })
  await migrate(database, { folder })
  rmSync(join(folder, '0002_b.sql'))
  for (const attempt of [
    () => migrate(database, { folder }),
    () => pendingMigrations(database.db, { folder }),
  ]) {
    const error = await attempt().catch((it: unknown) => it)
    expect(error).toBeInstanceOf(DatabaseRefused)
    expect((error as DatabaseRefused).line).toBe(
      'The database has migrations that this version does not know (0002_b): start the newer version.',
    )
  }
})

test('a database of a development version is refused with instructions for a fresh start', async () => {
  write({ '0002_old.sql': 'create table a (id int)' })
  await migrate(database, { folder })
  rmSync(join(folder, '0002_old.sql'))
  write({ '0001_new.sql': 'create table b (id int)', '0003_newer.sql': 'create table c (id int)' })
  const error = await migrate(database, { folder }).catch((it: unknown) => it)
  expect((error as DatabaseRefused).line).toMatch(
    /^The database was made by a development version .*begin with an empty database/,
  )
  await expect(rowsOf('b')).rejects.toThrow('does not exist')
})

test('a duplicate number is refused, a gap is not', async () => {
  write({ '0001_a.sql': 'create table a (id int)', '0031_c.sql': 'insert into a values (31)' })
  expect(await migrate(database, { folder })).toEqual(['0001_a', '0031_c'])
  // Written in parallel with the other, merged after it.
  write({ '0002_b.sql': 'insert into a values (2)' })
  expect(await migrate(database, { folder })).toEqual(['0002_b'])
  write({ '0002_d.sql': 'select 1' })
  await expect(migrate(database, { folder })).rejects.toThrow('a number of their own: 0002_d.sql')
  rmSync(join(folder, '0002_d.sql'))
  write({ 'e.sql': 'select 1' })
  await expect(migrate(database, { folder })).rejects.toThrow('a number of their own: e.sql')
})

describe('functions, triggers and views', () => {
  const code = (name: string, text: string) => ({ [`code/${name}.sql`]: text })
  const twice = `create or replace function twice(n int) returns int language sql as $$ select n * 2 $$;`

  test('are applied once after the migrations, even when one calls another that comes later', async () => {
    write({
      '0001_a.sql': 'create table a (id int)',
      ...code(
        'functions/double',
        'create or replace function double() returns int language sql as $$ select twice(2) $$;',
      ),
      ...code('functions/twice', twice),
      ...code('views/doubled', 'create or replace view doubled as select twice(id) as id from a;'),
    })
    const names = ['code/functions/double.sql', 'code/functions/twice.sql', 'code/views/doubled.sql']
    expect(await pendingMigrations(database.db, { folder })).toEqual(['0001_a', ...names])
    expect(await migrate(database, { folder })).toEqual(['0001_a', ...names])
    expect(await migrate(database, { folder })).toEqual([])
    expect(await pendingMigrations(database.db, { folder })).toEqual([])
    await sql`insert into a values (double())`.execute(database.db)
    expect(await rowsOf('doubled')).toEqual([{ id: 8 }])
  })

  test('are replaced only when their text changes', async () => {
    write({ '0001_a.sql': 'create table a (id int)', ...code('functions/twice', twice) })
    await migrate(database, { folder })
    write(code('functions/twice', twice.replace('n * 2', 'n * 20')))
    expect(await pendingMigrations(database.db, { folder })).toEqual(['code/functions/twice.sql'])
    expect(await migrate(database, { folder })).toEqual(['code/functions/twice.sql'])
    expect((await sql`select twice(2) as n`.execute(database.db)).rows).toEqual([{ n: 40 }])
  })

  test('run the statements below “After a change” when all functions and triggers are in place', async () => {
    const rebuild =
      'create or replace function rebuild() returns void language sql as $$ insert into a values (twice(3)) $$;'
    const noted = `create or replace function note() returns trigger language plpgsql as $$ begin insert into b values (new.id); return null; end $$;

create or replace trigger a_noted after insert on a for each row when (twice(new.id) > 0) execute function note();`
    write({
      '0001_a.sql': 'create table a (id int); create table b (id int)',
      ...code('functions/a-rebuild', `${rebuild}\n\n-- After a change:\nselect rebuild();\n`),
      ...code('functions/note', noted),
      ...code('functions/twice', twice),
    })
    await migrate(database, { folder })
    expect(await rowsOf('b')).toEqual([{ id: 6 }])
    write(code('functions/twice', `${twice} -- the same`))
    await migrate(database, { folder })
    expect(await rowsOf('b')).toEqual([{ id: 6 }])
  })

  test('change nothing when one of them fails, and name it', async () => {
    write({ '0001_a.sql': 'create table a (id int)', ...code('functions/twice', twice) })
    await migrate(database, { folder })
    write({
      ...code('functions/twice', twice.replace('n * 2', 'n * 20')),
      ...code('views/wrong', 'create or replace view wrong as select * from missing;'),
    })
    await expect(migrate(database, { folder })).rejects.toThrow(
      'migrations/code/views/wrong.sql: relation "missing" does not exist',
    )
    expect((await sql`select twice(2) as n`.execute(database.db)).rows).toEqual([{ n: 4 }])
  })
})

/** SQL that waits until so many other runs of the migrations wait for this one. */
const untilWaiting = (runs: number) => `do $$ begin
  while (
    select count(*) from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())
  ) < ${runs} loop
    perform pg_sleep(0.01);
  end loop;
end $$;`

test('two concurrent runs apply each migration once', async () => {
  write({
    '0001_a.sql': `create table a (id int); ${untilWaiting(1)} insert into a values (1)`,
    '0002_b.sql': `insert into a values (2)`,
  })
  const done = await Promise.all([migrate(database, { folder }), migrate(database, { folder })])
  expect(done.flat().sort()).toEqual(['0001_a', '0002_b'])
  expect(await rowsOf('a')).toEqual([{ id: 1 }, { id: 2 }])
})

test('three processes starting together apply each migration once', async () => {
  write({
    '0001_a.sql': `create table a (id int); ${untilWaiting(2)} insert into a values (1)`,
    '0002_b.sql': `insert into a values (2)`,
  })
  const script = `
      const { migrate } = await import(${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)})
      const connection = ${JSON.stringify(database.connection)}
      console.log(JSON.stringify(await migrate({ connection }, { folder: ${JSON.stringify(folder)} })))`
  const outputs = await Promise.all([1, 2, 3].map(() => output(script)))
  expect(outputs.flatMap((text) => JSON.parse(text) as string[]).sort()).toEqual(['0001_a', '0002_b'])
  expect(await rowsOf('a')).toEqual([{ id: 1 }, { id: 2 }])
})

async function output(script: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  await once(child, 'close')
  return text
}
