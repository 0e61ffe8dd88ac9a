/**
 * npm run bench:page: how soon the first list page shows its rows at 4 × CPU slowdown, in a fresh browser each time,
 * against a server of its own with demo data. Milliseconds from the start of the navigation to the first row.
 */
import { chromium } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromiumFlags, chromiumPath } from '../../test/e2e/browser.ts'

const runs = 7
const slowdown = 4
const mark = 1500
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'almoner-page-'))
const port = 20_000 + (process.pid % 20_000)
const base = `http://127.0.0.1:${port}`
const password = 'almoner-bench'

const server = spawn(process.execPath, ['src/app/server/main.ts'], {
  cwd: root,
  stdio: 'ignore',
  env: {
    ...process.env,
    PORT: String(port),
    BASE_URL: base,
    DATA_DIR: folder,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'error',
  },
})
try {
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await sleep(200)
  const times: number[] = []
  for (let run = 0; run < runs; run++) times.push(await rowsVisibleAfter())
  times.sort((a, b) => a - b)
  const median = times[Math.floor(runs / 2)]!
  console.log(
    `first list page at ${slowdown} × slowdown, ${runs} fresh browsers: rows visible after ${median} ms (median; ${times[0]} to ${times.at(-1)})`,
  )
  if (median > mark) process.exitCode = 1
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

async function rowsVisibleAfter(): Promise<number> {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumFlags })
  try {
    const page = await browser.newPage({ baseURL: base, viewport: { width: 1440, height: 900 } })
    await page.request.get('/api/v4/session/')
    const token = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')!.value
    const signedIn = await page.request.post('/api/v4/session/', {
      data: { username: 'admin', password },
      headers: { 'X-CSRFToken': token },
    })
    if (!signedIn.ok()) throw new Error(`sign-in answered ${signedIn.status()}`)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto('/site-admin/projects/', { waitUntil: 'commit' })
    await page.locator('tbody tr a').first().waitFor()
    return Math.round(await page.evaluate<number>('performance.now()'))
  } finally {
    await browser.close()
  }
}
