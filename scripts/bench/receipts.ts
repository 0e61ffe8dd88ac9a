/**
 * Donation receipts issued in one run by one worker, beside the bare library drawing the same words. Part of
 * `npm run bench`; alone: npm run bench -- --part receipts --receipts 5000
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '#server/formats/pdf-lib.js'
import * as fontkit from 'fontkit'
import { sql } from 'kysely'
import { dayOf } from '#shared/dates.ts'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { numbersOf } from '#features/receipts/server/number-gaps.ts'
import { piecesOfPdf } from '#test/pdf.ts'
import { beginRun, fillReceiptsWorld } from '../receipts-world.ts'

/** Receipts per second, here and by the bare library, and megabytes (RSS) of the worker with its child processes. */
export type ReceiptsRun = {
  receipts: number
  seconds: number
  barePerSecond: number
  earlyMb: number
  peakMb: number
}

export function receiptsLine({ receipts, seconds, barePerSecond, earlyMb, peakMb }: ReceiptsRun): string {
  const rate = receipts / seconds
  const share = (barePerSecond / rate).toFixed(2)
  return `receipts, ${receipts} in one run: ${seconds.toFixed(0)} s, ${rate.toFixed(1)} per second (the bare library draws ${barePerSecond.toFixed(1)}, ${share} times as many); at most ${Math.round(earlyMb)} MB in the first tenth, ${Math.round(peakMb)} MB in all`
}

const issuers = 20

/** Issues the receipts in a separate database, in a worker process, and checks for missing numbers. */
export async function measureReceipts(server: string, receipts: number): Promise<ReceiptsRun> {
  const url = await freshDatabase(server)
  const database = await openDatabase({ databaseUrl: url, dataDir: '' })
  const folder = mkdtempSync(join(tmpdir(), 'bench-receipts-'))
  try {
    await migrate(database)
    const { db } = database
    const now = new Date()
    const today = dayOf(now)
    const gifts = await fillReceiptsWorld(db, { gifts: receipts, issuers, now, today })
    const run = await beginRun(db, { gifts, now, today })
    const issued = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from receipts`.execute(db)).rows[0]!.n
    const started = performance.now()
    const worker = fork(new URL('../faults/receipts-process.ts', import.meta.url), [String(run)], {
      execArgv: ['--max-old-space-size=128', '--max-semi-space-size=4'],
      env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: folder },
    })
    let [earlyMb, peakMb] = [0, 0]
    const sampling = setInterval(() => {
      peakMb = Math.max(peakMb, megabytesOf(worker))
      if (earlyMb === 0) void issued().then((n) => n > receipts / 10 && (earlyMb ||= peakMb))
    }, 500)
    await once(worker, 'exit')
    clearInterval(sampling)
    const seconds = (performance.now() - started) / 1000
    const numbers = await numbersOf(db)
    if ((await issued()) !== receipts || numbers.some(({ gaps }) => gaps.length > 0))
      throw new Error('not every gift has a receipt, or a number is missing')
    const [made] = globSync(join(folder, '**/*')).filter((path) => readFirst(path).startsWith('%PDF-'))
    const barePerSecond = await drawBare(readFileSync(made!), Math.min(receipts, 500))
    return { receipts, seconds, barePerSecond, earlyMb, peakMb }
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function freshDatabase(server: string): Promise<string> {
  const url = new URL(server)
  url.pathname = '/bench_receipts'
  const admin = await openDatabase({ databaseUrl: server, dataDir: '' })
  await admin.pool.query('drop database if exists bench_receipts with (force)')
  await admin.pool.query('create database bench_receipts')
  await admin.close()
  return url.href
}

function readFirst(path: string): string {
  try {
    return readFileSync(path).subarray(0, 5).toString()
  } catch {
    // a folder
    return ''
  }
}

/** Resident memory of a process and its children; 0 where the system does not report it. */
function megabytesOf({ pid }: ChildProcess): number {
  const held = new Map<number, { parent: number; kb: number }>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const status = readFileSync(`/proc/${entry}/status`, 'utf8')
      const figure = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      held.set(Number(entry), { parent: figure('PPid'), kb: figure('VmRSS') })
    } catch {
      // it ended meanwhile
    }
  }
  const own = [...held].filter(([id, { parent }]) => id === pid || parent === pid)
  return own.reduce((sum, [, { kb }]) => sum + kb, 0) / 1024
}

/** The same text at the same positions, drawn as in the library's documentation. */
async function drawBare(receipt: Uint8Array, count: number): Promise<number> {
  const pieces = await piecesOfPdf(receipt)
  const resolve = (file: string) => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`)
  const [regular, bold] = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => readFileSync(resolve(file)))
  const started = performance.now()
  for (let at = 0; at < count; at++) {
    // oxlint-disable no-await-in-loop -- one after the other, as the worker does
    const document = await PDFDocument.create()
    document.registerFontkit(fontkit as unknown as Parameters<PDFDocument['registerFontkit']>[0])
    const fonts = [
      await document.embedFont(regular!, { subset: true }),
      await document.embedFont(bold!, { subset: true }),
    ]
    const page = document.addPage([595.28, 841.89])
    for (const { text, x, y, size, font } of pieces)
      page.drawText(text, { x, y, size, font: fonts[Math.min(font, 1)]! })
    await document.save()
    // oxlint-enable no-await-in-loop
  }
  return count / ((performance.now() - started) / 1000)
}
