import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { texts } from '#app/texts.ts'
import { documentOf, type PageFiles } from '#server/page/page-document.ts'
import { pagePaths } from '#shared/pages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comesBehind } from '../vite/texts.ts'

/** Budgets of the built page in bytes after gzip; 1 kB = 1000 bytes. */
const budget = {
  javascript: 150_000,
  styles: 16_000,
  font: 50_000,
  rarerLetters: 20_000,
  dashboard: 15_000,
  signIn: 6_000,
  phone: 4_000,
}

type Chunk = { file: string; src?: string }

const folder = mkdtempSync(join(tmpdir(), 'almoner-budget-'))
let manifest: Record<string, Chunk>
let document: string
let filesOf: PageFiles

beforeAll(async () => {
  // The test runner sets 'test', which would build React's development version.
  process.env.NODE_ENV = 'production'
  await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true, manifest: true } })
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  manifest = JSON.parse(read('.vite/manifest.json')) as Record<string, Chunk>
  filesOf = JSON.parse(read('pages.json')) as PageFiles
  document = read('index.html')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Files of every page's first load: those named in the document, and the texts of one language. */
function always(): string[] {
  const named = [...document.matchAll(/(?:src|href|data-sie-de)="\/(assets\/[^"]+\.(?:js|css))"/g)]
  return named.map(([, name]) => name!)
}
const ending = (files: readonly string[], end: string) => files.filter((name) => name.endsWith(end))

const compressed = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0)

test('the first list page stays within its budget of code and styles', () => {
  const files = [...always(), ...filesOf['/site-admin/projects/']!.all]
  expect(compressed(ending(files, '.js'))).toBeLessThanOrEqual(budget.javascript)
  expect(compressed(ending(files, '.css'))).toBeLessThanOrEqual(budget.styles)
})

test('the phone-only files contain code and styles, and stay within their budget', () => {
  const { phone } = filesOf['/site-admin/projects/']!
  expect(ending(phone, '.js').length).toBeGreaterThan(0)
  expect(ending(phone, '.css').length).toBeGreaterThan(0)
  expect(compressed(phone)).toBeLessThanOrEqual(budget.phone)
})

test('the code of first pages uses no text that loads later', () => {
  const first = ['/site-admin/', '/site-admin/projects/', '/site-admin/organizations/', '/login/']
  const code = [...always(), ...first.flatMap((path) => filesOf[path]!.all)]
    .filter((name) => name.endsWith('.js') && !/(en_US|du_DE|sie_DE)-/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const said = [...code.matchAll(/["'`]([a-z_]+\.[\w.]*)(\$\{)?/g)]
  expect(said.length).toBeGreaterThan(100)
  const keys = Object.keys(texts).filter(comesBehind)
  const late = said.flatMap(([, start, goesOn]) =>
    keys.filter((key) => (goesOn ? key.startsWith(start!) : key === start)),
  )
  expect(late).toEqual([])
})

test('the dashboard with its chart adds little to the common files', () => {
  const own = filesOf['/site-admin/']!.all
  expect(own.length).toBeGreaterThan(0)
  expect(compressed(own)).toBeLessThanOrEqual(budget.dashboard)
})

test('the sign-in page loads neither lists nor the forms of records', () => {
  expect(compressed(filesOf['/login/']!.all)).toBeLessThanOrEqual(budget.signIn)
})

test('the main font is within its budget, and the one for rarer letters is small', () => {
  const fonts = new Map(
    Object.values(manifest)
      .filter((chunk) => chunk.file.endsWith('.woff2'))
      .map((chunk) => [chunk.src?.split('/').at(-1), readFileSync(join(folder, chunk.file)).length]),
  )
  expect(fonts.size).toBe(2)
  expect(fonts.get('inter-latin.woff2')).toBeLessThanOrEqual(budget.font)
  expect(fonts.get('inter-latin-ext.woff2')).toBeLessThanOrEqual(budget.rarerLetters)
})

test('no font is preloaded: it would delay more important files', () => {
  expect(
    [...document.matchAll(/<link[^>]*>/g)]
      .map(([link]) => link)
      .filter((link) => /woff2|as="?font/.test(link)),
  ).toEqual([])
  const ahead = Object.values(filesOf).flatMap(({ all, phone }) => [...all, ...phone])
  expect(ending(ahead, '.woff2')).toEqual([])
})

test('no validation code and no server code reaches the browser', () => {
  const scripts = Object.values(manifest).filter((chunk) => chunk.file.endsWith('.js'))
  const source = scripts.map((chunk) => readFileSync(join(folder, chunk.file), 'utf8')).join('\n')
  expect(source).not.toContain('ZodError')
  expect(source).not.toContain('invalid_union')
})

test('the document has one inline script, listed in the policy by hash, and no inline styles', () => {
  const inline = [...document.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([^]*?)<\/script>/g)]
  expect(inline.map(([, attributes]) => attributes)).toEqual([
    expect.stringMatching(/^ data-du-de="\/assets\/[^"]+" data-en-us="[^"]+" data-sie-de="[^"]+"$/),
  ])
  const hash = createHash('sha256').update(inline[0]![2]!).digest('base64')
  expect(documentOf({ html: document, files: {} })().policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(document.replace(inline[0]![0], '')).not.toMatch(/<style|\sstyle=|\son\w+=/)
})

test('before its first row a list page loads at most eight code and style files', () => {
  for (const path of ['/site-admin/projects/', '/site-admin/organizations/', '/site-admin/users/'])
    expect([...always(), ...filesOf[path]!.all].length).toBeLessThanOrEqual(8)
})

test('every page has its files listed, so that they load in parallel with the common ones', () => {
  const named = new Set(Object.values(filesOf).flatMap(({ all, phone }) => [...all, ...phone]))
  expect([...named].filter((name) => !existsSync(join(folder, name)))).toEqual([])
  const moved = [
    '/site-admin/organizations-old/',
    '/site-admin/organizations/archive-old/',
    '/site-admin/settings/',
    '/site-admin/logs/',
  ]
  expect(Object.keys(filesOf).sort()).toEqual(pagePaths.filter((path) => !moved.includes(path)).sort())
})
