import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** A pattern once for each alternative of each of its groups: `{a,b}/{c,d}` gives `a/{c,d}`, `b/{c,d}`, `{a,b}/c`, `{a,b}/d`. */
const alternatives = (pattern: string) => [
  pattern,
  ...[...pattern.matchAll(/\{([^}]+)\}/g)].flatMap(({ 0: group, 1: names, index }) =>
    names!.split(',').map((name) => pattern.slice(0, index) + name + pattern.slice(index + group.length)),
  ),
]

// A renamed file would silently run in another project, and no longer on PostgreSQL 15.
test('every test file named in vitest.config.ts exists', () => {
  const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8')
  const patterns = [...config.matchAll(/'((?:src|test|scripts)\/[^']+\.test\.tsx?)'/g)].map(
    ([, path]) => path!,
  )
  expect(patterns.length).toBeGreaterThan(30)
  const missing = patterns.flatMap(alternatives).filter((each) => globSync(each, { cwd: root }).length === 0)
  expect(missing).toEqual([])
})
