/**
 * npm run bench:start: how long `npm start` takes to /readyz on a folder that already holds the demo data, in
 * milliseconds from its first line of code on.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const runs = 5
const mark = 5000
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'almoner-start-'))
const port = String(20_000 + (process.pid % 20_000))

/** Starts the product, waits until it is ready, stops it, and returns the milliseconds of the start. */
async function startAndStop(): Promise<number> {
  const began = performance.now()
  const server = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: port,
      DATA_DIR: folder,
      ADMIN_PASSWORD: 'almoner-bench',
      LOG_LEVEL: 'error',
    },
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    await sleep(20)
  }
  const took = performance.now() - began
  server.kill('SIGTERM')
  await once(server, 'exit')
  return Math.round(took)
}

try {
  const first = await startAndStop()
  const times: number[] = []
  for (let run = 0; run < runs; run++) times.push(await startAndStop())
  times.sort((a, b) => a - b)
  const median = times[Math.floor(runs / 2)]!
  console.log(
    `second start: ready after ${median} ms (median of ${runs}; ${times[0]} to ${times.at(-1)}); the first, with demo data, ${first} ms`,
  )
  if (median > mark) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
}
