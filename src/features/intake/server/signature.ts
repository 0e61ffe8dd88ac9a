import { createHmac, timingSafeEqual } from 'node:crypto'

/** Maximum clock difference of a signed call, in either direction. */
export const windowMs = 5 * 60_000

/** Headers of a signed call. */
export const timeHeader = 'intake-timestamp'
export const signatureHeader = 'intake-signature'

/** The signature of a body at a time (whole seconds since 1970): HMAC-SHA256 over `{time}.{body}`, in hex. */
export function signatureOf(secret: string, time: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
}

/** Verifies a call by its headers and body. It always tries every secret, so that timing does not reveal which one matches. */
export function verifySignature(
  secrets: readonly string[],
  { time, signature, body, now }: { time: unknown; signature: unknown; body: Uint8Array; now: Date },
): 'right' | 'wrong' | 'old' {
  if (typeof time !== 'string' || !/^\d{1,12}$/.test(time) || typeof signature !== 'string') return 'wrong'
  const given = signature
    .split(',')
    .slice(0, 4)
    .map((part) => /^\s*v1=([0-9a-f]{64})\s*$/.exec(part)?.[1])
    .filter((hex) => hex !== undefined)
    .map((hex) => Buffer.from(hex, 'hex'))
  let fits = false
  for (const secret of secrets) {
    const right = Buffer.from(signatureOf(secret, time, body), 'hex')
    for (const one of given) if (timingSafeEqual(right, one)) fits = true
  }
  if (!fits) return 'wrong'
  return Math.abs(now.getTime() - Number(time) * 1000) <= windowMs ? 'right' : 'old'
}
