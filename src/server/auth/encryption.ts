import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../base/config.ts'

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
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(config), iv!).setAAD(Buffer.from(bound))
    decipher.setAuthTag(tag!)
    return Buffer.concat([decipher.update(text!), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function keyOf({ dataDir, secretsKey }: Keys): Buffer {
  return createHash('sha256')
    .update(secretsKey ?? keyInFile(dataDir))
    .digest()
}

/** The generated key of an installation without a configured one: created once, readable by the product's user only. */
function keyInFile(dataDir: string): string {
  const path = join(dataDir, 'secrets.key')
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Another process created it a moment ago.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8')
}
