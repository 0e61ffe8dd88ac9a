import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

// Everything the documents name exists: links, files, commands.

const root = join(import.meta.dirname, '..')

const below = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
const files = ['src', 'test', 'scripts', 'docs', 'migrations', 'vite', '.github', '.ci']
  .flatMap(below)
  .concat(readdirSync(root))
  .map((name) => name.replaceAll('\\', '/'))
const documents = files.filter((name) => name.endsWith('.md'))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** Files that exist only after a build or at run time, and name patterns. */
const madeLater = new Set(['pages.json', 'owner.json', 'migrations/NNNN_what.sql'])

/** Unique matches of a pattern's first group. */
const named = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name!)),
]

describe.each(documents)('%s', (document) => {
  const text = readFileSync(join(root, document), 'utf8')

  test('links only to existing files', () => {
    const links = named(text, /\]\(([^)#\s]+)[)#]/g).filter((link) => !/^[a-z]+:/.test(link))
    expect(links.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([])
  })

  test('names only existing source files', () => {
    const paths = named(text, /`([\w./-]+\.(?:tsx?|mjs|sql|yml|md|json|css))`/g)
    const isThere = (path: string) =>
      madeLater.has(path) || files.some((file) => file === path || file.endsWith(`/${path}`))
    expect(paths.filter((path) => !isThere(path))).toEqual([])
  })

  test('names only existing npm commands', () => {
    const commands = named(text, /npm run ([\w:-]*\w)(?=[\s`])/g)
    expect(commands.filter((command) => !(command in scripts))).toEqual([])
  })
})
