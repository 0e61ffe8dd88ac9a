/**
 * npm run bench:work [-- --size 3000]: the jobs that staff do most, done in a real browser beside the built product and
 * generated projects, with their clicks, keys, requests, bytes and time. Ends with 1 when a mark is missed. Needs a built page
 * (npm run build). Typed words count as keys of their own and are no clicks.
 */
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { chromiumFlags, chromiumPath } from '#test/e2e/browser.ts'
import { generatedDatabase, type Product, productOn } from './product.ts'

const { values } = parseArgs({ options: { size: { type: 'string', default: '3000' } } })
const list = '/site-admin/projects/'

/** The effort of a job for a person: `waits` are the milliseconds each timed step took. */
class Job {
  clicks = 0
  keys = 0
  loads = 0
  requests = 0
  bytes = 0
  readonly waits: number[] = []
  readonly page: Page

  private constructor(page: Page) {
    this.page = page
  }

  static async in(page: Page): Promise<Job> {
    const job = new Job(page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    devtools.on('Network.requestWillBeSent', () => (job.requests += 1))
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (job.bytes += encodedDataLength))
    return job
  }

  async click(target: Locator, options?: Parameters<Locator['click']>[0]): Promise<void> {
    this.clicks += 1
    await target.click(options)
  }

  async press(key: string): Promise<void> {
    this.keys += 1
    await this.page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    this.keys += text.length
    await this.page.keyboard.type(text)
  }

  /** Presses a key and measures the time until `selector` has changed and is visible. */
  async timed(key: string, selector: string): Promise<void> {
    await this.page.evaluate(watch(selector))
    await this.press(key)
    this.waits.push(await this.page.evaluate<number>('almonerChanged'))
  }
}

// From the key to the frame after the change, when it becomes visible.
const watch = (selector: string) => `
  window.almonerChanged = new Promise((done) => {
    const words = () => document.querySelector(${JSON.stringify(selector)})?.textContent
    const before = words()
    let pressed
    addEventListener('keydown', (event) => (pressed ??= event.timeStamp), { capture: true })
    const observer = new MutationObserver(() => {
      if (pressed === undefined || words() === before || !words()) return
      observer.disconnect()
      requestAnimationFrame(() => done(performance.now() - pressed))
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  undefined`

type Measured = { job: Job; most: Partial<Record<'clicks' | 'keys' | 'loads' | 'median', number>> }

const jobs: Record<string, (page: Page) => Promise<Measured>> = {
  '40 reviews': async (page) => {
    await page.goto(list)
    await page.getByRole('link', { name: /^Start review \(/ }).click()
    await page.getByText('Yours while it is open').waitFor()
    const job = await Job.in(page)
    page.on('load', () => (job.loads += 1))
    for (let n = 0; n < 40; n++) {
      await page.getByText('Yours while it is open').waitFor()
      await job.press('2')
      await page.getByRole('button', { name: /^Accept/, disabled: false }).waitFor()
      await job.timed('Control+Enter', 'h1')
    }
    return { job, most: { keys: 80, loads: 0, median: 100 } }
  },

  'complete projects in a town, organization without a valid proof': async (page) => {
    await page.goto(list)
    await page.locator('tbody [data-row-title]').first().waitFor()
    const job = await Job.in(page)
    await job.click(page.getByRole('button', { name: /^Filter/ }).first())
    const menu = page.getByRole('dialog', { name: 'Filters' })
    await menu.getByRole('searchbox', { name: 'Filter by…' }).and(page.locator(':focus')).waitFor()
    const choose = async (letters: string, ...values: string[]) => {
      // Selects the previously typed text: one more key.
      await job.press('Control+a')
      await job.type(letters)
      for (const value of values) await job.click(menu.getByRole('checkbox', { name: value, exact: true }))
    }
    await choose('complete', 'Status: Complete')
    await choose('proof')
    for (const value of [/^Expired/, /^None/])
      await job.click(menu.locator('form').getByRole('checkbox', { name: value }))
    await menu.getByRole('searchbox', { name: 'Filter by…' }).focus()
    job.keys += 1
    await choose('berlin', 'Town: Berlin')
    await job.click(menu.getByRole('button', { name: /^Apply/ }))
    await page.locator('.chip', { hasText: 'Town Berlin' }).waitFor()
    return { job, most: { clicks: 6 } }
  },

  'a task for 10 projects': async (page) => {
    await page.goto(list)
    const boxes = page.locator('tbody [data-row] input.checkbox')
    await boxes.first().waitFor()
    const job = await Job.in(page)
    await job.click(boxes.nth(0))
    await job.click(boxes.nth(9), { modifiers: ['Shift'] })
    const bar = page.getByRole('group', { name: 'Actions for the selection' })
    await job.click(bar.getByRole('button', { name: /task/i }))
    const window = page.getByRole('dialog')
    await job.click(window.getByRole('textbox', { name: /^Title/ }))
    await job.type('Ask for the proof')
    const add = window.getByRole('button', { name: /^Add 10 tasks/ })
    await add.waitFor()
    await job.click(add)
    await page
      .getByText(/10 of 10|10 done|10 tasks/)
      .first()
      .waitFor()
    return { job, most: { clicks: 8 } }
  },

  'list to peek': async (page) => {
    await page.goto(list)
    await page.locator('tbody [data-row-title]').first().waitFor()
    const job = await Job.in(page)
    await job.press('j')
    await job.timed('Space', '.peek h2')
    for (let n = 0; n < 10; n++) {
      // Thinking time, while the next record is preloaded.
      await page.waitForTimeout(300)
      await job.timed('j', '.peek h2')
    }
    return { job, most: { median: 100 } }
  },
}

const folder = mkdtempSync(join(tmpdir(), 'almoner-work-'))
let product: Product | undefined
let browser: Browser | undefined
try {
  const url = await generatedDatabase('bench_work', Number(values.size))
  await inBerlin(url)
  product = await productOn(folder, { DATABASE_URL: url, DEMO: '0' })
  browser = await chromium.launch({
    executablePath: await chromiumPath({ whole: true }),
    args: chromiumFlags,
  })
  console.log('| job | clicks | keys | page loads | requests | kB | wait, median ms | slowest ms | |')
  console.log('| --- | --: | --: | --: | --: | --: | --: | --: | --- |')
  for (const [name, work] of Object.entries(jobs)) {
    const context = await browser.newContext({
      baseURL: product.base,
      viewport: { width: 1440, height: 900 },
    })
    await product.prepare(context)
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    const { job, most } = await work(page)
    print(name, job, most)
    await context.close()
  }
  console.log(
    `load average ${loadavg()
      .map((value) => value.toFixed(1))
      .join(' ')}`,
  )
} finally {
  await browser?.close()
  await product?.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
}

function print(name: string, job: Job, most: Measured['most']): void {
  const sorted = job.waits.toSorted((a, b) => a - b).map(Math.round)
  const median = sorted[Math.floor(sorted.length / 2)]
  const reached = { clicks: job.clicks, keys: job.keys, loads: job.loads, median: median ?? 0 }
  const missed = Object.entries(most).filter(([key, limit]) => reached[key as keyof typeof reached] > limit)
  const marks = Object.entries(most).map(([key, limit]) => `${key} ≤ ${limit}`)
  const told = missed.length > 0 ? `MISSED: ${missed.map(([key]) => key).join(', ')}` : marks.join(', ')
  console.log(
    `| ${name} | ${job.clicks} | ${job.keys} | ${job.loads} | ${job.requests} | ${Math.round(job.bytes / 1000)} | ${median ?? ''} | ${sorted.at(-1) ?? ''} | ${told} |`,
  )
  if (missed.length > 0) process.exitCode = 1
}

/** A fifth of the organizations is in one town, as in files from staff. */
async function inBerlin(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`update organizations set city = 'Berlin' where id % 5 = 0`)
  await client.end()
}
