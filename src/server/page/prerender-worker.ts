/** The thread of `prerender.ts`: loads the built page once and renders one page after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Prerender } from '#shared/lists/first-page.ts'
import type { FromPrerenderer, ToPrerenderer } from './prerender.ts'

const { prerender } = (await import(workerData as string)) as { prerender: Prerender }

const send = (message: FromPrerenderer) => parentPort!.postMessage(message)

parentPort!.on('message', ({ id, page }: ToPrerenderer) => {
  prerender(page).then(
    (html) => send({ id, html }),
    (error: unknown) => send({ id, failed: String(error) }),
  )
})
send({ isLoaded: true })
