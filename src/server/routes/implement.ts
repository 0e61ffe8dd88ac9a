import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Parsed, Reply, Route } from '#shared/route.ts'
import type { Assessment } from './assessment.ts'
import type { AuditContext } from '../audit/audit.ts'
import type { Cookie } from '../auth/cookies.ts'
import type { Db } from '../db/db.ts'
import type { User } from '../auth/session.ts'
import type { Services } from '../services.ts'

/** An uploaded file as a stream: only its size limit has been checked. */
export type Upload = { stream: Readable; filename: string; mimetype: string; fields: Record<string, string> }

/** A fully read upload: only its size and leading bytes have been checked. */
export type WholeFile = Omit<Upload, 'stream'> & { bytes: Buffer }

type UploadOf<R extends Route> = R['upload'] extends { whole: object }
  ? WholeFile
  : R['upload'] extends object
    ? Upload
    : undefined

/** The hash is that of the file; the result of `write` is stored as JSON. */
export type WriteOnce = <T>(
  tx: Db,
  sha256: string,
  write: () => Promise<T>,
) => Promise<{ value: T; repeated: boolean }>

/** A handler's context. In changing routes `db` is the route's own transaction, unless the route says otherwise. */
export type Context<R extends Route> = Parsed<R> & {
  db: Db
  /** A replica where one exists; for lists, exports and statistics. */
  reader: Db
  user: R['access'] extends 'public' | 'signed' ? User | undefined : User
  now: Date
  /** The business day (Berlin) of `now`; the database's rows are as of it. */
  today: Day
  locale: Locale
  requestId: string
  /** Who, when and in which request, for this call's audit events. */
  auditContext: AuditContext
  services: Services
  upload: UploadOf<R>
  /**
   * For an upload that opens its own transactions: writes once per Idempotency-Key. `write` runs in `tx`; a repeated
   * call gets the first result and writes nothing. Without a key it always writes.
   */
  writeOnce: WriteOnce
  headers: IncomingHttpHeaders
  /** The body of a signed call, byte for byte. */
  raw: R['access'] extends 'signed' ? Buffer : undefined
  ip: string
  sessionToken: string | undefined
  /** Reads one of our cookies from the request. */
  cookie(cookie: Cookie): string | undefined
  /** Sets one of our cookies or deletes it; `maxAge` in seconds. */
  setCookie(cookie: Cookie, value: string | null, options?: { maxAge?: number }): void
}

/** A file sent to the browser. */
export class FileReply {
  readonly body: Readable | Uint8Array
  readonly contentType: string
  readonly filename: string | undefined
  /** The id of the file's record, for the audit event that names who downloaded it. */
  readonly id: number | undefined
  constructor(body: Readable | Uint8Array, contentType: string, filename?: string, id?: number) {
    this.body = body
    this.contentType = contentType
    this.filename = filename
    this.id = id
  }
}

/** A server-rendered page; `status` for a page that says "not found". */
export class PageReply {
  readonly html: string
  readonly status: number
  constructor(html: string, status = 200) {
    this.html = html
    this.status = status
  }
}

/**
 * An answer about a record whose id and title are not at the top level, for the event that records the read; null for a
 * page's automatic refetch, which counts as no read.
 */
export class AnswerAbout<Body> {
  readonly record: { id: number; title: string } | null
  readonly body: Body
  constructor(record: { id: number; title: string } | null, body: Body) {
    this.record = record
    this.body = body
  }
}

/**
 * An answer with personal data that is computed again when its call is repeated, because it changes nothing: it is not
 * stored under the Idempotency-Key.
 */
export class NotStored<Body> {
  readonly body: Body
  constructor(body: Body) {
    this.body = body
  }
}

/** The second answer (202) of a route that may also start a background job. */
export class Accepted {
  readonly body: unknown
  constructor(body: unknown) {
    this.body = body
  }
}

type Result<R extends Route> = R['response'] extends 'file'
  ? FileReply | PageReply | Accepted
  : R['response'] extends 'html'
    ? PageReply
    : R['response'] extends 'empty'
      ? void
      : Reply<R> | AnswerAbout<Reply<R>> | NotStored<Reply<R>> | Accepted

export type Handler<R extends Route> = (context: Context<R>) => Promise<Result<R>>

/**
 * Describes a call that may need a second person, read under the locks that its handler takes first; undefined when no
 * second person is needed (a save without bank details), or when the handler refuses it anyway.
 */
export type Assess<R extends Route> = (context: Context<R>) => Promise<Assessment | undefined>

/** The handler of a route that may need a second person, with the assessment of its calls. */
export interface Guarded<R extends Route> {
  assess: Assess<R>
  handler: Handler<R>
}

export function guarded<R extends Route>(assess: Assess<R>, handler: Handler<R>): Guarded<R> {
  return { assess, handler }
}

/**
 * Work before a call's transaction: after the preparation, `act` runs the returned handler in the transaction, and may
 * be called again when the preparation came too late. Only `act` may refuse: a call repeated with its key gets its
 * first result.
 */
export type Around<R extends Route> = (
  context: Context<R>,
  act: <Answer>(handler: Handler<R>) => Promise<Answer>,
) => Promise<unknown>

/** The handler of a route that waits for something outside, before its transaction holds locks and a connection. */
export interface Prepared<R extends Route> {
  around: Around<R>
}

/** Adds preparation before the transaction to a route. */
export function prepared<R extends Route>(around: Around<R>): Prepared<R> {
  return { around }
}

type HandlerOf<R extends Route> = R extends { approval: string } ? Guarded<R> : Handler<R> | Prepared<R>

export type Implemented = {
  route: Route
  handler: Handler<Route>
  assess?: Assess<Route>
  around?: Around<Route>
}

const onlyAround: Handler<Route> = () => Promise.reject(new TypeError('prepared before its transaction'))

/** Pairs every route of a contract with its handler; a missing or superfluous one does not compile. */
export function implement<C extends Record<string, Route>>(
  contract: C,
  handlers: { [K in keyof C]: HandlerOf<C[K]> },
): Implemented[] {
  return Object.keys(contract).map((name) => {
    const given = handlers[name as keyof C] as unknown as Handler<Route> | Guarded<Route> | Prepared<Route>
    const said = typeof given === 'function' ? { handler: given } : given
    return { route: contract[name]!, handler: onlyAround, ...said }
  })
}
