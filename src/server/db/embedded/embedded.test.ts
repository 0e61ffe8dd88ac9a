import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isDatabaseAway } from '../connection-errors.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../db.ts'
import { isAlive } from '../../base/processes.ts'
import { DatabaseRefused } from '../../base/database-refused.ts'

let root: string
const opened: Database[] = []
const processes: ChildProcess[] = []

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'almoner-embedded-'))
  await open(join(root, 'made'))
  await closeAll()
})

afterEach(async () => {
  await closeAll()
  for (const child of processes.splice(0)) child.kill('SIGKILL')
})

afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

async function open(dataDir: string, options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const database = await openDatabase({ dataDir, ...options })
  opened.push(database)
  return database
}

async function closeAll(): Promise<void> {
  for (const database of opened.splice(0)) await database.close()
}

/** A data folder with a ready database, which saves the test its creation. */
function madeFolder(name: string): string {
  const folder = join(root, name)
  mkdirSync(join(folder, '..'), { recursive: true })
  cpSync(join(root, 'made'), folder, { recursive: true })
  return folder
}

/**
 * Starts another process that opens the database of `dataDir` and writes a row; resolves with the server's process id.
 */
async function openElsewhere(dataDir: string): Promise<{ child: ChildProcess; pid: number }> {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(new URL('../db.ts', import.meta.url).href)})
    const { pool, embeddedPid } = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} })
    await pool.query('create table if not exists kept (id int)')
    await pool.query('insert into kept values (1)')
    console.log(embeddedPid())
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  processes.push(child)
  const [said] = (await Promise.race([
    once(child.stdout!, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('it did not open'))),
  ])) as [Buffer]
  return { child, pid: Number(said.toString()) }
}

/** A zombie counts as alive until its parent reaps it; not every container's first process does. */
const isRunning = (pid: number) =>
  isAlive(pid) && !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

const lineOf = (error: unknown) => (error instanceof DatabaseRefused ? error.line : String(error))
const refusal = (dataDir: string) => open(dataDir).then(() => 'it opened', lineOf)
const count = async ({ pool }: Database) => (await pool.query('select id from kept')).rowCount

/** Waits until the query works again; errors other than "away" fail the test. */
async function onceBack(database: Database, query: string): Promise<unknown[]> {
  for (;;) {
    try {
      return (await database.pool.query(query)).rows
    } catch (error) {
      expect(isDatabaseAway(error), String(error)).toBe(true)
      await sleep(50)
    }
  }
}

test('rows survive closing and reopening', async () => {
  const dataDir = madeFolder('kept')
  const first = await open(dataDir)
  await first.pool.query('create table kept (text text)')
  await first.pool.query('insert into kept values ($1)', ['grüße'])
  await closeAll()
  const second = await open(dataDir)
  expect((await second.pool.query('select text from kept')).rows).toEqual([{ text: 'grüße' }])
})

test('the server syncs to disk, listens on its socket only, and keeps its folders private', async () => {
  const dataDir = madeFolder('private')
  const { pool, connection } = await open(dataDir)
  const { rows } = await pool.query(`
    select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
      current_setting('synchronous_commit') as commits, current_setting('listen_addresses') as addresses,
      current_setting('TimeZone') as zone, datlocprovider::text as provider, datlocale as locale
    from pg_database where datname = current_database()`)
  expect(rows).toEqual([
    { fsync: 'on', pages: 'on', commits: 'on', addresses: '', zone: 'UTC', provider: 'b', locale: 'C.UTF-8' },
  ])
  expect(statSync(join(dataDir, 'postgresql')).mode & 0o777).toBe(0o700)
  expect(statSync(connection.host!).mode & 0o777).toBe(0o700)
})

test('a second process is refused in one line, and a tool may share the database', async () => {
  const dataDir = madeFolder('shared')
  const { child } = await openElsewhere(dataDir)
  expect(await refusal(dataDir)).toBe(
    `The built-in database in ${dataDir} is in use by process ${child.pid}: stop it first, or set DATA_DIR or DATABASE_URL.`,
  )
  const tool = await open(dataDir, { share: true })
  expect(await count(tool)).toBe(1)
})

test('after kill -9 of the product its server stops by itself, and the next start has every committed row', async () => {
  const dataDir = madeFolder('killed')
  const { child, pid } = await openElsewhere(dataDir)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const database = await open(dataDir)
  expect(await count(database)).toBe(1)
  expect(isRunning(pid)).toBe(false)
})

test('after kill -9 of product and server the next start recovers and logs it', async () => {
  const dataDir = madeFolder('both-killed')
  const { child, pid } = await openElsewhere(dataDir)
  process.kill(pid, 'SIGKILL')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const lines: { msg?: string }[] = []
  const database = await open(dataDir, { log: (line) => lines.push(line) })
  expect(await count(database)).toBe(1)
  expect(lines.map(({ msg }) => msg)).toEqual([expect.stringContaining('was not stopped properly')])
})

test('a killed server is restarted, and calls meanwhile fail as "away"', async () => {
  const database = await open(madeFolder('again'))
  const before = database.embeddedPid()!
  process.kill(before, 'SIGKILL')
  await expect.poll(() => database.embeddedPid() ?? before).not.toBe(before)
  expect(await onceBack(database, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('a reused process id in postmaster.pid does not prevent the start', async () => {
  const dataDir = madeFolder('reused')
  const other = spawn('sleep', ['60'], { stdio: 'ignore' })
  processes.push(other)
  writeFileSync(join(dataDir, 'postgresql', 'data', 'postmaster.pid'), `${other.pid}\n`)
  const database = await open(dataDir)
  expect((await database.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  expect(isAlive(other.pid!)).toBe(true)
})

test('the remains of an interrupted first start are replaced', async () => {
  const dataDir = join(root, 'interrupted')
  mkdirSync(join(dataDir, 'postgresql', 'data.making', 'base'), { recursive: true })
  const database = await open(dataDir)
  expect((await database.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  expect(readdirSync(join(dataDir, 'postgresql'))).not.toContain('data.making')
})

test('a database of an early version is refused with instructions', async () => {
  const dataDir = join(root, 'early')
  mkdirSync(join(dataDir, 'embedded', 'pgdata'), { recursive: true })
  expect(await refusal(dataDir)).toBe(
    `${join(dataDir, 'embedded')} holds the database of an early version (PGlite), which this one cannot read: move that folder away to begin anew.`,
  )
  expect(existsSync(join(dataDir, 'postgresql', 'data'))).toBe(false)
})

test('a database of another major version is refused and left unchanged', async () => {
  const dataDir = madeFolder('seventeen')
  const version = join(dataDir, 'postgresql', 'data', 'PG_VERSION')
  writeFileSync(version, '17\n')
  expect(await refusal(dataDir)).toContain('was made by PostgreSQL 17, and this version brings PostgreSQL 18')
  expect(readFileSync(version, 'utf8')).toBe('17\n')
})

test('a path too long for a socket gets a socket folder elsewhere, removed with the server', async () => {
  const dataDir = madeFolder(join('long', 'a'.repeat(60), 'b'.repeat(60)))
  const { connection, pool } = await open(dataDir)
  expect(connection.host!.startsWith(dataDir)).toBe(false)
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  await closeAll()
  expect(existsSync(connection.host!)).toBe(false)
})

test("a damaged folder is refused with PostgreSQL's message", async () => {
  const dataDir = madeFolder('damaged')
  rmSync(join(dataDir, 'postgresql', 'data', 'global', 'pg_control'))
  expect(await refusal(dataDir)).toMatch(/^The built-in database in .* did not start: .*pg_control/)
})

/** A file system of this size, in bytes; undefined where this process may not mount one. */
function smallDisk(name: string, size: number): string | undefined {
  const folder = join(root, name)
  mkdirSync(folder)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  return status === 0 ? folder : undefined
}

test('a full disk is refused in one line, at the first start and later (needs to mount one)', async (context) => {
  const disk = smallDisk('small-disk', 24 * 1024 * 1024)
  if (!disk) return context.skip()
  try {
    expect(await refusal(disk)).toBe(
      `The built-in database in ${disk} did not start: there is no space left on its disk.`,
    )
    rmSync(join(disk, 'postgresql'), { recursive: true, force: true })
    expect(spawnSync('mount', ['-o', 'remount,size=1g', disk]).status).toBe(0)
    cpSync(join(root, 'made'), disk, { recursive: true })
    const { bfree, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'filler'), Buffer.alloc(Number(bfree * bsize)))
    expect(await refusal(disk)).toBe(
      `The built-in database in ${disk} did not start: there is no space left on its disk.`,
    )
    rmSync(join(disk, 'filler'))
    const { pool } = await open(disk)
    expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
    await closeAll()
  } finally {
    spawnSync('umount', ['--lazy', disk])
  }
})

test('a failing statement leaves no trace in the log', async () => {
  const lines: object[] = []
  const { pool } = await open(madeFolder('quiet'), { log: (line) => lines.push(line) })
  await pool.query('create table people (email text primary key)')
  await pool.query(`insert into people values ('ada@example.org')`)
  await expect(pool.query(`insert into people values ('ada@example.org')`)).rejects.toThrow('duplicate key')
  await closeAll()
  expect(lines).toEqual([])
})

test.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
  'root can run the database in a folder that only root may enter (needs root)',
  async () => {
    const closed = mkdtempSync('/root/almoner-closed-')
    try {
      const dataDir = join(closed, 'data')
      const { pool } = await open(dataDir)
      expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
      await closeAll()
    } finally {
      rmSync(closed, { recursive: true, force: true })
    }
  },
)
