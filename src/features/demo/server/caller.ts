import type { FastifyInstance } from 'fastify'
import { cookieName } from '#server/auth/cookies.ts'
import { csrfTokenOf } from '#server/auth/csrf.ts'
import type { Services } from '#server/services.ts'
import { openSession } from '#server/auth/session.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- every route has its own answer type
export type AnyBody = any

/** Calls the product as one person, without a network; throws on a refusal. */
export type Caller = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object | FormData,
) => Promise<AnyBody>

export async function signIn(app: FastifyInstance, services: Services, userId: number): Promise<Caller> {
  const token = await openSession(services.database.db, userId, services.clock())
  const csrf = csrfTokenOf(token)
  const named = (cookie: 'session' | 'csrf') => cookieName(cookie, services.config)
  const headers = {
    cookie: `${named('csrf')}=${csrf}; ${named('session')}=${token}`,
    'x-csrftoken': csrf,
    // Lists show these texts to the demo's first visitors.
    'accept-language': 'en_US',
  }
  return async (method, path, body) => {
    const sent = await bytesOf(body)
    const answer = await app.inject({
      method,
      url: path,
      headers: { ...headers, ...(sent && { 'content-type': sent.type }) },
      ...(sent && { payload: sent.bytes }),
    })
    if (answer.statusCode >= 400)
      throw new Error(
        `the demo's ${method} ${path} was refused: ${answer.statusCode} ${answer.body.slice(0, 500)}`,
      )
    return answer.body ? answer.json() : undefined
  }
}

async function bytesOf(
  body: object | FormData | undefined,
): Promise<{ type: string; bytes: Buffer } | undefined> {
  if (body === undefined) return undefined
  if (!(body instanceof FormData))
    return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) }
  // `Response` writes the multipart boundaries.
  const written = new Response(body)
  return { type: written.headers.get('content-type')!, bytes: Buffer.from(await written.arrayBuffer()) }
}

export function formWith(text: string, filename: string): FormData {
  const form = new FormData()
  form.append('file', new Blob([text]), filename)
  return form
}
