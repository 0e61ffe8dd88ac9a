import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
// OWASP's argon2id profile for servers: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** The argon2id hash of a password in PHC notation. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: Buffer.from(password.normalize('NFC')), nonce, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`
}

const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/**
 * True when the password matches the hash. Without a hash it takes as long and returns false, so that a stranger cannot
 * tell whether an account exists.
 */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const match = pattern.exec(hash ?? '')
  const nonce = match ? Buffer.from(match[4]!, 'base64') : Buffer.alloc(16)
  const parameters = match
    ? { memory: Number(match[1]), passes: Number(match[2]), parallelism: Number(match[3]), tagLength: 32 }
    : cost
  const tag = await derive('argon2id', {
    message: Buffer.from(password.normalize('NFC')),
    nonce,
    ...parameters,
  })
  return match !== null && timingSafeEqual(tag, Buffer.from(match[5]!, 'base64'))
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
