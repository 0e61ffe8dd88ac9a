import { createHmac } from 'node:crypto'
import { randomToken, sameSecret } from '#server/base/tokens.ts'

type Account = { id: number; password_hash: string | null }

/** The longest lifetime that browsers grant a cookie. */
export const deviceCookieSeconds = 400 * 86_400
/** Maximum number of accounts remembered per computer. */
const mostPeople = 5

// The stored hash has a random, secret salt: a new password invalidates older signatures.
function signed(nonce: string, { id, password_hash }: Account): string {
  return `${nonce}.${createHmac('sha256', password_hash ?? '')
    .update(`device:${id}:${nonce}`)
    .digest('base64url')}`
}

/** Key of a device from which the account has signed in before; undefined for other devices. */
export function knownDevice(cookie: string | undefined, account: Account | undefined): string | undefined {
  if (!cookie || !account?.password_hash) return undefined
  const own = entriesOf(cookie).find((entry) => sameSecret(entry, signed(entry.split('.')[0]!, account)))
  return own && `${account.id}:${own.split('.')[0]}`
}

/** The device cookie with this account added to the others. */
export function deviceCookie(cookie: string | undefined, account: Account): string {
  const others = entriesOf(cookie ?? '').filter(
    (entry) => !sameSecret(entry, signed(entry.split('.')[0]!, account)),
  )
  return [signed(randomToken(), account), ...others].slice(0, mostPeople).join('~')
}

const entriesOf = (cookie: string) =>
  cookie
    .split('~')
    .filter((entry) => /^[\w-]{43}\.[\w-]{43}$/.test(entry))
    .slice(0, mostPeople)
