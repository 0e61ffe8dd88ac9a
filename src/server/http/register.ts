import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { dayOf } from '#shared/dates.ts'
import { defaultLocale, localeFromHeader } from '#shared/messages.ts'
import { missingRights, type Route, takesIdempotencyKey } from '#shared/route.ts'
import { ensureBusinessDay } from '../work/business-day.ts'
import { recordSearch } from './record-search.ts'
import { recordAccess } from './access-events.ts'
import { type WaitingCall, withSecondPerson } from '../approvals/second-person.ts'
import { readCookie, writeCookie } from '../auth/cookies.ts'
import { isCompanyUser } from '../auth/company-scope.ts'
import { compressedFor } from './compress.ts'
import { checkCsrf } from '../auth/csrf.ts'
import { callLimit, fileLimit, withinLimit } from '../db/limits.ts'
import { HttpError, forbidden, invalid } from '../base/errors.ts'
import { runIdempotently, type Stored } from '../routes/idempotency.ts'
import {
  Accepted,
  AnswerAbout,
  type Context,
  FileReply,
  type Handler,
  type Implemented,
  NotStored,
  PageReply,
  type Upload,
  type WholeFile,
  type WriteOnce,
} from '../routes/implement.ts'
import type { Services } from '../services.ts'
import { findUserBySession, fullNameWithUsername, type User } from '../auth/session.ts'
import { inTransaction } from '../db/transaction.ts'
import { discardRest, readUpload, readWholeUpload } from './upload.ts'
import { parsePart } from '../routes/validation.ts'

/** Registers one declared route: authentication, permissions, validation, then the handler. */
export function registerRoute(app: FastifyInstance, services: Services, implemented: Implemented): void {
  const { route } = implemented
  if (route.approval && (!implemented.assess || route.ownTransaction || route.method === 'GET'))
    throw new TypeError(`${route.method} ${route.path} cannot wait for a second person`)
  if (implemented.around && (route.approval || route.ownTransaction || route.method === 'GET'))
    throw new TypeError(`${route.method} ${route.path} has no transaction to be prepared for`)
  if (route.signedBody)
    void app.register(async (scope) => serve(takesBytes(scope, route), services, implemented))
  else serve(app, services, implemented)
}

/** A signature covers bytes: no parser touches them before the check. */
function takesBytes(scope: FastifyInstance, { signedBody }: Route): FastifyInstance {
  scope.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer' as const, bodyLimit: signedBody!.maxBytes }
  scope.addContentTypeParser('*', options, (_request, bytes, done) => done(null, bytes))
  return scope
}

function serve(app: FastifyInstance, services: Services, implemented: Implemented): void {
  const { route } = implemented
  app.route({
    method: route.method,
    url: route.path,
    config: { access: route.access, upload: route.upload },
    handler: async (request, reply) => {
      const now = services.clock()
      const user = await withinLimit(callLimit, () => identifyCaller(services, route, request, now))
      checkAccess(services, route, user, request)
      try {
        const upload = route.upload && (await uploadOf(request, route.upload))
        const context = contextOf(services, request, reply, route, { user, now, upload })
        await withinLimit(limitOf(route), async () => {
          await ensureBusinessDay(services.database.db, context.today)
          await send(request, reply, route, await run(services, route, implemented, context))
        })
      } finally {
        if (route.upload) discardRest(request)
      }
    },
  })
}

const uploadOf = (request: FastifyRequest, { whole, ...upload }: NonNullable<Route['upload']>) =>
  whole ? readWholeUpload(request, { ...upload, whole }) : readUpload(request, upload)

const limitOf = (route: Route) => (route.upload || route.response === 'file' ? fileLimit : callLimit)

/** The answer of a GET route inside another call, under the same rights and rules as outside. */
export async function answerInside(
  services: Services,
  implemented: Implemented,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, now, call }: CallInput & { user: User },
): Promise<unknown> {
  const { route } = implemented
  if (route.method !== 'GET') throw new TypeError(`${route.path} changes something`)
  checkAccess(services, route, user, request)
  const asking = { user, now, call: { params: {}, query: {}, ...call } }
  const context = { ...contextOf(services, request, reply, route, asking), locale: user.language }
  await ensureBusinessDay(services.database.db, context.today)
  const result = await run(services, route, implemented, context)
  if (result instanceof FileReply || result instanceof PageReply)
    throw new TypeError(`${route.path} is a file`)
  return result.response
}

async function identifyCaller(
  services: Services,
  { access }: Route,
  request: FastifyRequest,
  now: Date,
): Promise<User | undefined> {
  const token = access === 'signed' ? undefined : readCookie(request, 'session', services.config)
  const user = token ? await findUserBySession(services.database.db, token, now, request.log) : undefined
  request.accountId = user?.id ?? null
  request.answerLocale =
    localeFromHeader(request.headers['accept-language']) ?? user?.language ?? defaultLocale
  return user
}

// 401, then the anti-forgery check, then 403, then validation: nobody learns about fields they may not touch.
function checkAccess(
  { config }: Services,
  route: Route,
  user: User | undefined,
  request: FastifyRequest,
): void {
  if (route.access === 'signed') return
  if (route.access !== 'public' && !user) throw new HttpError(401, 'not_signed_in')
  const sessionToken = user && readCookie(request, 'session', config)
  if (route.method !== 'GET') checkCsrf(request, { sessionToken, config })
  if (route.access === 'public') return
  const [missing] = missingRights(user!, route)
  if (missing) throw forbidden(missing)
  if (route.wholeHouse && isCompanyUser(user!)) throw new HttpError(403, 'company_user')
}

type CallInput = {
  user: User | undefined
  now: Date
  upload?: Upload | WholeFile | undefined
  /** A call made inside another one: its own parameters instead of the request's. */
  call?: { params?: unknown; query?: unknown }
}

function contextOf(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  { user, now, upload, call = request }: CallInput,
): Context<Route> {
  const parse = (shape: z.ZodType | undefined, value: unknown) =>
    shape ? parsePart(shape, value) : undefined
  const params = parse(route.params, call.params)
  const query = parse(route.query, call.query)
  const body = route.upload
    ? parse(route.upload.fields, upload!.fields)
    : route.body && parsePart(route.body, bodyOf(request))
  const actor = user ? { id: user.id, name: fullNameWithUsername(user) } : { id: null, name: '' }
  return {
    params,
    query,
    body,
    db: services.database.db,
    reader: services.database.reader,
    user,
    now,
    today: dayOf(now, services.config.timeZone),
    locale: request.answerLocale!,
    requestId: request.id,
    auditContext: { actor, now, requestId: request.id },
    services,
    upload,
    writeOnce: writeOnceFor(request, route, { user, now, params, fields: body }),
    headers: request.headers,
    raw: route.access === 'signed' ? (request.body ?? Buffer.alloc(0)) : undefined,
    ip: request.ip,
    sessionToken: readCookie(request, 'session', services.config),
    cookie: (cookie) => readCookie(request, cookie, services.config),
    setCookie: (cookie, value, { maxAge } = {}) =>
      writeCookie(reply, cookie, value, { config: services.config, maxAge }),
  } as Context<Route>
}

function bodyOf(request: FastifyRequest): unknown {
  if (request.isMultipart() || /^text\/plain\b/i.test(request.headers['content-type'] ?? ''))
    throw new HttpError(415, 'unsupported_media_type')
  if (request.body === null) throw invalid({ non_field_errors: 'validation.json_object' })
  return request.body ?? {}
}

async function run(
  services: Services,
  route: Route,
  implemented: Implemented,
  context: Context<Route>,
): Promise<Stored | FileReply | PageReply> {
  const { around } = implemented
  if (!around) return runOnce(services, route, implemented, context)
  const act = (handler: Handler<Route>) => runOnce(services, route, { route, handler }, context)
  return (await around(context, act as Parameters<typeof around>[1])) as Stored
}

async function runOnce(
  services: Services,
  route: Route,
  implemented: Implemented,
  context: Context<Route>,
): Promise<Stored | FileReply | PageReply> {
  const answer = (inside: Context<Route>) => answerOf(services, implemented, inside)
  if (route.method === 'GET' || route.ownTransaction) return answer(context)
  return inTransaction(services.database.db, async (tx) => {
    const inside = { ...context, db: tx }
    const act = () =>
      route.approval
        ? withSecondPerson(inside, implemented, () => answer(inside) as Promise<Stored>)
        : answer(inside)
    const key = keyOf(context, route)
    if (key === undefined || !context.user) return act()
    const call = { user: context.user, key, route: `${route.method} ${route.path}`, now: context.now }
    return runIdempotently(
      tx,
      { ...call, body: { params: context.params, body: context.body } },
      () => act() as Promise<Stored>,
    )
  })
}

/** The idempotency key of a call whose answer is stored under it; undefined otherwise. */
function keyOf({ headers }: Pick<FastifyRequest, 'headers'>, route: Route): string | undefined {
  const key = headers['idempotency-key']
  if (!takesIdempotencyKey(route) || typeof key !== 'string') return undefined
  if (key.length > 200 || key.length === 0) throw invalid({ 'Idempotency-Key': 'validation.invalid' })
  return key
}

type UploadCall = { user: User | undefined; now: Date; params: unknown; fields: unknown }

/** Identity of an upload call: route, person, key, the other fields, and the file's hash. */
function writeOnceFor(
  request: FastifyRequest,
  route: Route,
  { user, now, params, fields }: UploadCall,
): WriteOnce {
  const key = keyOf(request, route)
  return async (tx, sha256, write) => {
    if (key === undefined || !user) return { value: await write(), repeated: false }
    let repeated = true
    const call = { user, key, route: `${route.method} ${route.path}`, now }
    const { response } = await runIdempotently(
      tx,
      { ...call, body: { params, fields, sha256 } },
      async () => {
        repeated = false
        return { status: route.status ?? 200, response: await write() }
      },
    )
    return { value: response as Awaited<ReturnType<typeof write>>, repeated }
  }
}

async function answerOf(
  services: Services,
  { route, handler }: Implemented,
  inside: Context<Route>,
): Promise<Stored | FileReply | PageReply> {
  const answer: unknown = await handler(inside)
  if (route.recorded) await recordAccess(services.database.db, route.recorded, inside, answer)
  if (answer instanceof NotStored) {
    const shape = route.response as z.ZodType
    return { status: route.status ?? 200, response: shape.parse(answer.body), unkept: true }
  }
  const result = answer instanceof AnswerAbout ? (answer.body as unknown) : answer
  if (route.searched) recordSearch(services.searches, route.searched, inside, result)
  if (result instanceof FileReply || result instanceof PageReply) return result
  if (result instanceof Accepted)
    return { status: 202, response: route.accepted ? parsePart(route.accepted, result.body) : result.body }
  if (route.response === 'empty') return { status: route.status ?? 204, response: undefined }
  return { status: route.status ?? 200, response: (route.response as z.ZodType).parse(result) }
}

/**
 * The handler's context for a call that waited for a second person: in the approver's transaction, in the name of
 * `user`, validated as if made now. The caller checks rights.
 */
export function contextOfWaiting(
  context: Context<Route>,
  { route }: Implemented,
  call: WaitingCall,
  user: User,
): Context<Route> {
  const parse = (shape: z.ZodType | undefined, value: unknown) =>
    shape ? parsePart(shape, value) : undefined
  return {
    ...context,
    params: parse(route.params, call.params),
    query: undefined,
    body: parse(route.body, call.body),
    user,
    headers: call.if_match === null ? {} : { 'if-match': call.if_match },
    auditContext: { ...context.auditContext, actor: { id: user.id, name: fullNameWithUsername(user) } },
  } as Context<Route>
}

/** Makes a call that waited; refusals of its handler pass through. */
export async function makeWaitingCall(inside: Context<Route>, implemented: Implemented): Promise<void> {
  await answerOf(inside.services, implemented, inside)
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  result: Stored | FileReply | PageReply,
): Promise<void> {
  if (result instanceof PageReply) {
    // These pages may show data opened by their address alone: keep them out of caches and search engines.
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow')
    await reply.status(result.status).type('text/html; charset=utf-8').send(result.html)
  } else if (result instanceof FileReply) {
    if (result.filename) reply.header('content-disposition', contentDisposition(result.filename))
    // A file is no page of ours: even opened in a browser, it can load, run and send nothing.
    reply.header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    await reply.type(result.contentType).send(result.body)
  } else if (result.response === undefined) await reply.status(result.status).send()
  else if (route.compressed) await sendCompressed(request, reply, route, result)
  else {
    if (route.location && result.status === 201)
      reply.header('location', addressOf(route.location, result.response as Record<string, unknown>))
    await reply.status(result.status).send(result.response)
  }
}

/** Fills `/api/v4/project/{slug}/` with the keys of the created record. */
function addressOf(template: string, made: Record<string, unknown>): string {
  return template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(made[key])))
}

async function sendCompressed(request: FastifyRequest, reply: FastifyReply, route: Route, answer: Stored) {
  const text = JSON.stringify(answer.response)
  const compressed = await compressedFor(request, route, text)
  if (compressed) reply.header('content-encoding', compressed.encoding)
  reply.header('vary', 'Accept-Encoding, Sec-Fetch-Site').type('application/json; charset=utf-8')
  await reply.status(answer.status).send(compressed?.bytes ?? text)
}

/** RFC 6266: an ASCII name for old clients, the real one in UTF-8. RFC 8187 allows fewer unescaped characters than URLs. */
function contentDisposition(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%;]/g, '_')
  const real = encodeURIComponent(filename).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${real}`
}
