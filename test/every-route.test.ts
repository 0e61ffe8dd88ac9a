import { beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '#app/contracts.ts'
import { hasAnyRight, type Permission, permissions } from '#shared/permissions.ts'
import type { Route } from '#shared/route.ts'
import { type Client, useApp } from './app.ts'

const routes: Route[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract as Record<string, Route>),
)
// Programs sign their requests; a cookie neither helps nor is needed.
const signed = routes.filter((route) => route.access === 'signed')
const closed = routes.filter((route) => route.access !== 'public' && route.access !== 'signed')
const address = (route: Route) => route.path.replace(/:id\b/g, '1').replace(/:\w+/g, 'nothing-here')
const name = (route: Route) => `${route.method} ${route.path}`

const app = useApp({ resets: false })
let rightless: Client
beforeAll(async () => void (rightless = await app.as([])))

test('every route is served exactly once', () => {
  const names = routes.map(name)
  expect(new Set(names).size).toBe(names.length)
  expect(routes.length).toBeGreaterThan(20)
})

describe('signed out, every closed route answers 401', () => {
  test.each(closed.map((route) => [name(route), route] as const))('%s', async (_, route) => {
    const answer = await app
      .signedOut()
      .call(route.method, address(route), route.method === 'GET' ? {} : { body: {} })
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({ detail: expect.any(String), code: 'not_signed_in' })
  })
})

test('without a signature every signed route answers 401, whoever is signed in', async () => {
  expect(signed.length).toBeGreaterThan(0)
  for (const route of signed)
    for (const client of [app.signedOut(), await app.as('superuser')]) {
      const answer = await client.call(route.method, address(route), { body: {} })
      expect([answer.status, answer.body.code]).toEqual([401, 'signature_invalid'])
    }
})

describe('without its permission, every route answers 403 and names it', () => {
  const guarded = closed.filter((route) => route.access !== 'signed_in' && route.access !== 'any_right')
  test.each(guarded.map((route) => [name(route), route] as const))('%s', async (_, route) => {
    const others = permissions.filter(
      (permission) => !grants(permission, route.access) && permission !== route.orAccess,
    )
    const client = await app.as(others)
    const answer = await client.call(route.method, address(route), route.method === 'GET' ? {} : { body: {} })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'forbidden', permission: route.access })
    expect(answer.body.detail).toContain(route.access)
  })
})

describe('without the right to see its data, every export answers 403 and names that right', () => {
  const exports = closed.filter((route) => route.alsoNeeds !== undefined && route.alsoNeeds !== 'each_row')
  test.each(exports.map((route) => [name(route), route] as const))('%s', async (_, route) => {
    const needed = route.alsoNeeds as Permission
    const client = await app.as(permissions.filter((permission) => !grants(permission, needed)))
    const answer = await client.call(route.method, address(route), route.method === 'GET' ? {} : { body: {} })
    expect([answer.status, answer.body.permission]).toEqual([403, needed])
  })
})

test('every data export names the right to see the data', () => {
  // @ts-expect-error -- one right alone does not compile
  const alone: Route = { method: 'GET', path: '/x/', access: 'export_data', summary: '', response: 'file' }
  expect(alone.access).toBe('export_data')
  const exporting = routes.filter((route) => route.access === 'export_data')
  expect(exporting.length).toBeGreaterThan(20)
  expect(exporting.filter((route) => route.alsoNeeds === undefined)).toEqual([])
})

describe('company users never get the money of all companies, whatever their rights', () => {
  const whole = closed.filter((route) => route.wholeHouse)
  test('the search for routes finds some', () => expect(whole.length).toBeGreaterThan(40))
  test.each(whole.map((route) => [name(route), route] as const))('%s', async (_, route) => {
    const client = await app.as([...permissions], { user_type: 'company' })
    const answer = await client.call(route.method, address(route), route.method === 'GET' ? {} : { body: {} })
    expect([answer.status, answer.body.code]).toEqual([403, 'company_user'])
  })
})

describe('without any right, every route except for the own account answers 403', () => {
  const others = closed.filter((route) => route.access !== 'signed_in')
  test.each(others.map((route) => [name(route), route] as const))('%s', async (_, route) => {
    const answer = await rightless.call(
      route.method,
      address(route),
      route.method === 'GET' ? {} : { body: {} },
    )
    expect(answer.status).toBe(403)
  })
})

describe('a changing call without the anti-forgery header answers 403', () => {
  const changing = routes.filter((route) => route.method !== 'GET' && route.access !== 'signed')
  test.each(changing.map((route) => [name(route), route] as const))('%s', async (_, route) => {
    const client = route.access === 'public' ? app.signedOut() : await app.as('superuser')
    const without = await client.call(route.method, address(route), {
      body: {},
      headers: { 'x-csrftoken': '' },
    })
    const wrong = await client.call(route.method, address(route), {
      body: {},
      headers: { 'x-csrftoken': 'other' },
    })
    expect([without.status, without.body.code]).toEqual([403, 'csrf'])
    expect([wrong.status, wrong.body.code]).toEqual([403, 'csrf'])
  })
})

test('only known rights count as having any right', () => {
  expect(hasAnyRight({ is_superuser: false, permissions: ['view_projects'] })).toBe(true)
  expect(hasAnyRight({ is_superuser: false, permissions: ['unknown'] })).toBe(false)
})

function grants(permission: string, access: string): boolean {
  if (permission === access) return true
  if (!access.startsWith('view_')) return false
  const area = access.slice('view_'.length)
  return permission === `change_${area}` || permission === `delete_${area}`
}
