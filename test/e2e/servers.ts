import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The servers of all sides of a run of journeys (`playwright.config.ts`), each with its own database. The demo is
 * filled once, half a minute on a slow machine, and copied for the others. Prints `All sides serve` when ready; a
 * signal ends all of them.
 */
const sides = Array.from({ length: Number(process.argv[2]) }, (_, side) => side)
const folderOf = (side: number) => join(process.env.E2E_DATA!, String(side))
const running = new Set<ChildProcess>()
let ending = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    ending = true
    for (const server of running) server.kill('SIGTERM')
  })

await stop(await start(0))
await Promise.all(sides.slice(1).map((side) => cp(folderOf(0), folderOf(side), { recursive: true })))
await Promise.all(sides.map(start))
console.log('All sides serve')

/** A running server; if it ends by itself, this process ends too. */
async function start(side: number): Promise<ChildProcess> {
  const port = String(Number(process.env.E2E_PORT) + side)
  const address = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: port,
    BASE_URL: address,
    DATA_DIR: folderOf(side),
    ADMIN_PASSWORD: 'almoner-e2e-password',
    DEMO: '1',
    LOG_LEVEL: 'error',
  }
  const server = spawn(process.execPath, ['src/app/server/main.ts'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(server)
  server.once('exit', (code) => {
    running.delete(server)
    if (!ending) process.exit(code || 1)
    if (running.size === 0) process.exit(0)
  })
  const answers = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) await sleep(100)
  return server
}

async function stop(server: ChildProcess): Promise<void> {
  server.removeAllListeners('exit')
  running.delete(server)
  server.kill('SIGTERM')
  await once(server, 'exit')
}
