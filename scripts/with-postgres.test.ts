import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const script = fileURLToPath(new URL('./with-postgres.ts', import.meta.url))

let temporary: string

beforeAll(() => {
  temporary = mkdtempSync(join(tmpdir(), 'almoner-with-postgres-'))
  chmodSync(temporary, 0o755) // the server may run as another user
})
afterAll(() => rmSync(temporary, { recursive: true }))

function run(...command: string[]) {
  return runWith({}, ...command)
}

function runWith(
  more: Record<string, string>,
  ...command: string[]
): {
  status: number | null
  stdout: string
  stderr: string
  left: string[]
} {
  const env = { ...process.env, TMPDIR: temporary, ...more }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--', ...command], {
    encoding: 'utf8',
    env,
  })
  return {
    status,
    stdout,
    stderr,
    left: readdirSync(temporary).filter((name) => !name.startsWith('almoner-postgresql-')),
  }
}

test('the command gets its own PostgreSQL and its exit code is passed on', () => {
  const query = `
    import pg from 'pg'
    const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
    await client.connect()
    const { rows } = await client.query('show server_encoding')
    console.log(rows[0].server_encoding)
    process.exit(7)`
  const { status, stdout, stderr } = run(process.execPath, '--input-type=module', '-e', query)
  expect({ status, stdout, stderr }).toEqual({ status: 7, stdout: 'UTF8\n', stderr: '' })
})

test('a database in POSTGRES_FOLDER remains for the next run, and no other files do', () => {
  const kept = join(temporary, 'kept')
  const query = (sql: string) => `
      import pg from 'pg'
      const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
      await client.connect()
      const { rows } = await client.query(${JSON.stringify(sql)})
      console.log(JSON.stringify(rows))
      await client.end()`
  const ask = (sql: string) =>
    runWith({ POSTGRES_FOLDER: kept }, process.execPath, '--input-type=module', '-e', query(sql))
  expect(ask('create table filled as select 7 as n')).toMatchObject({
    status: 0,
    stderr: '',
    left: ['kept'],
  })
  expect(ask('select n from filled')).toMatchObject({ status: 0, stdout: '[{"n":7}]\n', left: ['kept'] })
  rmSync(kept, { recursive: true })
})

test('an unknown command is reported and leaves nothing behind', () => {
  const { status, stderr } = run('no-such-command')
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'no-such-command: spawn no-such-command ENOENT\n',
  })
})

test('without a command it prints its usage', () => {
  const { status, stderr } = run()
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Usage: node scripts/with-postgres.ts [--installed] [setting=value…] -- <command…>\n',
  })
})
