import { createHmac } from 'node:crypto'
import { randomToken, sameSecret } from '#server/base/tokens.ts'

type Account = { id: number; password_hash: string | null }

/** The longest a browser keeps a cookie. */
export const deviceCookieSeconds = 400 * 86_400
/** People who share a computer. */
const mostPeople = 5

// The stored hash is salted at random and known to nobody outside: a new password ends what was signed with it.
function signed(nonce: string, { id, password_hash }: Account): string {
  return `${nonce}.${createHmac('sha256', password_hash ?? '')
    .update(`device:${id}:${nonce}`)
    .digest('base64url')}`
}

/** What a device is known by to an account that has signed in from it before; undefined when it has not. */
export function knownDevice(cookie: string | undefined, account: Account | undefined): string | undefined {
  if (!cookie || !account?.password_hash) return undefined
  const own = entriesOf(cookie).find((entry) => sameSecret(entry, signed(entry.split('.')[0]!, account)))
  return own && `${account.id}:${own.split('.')[0]}`
}

/** The cookie of a device from which this account signs in now, beside others who do. */
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
