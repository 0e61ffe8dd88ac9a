import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '#app/contracts.ts'
import type { Route } from '#shared/route.ts'
import { type Client, cookiesOf, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'

const app = useApp({ resets: false })
let staff: Client
beforeAll(async () => {
  staff = await app.as('superuser')
  for (let at = 0; at < 12; at++) await createProject(app.db)
})

/** Reads the raw response: `fetch` would decompress it. */
function raw(path: string, headers: Record<string, string>) {
  return new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const call = httpRequest(
      app.base + path,
      { headers: { cookie: cookiesOf(staff.token).cookie, ...headers } },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(parts) }))
      },
    )
    call.on('error', reject).end()
  })
}
const own = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip, deflate, br, zstd' }
const list = '/api/v4/projects/'

test('our own page gets a compressed list in the best encoding it accepts', async () => {
  const plain = await raw(list, {})
  const brotli = await raw(list, own)
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'Accept-Encoding, Sec-Fetch-Site',
  })
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
  expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 4)
  const gzip = await raw(list, { ...own, 'accept-encoding': 'br;q=0, gzip;q=0.5' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
})

test.each([
  ['cross-site', { ...own, 'sec-fetch-site': 'cross-site' }],
  ['same-site', { ...own, 'sec-fetch-site': 'same-site' }],
  ['an address typed or a link from outside', { ...own, 'sec-fetch-site': 'none' }],
  ['no browser', { 'accept-encoding': 'br' }],
  ['a caller that takes no compression', { 'sec-fetch-site': 'same-origin' }],
  ['a caller that refuses it', { ...own, 'accept-encoding': 'gzip;q=0, br;q=0.0' }],
])('%s gets an uncompressed answer', async (_, headers) => {
  const answer = await raw(list, headers)
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.headers.vary).toBe('Accept-Encoding, Sec-Fetch-Site')
  expect(JSON.parse(answer.bytes.toString())).toMatchObject({ count: 12 })
})

test.each(['/api/v4/session/', '/api/v4/users/profile/', '/api/v4/organizations/', '/site-admin/projects/'])(
  '%s holds secrets that its length could reveal: never compressed',
  async (path) => {
    expect((await raw(path, own)).headers['content-encoding']).toBeUndefined()
  },
)

test('a short answer is not compressed', async () => {
  const answer = await raw(`${list}?search=nothing-like-this`, own)
  expect(answer.headers['content-encoding']).toBeUndefined()
})

test('only the listed GET routes are compressed, and their answers hold no secret', () => {
  const compressed = Object.values(contracts)
    .flatMap((contract) => Object.values(contract as Record<string, Route>))
    .filter((route) => route.compressed)
  expect(compressed.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /api/v4/projects/',
    'GET /api/v4/reminders/',
  ])
  for (const route of compressed) {
    const shape = JSON.stringify(
      z.toJSONSchema(route.response as z.ZodType, { io: 'output', unrepresentable: 'any' }),
    )
    expect(shape).not.toMatch(/"[^"]*(token|secret|password|csrf|invitation|link)[^"]*":/i)
  }
})
