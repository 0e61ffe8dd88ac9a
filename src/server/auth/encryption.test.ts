import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../base/config.ts'
import { checkKeyFile, seal, unseal } from './encryption.ts'

let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'almoner-key-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const config = () => ({ dataDir, secretsKey: undefined })
const path = () => join(dataDir, 'secrets.key')

test('the first secret creates a key that only its owner can read, and later ones use it', () => {
  const sealed = seal(config(), 'whsec', 'provider:1')
  expect(readdirSync(dataDir)).toEqual(['secrets.key'])
  expect(statSync(path()).mode & 0o777).toBe(0o600)
  const key = readFileSync(path(), 'utf8')
  expect(key).toMatch(/^[\w-]{43}$/)
  seal(config(), 'other', 'provider:2')
  expect(readFileSync(path(), 'utf8')).toBe(key)
  expect(unseal(config(), sealed, 'provider:1')).toBe('whsec')
  expect(unseal(config(), sealed, 'provider:2')).toBeUndefined()
  expect(() => checkKeyFile(config())).not.toThrow()
})

test('an empty key in the settings counts as none', () => {
  const sealed = seal({ dataDir, secretsKey: '' }, 'whsec', 'provider:1')
  expect(unseal(config(), sealed, 'provider:1')).toBe('whsec')
})

test.each(['', '\n', 'k'.repeat(31)])(
  'a key file with the text %j is refused in one line that names it',
  (text) => {
    const sealed = seal(config(), 'whsec', 'provider:1')
    writeFileSync(path(), text)
    for (const use of [
      () => checkKeyFile(config()),
      () => seal(config(), 'whsec', 'provider:1'),
      () => unseal(config(), sealed, 'provider:1'),
    ]) {
      expect(use).toThrow(ConfigError)
      expect(use).toThrow(`The key in ${path()} must have at least 32 characters`)
    }
    expect(readFileSync(path(), 'utf8')).toBe(text)
    expect(() => checkKeyFile({ dataDir, secretsKey: 'k'.repeat(32) })).not.toThrow()
  },
)
