import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '#app/contracts.ts'
import { moveBusinessDay } from '#server/work/business-day.ts'
import type { Route } from '#shared/route.ts'
import { type Answer, type CallOptions, type Client, useApp } from './app.ts'
import { createGift, createOrganization, createProject, createTask } from './factories.ts'
import { runs } from './runs.ts'

// Hostile input to every route: never a 5xx, always a refusal in the documented shape without changes.

const routes: Route[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract as Record<string, Route>),
)
const name = (route: Route) => `${route.method} ${route.path}`
const each = routes.map((route) => [name(route), route] as const)
const changing = each.filter(([, route]) => route.method !== 'GET')
/** Calls per property; every route gets them. */
const tries = runs(4)

const app = useApp({ resets: false })
let client: Client
/** Path parameters and body fields that name existing records, so that hostile values reach the handlers. */
let real: Record<string, unknown>

beforeAll(async () => {
  client = await app.as('superuser')
  const organization = await createOrganization(app.db)
  const project = await createProject(app.db, { organization_id: organization.id })
  await createGift(app.db, await createProject(app.db), 5000)
  const task = await createTask(app.db, { project_id: project.id, users: [client.userId] })
  await moveBusinessDay(app.db, '2026-11-21')
  await countChanges()
  real = {
    project: project.slug,
    organization: organization.slug,
    reminder: task.slug,
    organization_slug: organization.slug,
    project_slugs: [project.slug],
    organization_slugs: [organization.slug],
    slugs: [task.slug],
    users: [client.userId],
    user_id: client.userId,
    targetId: project.id,
    targetType: 'project',
    tableName: 'projects',
    key: 'task_created',
    name: 'reminders',
    iban: 'DE89370400440532013000',
    email: 'somebody@example.org',
    email_contact: 'somebody@example.org',
  }
})
// Signing out is one of the routes.
beforeEach(async () => {
  client = await app.asUser(client.userId)
})

describe('hostile query parameters', () => {
  test.each(each.filter(([, route]) => route.query))('%s', async (_, route) => {
    const names = [...Object.keys(propertiesOf(route.query!)), ...strangeKeys]
    const parameter = fc.tuple(fc.constantFrom(...names), hostileText)
    await fc.assert(
      fc.asyncProperty(fc.array(parameter, { minLength: 1, maxLength: 3 }), async (parameters) => {
        const query = parameters
          .map(([key, value]) => `${encodeURIComponent(key)}=${percent(value)}`)
          .join('&')
        await attempt(route, `${addressOf(route)}?${query}`, bodyOptions(route))
      }),
      { numRuns: tries },
    )
  })

  test.each(each.filter(([, route]) => route.query))('%s with every parameter twice', async (_, route) => {
    for (const key of Object.keys(propertiesOf(route.query!)))
      await attempt(route, `${addressOf(route)}?${key}=1&${key}=2`, bodyOptions(route))
  })
})

describe('hostile path parameters', () => {
  test.each(each.filter(([, route]) => route.params))('%s', async (_, route) => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (value) => {
        const path = route.path.replace(/:\w+/g, () => percent(value) || '%20')
        await attempt(route, path, bodyOptions(route))
      }),
      { numRuns: tries },
    )
  })
})

describe('hostile bodies', () => {
  const withBody = changing.filter(([, route]) => route.body)
  test.each(withBody)('%s with one corrupted field', async (_, route) => {
    const schema = z.toJSONSchema(route.body!, { io: 'input', unrepresentable: 'any' }) as Schema
    const names = Object.keys(schema.properties ?? {})
    const field = fc.constantFrom(...(names.length > 0 ? names : ['projects']), ...strangeKeys)
    await fc.assert(
      fc.asyncProperty(field, hostileValue, fc.boolean(), async (key, value, version) => {
        const body = { ...(sampleOf(schema) as object), ...(version ? { version: 1 } : {}), [key]: value }
        await attempt(route, addressOf(route), { body })
      }),
      { numRuns: tries * 2 },
    )
  })

  test.each(changing)('%s with a value other than an object', async (_, route) => {
    for (const body of [[], [1], 'text', 5, true, null, [[[]]], {}])
      await attempt(route, addressOf(route), { body })
  })

  test.each(changing)('%s with a body that is no JSON', async (_, route) => {
    for (const raw of ['{', '{"a":}', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{}}}', 'NaN', ''])
      await attempt(route, addressOf(route), { raw, headers: { 'content-type': 'application/json' } })
    for (const depth of [200, 100_000]) {
      const raw = `{"title":${'['.repeat(depth)}${']'.repeat(depth)}}`
      await attempt(route, addressOf(route), { raw, headers: { 'content-type': 'application/json' } })
    }
  })

  test.each(changing)('%s with another content type', async (_, route) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/xml',
      'nonsense',
      ';',
    ])
      await attempt(route, addressOf(route), { raw: 'a=1', headers: { 'content-type': type } })
  })

  test('a body over 1 MiB is 413', async () => {
    const answer = await client.post('/api/v4/projects/', { title: 'x'.repeat(1_100_000) })
    expect([answer.status, answer.body.code]).toEqual([413, 'too_large'])
  })
})

describe('hostile headers', () => {
  test.each(changing)('%s', async (_, route) => {
    const body = route.body
      ? (sampleOf(z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as Schema) as object)
      : {}
    const spoilt: Record<string, string>[] = [
      { 'if-match': '' },
      { 'if-match': '*' },
      { 'if-match': '"-1"' },
      { 'if-match': '99999999999999999999' },
      { 'if-match': '1e400' },
      { 'idempotency-key': ' ' },
      { 'idempotency-key': 'k'.repeat(201) },
      { 'idempotency-key': 'ÿ' },
      { 'accept-language': '*;q=;;,,de-;q=x' },
    ]
    for (const headers of spoilt) await attempt(route, addressOf(route), { body, headers })
  })

  test('a malformed session cookie counts as signed out; a malformed anti-forgery cookie is refused', async () => {
    const cookies = ['%', '%E0%A4%A', '"', 'ÿ'.repeat(50), 'a'.repeat(5000), '__proto__', "' or 1=1 --"]
    for (const value of cookies) {
      const nobody = await client.get('/api/v4/projects/', {
        headers: { cookie: `almoner_session=${value}` },
      })
      expect([nobody.status, nobody.body.code]).toEqual([401, 'not_signed_in'])
      const cookie = `almoner_session=${client.token}; csrftoken=${value}`
      const forged = await client.post('/api/v4/projects/', {}, { headers: { cookie } })
      expect([forged.status, forged.body.code]).toEqual([403, 'csrf'])
    }
  })
})

describe('hostile addresses', () => {
  const paths = [
    '/api/v4/project/%E0%A4%A/',
    '/api/v4/project/%/',
    '/api/v4/project/%00/',
    '/api/v4/project/%ED%A0%80/',
    `/api/v4/project/${'a'.repeat(600)}/`,
    `/api/v4/project/${'a'.repeat(12_000)}/`,
    '/api/v4/project/..%2f..%2fetc%2fpasswd/',
    '/api/v4/project//',
    '/api/v4/__proto__/',
    '/api/%E0%A4%A',
    '/api/v4/emails/0x10/',
    '/api/v4/emails/1e1/',
    '/api/v4/emails/999999999999999999999/',
  ]
  test.each(paths)('%s', async (path) => {
    for (const method of ['GET', 'PATCH', 'DELETE', 'PUT', 'OPTIONS']) {
      const answer = await client.call(method, path, method === 'GET' ? {} : { body: {} })
      expect(answer.status, `${method} ${answer.status}`).toBeGreaterThanOrEqual(400)
      expectDocumented(answer, `${method} ${path}`)
    }
  })

  test.each([
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
  ])('%s serves no file', async (path) => {
    const answer = await client.get(path)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.body).not.toContain('"private"')
  })
})

describe('hostile uploads', () => {
  const uploads = changing.filter(([, route]) => route.upload)
  const form = (parts: [string, string | Blob, string?][]) => {
    const data = new FormData()
    for (const [key, value, filename] of parts)
      if (typeof value === 'string') data.append(key, value)
      else data.append(key, value, filename)
    return data
  }
  const csv = () => new Blob(['Name;Projekt;Betrag\nVerein;Fest;10,00\n'], { type: 'text/csv' })
  // A file with wrong leading bytes is refused for that before any other check.
  const beginnings = ['<?xml ', '%PDF-', '{"almoner_template":', '\x89PNG\r\n\x1a\n']
  const begun = (begins: RegExp) => () => {
    const beginning = beginnings.find((one) => begins.test(one))
    return new Blob([Uint8Array.from(Buffer.from(`${beginning}1.7\n`, 'latin1'))])
  }

  test.each(uploads)('%s refuses anything but exactly one file', async (_, route) => {
    const { whole } = route.upload!
    const file = whole ? begun(whole.begins) : csv
    const attempts: [number, CallOptions][] = [
      [400, { raw: form([['other', file(), 'a.csv']]) }],
      [400, { raw: form([['file', 'no file']]) }],
      [400, { raw: form([]) }],
      [
        400,
        {
          raw: form([
            ['file', file(), 'a.csv'],
            ['file', file(), 'b.csv'],
          ]),
        },
      ],
      [
        400,
        {
          raw: form([
            ['file', file(), 'a.csv'],
            ['other', file(), 'b.csv'],
          ]),
        },
      ],
      [
        400,
        {
          raw: form([
            ['file', file(), 'a.csv'],
            ['c', file(), 'c'],
            ['d', file(), 'd'],
          ]),
        },
      ],
      [415, { body: { file: 'x' } }],
      [400, { raw: 'garbage', headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
      [415, { raw: 'garbage', headers: { 'content-type': 'multipart/form-data' } }],
      [400, { raw: part('a\u0000b.csv'), headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
      [400, { raw: part('a.csv', ''), headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
    ]
    for (const [status, options] of attempts) {
      const answer = await attempt(route, addressOf(route), options)
      expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    }
  })

  test.each(uploads)('%s treats a file name as a plain name', async (_, route) => {
    for (const filename of ['../../etc/passwd.csv', '..\\x.csv', `${'n'.repeat(3000)}.csv`, 'ü"\';%.csv'])
      await attempt(route, addressOf(route), { raw: form([['file', csv(), filename]]) })
  })

  function part(filename: string, end = '\r\n--x--\r\n'): string {
    return `--x\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\na;b\n1;2\n${end}`
  }
})

/** Sends a call: the answer is no 5xx, and a refusal has its shape and changed nothing. */
async function attempt(route: Route, path: string, options: CallOptions): Promise<Answer> {
  // The search of an earlier call is written a moment later; it is not this call's.
  await app.services.searches.written()
  const before = await changes()
  const answer = await client.call(route.method, path, options)
  const said = `${route.method} ${path} ${JSON.stringify(options.body)?.slice(0, 500)} → ${answer.status}`
  expectDocumented(answer, said)
  // The audit trail records a refused password and a lock that may follow; nothing else.
  const told = [1, 2].map((more) => ({ n: before.n + more, last: 'audit_events' }))
  const allowed = asksForPassword.has(name(route)) ? [before, ...told] : [before]
  if (answer.status >= 400) expect(allowed, said).toContainEqual(await changes())
  if (route.access !== 'public' && route.access !== 'signed' && !signedOutBy(route))
    expect(answer.status, said).not.toBe(401)
  return answer
}

const asksForPassword = new Set(['POST /api/v4/session/', 'POST /api/v4/users/profile/password/'])
const signedOutBy = (route: Route) => name(route) === 'DELETE /api/v4/session/'

function expectDocumented(answer: Answer, said: string): void {
  expect(answer.status, `${said} ${JSON.stringify(answer.body)}`).toBeLessThan(500)
  if (answer.status < 400 || answer.headers.get('content-type')?.startsWith('text/html')) return
  const messages = z.record(z.string(), z.array(z.string().min(1)).min(1))
  const detail = z.object({ detail: z.string().min(1), code: z.string().regex(/^[a-z_]+$/) })
  const shape = answer.status === 400 ? messages : detail
  expect(shape.safeParse(answer.body).success, `${said} ${JSON.stringify(answer.body)}`).toBe(true)
  // A message that is a key was never translated.
  expect(JSON.stringify(Object.values(answer.body)), said).not.toMatch(/"[a-z_]+\.[a-z_.]+"/)
}

/**
 * Counts rows written by committed calls, except for those a refused call may write: session activity, failure counts.
 */
async function countChanges(): Promise<void> {
  await sql`create table hostile_changes (n int not null, last text not null)`.execute(app.db)
  await sql`insert into hostile_changes values (0, '')`.execute(app.db)
  await sql`create function count_change() returns trigger language plpgsql as
    'begin update hostile_changes set n = n + 1, last = tg_table_name; return null; end'`.execute(app.db)
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('hostile_changes', 'sessions', 'sign_in_failures')`.execute(app.db)
  for (const { name: table } of rows)
    await sql`create trigger count_change after insert or update or delete on ${sql.table(table)}
      for each row execute function count_change()`.execute(app.db)
}

/** The number of rows written so far, and the table written last. */
async function changes(): Promise<{ n: number; last: string }> {
  const { rows } = await sql<{ n: number; last: string }>`select n, last from hostile_changes`.execute(app.db)
  return rows[0]!
}

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  format?: string
  minimum?: number
  default?: unknown
}

function propertiesOf(shape: z.ZodType): Record<string, Schema> {
  return (z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema).properties ?? {}
}

/** A body that a route would most likely accept: real names where known, else by kind. */
function sampleOf(schema: Schema, key = ''): unknown {
  if (Object.hasOwn(real, key)) return real[key]
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf[0]!, key)
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([field]) => schema.required?.includes(field) || Object.hasOwn(real, field))
        .map(([field, part]) => [field, sampleOf(part, field)]),
    )
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, key)]
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return true
  if (schema.format === 'date' || /_on$|_for$|^start$/.test(key)) return '2026-12-01'
  return 'Something'
}

function addressOf(route: Route): string {
  return route.path.replace(/:(\w+)/g, (_, parameter: string) => {
    if (parameter === 'id') return '1'
    if (parameter === 'slug') {
      const kind = ['project', 'organization', 'reminder'].find((word) => route.path.includes(`/${word}`))
      return (real[kind ?? ''] as string | undefined) ?? 'nothing-here'
    }
    return (real[parameter] as string | undefined) ?? 'A'.repeat(43)
  })
}

const bodyOptions = (route: Route): CallOptions => (route.method === 'GET' ? {} : { body: {} })

/** Percent encoding that keeps lone surrogates, as three bytes. */
function percent(text: string): string {
  return Array.from(text)
    .map((character) => (character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80'))
    .join('')
}

const strangeKeys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'a[b]',
  'unknown',
  '',
  '\u0000',
]

const texts = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e9',
  '0x10',
  'NaN',
  'Infinity',
  '-Infinity',
  '9007199254740993',
  '99999999999999999999',
  'true',
  'null',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '𝔘',
  'İ',
  'ß',
  '%',
  '_',
  '\\',
  "'",
  '"',
  "' or 1=1 --",
  '{{ title }}',
  '{% if %}',
  '<script>',
  '../..',
  ',',
  ',,,',
  'projects,',
  '__proto__',
  'constructor',
  'toString',
  '2026-02-30',
  '0000-00-00',
  '9999-99-99',
  '-2026-01-01',
  '+002026-01-01',
  '2026-11-21T00:00:00Z',
  'a@b',
  'a@b.c\nX: y',
  'x'.repeat(201),
  'ä'.repeat(3000),
  '☃'.repeat(20_000),
]

const anyText = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 30 }))
/** In an address: short enough for the request line. */
const hostileText = anyText.filter((text) => text.length < 4000)

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: anyText },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      0,
      -1,
      1.5,
      1e308,
      -0,
      2 ** 31,
      2 ** 53,
      -(2 ** 63),
      2 ** 64,
      [],
      {},
      [null],
      [[]],
      [{}],
      { length: 1 },
      ['a', 'a'],
      [1, 'a'],
      Array(2000).fill('x'),
      { toString: 1 },
      JSON.parse('{"__proto__":1}'),
      [2 ** 53],
      [0],
      ['\u0000'],
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)
