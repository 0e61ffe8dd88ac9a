import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../base/config.ts'
import { prepareDataDir } from './data-dir.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'almoner-data-dir-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a missing folder is created with its parents and left empty', () => {
  const path = join(folder, 'a', 'b')
  prepareDataDir(path)
  prepareDataDir(path)
  expect([existsSync(path), readdirSync(path)]).toEqual([true, []])
})

const cases: [string, () => string, RegExp][] = [
  ['a file', () => file('x'), /is no folder$/],
  ['below a file', () => join(file('x'), 'data'), /is no folder$/],
  ['a link to nothing that can be made', () => link(), /is no folder$/],
  ['where nobody can write', () => '/proc/almoner', /cannot be reached|may not write/],
]
function file(name: string): string {
  const path = join(folder, name)
  writeFileSync(path, '')
  return path
}
function link(): string {
  const path = join(folder, 'link')
  symlinkSync('/proc/nothing/here', path)
  return path
}

test.each(cases)('%s is refused in one line that names the setting', (_, make, reason) => {
  const path = make()
  const refusal = (() => {
    try {
      prepareDataDir(path)
    } catch (error) {
      return error
    }
    return undefined
  })()
  expect(refusal).toBeInstanceOf(ConfigError)
  expect((refusal as ConfigError).line).toMatch(/^DATA_DIR must [^\n]+$/)
  expect((refusal as ConfigError).line).toMatch(reason)
})

test.each([
  [
    'an invalid DATA_DIR',
    () => file('data'),
    /^DATA_DIR must be a folder [^\n]+ it or a part of its path is no folder\n$/,
  ],
  [
    'an empty secrets.key in it',
    () => dirname(file('secrets.key')),
    /^The key in [^\n]+\/secrets\.key must have [^\n]+\n$/,
  ],
])('the server with %s prints only that line and exits with status 1', (_, make, line) => {
  // The test runner sets a BASE_URL of its own in the environment.
  const { BASE_URL: _url, SECRETS_KEY: _key, ...inherited } = process.env
  const main = fileURLToPath(new URL('../../app/server/main.ts', import.meta.url))
  const { status, stderr, stdout } = spawnSync(process.execPath, [main], {
    env: { ...inherited, DATA_DIR: make(), PORT: '0', NODE_OPTIONS: '' },
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(line)
})
