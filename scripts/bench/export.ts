import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { workbookOf } from '#features/exports/server/list-export.ts'
import { exportOfProjects } from '#features/projects/server/export.ts'
import type { ProjectQuery } from '#features/projects/server/list.ts'
import { texts } from '#app/texts.ts'
import { openDatabase } from '#server/db/db.ts'
import { setTexts } from '#server/texts.ts'
import { dayOf } from '#shared/dates.ts'

export type ExportRun = { rows: number; seconds: number; megabytes: number; idleRss: number; peakRss: number }

/** Writes the workbook of all projects in a process of its own; memory (RSS) in megabytes, before and at its highest. */
export async function measureExport(url: string): Promise<ExportRun> {
  const child = fork(fileURLToPath(import.meta.url), {
    // A heap that may grow lets garbage lie; a small one shows what is needed.
    execArgv: ['--max-old-space-size=48', '--max-semi-space-size=4'],
    env: { ...process.env, DATABASE_URL: url, NODE_ENV: 'production' },
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
export function exportLine({ rows, seconds, megabytes, idleRss, peakRss }: ExportRun): string {
  const above = Math.round(peakRss - idleRss)
  return `export, ${rows} projects: ${megabytes.toFixed(1)} MB in ${seconds.toFixed(1)} s, ${above} MB above the idle ${Math.round(idleRss)} MB`
}

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
  const asked = { locale: 'sie_DE', today: dayOf(now), person: 'Bench', now } as const
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
  return { rows: list.ids.length, seconds, megabytes: bytes / 1_048_576, idleRss, peakRss }
}

async function consume(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const piece of pieces) bytes += piece.length
  return bytes
}
