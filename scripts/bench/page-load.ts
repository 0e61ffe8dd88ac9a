import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '#test/e2e/browser.ts'

/** One load of a page: milliseconds, counts and bytes. */
export type Load = {
  /** The first frame that shows rows. */
  rows: number
  /** The first frame whose rows answer clicks. */
  usable: number
  beforeRows: number
  requests: number
  bytes: number
  longTasks: number
  longest: number
  blocked: number
}

export const slowdown = 4
/** After the rows a page may make further requests; later ones are not counted. */
const settleMs = 1_500

/** Loads of one page in order: in a fresh browser, again in the same tab, and in a new tab. */
export const caches = ['cold', 'warm, same tab', 'warm, new tab'] as const
export type Loads = Record<(typeof caches)[number], Load>

/**
 * Loads a page three times in a fresh browser with a profile on disk, as people have it: in a private window, which a
 * plain test context is, Chromium stores no compiled code, so only files would ever be warm.
 */
export async function loadAgain(
  url: string,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<Loads> {
  const profile = mkdtempSync(join(tmpdir(), 'almoner-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await chromiumPath({ whole: true }),
    args: chromiumFlags,
    viewport: { width: 1440, height: 900 },
  })
  try {
    await prepare(context)
    await context.addInitScript(watch)
    const page = await context.newPage()
    const cold = await loadOnce(page, url)
    const same = await loadOnce(page, url)
    await page.close()
    return { cold, 'warm, same tab': same, 'warm, new tab': await loadOnce(await context.newPage(), url) }
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function loadOnce(page: Page, url: string): Promise<Load> {
  const devtools = await page.context().newCDPSession(page)
  const sent: number[] = []
  let start = Number.POSITIVE_INFINITY
  let bytes = 0
  devtools.on('Network.requestWillBeSent', ({ timestamp }) => {
    start = Math.min(start, timestamp)
    sent.push(timestamp)
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await devtools.send('Network.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('tbody tr a:not([inert] *)').first().waitFor()
  await page.waitForTimeout(settleMs)
  const { rows, usable, tasks } = await page.evaluate<{ rows: number; usable: number; tasks: number[] }>(
    'almonerBench',
  )
  await devtools.detach()
  return {
    rows: Math.round(rows),
    usable: Math.round(usable),
    beforeRows: sent.filter((at) => (at - start) * 1000 < rows).length,
    requests: sent.length,
    bytes,
    longTasks: tasks.length,
    longest: Math.round(Math.max(0, ...tasks)),
    blocked: Math.round(tasks.reduce((sum, duration) => sum + duration - 50, 0)),
  }
}

// Runs in the page before its own code: the first frames with visible and with usable rows, and tasks longer than 50 ms
// until the latter. No frame comes before the style sheets are there.
const watch = `
  window.almonerBench = { rows: 0, usable: 0, tasks: [] }
  const look = () => {
    const row = document.querySelector('tbody tr a')
    if (row?.checkVisibility()) {
      const now = performance.now()
      almonerBench.rows ||= now
      if (!row.closest('[inert]')) almonerBench.usable = now
    }
    if (!almonerBench.usable) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) almonerBench.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })`
