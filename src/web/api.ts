/**
 * The typed client. A route is called by its name; types come from the contracts, no validation code reaches the page:
 *
 *   const task = await api('POST /api/v4/reminders/resolve/:slug/', { params: { slug }, body: { resolve: true } })
 *   const { data, error } = useQuery(q('GET /api/v4/projects/', { query: { page: 2 } }))
 *
 * Routes declare which subjects a call changes and a response shows; after a change the page refetches stale queries
 * (`stale.ts`).
 * Failures: `ApiError` when the server answered (status, body, `fields` on 400), `NetworkError` when it did not,
 * `Proposed` when the act waits for a second person.
 */
import { queryOptions } from '@tanstack/react-query'
import { addressOf } from '#shared/lists/first-page.ts'
import type { ErrorBody, FieldErrors } from '#shared/errors.ts'
import type { Arguments, ReceivedAnswer, Route, RouteByName } from '#shared/route.ts'
import { lastProposal, proposalIn, Proposed } from './awaiting-approval.ts'
import { signInAgain } from './session-ended.ts'
import { staleAfter } from './stale.ts'
import { currentLocale } from './texts.ts'

export type RouteName = keyof RouteByName
type Declared<N extends RouteName> = RouteByName[N] extends infer R extends Route ? R : never

/** The answer of a route, by its name: `Answer<'GET /api/v4/projects/'>`. */
export type Answer<N extends RouteName> = ReceivedAnswer<Declared<N>>
/** Routes that answer a page of rows (spec §3). */
export type ListRoute = {
  [N in RouteName]: Answer<N> extends { results: unknown[]; count: number; total_pages: number } ? N : never
}[RouteName]
export type RowOf<N extends ListRoute> = Answer<N> extends { results: (infer Row)[] } ? Row : never
export type QueryValues = Record<string, string | number | boolean | undefined>

type Extras = {
  query?: QueryValues
  /** Sent as multipart: a File becomes a file part, other values become text parts. */
  form?: Record<string, string | File | undefined>
  /** Created by `newIdempotencyKey()` and kept until the call is answered. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** False when the caller itself reports that an act waits for a second person: one of many (see `Proposed`). */
  tellsProposal?: boolean
  /** False when the caller calls `staleAfter()` itself: for one of many calls, or when a refetch midway would disturb it. */
  marksStale?: boolean
  /** False where a 401 is an answer and not the end of a session (start of the page, sign-in). */
  asksToSignIn?: boolean
}
export type ApiArguments<N extends RouteName> = Omit<Arguments<Declared<N>>, 'query'> & Extras
/** Arguments of a call; they may be left out when the route needs none. */
export type Rest<N extends RouteName> =
  Partial<ApiArguments<N>> extends ApiArguments<N> ? [args?: ApiArguments<N>] : [args: ApiArguments<N>]

/** The server answered with a refusal. `fields` holds the messages of a 400 by field. */
export class ApiError extends Error {
  status: number
  body: Partial<ErrorBody>
  fields: FieldErrors | undefined
  /** True when the call was meant to change something. */
  changing: boolean
  constructor(status: number, statusText: string, body: unknown, changing = false) {
    const known = typeof body === 'object' && body !== null ? body : {}
    super('detail' in known && typeof known.detail === 'string' ? known.detail : statusText)
    this.name = 'ApiError'
    this.status = status
    this.changing = changing
    this.body = known as Partial<ErrorBody>
    this.fields = status === 400 && !('code' in known) ? (known as FieldErrors) : undefined
  }
}

/** The server did not answer: the connection was lost or the time limit passed. The outcome is unknown. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** True for a refusal that means the rows on the screen are stale; an edit conflict contains the current row itself. */
function tellsOfStaleRows(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    [403, 404, 409, 410].includes(error.status) &&
    error.body.code !== 'edit_conflict'
  )
}

export const timeLimit = 30_000

/**
 * Calls a route and returns its answer. Throws ApiError or NetworkError; an aborted call throws the AbortError, an act
 * that waits for a second person throws Proposed.
 */
export async function api<N extends RouteName>(name: N, ...[args]: Rest<N>): Promise<Answer<N>> {
  const sent = (args ?? {}) as Sent
  const marksStale = !name.startsWith('GET ') && sent.marksStale !== false
  // An upload takes longer on a slow connection.
  const response = await send(name, sent, sent.form ? 20 * timeLimit : timeLimit).catch((error: unknown) => {
    if (marksStale && tellsOfStaleRows(error)) staleAfter(name)
    throw error
  })
  const answer = await readBody(response)
  const proposal = response.status === 202 ? proposalIn(answer) : undefined
  if (marksStale) staleAfter(name, sent.params, proposal && ['approval'])
  if (!proposal) return answer as Answer<N>
  if (args?.tellsProposal !== false) lastProposal.set(proposal)
  throw new Proposed(proposal)
}

/** Query options of a GET route for useQuery, prefetchQuery and ensureQueryData. */
export function q<N extends RouteName>(name: N, ...[args]: Rest<N>) {
  return queryOptions({
    queryKey: [name, args ?? {}],
    queryFn: ({ signal }) => api(name, ...([{ ...args, signal }] as unknown as Rest<N>)),
  })
}

/** All rows of a list with few pages, fetched page by page; the rest of the answer is the first page's. */
export async function allPages<N extends ListRoute>(
  name: N,
  query: QueryValues = {},
  signal?: AbortSignal,
): Promise<Answer<N>> {
  const read = async (page?: number) => {
    const rest = [{ query: { ...whole(query), page }, signal }] as unknown as Rest<N>
    return (await api(name, ...rest)) as { results: unknown[]; total_pages: number }
  }
  const first = await read()
  const results = [...first.results]
  // oxlint-disable-next-line no-await-in-loop -- rarely more than one page, and the server is asked for one at a time
  for (let page = 2; page <= first.total_pages; page++) results.push(...(await read(page)).results)
  return { ...first, results } as Answer<N>
}

/**
 * Query options for all rows of a short list, e.g. the options of a field: nothing is cut off after the first hundred.
 */
export function qAll<N extends ListRoute>(name: N, query: QueryValues = {}) {
  return queryOptions({
    queryKey: [name, { query: whole(query) }],
    queryFn: ({ signal }) => allPages(name, query, signal),
  })
}

const whole = (query: QueryValues): QueryValues => ({ ...query, page: undefined, page_size: 100 })

export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

export type Sent = Extras & { params?: Record<string, string | number>; body?: unknown; renewed?: boolean }

/** Makes a call. Throws ApiError or NetworkError; an aborted call throws the AbortError. */
export async function send(name: string, sent: Sent, limit = timeLimit): Promise<Response> {
  const [method = 'GET', path = '/'] = name.split(' ')
  const response = await once(method, addressOf(path, sent.params, sent.query), sent, limit)
  if (response.ok) return response
  const error = new ApiError(
    response.status,
    response.statusText,
    await readBody(response).catch(() => undefined),
    method !== 'GET',
  )
  if (await mayRepeat(error, sent)) return send(name, { ...sent, renewed: true }, limit)
  throw error
}

/**
 * True when a refused call may be sent again: its person has signed in again, or has had another session since, e.g. from
 * another tab. If somebody else is signed in, the page's own person must sign in first.
 */
export async function mayRepeat(
  { status, body }: Pick<ApiError, 'status' | 'body'>,
  { asksToSignIn, renewed }: Pick<Sent, 'asksToSignIn' | 'renewed'>,
): Promise<boolean> {
  if (body.code === 'csrf' && !renewed) {
    const { id } = await api('GET /api/v4/session/')
    if (asksToSignIn === false) return true
    if (!id || !owner || id === owner) {
      adoptToken()
      return true
    }
  } else if (status !== 401 || asksToSignIn === false) return false
  return signInAgain()
}

async function once(method: string, url: string, sent: Sent, limit: number): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': currentLocale() }
  if (sent.idempotencyKey) headers['Idempotency-Key'] = sent.idempotencyKey
  if (method !== 'GET') headers['X-CSRFToken'] = await csrfToken(sent.asksToSignIn)
  let body: BodyInit | undefined
  if (sent.form) body = multipart(sent.form)
  else if (sent.body !== undefined) {
    headers['Content-Type'] = 'application/json'
    body = JSON.stringify(sent.body)
  }
  return request(url, { method, headers, body, signal: sent.signal }, limit)
}

async function request(url: string, init: RequestInit, limit: number): Promise<Response> {
  const time = AbortSignal.timeout(limit)
  const signal = init.signal ? AbortSignal.any([init.signal, time]) : time
  try {
    return await fetch(url, { credentials: 'same-origin', ...init, signal })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new NetworkError(error instanceof Error ? error.message : 'no answer')
  }
}

/** True when this browser has never called the server, so nobody can be signed in. */
export function isFirstVisit(): boolean {
  return knownToken() === undefined
}

function cookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  return found && decodeURIComponent(found.slice(name.length + 1))
}

let token: string | undefined
let owner: number | undefined

/**
 * Makes this page send the token of the present session, or one read earlier; `id` is the person it belongs to from now
 * on. If the cookie were read for each call instead, a page left open would save as whoever has signed in from another tab.
 */
export function adoptToken(id = owner, read = knownToken()): void {
  token = read
  owner = id
}

/**
 * The page's anti-forgery token; with `ofPage` false that of the browser's present session, whoever it belongs to: people
 * sign in and out with that one. The session call sets a missing one.
 */
export async function csrfToken(ofPage = true): Promise<string> {
  if (!knownToken()) await api('GET /api/v4/session/')
  if (!token) adoptToken()
  return (ofPage ? token : knownToken()) ?? ''
}

/**
 * Behind https the cookie's name binds it to this host; it takes precedence over one that another host could have set.
 */
export function knownToken(): string | undefined {
  return cookie('__Host-csrftoken') ?? cookie('csrftoken')
}

/** Builds the form, files last. */
export function multipart(parts: Record<string, string | File | undefined>): FormData {
  const data = new FormData()
  // Text parts first: a server that streams the file already knows its context.
  for (const [key, value] of Object.entries(parts)) if (typeof value === 'string') data.append(key, value)
  for (const [key, value] of Object.entries(parts))
    if (value instanceof File) data.append(key, value, value.name)
  return data
}

export async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const type = response.headers.get('Content-Type') ?? ''
  return type.includes('json') ? response.json() : response.text()
}
