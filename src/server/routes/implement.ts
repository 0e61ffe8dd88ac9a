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

/** An uploaded file, streamed: nothing has been checked but its size limit. */
export type Upload = { stream: Readable; filename: string; mimetype: string; fields: Record<string, string> }

/** An uploaded file that was read whole: it has its size and begins as its kind does, nothing else has been checked. */
export type WholeFile = Omit<Upload, 'stream'> & { bytes: Buffer }

type UploadOf<R extends Route> = R['upload'] extends { whole: object }
  ? WholeFile
  : R['upload'] extends object
    ? Upload
    : undefined

/** The hash is that of the file; what `write` answers is kept as JSON. */
export type WriteOnce = <T>(
  tx: Db,
  sha256: string,
  write: () => Promise<T>,
) => Promise<{ value: T; repeated: boolean }>

/** What a handler gets. In changing routes `db` is the route's own transaction, unless the route says otherwise. */
export type Context<R extends Route> = Parsed<R> & {
  db: Db
  /** A replica where there is one; for lists, exports and statistics. */
  reader: Db
  user: R['access'] extends 'public' | 'signed' ? User | undefined : User
  now: Date
  /** The business day (Berlin) of `now`; the database's rows are as of it. */
  today: Day
  locale: Locale
  requestId: string
  /** Who, when and in which request, for the audit events of this call. */
  auditContext: AuditContext
  services: Services
  upload: UploadOf<R>
  /**
   * Of an upload that opens its own transactions: writes once per Idempotency-Key. `write` runs in `tx`; a repeat of the
   * call gets the value that the first one gave, and writes nothing. Without a key it always writes.
   */
  writeOnce: WriteOnce
  headers: IncomingHttpHeaders
  /** The body of a signed call, byte for byte. */
  raw: R['access'] extends 'signed' ? Buffer : undefined
  ip: string
  sessionToken: string | undefined
  /** What the browser sent as one of our cookies. */
  cookie(cookie: Cookie): string | undefined
  /** Sets one of our cookies or takes it away; `maxAge` in seconds. */
  setCookie(cookie: Cookie, value: string | null, options?: { maxAge?: number }): void
}

/** A file on its way to the browser. */
export class FileReply {
  readonly body: Readable | Uint8Array
  readonly contentType: string
  readonly filename: string | undefined
  /** The id of the record whose file it is, for the event that says who took it. */
  readonly id: number | undefined
  constructor(body: Readable | Uint8Array, contentType: string, filename?: string, id?: number) {
    this.body = body
    this.contentType = contentType
    this.filename = filename
    this.id = id
  }
}

/** A page rendered on the server; `status` for those that say "not found". */
export class PageReply {
  readonly html: string
  readonly status: number
  constructor(html: string, status = 200) {
    this.html = html
    this.status = status
  }
}

/**
 * An answer about a record whose id and title do not stand at its top, for the event that says who read it; null where a page
 * asks again by itself, which is nobody's reading.
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
 * An answer that shows personal data and is made anew when its call is repeated, for it changes nothing: it does not lie
 * under the call's Idempotency-Key.
 */
export class Unkept<Body> {
  readonly body: Body
  constructor(body: Body) {
    this.body = body
  }
}

/** The second answer of a route that may also accept a background job (202). */
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
      : Reply<R> | AnswerAbout<Reply<R>> | Unkept<Reply<R>> | Accepted

export type Handler<R extends Route> = (context: Context<R>) => Promise<Result<R>>

/**
 * What a call that may need a second person is about, read under the locks that its handler takes first; undefined when
 * it is not of the kind (nothing about bank details in a save), or when the handler refuses it anyhow.
 */
export type Assess<R extends Route> = (context: Context<R>) => Promise<Assessment | undefined>

/** The handler of a route that may need a second person, with what its calls are about. */
export interface Guarded<R extends Route> {
  assess: Assess<R>
  handler: Handler<R>
}

/** Says what the calls of a route that may need a second person are about. */
export function guarded<R extends Route>(assess: Assess<R>, handler: Handler<R>): Guarded<R> {
  return { assess, handler }
}

/**
 * What a call waits for before its transaction: it is made ready, then `act` runs the handler that it hands over in the
 * transaction, and may be called again when what was made ready came too late. Nothing may be refused outside of `act`:
 * a call that is repeated with its key is answered there with its first result.
 */
export type Around<R extends Route> = (
  context: Context<R>,
  act: <Answer>(handler: Handler<R>) => Promise<Answer>,
) => Promise<unknown>

/** The handler of a route that waits for something outside: not while its transaction holds locks and a connection. */
export interface Prepared<R extends Route> {
  around: Around<R>
}

/** Says what the calls of a route wait for before their transaction. */
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
