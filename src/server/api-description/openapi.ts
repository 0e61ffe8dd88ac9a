import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { mediaTypes, type Route, takesIdempotencyKey } from '#shared/route.ts'
import { WaitsForApproval } from '../approvals/second-person.ts'
import { exampleOf } from './examples.ts'
import { type Json, schemaBook, type SchemaBook } from './schemas.ts'

/** The OpenAPI 3.1 document of all routes, derived from their declarations. */
export function openApiDocument(routes: Route[]): Json {
  const paths: Record<string, Json> = {}
  const book = schemaBook()
  for (const route of [...routes].sort((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1,
  )) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    ;(paths[path] ??= {})[route.method.toLowerCase()] = operation(route, book)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Almoner', version: '4', description: 'Staff back-office of a funding platform' },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'almoner_session' } },
      schemas: { Error: errorSchema, FieldErrors: fieldErrorsSchema, ...sorted(book.named) },
    },
  }
}

const sorted = (named: Json): Json =>
  Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)))

const text = { type: 'string' }
const errorSchema = {
  type: 'object',
  properties: {
    detail: { ...text, description: 'In the language of the caller' },
    code: { ...text, description: 'Never changes' },
    permission: { ...text, description: 'The one that is missing (403)' },
    blocking: {
      description: 'What stands in the way (409)',
      type: 'array',
      items: {
        type: 'object',
        properties: { slug: text, title: text, code: text },
        required: ['slug', 'title', 'code'],
      },
    },
    current: { description: 'The row as it is now (409 edit_conflict)' },
    request_id: { ...text, description: 'To be told to the operator (500)' },
  },
  required: ['detail', 'code'],
}
const fieldErrorsSchema = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'string' } },
}

/**
 * `GET /api/v4/project/:slug/history/` is `getProjectBySlugHistory`; an API version other than v4 is
 * appended as a suffix.
 */
export function operationId({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const version = /^\/api\/(v\d)\//.exec(path)?.[1] ?? 'v4'
  const kind = path.startsWith('/api/') ? [] : ['page']
  const words = path
    .replace(/^\/(api\/)?(v\d\/)?/, '')
    .split('/')
    .filter(Boolean)
    .flatMap((part) => (part.startsWith(':') ? ['by', part.slice(1)] : part.split(/[-_.]/)))
  const parts = [method.toLowerCase(), ...kind, ...words, ...(version === 'v4' ? [] : [version])]
  return parts.map((word, at) => (at === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('')
}

function operation(route: Route, book: SchemaBook): Json {
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [tagOf(route.path)],
    security: route.access === 'public' || route.access === 'signed' ? [] : [{ session: [] }],
    'x-permission': route.access,
    ...(route.orAccess ? { 'x-or-permission': route.orAccess } : {}),
    ...(route.alsoNeeds ? { 'x-also-permission': route.alsoNeeds } : {}),
    ...(route.wholeHouse ? { 'x-company-users': 'refused' } : {}),
    parameters: [
      ...parameters(book, route.params, 'path'),
      ...parameters(book, route.query, 'query'),
      ...headers(route, book),
    ],
    ...requestBody(route, book),
    responses: responses(route, book),
  }
}

/** The first path word after the version; singular and plural share a tag. */
function tagOf(path: string): string {
  const word = path.replace(/^\/(api\/)?(v\d\/)?/, '').split('/')[0] ?? ''
  return singular.has(word) ? `${word}s` : word
}
const singular = new Set(['project', 'organization'])

function parameters(book: SchemaBook, shape: z.ZodType | undefined, location: 'path' | 'query'): Json[] {
  if (!shape) return []
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = book.whole(shape, 'input') as {
    properties?: Json
    required?: string[]
    additionalProperties?: Json | boolean
  }
  const named = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...filterSchema(schema as Json),
  }))
  return typeof additionalProperties === 'object' && typeof additionalProperties.prefix === 'string'
    ? [...named, furtherNames(additionalProperties)]
    : named
}

// Parameters with arbitrary names: an object whose properties are query parameters themselves.
function furtherNames({ description, prefix, ...values }: Json): Json {
  return {
    name: String(prefix).replace(/\W+$/, ''),
    in: 'query',
    required: false,
    description,
    style: 'form',
    explode: true,
    schema: { type: 'object', additionalProperties: values },
  }
}

// A filter is one comma-separated string; its enum lists the values between the commas.
function filterSchema(schema: Json): Json {
  const { enum: values, description, ...rest } = schema
  if (
    !Array.isArray(values) ||
    rest.type !== 'string' ||
    typeof description !== 'string' ||
    !description.startsWith('Comma-separated')
  )
    return { schema }
  return {
    description,
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string', enum: values } },
  }
}

function headers(route: Route, book: SchemaBook): Json[] {
  const header = (name: string, required: boolean) => ({
    name,
    in: 'header',
    required,
    schema: { type: 'string' },
  })
  if (route.method === 'GET') return []
  if (route.signedBody) return route.signedBody.headers.map((name) => header(name, true))
  return [
    header('X-CSRFToken', true),
    ...(takesIdempotencyKey(route) ? [header('Idempotency-Key', false)] : []),
    ...(takesVersion(route, book) ? [{ ...header('If-Match', false), ...ifMatch }] : []),
  ]
}

const ifMatch = {
  description: "The row's version, in place of `version` in the body; one of the two is needed",
  example: '"3"',
}

function takesVersion(route: Route, book: SchemaBook): boolean {
  return Boolean(route.body && 'version' in ((book.whole(route.body, 'input').properties ?? {}) as Json))
}

function requestBody(route: Route, book: SchemaBook): Json {
  if (route.upload) {
    const fields = route.upload.fields ? (book.whole(route.upload.fields, 'input').properties as Json) : {}
    const schema = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' }, ...fields },
      required: ['file'],
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  const body = route.body ?? route.signedBody?.shape
  if (!body) return {}
  return {
    requestBody: { required: true, content: json(body, 'input', book) },
  }
}

const json = (shape: z.ZodType, io: 'input' | 'output', book: SchemaBook): Json => {
  const schema = book.schema(shape, io)
  return { 'application/json': { schema, example: exampleOf(schema, book.named) } }
}

function responses(route: Route, book: SchemaBook): Json {
  const error = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  })
  const refused = {
    description: 'Invalid input',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/FieldErrors' } } },
  }
  return {
    [String(route.status ?? (route.response === 'empty' ? 204 : 200))]: success(route, book),
    ...(route.accepted
      ? {
          202: {
            description: 'Accepted',
            content: json(route.accepted, 'output', book),
          },
        }
      : {}),
    ...(route.approval
      ? {
          202: {
            description:
              route.secondPerson === 'always'
                ? 'Waits for a second person'
                : 'Waits for a second person, where the settings ask for one',
            content: json(WaitsForApproval, 'output', book),
          },
        }
      : {}),
    400: refused,
    ...(route.access === 'public'
      ? {}
      : { 401: error(route.access === 'signed' ? 'Signature wrong or too old' : 'Not signed in') }),
    ...(mayForbid(route) ? { 403: error('Permission missing, or the anti-forgery header wrong') } : {}),
    ...(route.params || isPaged(route, book) ? { 404: error('Not found, or no such page') } : {}),
    ...(route.method === 'GET' ? {} : { 409: error('Conflict') }),
    ...(route.upload || route.body || route.signedBody
      ? { 413: error('Too large'), 415: error('Content type not supported') }
      : {}),
    ...(takesIdempotencyKey(route) ? { 422: error('Idempotency-Key used with another body') } : {}),
    ...Object.fromEntries((route.refusals ?? []).map((status) => [status, error(refusalText[status])])),
    503: error('Database away'),
  }
}

const refusalText = {
  409: 'Not in the state for that',
  410: 'The link was used or has expired',
  429: 'Too many tries; see Retry-After',
} as const

function mayForbid(route: Route): boolean {
  return (
    (route.method !== 'GET' && route.access !== 'signed') ||
    !['public', 'signed', 'signed_in'].includes(route.access)
  )
}

function isPaged(route: Route, book: SchemaBook): boolean {
  return parameters(book, route.query, 'query').some(({ name }) => name === 'page')
}

function success(route: Route, book: SchemaBook): Json {
  if (route.response === 'empty') return { description: 'Done' }
  if (route.response === 'file') {
    const file = { schema: { type: 'string', format: 'binary' } }
    return {
      description: 'The file',
      headers: {
        'Content-Disposition': { schema: text, description: 'attachment, with its name (RFC 6266)' },
      },
      content: Object.fromEntries((route.media ?? [mediaTypes.xlsx]).map((type) => [type, file])),
    }
  }
  if (route.response === 'html') {
    return { description: 'The page', content: { 'text/html; charset=utf-8': { schema: text } } }
  }
  return {
    description: 'Success',
    ...(route.location
      ? { headers: { Location: { schema: text, description: 'The address of what was made' } } }
      : {}),
    content: json(route.response, 'output', book),
  }
}

/** Serves the document at `/api/schema/`. */
export function registerOpenApi(app: FastifyInstance, routes: Route[]): void {
  let document: Json | undefined
  // Created on demand: it took nine tenths of the time to create an app.
  app.get('/api/schema/', async () => (document ??= openApiDocument(routes)))
}
