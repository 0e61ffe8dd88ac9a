/**
 * npm run test:changed [-- --since main]: runs the tests nearest to the changes since a commit (HEAD by default, so
 * uncommitted changes), for the loop between two edits. A file selects the tests that import it, and a feature's file
 * those of its folder, which reach it through HTTP or a page; a file with neither selects those of its importers.
 * `npm test` runs all tests.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { importedBy } from './imports.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Architecture tests, run after any change. */
const always = ['test/boundaries.test.ts']

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/**
 * The tests among `files` for the changed ones; all are paths from the root, and `sourceOf` reads a file. A changed file
 * without tests takes those of its importers, or of their importers.
 */
export function testsFor(
  changed: readonly string[],
  files: readonly string[],
  sourceOf: (file: string) => string,
): string[] {
  const importers = importersIn(files, sourceOf)
  const chosen = new Set(always)
  for (const file of changed) for (const test of nearestTo(file, files, importers)) chosen.add(test)
  return files.filter((file) => chosen.has(file))
}

function nearestTo(file: string, files: readonly string[], importers: Map<string, Set<string>>): string[] {
  if (isTest(file)) return [file]
  const tests = new Set<string>()
  const seen = new Set([file])
  for (let reached = [file]; reached.length > 0 && tests.size === 0;) {
    const importing = new Set(reached.flatMap((imported) => [...(importers.get(imported) ?? [])]))
    const folders = new Set(reached.filter((name) => name.startsWith('src/features/')).map(dirname))
    for (const other of files)
      if (isTest(other) && (importing.has(other) || folders.has(dirname(other)))) tests.add(other)
    reached = [...importing].filter((importer) => !seen.has(importer))
    for (const importer of reached) seen.add(importer)
  }
  return [...tests]
}

function importersIn(files: readonly string[], sourceOf: (file: string) => string): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>()
  for (const file of files)
    for (const { target } of importedBy(file, sourceOf(file), 'src/'))
      importers.set(target, (importers.get(target) ?? new Set()).add(file))
  return importers
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

if (import.meta.main) {
  const { values } = parseArgs({ options: { since: { type: 'string', default: 'HEAD' } } })
  const changed = [
    ...git('diff', '--name-only', '--diff-filter=d', values.since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  const files = ['src', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => /\.tsx?$/.test(name)),
  )
  const chosen = testsFor(changed, files, (file) => readFileSync(join(root, file), 'utf8'))
  console.log(
    `${changed.length} changed files, ${chosen.length} of ${files.filter(isTest).length} test files`,
  )
  const { status } = spawnSync(process.execPath, ['node_modules/.bin/vitest', 'run', ...chosen], {
    cwd: root,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
}
