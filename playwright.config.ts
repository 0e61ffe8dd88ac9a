import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumFlags, chromiumPath } from './test/e2e/browser.ts'

// Set once by the main process and inherited by its workers: all talk to the same server.
process.env.E2E_PORT ??= String(20_000 + (process.pid % 20_000))
if (!process.env.E2E_DATA) {
  const folder = mkdtempSync(join(tmpdir(), 'almoner-e2e-'))
  process.env.E2E_DATA = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}
const port = process.env.E2E_PORT

export default defineConfig({
  testDir: 'test/e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  // One account, one server, two cores: journeys one after another are as fast and disturb nobody.
  workers: 1,
  // A second try tells what is broken from what a busy machine was late with; the summary names those that needed it.
  retries: 1,
  reporter: [['list'], ['./test/e2e/second-try.ts']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: await chromiumPath(), args: chromiumFlags },
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'node src/app/server/main.ts',
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
    env: {
      PORT: port,
      BASE_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: process.env.E2E_DATA,
      ADMIN_PASSWORD: 'almoner-e2e-password',
      DEMO: '1',
      LOG_LEVEL: 'error',
    },
  },
})
