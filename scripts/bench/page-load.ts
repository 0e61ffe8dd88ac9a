import { type BrowserContext, chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../../test/e2e/browser.ts'

/** One load of a page: milliseconds, counts and bytes. */
export type Load = {
  rows: number
  beforeRows: number
  requests: number
  bytes: number
  longTasks: number
  longest: number
  blocked: number
}

export const slowdown = 4
/** After the rows a page may still ask for something; what comes later is not counted. */
const settleMs = 1_500

/** A cold load in a fresh browser and a warm one after it. */
export async function loadTwice(
  url: string,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<{ cold: Load; warm: Load }> {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumFlags })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await prepare(context)
    await context.addInitScript(watch)
    return { cold: await loadOnce(context, url), warm: await loadOnce(context, url) }
  } finally {
    await browser.close()
  }
}

async function loadOnce(context: BrowserContext, url: string): Promise<Load> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
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
  await page.locator('tbody tr a').first().waitFor()
  await page.waitForTimeout(settleMs)
  const { rows, tasks } = await page.evaluate<{ rows: number; tasks: number[] }>('almonerBench')
  await page.close()
  return {
    rows: Math.round(rows),
    beforeRows: sent.filter((at) => (at - start) * 1000 < rows).length,
    requests: sent.length,
    bytes,
    longTasks: tasks.length,
    longest: Math.round(Math.max(0, ...tasks)),
    blocked: Math.round(tasks.reduce((sum, duration) => sum + duration - 50, 0)),
  }
}

// Runs in the page before anything of it: when the first row is there, and which tasks took longer than 50 ms until then.
const watch = `
  window.almonerBench = { rows: 0, tasks: [] }
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('tbody tr a')) return
    almonerBench.rows = performance.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) almonerBench.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })`
