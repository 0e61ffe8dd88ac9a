import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromiumFlags, chromiumPath } from '../../test/e2e/browser.ts'

// Not among the dependencies: 114 packages and 176 MB for one command. npx keeps it in its own folder.
const version = '13.5.0'

export type Score = { score: number; lcp: number; cls: number; blocked: number }

/** Lighthouse's performance of a page for somebody signed in, one run. */
export async function lighthouse(url: string, cookie: string, device: 'phone' | 'desktop'): Promise<Score> {
  const flags = ['--headless=new', ...chromiumFlags].join(' ')
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      `lighthouse@${version}`,
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance',
      `--chrome-flags=${flags}`,
      `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
      ...(device === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { env: { ...process.env, CHROME_PATH: await chromiumPath() }, maxBuffer: 64_000_000, timeout: 180_000 },
  )
  const report = JSON.parse(stdout) as {
    categories: { performance: { score: number } }
    audits: Record<string, { numericValue?: number }>
    runtimeError?: { message: string }
  }
  if (report.runtimeError) throw new Error(report.runtimeError.message)
  const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN
  return {
    score: Math.round(report.categories.performance.score * 100),
    lcp: Math.round(value('largest-contentful-paint')),
    cls: value('cumulative-layout-shift'),
    blocked: Math.round(value('total-blocking-time')),
  }
}
