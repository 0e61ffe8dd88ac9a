/**
 * node scripts/bench/import.ts [--megabytes 200] [--only small|large] [--database embedded|postgresql] [--undo]: times
 * the import of a file like Berlin's (3,605 rows) and of one of 200 MB, with --undo also their undo. Reports the
 * waiting times of the first page of projects meanwhile, and the peak memory of the importing process and of all
 * processes together (the embedded database is one). PostgreSQL is that of TEST_DATABASE_URL: node
 * scripts/with-postgres.ts -- node scripts/bench/import.ts …
 */
import { spawn, spawnSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { undoImport } from '#features/imports/server/undo/work.ts'
import { listProjects } from '#features/projects/server/queries.ts'
import type { ProjectQuery } from '#features/projects/server/list.ts'
import { texts } from '#app/texts.ts'
import { type Database, openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { setTexts } from '#server/base/texts.ts'

/**
 * One import: seconds from start to end of its process, its peak memory and that of all processes, and its last output
 * line.
 */
export type ImportFigure = {
  name: string
  rows: number
  seconds: number
  peakMb: number
  treeMb: number
  said: string
  lists: Waits
  undo?: { seconds: number; lists: Waits } | undefined
}

/** Median and maximum time of the first page of projects during the work, in ms. */
type Waits = { median: number; longest: number }

type ImportBenchOptions = {
  megabytes: number
  only: string | undefined
  database: 'embedded' | 'postgresql'
  /** Undoes the import, too. */
  undo?: boolean
}

export async function measureImports({
  megabytes,
  only,
  database,
  undo = false,
}: ImportBenchOptions): Promise<ImportFigure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-import-'))
  const figures: ImportFigure[] = []
  try {
    for (const [name, limit] of [
      ['small', { rows: 3_605 }],
      ['large', { bytes: megabytes * 1_000_000 }],
    ] as const) {
      if (only && only !== name) continue
      const path = join(folder, `${name}.csv`)
      const { rows, euros } = await writeGrants(path, limit)
      const size = Math.round(statSync(path).size / 100_000) / 10
      const figure = await timeImport(path, join(folder, name), { database, undo, euros })
      figures.push({ name: `${size} MB, ${rows} rows, ${database}`, rows, ...figure })
      rmSync(path)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return figures
}

/** Writes grants with the columns of the Berlin file: a quarter as many organizations as rows, some rows equal. */
export async function writeGrants(path: string, limit: { rows?: number; bytes?: number }) {
  let n = 0
  let euros = 0
  let bytes = 0
  function* lines() {
    let held = 'zeile,empfaenger,empfaenger_id,registerart,plz,geber,politikbereich,jahr,betrag_eur,zweck\n'
    while (limit.rows ? n < limit.rows : bytes < limit.bytes!) {
      n++
      const organization = Math.floor(n / 4.4)
      const purpose = `Zuschuss für ${topics[n % 7]} und ${topics[(n + 3) % 7]}, Vorhaben ${n % 5 === 0 ? n - 1 : n}`
      const amount = (n * 7919) % 250_000 || 1
      const line = `${n},"Förderverein ${topics[organization % 7]} ${organization} e. V.",${String(organization).padStart(6, '0')},vr,${10_000 + (organization % 4_000)},"Senatsverwaltung für Bildung, Jugend und Familie",${topics[n % 7]},${2016 + (n % 2)},${amount},"${purpose}"\n`
      bytes += Buffer.byteLength(line)
      euros += amount
      held += line
      if (held.length < 65_536) continue
      yield held
      held = ''
    }
    yield held
  }
  await pipeline(lines, createWriteStream(path))
  return { rows: n, euros }
}

const topics = ['Sport', 'Jugend', 'Kultur', 'Gesundheit', 'Ökologie', 'Nachbarschaft', 'Straßenkinder']

async function timeImport(
  path: string,
  dataDir: string,
  { database: kind, undo, euros }: { database: ImportBenchOptions['database']; undo: boolean; euros: number },
) {
  setTexts(texts)
  const databaseUrl = kind === 'postgresql' ? await freshDatabase() : undefined
  // As when the command runs beside a server: this process serves the embedded database, not the command.
  const database = await openDatabase({
    ...(databaseUrl && { databaseUrl }),
    dataDir,
    queryTimeout: 3_600_000,
  })
  try {
    await migrate(database)
    const lists = watchLists(database)
    const ran = await runCommand(path, euros, { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir })
    const figure = { ...ran, lists: await lists.waits() }
    return undo ? { ...figure, undo: await timeUndo(database) } : figure
  } finally {
    await database.close()
  }
}

export async function runCommand(path: string, euros: number, env: Record<string, string>) {
  const script = fileURLToPath(new URL('../import.ts', import.meta.url))
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [script, path, '--yes', '--sum', String(euros), '--many-organizations'],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let said = ''
  let peakKb = 0
  let treeKb = 0
  const look = setInterval(() => {
    peakKb = Math.max(peakKb, memoryOf(child.pid!, 'VmHWM'))
    const others = treeOf(process.pid).filter((pid) => pid !== process.pid)
    const all = others.map((pid) => memoryOf(pid, 'VmRSS'))
    treeKb = Math.max(
      treeKb,
      all.reduce((sum, kb) => sum + kb, 0),
    )
  }, 100)
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise((resolve) => child.on('close', resolve))
  clearInterval(look)
  const seconds = tenths((performance.now() - started) / 1000)
  if (code !== 0) throw new Error(`the import ended with ${String(code)}: ${said}`)
  return { seconds, peakMb: mb(peakKb), treeMb: mb(treeKb), said: said.trim().split('\n').at(-1)! }
}

const tenths = (n: number) => Math.round(n * 10) / 10

/** Undoes the only import, as its job does. */
async function timeUndo({ db, ...others }: Database) {
  const { id } = await db
    .updateTable('imports')
    .set({ state: 'undoing', undo: JSON.stringify({ actor: { id: null, name: 'Bench' }, reason: 'Bench' }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lists = watchLists({ db, ...others })
  const started = performance.now()
  const place = { db, now: () => new Date(), timeZone: 'Europe/Berlin', whenStopped: 'cancel' } as const
  const state = await undoImport({ ...place, signal: new AbortController().signal }, id)
  if (state !== 'undone') throw new Error(`the import is ${String(state)}`)
  return { seconds: tenths((performance.now() - started) / 1000), lists: await lists.waits() }
}

/** Requests the first page of projects repeatedly. */
function watchLists({ reader }: Database) {
  const query = {
    page: 1,
    page_size: 25,
    search: '',
    ordering: { key: 'title', descending: false },
    filters: {},
  } as unknown as ProjectQuery
  const took: number[] = []
  const watching = { on: true }
  const asking = (async () => {
    while (watching.on) {
      const asked = performance.now()
      await listProjects(reader, query)
      took.push(performance.now() - asked)
      await new Promise((later) => setTimeout(later, 50))
    }
  })()
  return {
    async waits(): Promise<Waits> {
      watching.on = false
      await asking
      const inOrder = took.toSorted((a, b) => a - b)
      return { median: Math.round(inOrder[inOrder.length >> 1]!), longest: Math.round(inOrder.at(-1)!) }
    },
  }
}

const mb = (kb: number) => Math.round(kb / 1024)

/** A memory figure of a process in kB, peak or current resident memory; Linux only. */
function memoryOf(pid: number, figure: 'VmHWM' | 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${figure}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0)
  } catch {
    return 0 // it has ended
  }
}

/** A process with all its descendants, from one snapshot: a look at each would distort the measurement. */
export function treeOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] =>
    pairs.flatMap(([one, above]) => (above === parent ? [one!, ...below(one!)] : []))
  return [pid, ...below(pid)]
}

async function freshDatabase(): Promise<string> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('run this through npm run bench: it needs a throw-away PostgreSQL')
  const admin = await openDatabase({ databaseUrl: server, dataDir: '' })
  await admin.pool.query('drop database if exists bench_import')
  await admin.pool.query('create database bench_import')
  await admin.close()
  const url = new URL(server)
  url.pathname = '/bench_import'
  return url.href
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      megabytes: { type: 'string', default: '200' },
      only: { type: 'string' },
      database: { type: 'string', default: 'embedded' },
      undo: { type: 'boolean', default: false },
    },
  })
  const figures = await measureImports({
    megabytes: Number(values.megabytes),
    only: values.only,
    database: values.database === 'postgresql' ? 'postgresql' : 'embedded',
    undo: values.undo,
  })
  const waited = ({ median, longest }: Waits) =>
    `the first page of projects ${median} ms, at most ${longest} ms`
  for (const { name, rows, seconds, peakMb, treeMb, said, lists, undo } of figures) {
    const speed = `${seconds} s, ${Math.round(rows / seconds)} rows/s, at most ${peakMb} MB, all processes ${treeMb} MB`
    console.log(`${name}: ${speed}; meanwhile ${waited(lists)}. ${said}`)
    if (undo) console.log(`undone in ${undo.seconds} s; meanwhile ${waited(undo.lists)}`)
  }
}
