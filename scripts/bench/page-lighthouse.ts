import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromiumFlags, chromiumPath } from '#test/e2e/browser.ts'

// Not a dependency: 114 packages and 176 MB for one command. npx keeps it in its own folder.
const version = '13.5.0'

export type Score = { score: number; lcp: number; cls: number; blocked: number }

type Report = {
  categories: { performance: { score: number } }
  audits: Record<string, { numericValue?: number }>
  runtimeError?: { message: string }
}

/** Lighthouse's performance score of a page for a signed-in person, one run; a run with a lost trace is repeated. */
export async function lighthouse(url: string, cookie: string, device: 'phone' | 'desktop'): Promise<Score> {
  let report = await run(url, cookie, device)
  for (let again = 0; again < 2 && report.runtimeError; again++) report = await run(url, cookie, device)
  if (report.runtimeError) throw new Error(report.runtimeError.message)
  const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN
  return {
    score: Math.round(report.categories.performance.score * 100),
    lcp: Math.round(value('largest-contentful-paint')),
    cls: value('cumulative-layout-shift'),
    blocked: Math.round(value('total-blocking-time')),
  }
}

async function run(url: string, cookie: string, device: 'phone' | 'desktop'): Promise<Report> {
  const flags = ['--headless=new', ...chromiumFlags].join(' ')
  const folder = await mkdtemp(join(tmpdir(), 'almoner-lighthouse-'))
  // Into a file: its output to a pipe is cut off when it exits before everything is read.
  const file = join(folder, 'report.json')
  const given = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    '--only-categories=performance',
    `--chrome-flags=${flags}`,
    `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
  ]
  const env = { ...process.env, CHROME_PATH: await chromiumPath({ whole: true }) }
  const options = { env, maxBuffer: 64_000_000, timeout: 180_000 }
  try {
    // A failed run exits with 1 and explains itself in its report; without a report there is nothing to evaluate.
    const said = await promisify(execFile)(
      'npx',
      ['--yes', `lighthouse@${version}`, url, ...given],
      options,
    ).catch((error: { stderr?: string }) => error)
    if (!existsSync(file)) throw new Error(`lighthouse wrote no report: ${said.stderr?.slice(0, 500)}`)
    return JSON.parse(await readFile(file, 'utf8')) as Report
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
