import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type AnsweredCall,
  type FirstCall,
  type FirstList,
  type FirstNeeds,
  type InitialData,
  windowCookie,
} from '#shared/lists/first-page.ts'
import { rowsQueryOf } from '#shared/lists/first-rows.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCookie } from '../auth/cookies.ts'
import { type Limit, withinLimit } from '../db/limits.ts'
import { HttpError } from '../base/errors.ts'
import { answerInside } from '../http/register.ts'
import type { Implemented } from '../routes/implement.ts'
import type { Services } from '../services.ts'
import { findUserBySession, type User } from '../auth/session.ts'
import type { Prerenderer } from './prerender.ts'

/** Calls that pages need before their first paint: common ones, and further ones per address. */
export type FirstPages = { always: readonly FirstCall[]; byPath: Partial<Record<string, FirstNeeds>> }

/**
 * How long a document may wait for its answers, and then for its rows. A slow or unreachable database must not delay it:
 * the page then fetches the data itself and shows the error or placeholder rows. The statement of late rows may end, since
 * cancelling one costs its connection.
 */
export type DocumentLimits = { answers: Limit; rowsMs: number }

export const within = (ms: number): Limit => ({ all: ms, statement: ms })
const usualLimits: DocumentLimits = { answers: within(1_000), rowsMs: 200 }

/** How documents are filled: without a `prerenderer` they come without rows. */
export type DocumentOptions = { prerenderer?: Prerenderer | undefined; limits?: DocumentLimits }

/** Makes a call for the signed-in person; undefined when it is refused. */
type MakeCall = (call: FirstCall) => Promise<AnsweredCall | undefined>

/** What a page's document holds for one person: embedded answers, and the page with its rows as HTML. */
export type FirstPage = { initial: InitialData; html?: string }

/** Collects what a page's document holds for a signed-in person; undefined for all others. */
export function collectsFirstPage(
  services: Services,
  implemented: readonly Implemented[],
  pages: FirstPages,
  { prerenderer, limits = usualLimits }: DocumentOptions,
) {
  const byName = new Map(implemented.map((one) => [`${one.route.method} ${one.route.path}`, one]))
  const routeOf = ({ name }: { name: string }) => {
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
    const ask: MakeCall = async (call) => {
      const asking = { user, now, call }
      const answer = await answerInside(services, routeOf(call), request, reply, asking).catch(ignoreRefusal)
      return answer === undefined ? undefined : { ...call, answer }
    }
    const answers = await Promise.all([...pages.always, ...calls].map(ask))
    const initial: InitialData = {
      person: personOf(user),
      answers: answers.filter((one) => one !== undefined),
      ...(list && { list }),
    }
    return { initial, ask }
  }

  /** The list's page as HTML. Skips recorded reads such as searches, because the page reads the rows once more. */
  const render = async (
    request: FastifyRequest,
    { initial, list, ask, late }: { initial: InitialData; list: FirstList; ask: MakeCall; late: AbortSignal },
  ) => {
    const width = widthOf(request)
    const { url: href } = request
    const query = rowsQueryOf(list, initial.answers, new URL(href, 'http://page').search)
    if (width < leastWidth || query.search !== undefined || routeOf(list).route.recorded) return undefined
    const rows = await ask({ name: list.name, query })
    if (!rows || late.aborted) return undefined
    const html = await prerenderer!.render({ href, initial, rows, width })
    return html === undefined ? undefined : { initial: { ...initial, rendered: { query, width } }, html }
  }

  /**
   * The work's result; undefined when it fails, which is logged, or takes longer than `ms`: then its signal aborts, and
   * its statements may go on within the limit.
   */
  const inTime = async <T>(
    request: FastifyRequest,
    { limit, ms }: { limit: Limit; ms: number },
    work: (late: AbortSignal) => Promise<T>,
  ) => {
    const late = new AbortController()
    return Promise.race([
      withinLimit(limit, () => work(late.signal)).catch((error: unknown) => {
        request.log.warn({ err: error }, 'not in the document')
        return undefined
      }),
      sleep(ms, undefined, { ref: false }).then(() => late.abort()),
    ])
  }

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
  ): Promise<FirstPage | undefined> => {
    if (!readCookie(request, 'session', services.config)) return undefined
    const { answers: limit, rowsMs } = limits
    const collected = await inTime(request, { limit, ms: limit.all }, () => collect(request, reply, path))
    if (!collected) return undefined
    const { initial, ask } = collected
    const { list } = initial
    if (!list || !prerenderer) return { initial }
    const rendered = await inTime(request, { limit, ms: rowsMs }, (late) =>
      render(request, { initial, list, ask, late }),
    )
    return rendered ?? { initial }
  }
}

const personOf = ({ id, language, appearance }: User) => ({ id, language, appearance })

// Forbidden answers are left out; the page then reports the refusal as usual.
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof HttpError)) throw error
}

/** Narrower windows have another layout (`theme.ts`), so the server does not render for them. */
const leastWidth = 1_200
const usualWidth = 1_440

/** The window width in px that the page last stored in its cookie. */
function widthOf({ cookies }: FastifyRequest): number {
  const noted = Number(cookies[windowCookie])
  return Number.isInteger(noted) && noted > 0 ? noted : usualWidth
}
