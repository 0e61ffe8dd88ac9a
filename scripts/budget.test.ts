import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Budgets of the built page in bytes after gzip; 1 kB = 1000 bytes. */
const budget = { javascript: 170_000, styles: 20_000, font: 50_000, rarerLetters: 20_000, dashboard: 15_000 }

type Chunk = { file: string; src?: string; imports?: string[]; css?: string[] }

const folder = mkdtempSync(join(tmpdir(), 'almoner-budget-'))
let manifest: Record<string, Chunk>

beforeAll(async () => {
  // The test runner says 'test', which would build React's development version.
  process.env.NODE_ENV = 'production'
  await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true, manifest: true } })
  manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a page loads before it can show itself: the entry, the page's code, one language, and all they import. */
function loadedBy(...entries: string[]): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key] ?? Object.values(manifest).find((other) => other.src?.endsWith(key))
    if (!chunk) throw new Error(`${key} is not among the built files`)
    if (scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const entry of entries) visit(entry)
  return { scripts, styles }
}

const compressed = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0)

test('the first list page stays within its budget of code and styles', () => {
  const { scripts, styles } = loadedBy(
    'index.html',
    'features/projects/web/ProjectsPage.tsx',
    'virtual:texts/sie_DE',
  )
  const sizes = { javascript: compressed(scripts), styles: compressed(styles) }
  expect(sizes.javascript).toBeLessThanOrEqual(budget.javascript)
  expect(sizes.styles).toBeLessThanOrEqual(budget.styles)
})

test('the dashboard, with its chart, adds little to what every page loads', () => {
  const always = loadedBy('index.html', 'virtual:texts/sie_DE').scripts
  const { scripts, styles } = loadedBy(
    'index.html',
    'features/dashboard/web/DashboardPage.tsx',
    'virtual:texts/sie_DE',
  )
  const own = [...scripts].filter((file) => !always.has(file))
  expect(own.length).toBeGreaterThan(0)
  expect(compressed(own)).toBeLessThanOrEqual(budget.dashboard)
  expect(compressed(styles)).toBeLessThanOrEqual(budget.styles)
})

test('the font of every page is within its budget, the one for rarer letters is small', () => {
  const fonts = new Map(
    Object.values(manifest)
      .filter((chunk) => chunk.file.endsWith('.woff2'))
      .map((chunk) => [chunk.src?.split('/').at(-1), readFileSync(join(folder, chunk.file)).length]),
  )
  expect(fonts.size).toBe(2)
  expect(fonts.get('inter-latin.woff2')).toBeLessThanOrEqual(budget.font)
  expect(fonts.get('inter-latin-ext.woff2')).toBeLessThanOrEqual(budget.rarerLetters)
})

test('no validation code and no server code reaches the browser', () => {
  const scripts = Object.values(manifest).filter((chunk) => chunk.file.endsWith('.js'))
  const source = scripts.map((chunk) => readFileSync(join(folder, chunk.file), 'utf8')).join('\n')
  expect(source).not.toContain('ZodError')
  expect(source).not.toContain('invalid_union')
})

test('the document has no inline script and no inline styles', () => {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  expect(html.match(/<script(?![^>]*\ssrc=)[^>]*>/g)).toBeNull()
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/)
  expect(html).toMatch(/<script src="\/assets\/first-paint-[^"]+\.js" data-du-de="[^"]+" data-en-us=/)
})
