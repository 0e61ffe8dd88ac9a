import type { z } from 'zod'
import type { AuditObject } from './audit-objects.ts'
import type { GuardedAct } from './approvals.ts'
import { can, hasAnyRight, type Holder, type Permission } from './permissions.ts'
import type { Subject } from './subjects.ts'

/**
 * A permission, any signed-in person, any signed-in person with at least one right, everybody, or a program that signs
 * its requests: without cookie and anti-forgery header; its handler verifies the signature over the raw body.
 */
export type Access = Permission | 'any_right' | 'signed_in' | 'public' | 'signed'
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** The answer of a route: a JSON shape, a file, a page, or nothing (204). */
export type Answer = z.ZodType | 'file' | 'html' | 'empty'

/** Content types of the product's files. */
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

/** A file that is read into memory, and refused (415) as soon as its leading bytes are wrong. */
export type WholeUpload = {
  /** Must match within the first bytes, read as Latin-1. */
  begins: RegExp
  within: number
  /** The text of the refusal under `errors.`, and of its reason, which may name the {file}. */
  otherwise: { code: string; reason: string }
}

/**
 * Access to a route. Exporting data requires `export_data` and the right to see the data, never one alone; when a
 * route's rows belong to several areas, its handler checks each row (`each_row`).
 */
type Guard =
  | {
      access: Exclude<Access, 'export_data'>
      /** An alternative permission; refusals name `access`. */
      orAccess?: Permission
      /** Required in addition to `access`; a refusal names the missing one. */
      alsoNeeds?: Permission
    }
  | { access: 'export_data'; alsoNeeds: Permission | 'each_row'; orAccess?: undefined }

/** Checked before validation: 401, then 403, then 400. */
export type Route = Guard & {
  method: Method
  path: `/${string}`
  /**
   * Shows or moves money of all companies: refused to company users, who see only their own company's
   * (docs/decisions/0033).
   */
  wholeHouse?: true
  /** Subjects that a GET's response shows. The page refetches it after a change of one of them (docs/decisions/0001). */
  shows?: readonly Subject[] | 'anything'
  /** Subjects that a successful call changes. A comment beside an empty list says why no response goes stale. */
  changes?: readonly Subject[] | 'anything'
  /** One line for the API docs. */
  summary: string
  params?: z.ZodObject
  query?: z.ZodType
  body?: z.ZodType
  /** The body of a signed call, for the API docs: its handler parses the bytes after verifying the signature. */
  signedBody?: { shape: z.ZodType; maxBytes: number; headers: readonly string[] }
  /**
   * Multipart upload: part `file`, up to this size. It is a stream that follows its fields; or, for small files, it is
   * read `whole`, with fields before or after it.
   */
  upload?: { maxBytes: number; fields?: z.ZodObject; whole?: WholeUpload }
  response: Answer
  /** Possible content types of a file; a workbook by default. */
  media?: readonly string[]
  /** Address of the record created by a 201, with keys of the answer: `/api/v4/project/{slug}/`. */
  location?: `/${string}`
  /** Status of success; 200, or 204 when the response is empty. */
  status?: number
  /** A second shape this route may answer with, e.g. 202 for a background job. */
  accepted?: z.ZodType
  /** May need a second person: then the answer is 202 with the proposal (docs/decisions/0035). */
  approval?: GuardedAct
  /** Always needs a second person, whatever the rule of its act. */
  secondPerson?: 'always'
  /**
   * Accepts an Idempotency-Key header (interface.md, calls 12); POST calls do anyway, see `takesIdempotencyKey`. A
   * route with its own transactions sets it when it writes by `writeOnce`.
   */
  idempotent?: boolean
  /** Refusals beyond those common to similar routes; 410 for expired links, 429 for limited attempts. */
  refusals?: readonly (409 | 410 | 429)[]
  /** Shows or exports personal data: each call leaves an audit event of this action (docs/decisions/0022). */
  recorded?: { action: 'read' | 'download' | 'export'; object_type: AuditObject }
  /** The list name for its searches in the logs; words that may name people are not stored (docs/decisions/0029). */
  searched?: { list: string; words: 'kept' | 'left_out' }
  /** Its answers hold no secret, so they may be compressed for our own page (docs/decisions/0018). */
  compressed?: boolean
  /** A changing route whose handler opens its own transactions: long work, uploads, password hashing. */
  ownTransaction?: boolean
}

/**
 * Routes by `METHOD /path/`, the name used by the page. Empty here: `src/app/contracts.ts`, which knows the features,
 * fills it.
 */
export interface RouteByName {}

/** Declares a route once for validation, types, access check, OpenAPI and the typed client. */
export function route<const R extends Route>(declaration: R): R {
  return declaration
}

/** The rights a person lacks for a route, in declared order. */
export function missingRights(holder: Holder, { access, orAccess, alsoNeeds }: Route): Permission[] {
  if (access === 'public' || access === 'signed' || access === 'signed_in') return []
  if (access === 'any_right') return hasAnyRight(holder) ? [] : ['view_projects']
  const first = can(holder, access) || (orAccess !== undefined && can(holder, orAccess)) ? [] : [access]
  const second =
    alsoNeeds === undefined || alsoNeeds === 'each_row' || can(holder, alsoNeeds) ? [] : [alsoNeeds]
  return [...first, ...second]
}

/**
 * True when a call's answer is stored under its Idempotency-Key: all calls that create or decide, and those that
 * declare it.
 */
export function takesIdempotencyKey(route: Route): boolean {
  if (route.access === 'public' || route.access === 'signed') return false
  if (route.ownTransaction) return route.idempotent === true
  if (route.response === 'file' || route.response === 'html') return false
  return route.idempotent ?? route.method === 'POST'
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined
type Input<T> = T extends z.ZodType ? z.input<T> : undefined

export type Parsed<R extends Route> = {
  params: Output<R['params']>
  query: Output<R['query']>
  /** For an upload, its fields. */
  body: R['upload'] extends { fields: infer Fields } ? Output<Fields> : Output<R['body']>
}

/** The handler's return value. Undeclared keys are dropped from the answer. */
export type Reply<R extends Route> = R['response'] extends z.ZodType ? z.input<R['response']> : undefined

/** The answer as it arrives in the browser. */
export type ReceivedAnswer<R extends Route> = R['response'] extends z.ZodType
  ? z.output<R['response']>
  : undefined

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** The browser's arguments: only the parts that the route declares. */
export type Arguments<R extends Route> = Present<{
  params: Input<R['params']>
  query: Input<R['query']>
  body: Input<R['body']>
}>
