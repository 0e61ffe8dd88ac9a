import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { compiledCode } from './test/compiled-code.ts'
import { chromiumFlags, chromiumPath } from './test/e2e/browser.ts'

/**
 * Three journeys at a time, each side with its own server and database (`test/e2e/policy.ts` finds them): one journey
 * alone leaves a third of two cores idle, two a fifth, three an eighth; no side sees the effects of another.
 */
const workers = 3

/** Each journey opens new pages, whose code runs too briefly to repay optimizing it: a quarter of all CPU time. */
const unoptimized = '--js-flags=--no-maglev --no-turbofan'

process.env.NODE_COMPILE_CACHE ??= compiledCode
// Without a locale, as on a bare machine, Chromium names a file "download" when its name has characters beyond ASCII.
process.env.LC_ALL = 'C.UTF-8'
// Set once by the main process and inherited by its workers. Ports count up from this one; folders are below.
process.env.E2E_PORT ??= String(20_000 + (process.pid % 20_000))
if (!process.env.E2E_DATA) {
  const folder = mkdtempSync(join(tmpdir(), 'almoner-e2e-'))
  process.env.E2E_DATA = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

export default defineConfig({
  testDir: 'test/e2e',
  // Ends a journey that hangs. No journey measures speed, so even a machine at a third of the speed fails none.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  workers,
  // A retry separates broken journeys from those a busy machine delayed; the summary names journeys that needed it.
  retries: 1,
  reporter: [['list'], ['./test/e2e/second-try.ts']],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: await chromiumPath(), args: [...chromiumFlags, unoptimized] },
    // Its pictures take a tenth of the time; the retry records enough.
    trace: 'on-first-retry',
  },
  webServer: {
    command: `node test/e2e/servers.ts ${workers}`,
    wait: { stdout: /All sides serve/ },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
  },
})
