import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { contracts } from '#app/contracts.ts'
import type { Route } from '#shared/route.ts'
import { openApiText } from './openapi-text.ts'

type Operation = {
  'x-permission': string
  summary: string
  parameters: { name: string; in: string; schema: { items?: { enum?: string[] } } }[]
  requestBody?: unknown
  responses: Record<string, unknown>
}
const document = JSON.parse(openApiText()) as { paths: Record<string, Record<string, Operation>> }
const routes: Route[] = Object.values(contracts).flatMap((contract): Route[] => Object.values(contract))

test('docs/openapi.json is what the contracts say (npm run openapi)', () => {
  const path = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
  // Compared as a truth value: the difference of two such texts is no help, the command above is.
  expect(readFileSync(path, 'utf8') === openApiText()).toBe(true)
})

test('every route is documented with its permission, its summary, its input and its answers', () => {
  for (const route of routes) {
    const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]![route.method.toLowerCase()]!
    expect(operation['x-permission']).toBe(route.access)
    expect(operation.summary).toMatch(/\w/)
    expect('requestBody' in operation).toBe(Boolean(route.body ?? route.upload))
    expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true)
    const named = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map((parameter) => parameter.name)).toEqual(named)
  }
})

test('filters list their values', () => {
  const { parameters } = document.paths['/api/v4/organizations/']!.get!
  const proof = parameters.find((parameter) => parameter.name === 'proof_status')
  expect(proof?.schema.items?.enum).toEqual(['expired', 'valid'])
})

test('refusals are documented where they can happen', () => {
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

test('the document refers to nothing that is not in it', () => {
  const targets = [...openApiText().matchAll(/"\$ref": ?"#\/([^"]+)"/g)].map(([, target]) =>
    target!.split('/'),
  )
  expect(targets.length).toBeGreaterThan(0)
  const follow = (part: unknown, key: string) => (part as Record<string, unknown> | undefined)?.[key]
  for (const target of targets) expect(target.reduce<unknown>(follow, document)).toBeTypeOf('object')
})
