import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freePort } from '../scripts/faults/server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

// As npm does it: a shell in between that dies of the signal without forwarding it.
test('a signal to the shell around npm start ends the server', async ({ signal }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'almoner-start-'))
  const port = String(await freePort())
  // The test runner sets a BASE_URL of its own in the environment.
  const { BASE_URL: _, ...inherited } = process.env
  const env = {
    ...inherited,
    DATA_DIR: dataDir,
    PORT: port,
    DEMO: '0',
    ADMIN_PASSWORD: 'almoner-start',
    LOG_LEVEL: 'error',
  }
  const shell = spawn('sh', ['-c', 'node scripts/start.mjs; true'], {
    cwd: root,
    env,
    stdio: 'ignore',
    detached: true,
  })
  let hasEnded = false
  try {
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status,
        () => 0,
      )
    while ((await answers()) !== 200) {
      expect(shell.exitCode).toBe(null)
      await sleep(200, undefined, { signal })
    }
    shell.kill('SIGTERM')
    await once(shell, 'exit')
    while ((await answers()) !== 0) await sleep(100, undefined, { signal })
    hasEnded = true
  } finally {
    // Leaves no process of the group behind, whatever failed.
    if (!hasEnded) killGroup(shell.pid!)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
  }
})

/** A group that has ended needs no signal. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
