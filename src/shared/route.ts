import type { z } from 'zod'
import type { GuardedAct } from './approvals.ts'
import { can, hasAnyRight, type Holder, type Permission } from './permissions.ts'
import type { Subject } from './subjects.ts'

/**
 * A permission, anybody signed in, anybody signed in who holds any right at all, anybody, or a program that signs what it
 * sends: without cookie and anti-forgery header; its handler checks the signature over the body as it came.
 */
export type Access = Permission | 'any_right' | 'signed_in' | 'public' | 'signed'
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** What a route answers with: a JSON shape, a file, a page, or nothing (204). */
export type Answer = z.ZodType | 'file' | 'html' | 'empty'

/** Content types of the files the product hands out. */
export const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  grants360: 'application/json; charset=utf-8',
  pdf: 'application/pdf',
  zip: 'application/zip',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  xml: 'application/xml; charset=utf-8',
  bytes: 'application/octet-stream',
} as const

/** A file that is read into memory, and refused (415) as soon as it does not begin like one of its kind. */
export type WholeUpload = {
  /** Found in the first so many bytes, read as Latin-1. */
  begins: RegExp
  within: number
  /** The text of the refusal under `errors.`, and of its reason, which may name the {file}. */
  otherwise: { code: string; reason: string }
}

/**
 * Who may call a route. Data leave the house with `export_data` and the right to see them, never with one alone; where
 * the rows of a route belong to several areas, its handler checks each row (`each_row`).
 */
type Guard =
  | {
      access: Exclude<Access, 'export_data'>
      /** Allows the call as well; refusals name `access`. */
      orAccess?: Permission
      /** Needed beside `access`; a refusal names the one that is missing. */
      alsoNeeds?: Permission
    }
  | { access: 'export_data'; alsoNeeds: Permission | 'each_row'; orAccess?: undefined }

/** Checked before validation: 401, then 403, then 400. */
export type Route = Guard & {
  method: Method
  path: `/${string}`
  /** Shows or moves money of all companies: refused to company users, who see their own company's (docs/decisions/0033). */
  wholeHouse?: true
  /** Of a GET: what its answer shows. The page reads it again after a change of one of these (docs/decisions/0085). */
  shows?: readonly Subject[] | 'anything'
  /** What a successful call changes. An empty list says why no answer goes stale by it. */
  changes?: readonly Subject[] | 'anything'
  /** One line for the API docs. */
  summary: string
  params?: z.ZodObject
  query?: z.ZodType
  body?: z.ZodType
  /** What a signed call sends, for the API docs: its handler reads the bytes once their signature is right. */
  signedBody?: { shape: z.ZodType; maxBytes: number; headers: readonly string[] }
  /**
   * Multipart upload: part `file`, at most this many bytes. It is a stream, and its fields come before it; or, for files
   * that are small enough, it is read `whole`, with fields before or behind it.
   */
  upload?: { maxBytes: number; fields?: z.ZodObject; whole?: WholeUpload }
  response: Answer
  /** Content types a file may have; a workbook when none is named. */
  media?: readonly string[]
  /** Where what a 201 made is found, with keys of the answer: `/api/v4/project/{slug}/`. */
  location?: `/${string}`
  /** Status of success; 200, or 204 when the response is empty. */
  status?: number
  /** A second shape this route may answer with, e.g. 202 for a background job. */
  accepted?: z.ZodType
  /** May need a second person: then it is answered 202 with the proposal (docs/decisions/0035). */
  approval?: GuardedAct
  /** Needs that second person whatever the rule of its act says. */
  secondPerson?: 'always'
  /**
   * Takes an Idempotency-Key header (interface.md, calls 12); POST calls do anyhow, see `takesIdempotencyKey`. A route with
   * transactions of its own says so where it writes by `writeOnce`.
   */
  idempotent?: boolean
  /** What it may refuse with beyond what every route like it does; 410 for links that end, 429 for tries that are counted. */
  refusals?: readonly (409 | 410 | 429)[]
  /** Shows or hands out personal data: each call leaves an audit event of this action (docs/decisions/0022). */
  recorded?: { action: 'read' | 'download' | 'export'; object_type: string }
  /** Where the logs say what is searched for in it; words that may name people are not kept (docs/decisions/0029). */
  searched?: { list: string; words: 'kept' | 'left_out' }
  /** Its answers hold no secret, so they may be compressed for our own page (docs/decisions/0018). */
  compressed?: boolean
  /** A changing route whose handler opens its own transactions: long work, uploads, password hashing. */
  ownTransaction?: boolean
}

/**
 * Routes by `METHOD /path/`, the name the page calls them by. Empty here: `src/app/contracts.ts`, which knows the
 * features, declares what stands in it.
 */
export interface RouteByName {}

/** Declares a route once: validation, types, access check, OpenAPI and the typed client come from it. */
export function route<const R extends Route>(declaration: R): R {
  return declaration
}

/** The rights a person lacks for a route, in the order they are named. */
export function missingRights(holder: Holder, { access, orAccess, alsoNeeds }: Route): Permission[] {
  if (access === 'public' || access === 'signed' || access === 'signed_in') return []
  if (access === 'any_right') return hasAnyRight(holder) ? [] : ['view_projects']
  const first = can(holder, access) || (orAccess !== undefined && can(holder, orAccess)) ? [] : [access]
  const second =
    alsoNeeds === undefined || alsoNeeds === 'each_row' || can(holder, alsoNeeds) ? [] : [alsoNeeds]
  return [...first, ...second]
}

/** True when the answer of a call is kept under its Idempotency-Key: all that create or decide, and those that say so. */
export function takesIdempotencyKey(route: Route): boolean {
  if (route.access === 'public' || route.access === 'signed') return false
  if (route.ownTransaction) return route.idempotent === true
  if (route.response === 'file' || route.response === 'html') return false
  return route.idempotent ?? route.method === 'POST'
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined
type Input<T> = T extends z.ZodType ? z.input<T> : undefined

/** What the handler receives, after validation. */
export type Parsed<R extends Route> = {
  params: Output<R['params']>
  query: Output<R['query']>
  /** Of an upload its fields. */
  body: R['upload'] extends { fields: infer Fields } ? Output<Fields> : Output<R['body']>
}

/** What the handler must return. Undeclared keys are dropped on the way out. */
export type Reply<R extends Route> = R['response'] extends z.ZodType ? z.input<R['response']> : undefined

/** What arrives in the browser. */
export type Received<R extends Route> = R['response'] extends z.ZodType ? z.output<R['response']> : undefined

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** What the browser hands over: only the parts the route declares. */
export type Arguments<R extends Route> = Present<{
  params: Input<R['params']>
  query: Input<R['query']>
  body: Input<R['body']>
}>
