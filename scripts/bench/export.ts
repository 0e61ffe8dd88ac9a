import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createDeflateRaw } from 'node:zlib'
import { type AnyExport, workbookOf } from '#features/exports/server/list-export.ts'
import { exportOfProjects } from '#features/projects/server/export.ts'
import type { ProjectQuery } from '#features/projects/server/list.ts'
import { texts } from '#app/texts.ts'
import { type Db, openDatabase } from '#server/db/db.ts'
import { collectGarbage } from '#server/formats/garbage-collection.ts'
import { writeXlsx } from '#server/formats/xlsx.ts'
import { columnName, escapeXml } from '#server/formats/xlsx-cells.ts'
import { setTexts } from '#server/base/texts.ts'
import { dayOf } from '#shared/dates.ts'

/** Wall-clock and CPU seconds; CPU time is independent of other load. */
type Duration = { clock: number; processor: number }

export type ExportRun = {
  rows: number
  cells: number
  whole: Duration
  megabytes: number
  idleRss: number
  peakRss: number
  /** Reading the same rows from the database only. */
  reading: Duration
  /** The same cells, held in memory, through each writer; the best of several rounds. */
  writers: Record<string, Duration>
}

/**
 * Writes the workbook of all projects in a separate process with the default heap; memory (RSS) in megabytes, before
 * and at its peak.
 */
export async function measureExport(url: string, exceljs?: string): Promise<ExportRun> {
  const child = fork(fileURLToPath(import.meta.url), {
    env: { ...process.env, DATABASE_URL: url, NODE_ENV: 'production', ...(exceljs && { EXCELJS: exceljs }) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [run] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the export ended without a result'))),
  ])) as [ExportRun]
  child.kill()
  return run
}

export function exportLines(run: ExportRun): string[] {
  const { rows, cells, whole, megabytes, idleRss, peakRss, reading, writers } = run
  const took = ({ clock, processor }: Duration) =>
    `${clock.toFixed(1)} s (processor ${processor.toFixed(1)} s)`
  const ours = writers['almoner']!
  const besides = Object.entries(writers).filter(([name]) => name !== 'almoner')
  const ratio = (of: (took: Duration) => number, than: Duration) => (of(ours) / of(than)).toFixed(2)
  return [
    `export, ${rows} projects: ${megabytes.toFixed(1)} MB in ${took(whole)}, ${Math.round(peakRss - idleRss)} MB above the idle ${Math.round(idleRss)} MB; its rows alone ${took(reading)}`,
    `its ${cells} cells written: ${took(ours)}`,
    ...besides.map(
      ([name, than]) =>
        `  by ${name} ${took(than)}: ours takes ${ratio((it) => it.clock, than)} of it on the clock, ${ratio((it) => it.processor, than)} of its processor time`,
    ),
  ]
}

/** Rows per block, as in the product. */
const blockSize = 250
/** Rounds per writer; the best counts. */
const rounds = 3

if (import.meta.main) process.send!(await run())

async function run(): Promise<ExportRun> {
  setTexts(texts)
  const { db } = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: '' })
  const now = new Date()
  const query = {
    page: 1,
    page_size: 25,
    search: '',
    ordering: { key: 'title', descending: false },
    filters: {},
  } as unknown as ProjectQuery
  const holder = { is_superuser: true, permissions: [], user_type: 'staff', company_id: null }
  const asked = { locale: 'sie_DE', today: dayOf(now), person: 'Bench', now, holder } as const
  // A small warm-up, so that compiled code and connections count as idle memory.
  await consume(workbookOf(db, await exportOfProjects(db, { ...query, search: 'Sternwarte' }, {}, asked)))
  const rss = () => process.memoryUsage.rss() / 1_048_576
  const idleRss = rss()
  let peakRss = idleRss
  const sampling = setInterval(() => (peakRss = Math.max(peakRss, rss())), 20)
  let [bytes, list] = [0, undefined as AnyExport | undefined]
  const whole = await timed(async () => {
    list = await exportOfProjects(db, query, {}, asked)
    bytes = await consume(workbookOf(db, list))
  })
  clearInterval(sampling)
  const written = { rows: list!.ids.length, whole, megabytes: bytes / 1_048_576, idleRss, peakRss }
  return { ...written, ...(await besides(db, list!)) }
}

async function timed(work: () => void | Promise<void>): Promise<Duration> {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { clock: (performance.now() - begun) / 1000, processor: (user + system) / 1_000_000 }
}

/** Reads the rows again and passes their cells to each writer in turn. */
async function besides(db: Db, { ids, rowsByIds, columns, name }: AnyExport) {
  const rows: unknown[] = []
  const reading = await timed(async () => {
    for (let start = 0; start < ids.length; start += blockSize)
      for (const row of await rowsByIds(db, ids.slice(start, start + blockSize))) rows.push(row)
  })
  const cells = rows.map((row) => columns.map((column) => column.value(row)))
  const writers: Record<string, (cells: Cell[][]) => Promise<void>> = {
    almoner: async (given) => void (await consume(writeXlsx({ sheets: [{ name, columns, rows: given }] }))),
    'a bare writer': writeBare,
    ...(process.env.EXCELJS && { exceljs: await exceljsWriter(process.env.EXCELJS) }),
  }
  const best: Record<string, Duration> = {}
  for (let round = 0; round < rounds; round++)
    for (const [writer, write] of Object.entries(writers)) {
      // Each writer starts without garbage of the previous one.
      collectGarbage('everything')
      const took = await timed(() => write(cells))
      const before = best[writer] ?? took
      best[writer] = {
        clock: Math.min(before.clock, took.clock),
        processor: Math.min(before.processor, took.processor),
      }
    }
  return { cells: cells.length * columns.length, reading, writers: best }
}

type Cell = string | number | null

/** Only wraps cells in tags and compresses them: the minimum work of any writer. */
async function writeBare(cells: Cell[][]): Promise<void> {
  const packer = createDeflateRaw({ level: 1 })
  const packed = consume(packer)
  for (let start = 0; start < cells.length; start += blockSize) {
    const block = cells.slice(start, start + blockSize)
    const xml = block.map((row, i) => bareRow(row, start + i + 1)).join('')
    if (!packer.write(xml)) await once(packer, 'drain')
  }
  packer.end()
  await packed
}

/** The streaming writer of exceljs. */
async function exceljsWriter(folder: string) {
  const { default: exceljs } = (await import(join(folder, 'node_modules/exceljs/lib/exceljs.nodejs.js'))) as {
    default: {
      stream: {
        xlsx: {
          WorkbookWriter: new (options: { stream: Writable; zip: object }) => {
            addWorksheet: (name: string) => {
              addRow: (cells: Cell[]) => { commit: () => void }
              commit: () => void
            }
            commit: () => Promise<void>
          }
        }
      }
    }
  }
  return async (cells: Cell[][]) => {
    const stream = new Writable({ write: (_piece, _encoding, taken) => taken() })
    const book = new exceljs.stream.xlsx.WorkbookWriter({ stream, zip: { zlib: { level: 1 } } })
    const sheet = book.addWorksheet('Projects')
    for (let start = 0; start < cells.length; start += blockSize) {
      for (const row of cells.slice(start, start + blockSize)) sheet.addRow(row).commit()
      // It compresses in the background and buffers everything it had no time for.
      await new Promise((done) => setImmediate(done))
    }
    sheet.commit()
    await book.commit()
  }
}

function bareRow(cells: readonly (string | number | null)[], row: number): string {
  const inside = cells.map((cell, i) =>
    typeof cell === 'number'
      ? `<c r="${columnName(i)}${row}"><v>${cell}</v></c>`
      : `<c r="${columnName(i)}${row}" t="inlineStr"><is><t>${escapeXml(cell ?? '')}</t></is></c>`,
  )
  return `<row r="${row}">${inside.join('')}</row>`
}

async function consume(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const piece of pieces) bytes += piece.length
  return bytes
}
