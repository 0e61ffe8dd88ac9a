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
import { columnName, escapeXml } from '#server/xlsx-cells.ts'
import { setTexts } from '#server/texts.ts'
import { dayOf } from '#shared/dates.ts'

export type ExportRun = {
  rows: number
  seconds: number
  megabytes: number
  idleRss: number
  peakRss: number
  /** The same rows read from the database alone, and the same cells through the barest writer that gives a sheet. */
  readSeconds: number
  bareSeconds: number
  /** The same cells through the streaming writer of exceljs, where it is given. */
  exceljsSeconds?: number
}

/** Writes the workbook of all projects in a process of its own with the default heap; memory (RSS) in megabytes, before and at its highest. */
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

/** One line for the report. */
export function exportLine(run: ExportRun): string {
  const { rows, seconds, megabytes, idleRss, peakRss, readSeconds, bareSeconds, exceljsSeconds } = run
  const above = Math.round(peakRss - idleRss)
  const exceljs = exceljsSeconds === undefined ? '' : `, by exceljs ${exceljsSeconds.toFixed(1)} s`
  const beside = `; its rows alone ${readSeconds.toFixed(1)} s, its cells by a bare writer ${bareSeconds.toFixed(1)} s${exceljs}`
  return `export, ${rows} projects: ${megabytes.toFixed(1)} MB in ${seconds.toFixed(1)} s, ${above} MB above the idle ${Math.round(idleRss)} MB${beside}`
}

/** So many rows at once, as the product reads them. */
const blockSize = 250

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
  const holder = { is_superuser: true, permissions: [] }
  const asked = { locale: 'sie_DE', today: dayOf(now), person: 'Bench', now, holder } as const
  // A first small one, so that compiled code and connections count as idle.
  await consume(workbookOf(db, await exportOfProjects(db, { ...query, search: 'Sternwarte' }, {}, asked)))
  const rss = () => process.memoryUsage.rss() / 1_048_576
  const idleRss = rss()
  let peakRss = idleRss
  const sampling = setInterval(() => (peakRss = Math.max(peakRss, rss())), 20)
  const started = performance.now()
  const list = await exportOfProjects(db, query, {}, asked)
  const bytes = await consume(workbookOf(db, list))
  clearInterval(sampling)
  const seconds = (performance.now() - started) / 1000
  const run = { rows: list.ids.length, seconds, megabytes: bytes / 1_048_576, idleRss, peakRss }
  return { ...run, ...(await besides(db, list)) }
}

/** Reads the rows again, and gives their cells to a writer that only puts tags around them and packs. */
async function besides(db: Db, { ids, rowsByIds, columns }: AnyExport) {
  const exceljs = process.env.EXCELJS ? await exceljsWriter(process.env.EXCELJS) : undefined
  const packer = createDeflateRaw({ level: 1 }).resume()
  let [readSeconds, bareSeconds, rows] = [0, 0, 0]
  for (let start = 0; start < ids.length; start += blockSize) {
    const asked = performance.now()
    const block = (await rowsByIds(db, ids.slice(start, start + blockSize))) as unknown[]
    readSeconds += (performance.now() - asked) / 1000
    const cells = block.map((row) => columns.map((column) => column.value(row)))
    const begun = performance.now()
    const xml = cells.map((row) => bareRow(row, ++rows)).join('')
    await new Promise((taken) => packer.write(xml, taken))
    bareSeconds += (performance.now() - begun) / 1000
    await exceljs?.add(cells)
  }
  return { readSeconds, bareSeconds, ...(exceljs && { exceljsSeconds: await exceljs.end() }) }
}

type Cell = string | number | null

/** The streaming writer of exceljs, which says in the end how long it worked. */
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
  const nowhere = new Writable({ write: (_piece, _encoding, taken) => taken() })
  const book = new exceljs.stream.xlsx.WorkbookWriter({ stream: nowhere, zip: { zlib: { level: 1 } } })
  const sheet = book.addWorksheet('Projects')
  let milliseconds = 0
  const timed = async (work: () => void | Promise<void>) => {
    const begun = performance.now()
    await work()
    // It packs in the background: what waits is its work too.
    await new Promise((done) => setImmediate(done))
    milliseconds += performance.now() - begun
  }
  return {
    add: (rows: Cell[][]) =>
      timed(() => {
        for (const row of rows) sheet.addRow(row).commit()
      }),
    end: async () => {
      await timed(async () => {
        sheet.commit()
        await book.commit()
      })
      return milliseconds / 1000
    },
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
