import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isDatabaseAway } from './away.ts'
import { openDatabase, type Database, type DatabaseOptions } from './db.ts'
import { longAhead } from './long-ahead.ts'
import { DatabaseRefused } from './refused.ts'

let root: string
const opened: Database[] = []
const processes: ChildProcess[] = []

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'almoner-embedded-'))
  await open(join(root, 'made'))
  await closeAll()
})

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
  for (const child of processes.splice(0)) child.kill('SIGKILL')
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

async function open(dataDir: string, options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const database = await openDatabase({ dataDir, ...options })
  opened.push(database)
  return database
}

/** A data folder with a database in it, which spares the test making one. */
function madeFolder(name: string): string {
  cpSync(join(root, 'made'), join(root, name), { recursive: true })
  return join(root, name)
}

async function closeAll(): Promise<void> {
  for (const database of opened.splice(0)) await database.close()
}

/** Another process with the database of `dataDir` open; resolves when it is. */
async function openElsewhere(dataDir: string, { more = '', detached = false } = {}): Promise<ChildProcess> {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(new URL('./db.ts', import.meta.url).href)})
    const { pool, close } = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} })
    await pool.query('create table if not exists kept (id int)')
    await pool.query('insert into kept values (1)')
    ${more}
    console.log('open')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached,
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  processes.push(child)
  await once(child.stdout!, 'data')
  return child
}

/** Waits until the query works again and returns its rows; other errors than "away" fail the test. */
async function onceBack(database: Database, query: string): Promise<unknown[]> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      return (await database.pool.query(query)).rows
    } catch (error) {
      expect(isDatabaseAway(error), String(error)).toBe(true)
      await sleep(100)
    }
  }
  throw new Error('the database did not come back')
}

test('what was written is there after closing and opening again', async () => {
  const dataDir = madeFolder('kept')
  const first = await open(dataDir)
  await first.pool.query('create table kept (text text)')
  await first.pool.query('insert into kept values ($1)', ['grüße'])
  await closeAll()
  const second = await open(dataDir)
  expect((await second.pool.query('select text from kept')).rows).toEqual([{ text: 'grüße' }])
})

test('its folder is closed to others and the start warns that it does not wait for the disk', async () => {
  const lines: object[] = []
  const dataDir = madeFolder('private')
  await open(dataDir, { log: (line) => lines.push(line) })
  expect(statSync(join(dataDir, 'embedded')).mode & 0o777).toBe(0o700)
  expect(lines).toEqual([
    { level: 'warn', msg: expect.stringContaining('Not for the only copy of production data') },
  ])
})

test('a second process refuses the folder with one line, and a tool may share it', async () => {
  const dataDir = madeFolder('shared')
  const elsewhere = await openElsewhere(dataDir)
  const refusal = await openDatabase({ dataDir }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DatabaseRefused)
  expect((refusal as DatabaseRefused).line).toBe(
    `The embedded database in ${dataDir} is in use by process ${elsewhere.pid}: stop it first, or set DATA_DIR or DATABASE_URL.`,
  )
  const tool = await open(dataDir, { share: true })
  await tool.pool.query('insert into kept values (2)')
  await closeAll()
  const again = await open(dataDir, { share: true })
  expect((await again.pool.query('select id from kept order by id')).rows).toEqual([{ id: 1 }, { id: 2 }])
})

test('a tool that shares starts the database itself when nobody else has it', async () => {
  const tool = await open(madeFolder('tool'), { share: true })
  expect((await tool.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('the folder is free again after its process was killed', async () => {
  const dataDir = madeFolder('killed')
  const elsewhere = await openElsewhere(dataDir)
  elsewhere.kill('SIGKILL')
  await once(elsewhere, 'exit')
  const database = await open(dataDir)
  expect((await database.pool.query('select id from kept')).rows).toEqual([{ id: 1 }])
})

test('Ctrl-C leaves the database open until its process has finished and closes it', async () => {
  const dataDir = madeFolder('interrupted-server')
  const elsewhere = await openElsewhere(dataDir, {
    detached: true,
    more: `
      process.on('SIGINT', async () => {
        await new Promise((resolve) => setTimeout(resolve, 300))
        await pool.query('insert into kept values (2)')
        await close()
        console.log('closed')
        process.exit(0)
      })`,
  })
  const said = once(elsewhere.stdout!, 'data')
  process.kill(-elsewhere.pid!, 'SIGINT') // as the terminal does: to the whole process group
  const [line] = await said
  expect(String(line)).toBe('closed\n')
  const database = await open(dataDir)
  expect((await database.pool.query('select id from kept order by id')).rows).toEqual([{ id: 1 }, { id: 2 }])
})

test('a killed database process is started again with everything acknowledged', async () => {
  const lines: { msg?: string }[] = []
  const dataDir = madeFolder('crash')
  const database = await open(dataDir, { log: (line) => lines.push(line) })
  await database.pool.query('create table acknowledged (id int primary key)')
  for (let round = 1; round <= 3; round++) {
    await database.pool.query('insert into acknowledged values ($1)', [round])
    const holder = await database.pool.connect()
    await holder.query('begin')
    await holder.query('insert into acknowledged values ($1)', [-round])
    process.kill(database.embeddedPid()!, 'SIGKILL')
    const error = await holder.query('select 1').catch((it: unknown) => it)
    expect(isDatabaseAway(error)).toBe(true)
    holder.release()
    const rows = await onceBack(database, 'select id from acknowledged order by id')
    expect(rows).toEqual(Array.from({ length: round }, (_, index) => ({ id: index + 1 })))
  }
  expect(lines.filter((line) => line.msg?.includes('starting it again'))).toHaveLength(3)
})

test('killed within a long transaction, behind a checkpoint of it, the database has what was committed before', async () => {
  const database = await open(madeFolder('long'))
  await database.pool.query('create table kept as select 1 as id')
  const holder = await database.pool.connect()
  await holder.query(`select '${longAhead}'`)
  await holder.query('begin')
  const redo = async () =>
    (await holder.query('select redo_lsn from pg_control_checkpoint()')).rows[0].redo_lsn
  const before = await redo()
  await holder.query('update kept set id = 2')
  await holder.query(
    `create table half as select i, repeat(md5(i::text), 8) as text from generate_series(1, 250000) i`,
  )
  await expect.poll(redo, { timeout: 20_000 }).not.toBe(before)
  expect(database.isOccupied()).toBe(true)
  process.kill(database.embeddedPid()!, 'SIGKILL')
  expect(isDatabaseAway(await holder.query('select 1').catch((it: unknown) => it))).toBe(true)
  holder.release()
  expect(await onceBack(database, `select id, to_regclass('half') as half from kept`)).toEqual([
    { id: 1, half: null },
  ])
  expect(database.isOccupied()).toBe(false)
}, 60_000)

test('a first start that was interrupted is made anew', async () => {
  const dataDir = join(root, 'interrupted')
  const folder = join(dataDir, 'embedded')
  mkdirSync(join(folder, 'pgdata.making', 'base'), { recursive: true })
  writeFileSync(join(folder, 'pgdata.making', 'PG_VERSION'), '18\n')
  const database = await open(dataDir)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(existsSync(join(folder, 'pgdata.making'))).toBe(false)
})

test('a folder without a completed database is moved aside, said so, and made anew', async () => {
  const dataDir = join(root, 'half')
  const folder = join(dataDir, 'embedded')
  mkdirSync(join(folder, 'pgdata'), { recursive: true })
  writeFileSync(join(folder, 'pgdata', 'PG_VERSION'), '18\n')
  const lines: { msg?: string }[] = []
  await open(dataDir, { log: (line) => lines.push(line) })
  expect(
    readdirSync(folder)
      .filter((name) => name.startsWith('pgdata'))
      .sort(),
  ).toEqual(['pgdata', 'pgdata.incomplete.1'])
  expect(lines.some((line) => line.msg?.includes('was never completed'))).toBe(true)
})

test('a start killed at any moment of making the folder leaves one that opens', async () => {
  const dataDir = join(root, 'making')
  const url = JSON.stringify(new URL('./db.ts', import.meta.url).href)
  const script = `await (await import(${url})).openDatabase({ dataDir: ${JSON.stringify(dataDir)} })`
  for (const after of [400, 1200, 2000]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: 'ignore',
      detached: true, // its own process group, so that the database process dies with it
    })
    await sleep(after)
    process.kill(-child.pid!, 'SIGKILL')
  }
  const database = await open(dataDir)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a data folder whose path is too long for a socket works all the same', async () => {
  const database = await open(join(root, 'a-rather-long-name-'.repeat(8)))
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
