/**
 * node scripts/bench/import.ts [--megabytes 200] [--only small|large] [--database embedded|postgresql]: times the import
 * of a file like Berlin's (3,605 rows) and of one of 200 MB, and the largest memory of the importing process and of all its
 * children together (the embedded database is one). PostgreSQL is that of TEST_DATABASE_URL (npm run bench brings one).
 */
import { spawn, spawnSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/db/db.ts'

/** One import: seconds from start to end of its process, its largest memory and that of all, and what it printed last. */
export type ImportFigure = {
  name: string
  rows: number
  seconds: number
  peakMb: number
  treeMb: number
  said: string
}

type Wanted = { megabytes: number; only: string | undefined; database: 'embedded' | 'postgresql' }

/** Measures both files, each on an empty database of its own. */
export async function measureImports({ megabytes, only, database }: Wanted): Promise<ImportFigure[]> {
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
      const figure = await timeImport(path, join(folder, name), database, euros)
      figures.push({ name: `${size} MB, ${rows} rows, ${database}`, rows, ...figure })
      rmSync(path)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return figures
}

/** Writes grants in the columns of the Berlin file: a quarter as many organizations as rows, some rows equal. */
async function writeGrants(path: string, limit: { rows?: number; bytes?: number }) {
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

async function timeImport(path: string, dataDir: string, database: Wanted['database'], euros: number) {
  const env = database === 'postgresql' ? { DATABASE_URL: await freshDatabase() } : { DATABASE_URL: '' }
  const script = fileURLToPath(new URL('../import.ts', import.meta.url))
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [script, path, '--yes', '--sum', String(euros), '--many-organizations'],
    {
      env: { ...process.env, ...env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let said = ''
  let peakKb = 0
  let treeKb = 0
  const look = setInterval(() => {
    peakKb = Math.max(peakKb, memoryOf(child.pid!, 'VmHWM'))
    const all = treeOf(child.pid!).map((pid) => memoryOf(pid, 'VmRSS'))
    treeKb = Math.max(
      treeKb,
      all.reduce((sum, kb) => sum + kb, 0),
    )
  }, 100)
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise((resolve) => child.on('close', resolve))
  clearInterval(look)
  const seconds = Math.round((performance.now() - started) / 100) / 10
  if (code !== 0) throw new Error(`the import ended with ${String(code)}: ${said}`)
  return { seconds, peakMb: mb(peakKb), treeMb: mb(treeKb), said: said.trim().split('\n').at(-1)! }
}

const mb = (kb: number) => Math.round(kb / 1024)

/** A figure of a process in kB, the largest resident memory it has had or that of now; Linux only. */
function memoryOf(pid: number, figure: 'VmHWM' | 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${figure}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0)
  } catch {
    return 0 // it has ended
  }
}

/** A process with all its descendants. */
function treeOf(pid: number): number[] {
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout
  const own = children.split('\n').flatMap((line) => (line.trim() ? [Number(line)] : []))
  return [pid, ...own.flatMap(treeOf)]
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
    },
  })
  const figures = await measureImports({
    megabytes: Number(values.megabytes),
    only: values.only,
    database: values.database === 'postgresql' ? 'postgresql' : 'embedded',
  })
  for (const { name, rows, seconds, peakMb, treeMb, said } of figures)
    console.log(
      `${name}: ${seconds} s, ${Math.round(rows / seconds)} rows/s, at most ${peakMb} MB, all processes ${treeMb} MB. ${said}`,
    )
}
