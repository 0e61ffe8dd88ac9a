import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Route, takesIdempotencyKey } from '#shared/route.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of all routes, read off their declarations. */
export function openApiDocument(routes: Route[]): Json {
  const paths: Record<string, Json> = {}
  for (const route of [...routes].sort((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1,
  )) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    ;(paths[path] ??= {})[route.method.toLowerCase()] = operation(route)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Almoner', version: '4', description: 'Staff back-office of a funding platform' },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'almoner_session' } },
      schemas: { Error: errorSchema, FieldErrors: fieldErrorsSchema },
    },
  }
}

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

function operation(route: Route): Json {
  return {
    summary: route.summary,
    tags: [tagOf(route.path)],
    ...(route.access === 'public' ? { security: [] } : { security: [{ session: [] }] }),
    'x-permission': route.access,
    ...(route.orAccess ? { 'x-or-permission': route.orAccess } : {}),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query'), ...headers(route)],
    ...requestBody(route),
    responses: responses(route),
  }
}

/** The first word of a path behind its version; one thing and many of it stand together. */
function tagOf(path: string): string {
  const word = path.replace(/^\/(api\/)?(v\d\/)?/, '').split('/')[0] ?? ''
  return singular.has(word) ? `${word}s` : word
}
const singular = new Set(['project', 'organization'])

function schemaOf(shape: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Json
  return schema
}

function parameters(shape: z.ZodType | undefined, location: 'path' | 'query'): Json[] {
  if (!shape) return []
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...filterSchema(schema as Json),
  }))
}

// A filter is one comma-separated string; its enum is that of the values between the commas.
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

function headers(route: Route): Json[] {
  const header = (name: string, required: boolean) => ({
    name,
    in: 'header',
    required,
    schema: { type: 'string' },
  })
  if (route.method === 'GET') return []
  return [
    header('X-CSRFToken', true),
    ...(takesIdempotencyKey(route) ? [header('Idempotency-Key', false)] : []),
  ]
}

function requestBody(route: Route): Json {
  if (route.upload) {
    const fields = route.upload.fields ? (schemaOf(route.upload.fields, 'input').properties as Json) : {}
    const schema = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' }, ...fields },
      required: ['file'],
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!route.body) return {}
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
    },
  }
}

function responses(route: Route): Json {
  const error = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  })
  const refused = {
    description: 'Invalid input',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/FieldErrors' } } },
  }
  return {
    [String(route.status ?? (route.response === 'empty' ? 204 : 200))]: success(route),
    ...(route.accepted
      ? {
          202: {
            description: 'Accepted',
            content: { 'application/json': { schema: schemaOf(route.accepted, 'output') } },
          },
        }
      : {}),
    400: refused,
    ...(route.access === 'public' ? {} : { 401: error('Not signed in') }),
    ...(mayForbid(route) ? { 403: error('Permission missing, or the anti-forgery header wrong') } : {}),
    ...(route.params || isPaged(route) ? { 404: error('Not found, or no such page') } : {}),
    ...(route.method === 'GET' ? {} : { 409: error('Conflict') }),
    ...(route.upload || route.body
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
  return route.method !== 'GET' || (route.access !== 'public' && route.access !== 'signed_in')
}

function isPaged(route: Route): boolean {
  return parameters(route.query, 'query').some(({ name }) => name === 'page')
}

function success(route: Route): Json {
  if (route.response === 'empty') return { description: 'Done' }
  if (route.response === 'file')
    return {
      description: 'The file',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    }
  if (route.response === 'html')
    return { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } }
  return {
    description: 'Success',
    content: { 'application/json': { schema: schemaOf(route.response, 'output') } },
  }
}

/** Serves the document at `/api/schema/`. */
export function registerOpenApi(app: FastifyInstance, routes: Route[]): void {
  const document = openApiDocument(routes)
  app.get('/api/schema/', async () => document)
}
