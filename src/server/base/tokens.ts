import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A random token for cookies and links, 256 bits, safe in addresses. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token: a leaked table opens nothing. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

/** Compares two secrets in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const left = Buffer.from(hashToken(a))
  const right = Buffer.from(hashToken(b))
  return timingSafeEqual(left, right)
}
