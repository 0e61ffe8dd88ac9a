import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pdfOfSize } from '#test/make-pdf.ts'
import { runCommand, treeOf, writeGrants } from './import.ts'
import { type Product, productOn } from './product.ts'
import { summaryOf } from './timed.ts'

type Call = <T>(method: 'GET' | 'POST', path: string, body?: object | FormData) => Promise<T>

/**
 * The product on its built-in database: the first start, which creates it, and the second; then an import of
 * `megabytes` MB by the command, with uploads and list calls meanwhile, and its undo, with reads of the import meanwhile.
 */
export async function measureEngine(megabytes: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-engine-'))
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '', DEMO: '0' }
  try {
    const first = await timedOnce(() => productOn(folder, env))
    await first.answer.close()
    const second = await timedOnce(() => productOn(folder, env))
    try {
      return [
        `first start, until signed in: ${first.ms} ms; second: ${second.ms} ms`,
        ...(await measureImport(second.answer, folder, { megabytes, env })),
      ]
    } finally {
      await second.answer.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function measureImport(
  product: Product,
  folder: string,
  { megabytes, env }: { megabytes: number; env: Record<string, string> },
): Promise<string[]> {
  const call = callerOf(product)
  const idle = treeMb(product.pid)
  const path = join(folder, 'grants.csv')
  const { rows, euros } = await writeGrants(path, { bytes: megabytes * 1_000_000 })
  const size = Math.round(statSync(path).size / 100_000) / 10
  const { id } = await call<{ id: number }>('POST', '/api/v4/organizations/', {
    title: 'Verein neben dem Import',
    email_contact: 'verein@example.org',
  })

  let peak = idle
  const uploads: number[] = []
  const lists: number[] = []
  const importing = whileRunning(runCommand(path, euros, env), async () => {
    lists.push((await timedOnce(() => call('GET', '/api/v4/projects/'))).ms)
    uploads.push((await timedOnce(() => call('POST', '/api/v4/documents/', documentOf(id)))).ms)
    peak = Math.max(peak, treeMb(product.pid))
  })
  const { seconds } = await importing

  const { results } = await call<{ results: { id: number }[] }>('GET', '/api/v4/imports/')
  const address = `/api/v4/imports/${results[0]!.id}/`
  const reads: number[] = []
  let state = 'undoing'
  const undo = await timedOnce(async () => {
    const confirmation = { reason: 'Bench', confirm_filename: basename(path) }
    await call('POST', `${address}undo/`, confirmation)
    while (state !== 'undone') {
      const read = await timedOnce(() => call<{ state: string }>('GET', address))
      reads.push(read.ms)
      state = read.answer.state
      if (['failed', 'imported'].includes(state)) throw new Error(`the undo ended as ${state}`)
      await sleep(100)
    }
  })
  return [
    `import of ${size} MB, ${rows} rows, by the command: ${seconds} s`,
    `meanwhile an upload ${summaryOf(uploads)}, the first page of projects ${summaryOf(lists)}`,
    `undone in ${Math.round(undo.ms / 1000)} s; meanwhile a read of the import ${summaryOf(reads)}, each answered`,
    `memory of product and database: ${idle} MB idle, ${peak} MB at most during the import`,
  ]
}

/** Calls the product as its administrator; a refused call throws. */
function callerOf({ base, cookie }: Product): Call {
  const token = /csrftoken=([^;]+)/.exec(cookie)![1]!
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const isForm = body instanceof FormData
    const answer = await fetch(base + path, {
      method,
      headers: {
        cookie,
        ...(body && { 'x-csrftoken': decodeURIComponent(token), 'idempotency-key': crypto.randomUUID() }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
}

let documents = 0
/** A document of 100 kB. After 256 uploads the contents repeat, and equal files are stored once. */
function documentOf(organization: number): FormData {
  const bytes = new Uint8Array(pdfOfSize(100_000, ++documents % 256))
  const form = new FormData()
  form.append('type', 'other')
  form.append('target_type', 'organization')
  form.append('target_id', String(organization))
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), 'Schreiben.pdf')
  return form
}

async function whileRunning<T>(work: Promise<T>, act: () => Promise<void>): Promise<T> {
  let isOver = false
  const over = work.finally(() => (isOver = true))
  over.catch(() => {}) // reported by the last line
  try {
    // oxlint-disable-next-line no-await-in-loop -- one caller
    while (!isOver) await Promise.all([act(), sleep(250)])
  } finally {
    await Promise.allSettled([over])
  }
  return over
}

async function timedOnce<T>(act: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const started = performance.now()
  const answer = await act()
  return { ms: Math.round(performance.now() - started), answer }
}

/** Memory of a process and its descendants. Each page that several of them share counts once. */
const treeMb = (pid: number) => Math.round(treeOf(pid).reduce((sum, one) => sum + shareKb(one), 0) / 1024)

function shareKb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0 // it has ended
  }
}
