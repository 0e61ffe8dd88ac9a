import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../base/config.ts'
import { readCookie } from './cookies.ts'
import { HttpError } from '../base/errors.ts'
import { randomToken, sameSecret } from '../base/tokens.ts'

/**
 * The anti-forgery token of a session. Without a session any token will do, as long as cookie and header match. An
 * attacker who can set a cookie but does not know the session cannot forge it.
 */
export function csrfTokenOf(sessionToken: string | undefined): string {
  if (sessionToken === undefined) return randomToken()
  return createHmac('sha256', sessionToken).update('csrf').digest('base64url')
}

/**
 * Refuses a changing call from another site, one whose `X-CSRFToken` header differs from the cookie, and one whose
 * token belongs to another session or was issued before sign-in. Clients other than browsers send neither Origin nor
 * Sec-Fetch-Site.
 */
export function checkCsrf(
  request: FastifyRequest,
  { sessionToken, config }: { sessionToken: string | undefined; config: Config },
): void {
  const cookie = readCookie(request, 'csrf', config)
  const header = request.headers['x-csrftoken']
  const same = typeof header === 'string' && cookie !== undefined && sameSecret(cookie, header)
  const own = same && (sessionToken === undefined || sameSecret(csrfTokenOf(sessionToken), header))
  if (!own || isForeign(request, config)) throw new HttpError(403, 'csrf')
}

function isForeign(request: FastifyRequest, { baseUrl }: Config): boolean {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  // The host that people use may differ from the one in mails; both are ours.
  const { host } = new URL(origin)
  return origin !== new URL(baseUrl).origin && host !== request.host
}
