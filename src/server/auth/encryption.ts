import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../base/config.ts'
import { syncFolder } from '../db/embedded/cluster.ts'

// Secrets that must be readable again, because both sides of a signature need them (docs/decisions/0036).

type Keys = Pick<Config, 'dataDir' | 'secretsKey'>

/** Encrypts a secret for the database; `bound` names its owner, and opening it for another one fails. */
export function seal(config: Keys, secret: string, bound: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), iv).setAAD(Buffer.from(bound))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.')
}

/** The decrypted secret; undefined when it was sealed with another key, for another owner, or changed since. */
export function unseal(config: Keys, sealed: string, bound: string): string | undefined {
  const [iv, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'))
  const key = keyOf(config)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv!).setAAD(Buffer.from(bound))
    decipher.setAuthTag(tag!)
    return Buffer.concat([decipher.update(text!), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Throws ConfigError when the installation's key file is cut off; a missing one is created when it is needed. */
export function checkKeyFile({ dataDir, secretsKey }: Keys): void {
  if (!secretsKey) storedKey(pathIn(dataDir))
}

function keyOf({ dataDir, secretsKey }: Keys): Buffer {
  return createHash('sha256')
    .update(secretsKey || keyInFile(dataDir))
    .digest()
}

const pathIn = (dataDir: string) => join(dataDir, 'secrets.key')

/** The generated key of an installation without a configured one: created once, readable by the product's user only. */
function keyInFile(dataDir: string): string {
  const path = pathIn(dataDir)
  const stored = storedKey(path)
  if (stored !== undefined) return stored
  mkdirSync(dataDir, { recursive: true })
  const whole = `${path}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(whole, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
    // Unlike a rename, this never replaces the key of a process that was faster.
    linkSync(whole, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(whole, { force: true })
  }
  syncFolder(dataDir)
  return storedKey(path)!
}

/** The key in a file; undefined when there is none. The hash of a cut-off key would pass for another one. */
function storedKey(path: string): string | undefined {
  let key: string
  try {
    key = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (key.trim().length < 32)
    throw new ConfigError(
      `The key in ${path} must have at least 32 characters: restore the file, or remove it and set the secrets of payment providers anew`,
    )
  return key
}
