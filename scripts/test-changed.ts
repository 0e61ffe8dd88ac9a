/**
 * npm run test:changed [-- --since main]: runs the tests nearest to the changes since a commit (HEAD by default, so
 * uncommitted changes), for the loop between two edits. A feature's file selects the tests of its folder, which reach
 * it through HTTP or a page; any other file selects those that import it. `npm test` runs all tests.
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

/** The tests for changed files, all as paths from the root; `sourceOf` reads a test. */
export function testsFor(
  changed: readonly string[],
  tests: readonly string[],
  sourceOf: (test: string) => string,
): string[] {
  const imports = new Map(tests.map((test) => [test, importsOf(test, sourceOf(test))]))
  const near = (test: string) =>
    changed.some(
      (file) =>
        file === test ||
        imports.get(test)!.has(file) ||
        (file.startsWith('src/features/') && dirname(file) === dirname(test)),
    )
  return tests.filter((test) => always.includes(test) || near(test))
}

const importsOf = (test: string, source: string) =>
  new Set(importedBy(test, source, 'src/').map(({ target }) => target))

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

if (import.meta.main) {
  const { values } = parseArgs({ options: { since: { type: 'string', default: 'HEAD' } } })
  const changed = [
    ...git('diff', '--name-only', '--diff-filter=d', values.since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  const tests = ['src', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => /\.test\.tsx?$/.test(name)),
  )
  const chosen = testsFor(changed, tests, (test) => readFileSync(join(root, test), 'utf8'))
  console.log(`${changed.length} changed files, ${chosen.length} of ${tests.length} test files`)
  const { status } = spawnSync(process.execPath, ['node_modules/.bin/vitest', 'run', ...chosen], {
    cwd: root,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
}
