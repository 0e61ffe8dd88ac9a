/**
 * npm run bench:audit [-- --seconds 5 --rows 1000000 --beside 600]: audited changes per second with 1, 8 and 32
 * connections, then with 8 beside an import of so many rows (broken off after so many seconds, where said), and how long
 * the slowest change took. Uses nothing that c6af40a has not got, so
 * that the file can be copied beside an older commit.
 */
import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { audit } from '#server/audit/audit.ts'
import { type Database, type Db, openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rows: { type: 'string', default: '1000000' },
    beside: { type: 'string', default: 'Infinity' },
  },
})
const seconds = Number(values.seconds)
const rows = Number(values.rows)
const server = process.env.TEST_DATABASE_URL
if (!server) throw new Error('run this through npm run bench:audit: it needs a throw-away PostgreSQL')
const url = new URL(server)
url.pathname = '/bench_audit'
const most = 32

const database = await fresh()
const sealer = await sealBeside(database)
try {
  for (const connections of [1, 8, 32]) {
    const stopAt = performance.now() + seconds * 1000
    const { changes, slowest } = await change(database.db, connections, () => performance.now() < stopAt)
    console.log(`${connections} connections: ${line(changes, seconds, slowest)}`)
  }
  if (rows > 0) await besideImport()
  await sealer.stop()
} finally {
  await database.close()
}

function line(changes: number, time: number, slowest: number): string {
  return `${Math.round(changes / time)} audited changes per second, slowest ${Math.round(slowest)} ms`
}

async function besideImport(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-audit-'))
  try {
    const path = join(folder, 'grants.csv')
    await pipeline(grants, createWriteStream(path))
    const state = { going: true }
    const started = performance.now()
    const import_ = spawn(
      process.execPath,
      [fileURLToPath(new URL('../import.ts', import.meta.url)), path, '--yes', ...sumTyped()],
      {
        env: { ...process.env, DATABASE_URL: url.href, DATA_DIR: folder },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    const ended = new Promise<number | null>((resolve) => import_.on('close', resolve))
    void ended.then(() => (state.going = false))
    const until = started + Number(values.beside) * 1000
    const { changes, slowest, slow } = await change(
      database.db,
      8,
      () => state.going && performance.now() < until,
    )
    const time = (performance.now() - started) / 1000
    const brokenOff = state.going
    if (brokenOff) import_.kill('SIGKILL')
    else if ((await ended) !== 0) throw new Error('the import failed')
    console.log(
      `8 connections beside an import of ${rows} rows (${brokenOff ? 'broken off after ' : ''}${Math.round(time)} s): ${line(changes, time, slowest)}, ${slow} took more than a second`,
    )
    await sealer.wait()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Changes projects with an audit event each, one loop per connection, while `going` returns true. */
async function change(db: Db, connections: number, going: () => boolean) {
  let changes = 0
  let slowest = 0
  let slow = 0
  await Promise.all(
    Array.from({ length: connections }, async (_, place) => {
      const object_id = place + 1
      for (let n = 0; going(); n++) {
        const began = performance.now()
        const title = `Well ${n}`
        await db.transaction().execute(async (tx) => {
          await sql`update projects set title = ${title}, version = version + 1 where id = ${object_id}`.execute(
            tx,
          )
          await audit(
            tx,
            { actor: { id: null, name: 'Kim Klein (kklein)' }, now: new Date(), requestId: `${place}-${n}` },
            {
              action: 'change',
              object_type: 'project',
              object_id,
              object_title: title,
              before: { title: `Well ${n - 1}` },
              after: { title },
            },
          )
        })
        const took = performance.now() - began
        slowest = Math.max(slowest, took)
        if (took > 1000) slow++
        changes++
      }
    }),
  )
  return { changes, slowest, slow }
}

/** Seals in parallel with the changes, where this commit has a sealer, and reports its largest backlog. */
async function sealBeside({ db }: Database) {
  const file = new URL('../../src/server/audit/seals.ts', import.meta.url)
  if (!existsSync(file)) return { wait: async () => {}, stop: async () => {} }
  const { sealEvents, sealsOf } = (await import(file.href)) as typeof import('#server/audit/seals.ts')
  const state = { going: true, most: 0 }
  const loop = (async () => {
    while (state.going) {
      await sealEvents(db)
      state.most = Math.max(state.most, (await sealsOf(db)).unsealed)
      await sleep(1000)
    }
  })()
  return {
    /** Waits until everything is sealed. */
    async wait() {
      const started = performance.now()
      while ((await sealsOf(db)).unsealed > 0) await sleep(100)
      console.log(`sealed ${((performance.now() - started) / 1000).toFixed(1)} s after the import ended`)
    },
    async stop() {
      state.going = false
      await loop
      console.log(`at most ${state.most} events waited for their seal after a round of the sealer`)
    },
  }
}

async function fresh(): Promise<Database> {
  const admin = await openDatabase({ databaseUrl: server, dataDir: '' })
  await admin.pool.query('drop database if exists bench_audit')
  await admin.pool.query('create database bench_audit')
  await admin.close()
  const opened = await openDatabase({
    databaseUrl: url.href,
    dataDir: '',
    poolSize: most + 2,
    statementTimeout: 0,
    queryTimeout: 3_600_000,
  })
  await migrate(opened)
  await sql`
    insert into organizations (slug, title, preview_token, created_at, updated_at)
    values ('one', 'One', 'one', now(), now())`.execute(opened.db)
  await sql`
    insert into projects (slug, title, organization_id, funding_type, created_at, updated_at)
    select 'p' || n, 'P ' || n, 1, 1, now(), now() from generate_series(1, ${most}::integer) n`.execute(
    opened.db,
  )
  return opened
}

/** The amount of the n-th grant. */
function eurosOf(n: number): number {
  return (n * 7919) % 250_000 || 1
}

/** The typed sum, where this commit requires confirmation of a large one. */
function sumTyped(): string[] {
  if (!existsSync(new URL('../../src/features/imports/confirm.ts', import.meta.url))) return []
  let sum = 0
  for (let n = 1; n <= rows; n++) sum += eurosOf(n)
  return ['--sum', `${sum}.00`]
}

/** A file of grants: a quarter as many organizations as rows, each row with a separate project. */
function* grants(): Iterable<string> {
  yield 'zeile,empfaenger,empfaenger_id,registerart,plz,geber,politikbereich,jahr,betrag_eur,zweck\n'
  let held = ''
  for (let n = 1; n <= rows; n++) {
    const one = Math.floor(n / 4.4)
    held += `${n},"Verein ${one} e. V.",${String(one).padStart(6, '0')},vr,${10_000 + (one % 4_000)},"Senat",Sport,${2016 + (n % 2)},${eurosOf(n)},"Zuschuss, Vorhaben ${n}"\n`
    if (held.length < 65_536) continue
    yield held
    held = ''
  }
  yield held
}
