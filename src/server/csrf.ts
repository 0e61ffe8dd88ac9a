import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '#server/errors.ts'
import { randomToken, sameSecret } from '#server/secrets.ts'

export const csrfCookie = 'csrftoken'

/** Sets a fresh anti-forgery cookie; the page reads it and repeats it in the header of every changing call. */
export function setCsrfCookie(reply: FastifyReply, secure: boolean): void {
  void reply.setCookie(csrfCookie, randomToken(), { path: '/', sameSite: 'lax', secure, httpOnly: false })
}

/** Refuses a changing call whose `X-CSRFToken` header is not the cookie's value, or that another site sent. */
export function checkCsrf(request: FastifyRequest): void {
  const cookie = request.cookies[csrfCookie]
  const header = request.headers['x-csrftoken']
  const foreign = request.headers['sec-fetch-site'] === 'cross-site'
  if (foreign || !cookie || typeof header !== 'string' || !sameSecret(cookie, header))
    throw new HttpError(403, 'csrf')
}
