import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { PageToRender } from '#shared/lists/first-page.ts'

export type ToPrerenderer = { id: number; page: PageToRender }
export type FromPrerenderer = { isLoaded: true } | ({ id: number } & ({ html: string } | { failed: string }))

export type Prerenderer = {
  /** The page's HTML; undefined when rendering fails or too many pages wait. */
  render: (page: PageToRender) => Promise<string | undefined>
  close: () => Promise<void>
}

type Options = {
  log: (entry: { msg: string }) => void
  /** A module that exports a `Prerender` function. */
  module?: URL
  /** A thread that does not answer within this time is terminated. */
  silentMs?: number
  /** Pause before the next thread starts when one could not load the module. */
  pauseMs?: number
}

/** Written by `npm run build` from `src/app/web/prerender.tsx`. */
const built = new URL('../../../dist/prerender/prerender.js', import.meta.url)
const memoryMb = 256
/** A document waits some 200 ms for its rows, and one page takes some 35: further pages would be rendered for nobody. */
const mostWaiting = 5

/**
 * Renders first pages in a separate thread, so that no other call waits. The thread starts with the first page and gets
 * no environment variables. When it ends, the next page starts a new one, after a pause if the module did not load.
 * Undefined without a built page.
 */
export function startPrerenderer({
  log,
  module = built,
  silentMs = 10_000,
  pauseMs = 60_000,
}: Options): Prerenderer | undefined {
  if (!existsSync(module)) return undefined
  const waiting = new Map<number, (html?: string) => void>()
  let last = 0
  let running: Worker | undefined
  let closed = false
  let paused = false
  const answer = (id: number, html?: string) => {
    waiting.get(id)?.(html)
    waiting.delete(id)
  }
  const start = () => {
    const worker = new Worker(new URL('prerender-worker.ts', import.meta.url), {
      workerData: module.href,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    worker.unref()
    let isLoaded = false
    worker.on('message', (message: FromPrerenderer) => {
      if ('isLoaded' in message) {
        isLoaded = true
        return
      }
      if ('failed' in message) log({ msg: `page not rendered: ${message.failed}` })
      answer(message.id, 'html' in message ? message.html : undefined)
    })
    worker.on('error', (error) => log({ msg: `the thread that renders pages ended: ${String(error)}` }))
    worker.on('exit', () => {
      if (running === worker) running = undefined
      if (!isLoaded) {
        paused = true
        setTimeout(() => (paused = false), pauseMs).unref()
      }
      for (const id of waiting.keys()) answer(id)
    })
    return worker
  }
  return {
    render: (page) =>
      new Promise((resolve) => {
        if (closed || paused || waiting.size >= mostWaiting) return resolve(undefined)
        const worker = (running ??= start())
        const id = (last += 1)
        const silent = setTimeout(() => void worker.terminate(), silentMs).unref()
        waiting.set(id, (html) => {
          clearTimeout(silent)
          resolve(html)
        })
        worker.postMessage({ id, page } satisfies ToPrerenderer)
      }),
    close: async () => {
      closed = true
      await running?.terminate()
    },
  }
}
