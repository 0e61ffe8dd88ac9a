import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FirstCall, FirstNeeds, HandedOver } from '#shared/lists/first-page.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCookie } from '../auth/cookies.ts'
import { type Limit, withinLimit } from '../db/limits.ts'
import { HttpError } from '../base/errors.ts'
import { answerInside } from '../http/register.ts'
import type { Implemented } from '../routes/implement.ts'
import type { Services } from '../services.ts'
import { findUserBySession, type User } from '../auth/session.ts'

/** Calls that pages need before their first paint: common ones, and further ones per address. */
export type FirstPages = { always: readonly FirstCall[]; byPath: Partial<Record<string, FirstNeeds>> }

/** A slow or unreachable database must not delay the document: the page then fetches by itself and shows the error. */
const withinMs = 1_000
const limit: Limit = { all: withinMs, statement: withinMs }

/** Collects the answers that a page's document embeds for a signed-in person; undefined for all others. */
export function handsOver(services: Services, implemented: readonly Implemented[], pages: FirstPages) {
  const byName = new Map(implemented.map((one) => [`${one.route.method} ${one.route.path}`, one]))
  const routeOf = ({ name }: FirstCall) => {
    const found = byName.get(name)
    if (!found) throw new TypeError(`${name} is no route`)
    return found
  }
  const collect = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const token = readCookie(request, 'session', services.config)
    const now = services.clock()
    const user = token ? await findUserBySession(services.database.db, token, now, request.log) : undefined
    if (!user) return undefined
    const { calls = [], list } = pages.byPath[path] ?? {}
    const answers = await Promise.all(
      [...pages.always, ...calls].map(async (call) => {
        const asking = { user, now, call }
        const answer = await answerInside(services, routeOf(call), request, reply, asking).catch(
          ignoreRefusal,
        )
        return answer === undefined ? [] : [{ ...call, answer }]
      }),
    )
    return { person: personOf(user), answers: answers.flat(), ...(list && { list }) }
  }
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
  ): Promise<HandedOver | undefined> => {
    if (!readCookie(request, 'session', services.config)) return undefined
    const late = sleep(withinMs, undefined, { ref: false })
    const collected = withinLimit(limit, () => collect(request, reply, path)).catch((error: unknown) => {
      request.log.warn({ err: error }, 'nothing handed over')
      return undefined
    })
    return Promise.race([collected, late])
  }
}

const personOf = ({ id, language, appearance }: User) => ({ id, language, appearance })

// Forbidden answers are left out; the page then reports the refusal as usual.
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof HttpError)) throw error
}
