import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../base/config.ts'

/** The product's cookies. Scripts of the page can read only the anti-forgery token. */
const cookies = {
  session: { name: 'almoner_session', httpOnly: true },
  csrf: { name: 'csrftoken', httpOnly: false },
  device: { name: 'almoner_device', httpOnly: true },
} as const
export type Cookie = keyof typeof cookies

/** Behind https a cookie is bound to this host: no other host of the domain can set or overwrite it. */
export function cookieName(cookie: Cookie, { baseUrl }: Pick<Config, 'baseUrl'>): string {
  const { name } = cookies[cookie]
  return isSecure(baseUrl) ? `__Host-${name}` : name
}

/** Reads one of our cookies from the request. */
export function readCookie(
  request: FastifyRequest,
  cookie: Cookie,
  config: Pick<Config, 'baseUrl'>,
): string | undefined {
  return request.cookies[cookieName(cookie, config)] || undefined
}

/** Sets one of our cookies or deletes it (null); without an age it is a session cookie. */
export function writeCookie(
  reply: FastifyReply,
  cookie: Cookie,
  value: string | null,
  { config, maxAge }: { config: Pick<Config, 'baseUrl'>; maxAge?: number | undefined },
): void {
  const name = cookieName(cookie, config)
  const { httpOnly } = cookies[cookie]
  const options = { path: '/', sameSite: 'lax', secure: isSecure(config.baseUrl), httpOnly } as const
  if (value === null) reply.clearCookie(name, options)
  else reply.setCookie(name, value, { ...options, ...(maxAge !== undefined && { maxAge }) })
}

const isSecure = (baseUrl: string) => baseUrl.startsWith('https:')
