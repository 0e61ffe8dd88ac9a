import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { contracts } from '#app/contracts.ts'
import { mediaTypes, type Route } from '#shared/route.ts'
import { openApiText } from './openapi-text.ts'

type Operation = {
  'x-permission': string
  summary: string
  parameters: { name: string; in: string; schema: { items?: { enum?: string[] } } }[]
  operationId: string
  requestBody?: { content: Content }
  responses: Record<string, { content: Content }>
}
type Content = Record<string, { schema: { $ref?: string }; example?: unknown }>
const document = JSON.parse(openApiText()) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}
const routes: Route[] = Object.values(contracts).flatMap((contract): Route[] => Object.values(contract))

test('docs/openapi.json matches the contracts (npm run openapi)', () => {
  const path = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
  // Compared as a boolean: a diff of two such texts is useless, the command above helps.
  expect(readFileSync(path, 'utf8') === openApiText()).toBe(true)
})

test('every route is documented with its permission, its summary, its input and its answers', () => {
  for (const route of routes) {
    const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]![route.method.toLowerCase()]!
    expect(operation['x-permission']).toBe(route.access)
    expect(operation.summary).toMatch(/\w/)
    expect('requestBody' in operation).toBe(Boolean(route.body ?? route.upload ?? route.signedBody))
    expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true)
    const named = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map((parameter) => parameter.name)).toEqual(named)
  }
})

test('every call has a unique name, and a call that saves a version documents If-Match', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const ids = operations.map((operation) => operation.operationId)
  expect(ids.every((id) => /^(get|post|patch|put|delete)[A-Z]\w*$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(routes.length)
  expect(document.paths['/api/v4/project/{slug}/history/']!.get!.operationId).toBe('getProjectBySlugHistory')
  const change = document.paths['/api/v4/project/{slug}/']!.patch!
  expect(change.parameters.map(({ name }) => name)).toContain('If-Match')
  expect(document.paths['/api/v4/projects/']!.post!.parameters.map(({ name }) => name)).not.toContain(
    'If-Match',
  )
})

test('shared answer shapes are defined once, by name', () => {
  const schemas = Object.keys(document.components.schemas)
  expect(schemas).toEqual(expect.arrayContaining(['ProjectDetail', 'OrganizationDetail', 'Task', 'Profile']))
  const answer = (path: string, method: string, status: string) =>
    document.paths[path]![method]!.responses[status]!.content['application/json']!.schema.$ref
  expect(answer('/api/v4/project/{slug}/', 'get', '200')).toBe('#/components/schemas/ProjectDetail')
  expect(answer('/api/v4/projects/', 'post', '201')).toBe('#/components/schemas/ProjectDetail')
})

test('files and pages have their media types', () => {
  const types = (path: string) => Object.keys(document.paths[path]!.get!.responses['200']!.content)
  expect(types('/api/v4/projects/export/')).toEqual([mediaTypes.xlsx, mediaTypes.csv])
  expect(types('/api/v4/imports/{id}/refused/')).toEqual([mediaTypes.csv, mediaTypes.xlsx])
  expect(types('/api/docs/')).toEqual(['text/html; charset=utf-8'])
})

test('every body has an example that the call accepts', () => {
  const withBody = routes.filter((route) => route.body)
  expect(withBody.length).toBeGreaterThan(20)
  const refused = withBody.flatMap((route) => {
    const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]![route.method.toLowerCase()]!
    const { example } = operation.requestBody!.content['application/json']!
    const { error } = route.body!.safeParse(example)
    return error ? [`${route.method} ${route.path}: ${JSON.stringify(example)} ${error.message}`] : []
  })
  expect(refused).toEqual([])
})

test('every created record has an address, except where a call creates many or none', () => {
  const without = routes.filter((route) => route.status === 201 && !route.location).map(({ path }) => path)
  expect(without.sort()).toEqual([
    // A photo is read within its project's list.
    '/api/v3/projects/:slug/photos/',
    // A secret is never shown again.
    '/api/v4/intake-providers/:code/secrets/',
    // The bank's answer is read beside its payouts.
    '/api/v4/payouts/bank-answers/',
    '/api/v4/projects/duplicate/',
    '/api/v4/projects/fund-internally/',
    // A view is read within the list.
    '/api/v4/projects/views/',
    '/api/v4/reminders/templates/:id/apply/',
    '/api/v4/settings/limits/',
  ])
})

test('filters list their values', () => {
  const { parameters } = document.paths['/api/v4/organizations/']!.get!
  const proof = parameters.find((parameter) => parameter.name === 'proof_status')
  expect(proof?.schema.items?.enum).toEqual(['expired', 'valid'])
})

test('refusals are documented where they can occur', () => {
  const statuses = (method: string, path: string) => Object.keys(document.paths[path]![method]!.responses)
  const list = statuses('get', '/api/v4/projects/')
  expect(list).toEqual(['200', '400', '401', '403', '404', '503'])
  const create = statuses('post', '/api/v4/projects/')
  expect(create).toEqual(['201', '400', '401', '403', '409', '413', '415', '422', '503'])
  expect(statuses('post', '/api/v4/session/')).toEqual([
    '200',
    '400',
    '403',
    '409',
    '413',
    '415',
    '429',
    '503',
  ])
  expect(statuses('post', '/api/v4/users/invite/{token}/accept/')).toContain('410')
  expect(statuses('get', '/api/v4/users/profile/')).toEqual(['200', '400', '401', '503'])
})

test('every reference of the document resolves', () => {
  const targets = [...openApiText().matchAll(/"\$ref": ?"#\/([^"]+)"/g)].map(([, target]) =>
    target!.split('/'),
  )
  expect(targets.length).toBeGreaterThan(0)
  const follow = (part: unknown, key: string) => (part as Record<string, unknown> | undefined)?.[key]
  for (const target of targets) expect(target.reduce<unknown>(follow, document)).toBeTypeOf('object')
})
