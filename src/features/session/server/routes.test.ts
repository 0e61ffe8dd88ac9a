import { argon2Sync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { hashPassword } from '#server/auth/password.ts'
import { plainPages } from '#shared/plain-pages.ts'
import { type Answer, cookiesOf, testApp, useApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { ensureSuperuser } from './routes.ts'

const password = 'correct horse battery'

/** A hash in the product's format at minimum cost; verification takes the cost from the hash. */
function quickHash(secret: string): string {
  const cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 }
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message: Buffer.from(secret), nonce, ...cost })
  const [salt, sum] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${sum}`
}

const app = useApp()
const hash = quickHash(password)

beforeEach(async () => {
  await createUser(app.db, {
    username: 'kvollmer',
    email: 'Katrin.Vollmer@example.org',
    first_name: 'Katrin',
    last_name: 'Vollmer',
    password_hash: hash,
    language: 'sie_DE',
    rights: ['view_projects'],
  })
})

const address = '/api/v4/session/'
const pass = (ms: number) => (app.clock.now = new Date(app.clock.now.getTime() + ms))
const signIn = (username = 'kvollmer', secret = password, headers?: Record<string, string>) =>
  app.signedOut().post(address, { username, password: secret }, headers ? { headers } : {})

/** The `Set-Cookie` header for a cookie name, with attributes. */
const cookieOf = (answer: Answer, name: string) =>
  answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
const sessionOf = (answer: Answer) => cookieOf(answer, 'almoner_session')!.split(';')[0]!.split('=')[1]!
const profileWith = (token: string) =>
  app.signedOut().get('/api/v4/users/profile/', { headers: { cookie: `almoner_session=${token}` } })

test('signing in answers the profile and sets a session that scripts cannot read', async () => {
  const answer = await signIn()
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    id: expect.any(Number),
    username: 'kvollmer',
    full_name: 'Katrin Vollmer',
    email: 'Katrin.Vollmer@example.org',
    language: 'sie_DE',
    appearance: 'system',
    shortcuts: expect.any(Boolean),
    pinned_pages: [],
    first_steps: [],
    is_superuser: false,
    user_type: 'staff',
    permissions: ['view_projects'],
  })
  expect(cookieOf(answer, 'almoner_session')).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(cookieOf(answer, 'csrftoken')).toMatch(/^csrftoken=[\w-]{40,}; Path=\/; SameSite=Lax$/)
  const profile = await profileWith(sessionOf(answer))
  expect(profile.body).toEqual(answer.body)
  const stored = await app.db.selectFrom('users').select('signed_in_at').executeTakeFirstOrThrow()
  expect(stored.signed_in_at).toEqual(app.clock.now)
})

test('people can also sign in by e-mail address, and upper case does not matter for either name', async () => {
  for (const name of ['katrin.vollmer@example.org', 'KVollmer', ' kvollmer '])
    expect((await signIn(name)).status).toBe(200)
})

test('sessions are stored only as a hash, and passwords only as argon2id', async () => {
  const token = sessionOf(await signIn())
  const { token_hash } = await app.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  expect(token_hash).toMatch(/^[\da-f]{64}$/)
  expect(token_hash).not.toContain(token)
  const [one, other] = await Promise.all([hashPassword(password), hashPassword(password)])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(other).not.toBe(one)
})

test('wrong credentials get the same answer whether or not the account is known', async () => {
  await createUser(app.db, { username: 'gone', password_hash: hash, state: 'disabled' })
  await createUser(app.db, { username: 'invited', password_hash: null, state: 'invited' })
  const known = await signIn('kvollmer', 'wrong')
  expect(known.status).toBe(400)
  expect(known.body).toEqual({ non_field_errors: [expect.any(String)] })
  expect(cookieOf(known, 'almoner_session')).toBeUndefined()
  for (const name of ['nobody', 'gone', 'invited']) {
    const answer = await signIn(name)
    expect([answer.status, answer.body]).toEqual([400, known.body])
  }
})

test('missing and unknown fields are named', async () => {
  const answer = await app.signedOut().post(address, { username: '', extra: 1 })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body).sort()).toEqual(['extra', 'password', 'username'])
})

/** A client at another address, as reported by the proxy. */
const from = (ip: string) => ({ 'x-forwarded-for': ip })

test('after five failures a stranger waits, each time twice as long, even with the right password', async () => {
  for (let n = 0; n < 5; n++) expect((await signIn('kvollmer', 'wrong')).status).toBe(400)
  const refused = await signIn()
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(refused.headers.get('retry-after')).toBe('30')
  pass(29_000)
  expect((await signIn()).headers.get('retry-after')).toBe('1')
  pass(1000)
  expect((await signIn('kvollmer', 'wrong')).status).toBe(400)
  expect((await signIn()).headers.get('retry-after')).toBe('60')
  pass(60_000)
  expect((await signIn()).status).toBe(200)
  // A success resets the account's failures.
  expect((await signIn('kvollmer', 'wrong')).status).toBe(400)
  expect((await signIn()).status).toBe(200)
})

test('a stranger’s failures lock out neither other addresses nor a known device', async () => {
  const device = cookieOf(await signIn(), 'almoner_device')!
  expect(device).toMatch(
    /^almoner_device=[\w-]{43}\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  for (let n = 0; n < 8; n++) await signIn('kvollmer', 'wrong', from('198.51.100.7'))
  expect((await signIn('kvollmer', password, from('198.51.100.7'))).status).toBe(429)
  expect((await signIn('kvollmer', password, from('203.0.113.9'))).status).toBe(200)
  const known = { ...from('198.51.100.7'), cookie: `csrftoken=test-csrf-token; ${device.split(';')[0]}` }
  expect((await signIn('kvollmer', password, known)).status).toBe(200)
  // Many strangers at many addresses slow each other down, but not the person at a known device.
  for (let n = 0; n < 100; n++) await signIn('kvollmer', 'wrong', from(`192.0.2.${n}`))
  expect((await signIn('kvollmer', password, from('203.0.113.10'))).status).toBe(429)
  expect((await signIn('kvollmer', password, known)).status).toBe(200)
  pass(61_000)
  expect((await signIn('kvollmer', password, from('203.0.113.10'))).status).toBe(200)
})

test('a known device counts only for its account, until the password changes, and has a separate limit', async () => {
  await createUser(app.db, { username: 'other', password_hash: hash })
  const device = cookieOf(await signIn(), 'almoner_device')!.split(';')[0]!
  const known = { ...from('198.51.100.7'), cookie: `csrftoken=test-csrf-token; ${device}` }
  const fails = async (name: string, times: number, headers: Record<string, string>) => {
    const statuses = []
    for (let n = 0; n < times; n++) statuses.push((await signIn(name, 'wrong', headers)).status)
    return statuses
  }
  expect((await fails('other', 6, known)).at(-1)).toBe(429)
  expect((await fails('kvollmer', 11, known)).slice(-2)).toEqual([400, 429])
  pass(61 * 60_000)
  await app.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('username', '=', 'kvollmer')
    .execute()
  expect((await fails('kvollmer', 6, known)).at(-1)).toBe(429)
  const forged = {
    ...from('198.51.100.8'),
    cookie: `csrftoken=test-csrf-token; ${device.slice(0, -1)}A~x~.~`,
  }
  expect((await fails('kvollmer', 6, forged)).at(-1)).toBe(429)
})

test('people of one office can sign in side by side, because successes do not count towards the limit', async () => {
  const names = Array.from({ length: 60 }, (_, n) => `office${n}`)
  for (const username of names) await createUser(app.db, { username, password_hash: hash })
  const statuses = []
  for (const name of names) statuses.push((await signIn(name)).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  // Each person mistypes once.
  for (const name of names.slice(0, 40)) await signIn(name, 'wrong')
  expect((await signIn('office50')).status).toBe(200)
})

test('every sign-in, refusal, lock and sign-out leaves an event, without what was typed', async () => {
  const { id } = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const events = async () =>
    app.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id', 'object_type', 'object_id', 'object_title', 'after'])
      .orderBy('id')
      .execute()
  await signIn('my-password-in-the-wrong-field', 'wrong-too')
  for (let n = 0; n < 5; n++) await signIn('kvollmer', 'wrong')
  await signIn()
  pass(30_000)
  const { cookie, csrf } = cookiesOf(sessionOf(await signIn()))
  await app.signedOut().delete(address, undefined, { headers: { cookie, 'x-csrftoken': csrf } })
  const title = 'Katrin Vollmer (kvollmer)'
  const of = (action: string, actor_id: number | null = null) => ({
    action,
    actor_id,
    object_type: 'user',
    object_id: id,
    object_title: title,
    after: action === 'sign_out' ? null : { known_device: false },
  })
  expect(await events()).toEqual([
    { ...of('sign_in_refused'), object_id: null, object_title: '' },
    ...Array.from({ length: 4 }, () => of('sign_in_refused')),
    of('sign_in_locked'),
    of('sign_in', id),
    of('sign_out', id),
  ])
  expect(JSON.stringify(await app.db.selectFrom('audit_events').selectAll().execute())).not.toMatch(
    /my-password|wrong-too|"wrong"/,
  )
})

test('concurrent tries are counted one by one', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => signIn('kvollmer', 'wrong')))
  const statuses = answers.map((answer) => answer.status).sort((a, b) => a - b)
  expect(statuses).toEqual([...Array(5).fill(400), ...Array(7).fill(429)])
})

test('an address waits after fifty failures over many accounts, and is forgotten after an hour', async () => {
  for (let n = 0; n < 50; n++) expect((await signIn(`nobody${n}`, 'wrong')).status).toBe(400)
  expect((await signIn()).status).toBe(429)
  pass(61 * 60_000)
  expect((await signIn()).status).toBe(200)
})

test('a failed sign-in leaves no name and no address behind', async () => {
  await signIn('kvollmer', 'wrong')
  const rows = await app.db.selectFrom('sign_in_failures').selectAll().execute()
  expect(rows.map((row) => row.failures)).toEqual([1, 1, 1])
  expect(JSON.stringify(rows)).not.toMatch(/kvollmer|127\.0\.0\.1/)
})

test('signing in ends the previous session and starts a new one', async () => {
  const first = sessionOf(await signIn())
  const { cookie, csrf } = cookiesOf(first)
  const second = sessionOf(await signIn('kvollmer', password, { cookie, 'x-csrftoken': csrf }))
  expect(second).not.toBe(first)
  expect((await profileWith(first)).status).toBe(401)
  expect((await profileWith(second)).status).toBe(200)
})

test('signing out ends the session and clears its cookie', async () => {
  const token = sessionOf(await signIn())
  const { cookie, csrf } = cookiesOf(token)
  const headers = { cookie, 'x-csrftoken': csrf }
  const answer = await app.signedOut().delete(address, undefined, { headers })
  expect([answer.status, answer.bytes.length]).toEqual([204, 0])
  expect(cookieOf(answer, 'almoner_session')).toMatch(/^almoner_session=; Max-Age=0; Path=\//)
  expect((await profileWith(token)).status).toBe(401)
  expect(await app.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('a session ends after two hours without a call', async () => {
  const token = sessionOf(await signIn())
  for (let n = 0; n < 3; n++) {
    pass(110 * 60_000)
    expect((await profileWith(token)).status).toBe(200)
  }
  pass(121 * 60_000)
  const answer = await profileWith(token)
  expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in'])
  expect(await app.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('a session ends twelve hours after signing in, however busy it is', async () => {
  const token = sessionOf(await signIn())
  for (let n = 0; n < 12; n++) {
    pass(60 * 60_000)
    expect((await profileWith(token)).status).toBe(200)
  }
  pass(1000)
  expect((await profileWith(token)).status).toBe(401)
})

/** Holds a sign-in between reading the account and opening its session, while `meanwhile` runs. */
async function signInDuring(meanwhile: () => Promise<unknown>): Promise<Answer> {
  await signIn('kvollmer', 'wrong')
  let answer: Promise<Answer>
  await app.db.transaction().execute(async (holder) => {
    await holder.selectFrom('sign_in_failures').select('key_hash').forUpdate().execute()
    answer = signIn()
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        app.db,
      )
      expect(rows).toHaveLength(1)
    })
    await meanwhile()
  })
  return answer!
}

test.each([
  [
    'a password reset',
    async () => {
      const { data } = await app.db.selectFrom('email_secrets').select('data').executeTakeFirstOrThrow()
      const reset = `/api/v4/users${(data as { link: string }).link}`
      expect((await app.signedOut().post(reset, { password: 'ein neues Wort' })).status).toBe(204)
    },
  ],
  ['disabling the account', () => app.db.updateTable('users').set({ state: 'disabled' }).execute()],
])('%s ends a sign-in whose password was already read', async (_, meanwhile) => {
  await app.signedOut().post('/api/v4/users/password-reset/', { email: 'katrin.vollmer@example.org' })
  const answer = await signInDuring(meanwhile)
  expect([answer.status, answer.body]).toEqual([400, { non_field_errors: [expect.any(String)] }])
  expect(cookieOf(answer, 'almoner_session')).toBeUndefined()
  expect(await app.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  const failures = await app.db.selectFrom('sign_in_failures').select('failures').execute()
  expect(failures.map((row) => row.failures)).toContain(2)
  const { action } = await app.db
    .selectFrom('audit_events')
    .select('action')
    .where('action', 'like', 'sign_in%')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(action).toBe('sign_in_refused')
})

test('a disabled account is signed out at once', async () => {
  const token = sessionOf(await signIn())
  await app.db.updateTable('users').set({ state: 'disabled' }).execute()
  expect((await profileWith(token)).status).toBe(401)
})

test('asking who is signed in sets the anti-forgery cookie where there is none', async () => {
  const ask = (cookie: string) => app.signedOut().get(address, { headers: { cookie } })
  for (const cookie of ['', 'csrftoken=', 'xcsrftoken=1']) {
    const answer = await ask(cookie)
    expect([answer.status, answer.body]).toEqual([200, { signed_in: false }])
    expect(cookieOf(answer, 'csrftoken')).toMatch(/^csrftoken=[\w-]{40,};/)
  }
  expect(cookieOf(await ask('csrftoken=known'), 'csrftoken')).toBeUndefined()
  const token = sessionOf(await signIn())
  const answer = await ask(`csrftoken=known; almoner_session=${token}`)
  expect(answer.body).toMatchObject({ signed_in: true, username: 'kvollmer', permissions: ['view_projects'] })
  // A token from before signing in is replaced by the session's own, which then stays.
  expect(cookieOf(answer, 'csrftoken')).toContain(`csrftoken=${cookiesOf(token).csrf};`)
  expect(cookieOf(await ask(cookiesOf(token).cookie), 'csrftoken')).toBeUndefined()
})

test('an anti-forgery token counts for its own session alone', async () => {
  const [mine, other] = [sessionOf(await signIn()), sessionOf(await signIn())]
  const change = (token: string, csrf: string) => {
    const headers = { cookie: `csrftoken=${csrf}; almoner_session=${token}`, 'x-csrftoken': csrf }
    return app.signedOut().patch('/api/v4/users/profile/', { appearance: 'dark' }, { headers })
  }
  for (const csrf of [cookiesOf(other).csrf, 'test-csrf-token', cookiesOf(undefined).csrf]) {
    const refused = await change(mine, csrf)
    expect([refused.status, refused.body.code]).toEqual([403, 'csrf'])
  }
  expect((await change(mine, cookiesOf(mine).csrf)).status).toBe(200)
  // A sign-in with the token of another or an ended session counts as a stranger's.
  expect(
    (await signIn('kvollmer', password, { cookie: 'csrftoken=x; almoner_session=ended', 'x-csrftoken': 'x' }))
      .status,
  ).toBe(200)
})

test('requests of another site, another port or a null origin change nothing; other programs may', async () => {
  const user = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const client = await app.asUser(user.id)
  const change = (headers: Record<string, string>) =>
    client.patch('/api/v4/users/profile/', { shortcuts: true }, { headers })
  const port = new URL(app.base).port
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: `http://127.0.0.1:${Number(port) + 1}` },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: app.base, 'sec-fetch-site': 'cross-site' },
  ] as Record<string, string>[]) {
    const answer = await change(headers)
    expect([headers, answer.status, answer.body.code]).toEqual([headers, 403, 'csrf'])
  }
  for (const headers of [
    {},
    { origin: app.base },
    { origin: app.services.config.baseUrl },
    { origin: app.base, 'sec-fetch-site': 'same-origin' },
  ] as Record<string, string>[])
    expect((await change(headers)).status).toBe(200)
})

test('signing in needs the anti-forgery header, and is refused from another site', async () => {
  const forged: Record<string, string>[] = [
    { 'x-csrftoken': '' },
    { 'x-csrftoken': 'other' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of forged) {
    const answer = await signIn('kvollmer', password, headers)
    expect([answer.status, answer.body.code]).toEqual([403, 'csrf'])
    expect(cookieOf(answer, 'almoner_session')).toBeUndefined()
  }
})

test('a person chooses language, appearance and shortcuts, and nothing else', async () => {
  const user = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const client = await app.asUser(user.id)
  const answer = await client.patch('/api/v4/users/profile/', { language: 'du_DE', appearance: 'dark' })
  expect(answer.body).toMatchObject({ language: 'du_DE', appearance: 'dark' })
  for (const more of [
    { is_superuser: true },
    { permissions: ['change_users'] },
    { username: 'x' },
    { id: 1 },
  ]) {
    const refused = await client.patch('/api/v4/users/profile/', more)
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, Object.keys(more)])
  }
  expect((await client.get('/api/v4/users/profile/')).body).toMatchObject({
    language: 'du_DE',
    is_superuser: false,
    permissions: ['view_projects'],
  })
  const events = await app.db
    .selectFrom('audit_events')
    .select(['action', 'before', 'after'])
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    {
      action: 'change',
      before: { language: 'sie_DE', appearance: 'system' },
      after: { language: 'du_DE', appearance: 'dark' },
    },
  ])
})

test('a person pins pages of the product, each once and eight at most, and no others', async () => {
  const staff = await app.as(['view_projects'])
  const pin = (pinned_pages: string[]) => staff.patch('/api/v4/users/profile/', { pinned_pages })
  const pages = ['/site-admin/payouts/', '/site-admin/settings/limits/']
  expect((await pin(pages)).body).toMatchObject({ pinned_pages: pages })
  for (const refused of [
    ['/login/'],
    ['/site-admin/project/garten/update/'],
    ['/site-admin/project/:slug/update/'],
    ['https://example.org/'],
    ['/site-admin/payouts/', '/site-admin/payouts/'],
    plainPages.slice(0, 9),
  ])
    expect((await pin(refused)).status).toBe(400)
  expect((await staff.get('/api/v4/users/profile/')).body).toMatchObject({ pinned_pages: pages })
  expect((await pin([])).body).toMatchObject({ pinned_pages: [] })
})

test('the first steps of a person are saved with the account, and can be dismissed for good', async () => {
  const user = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const client = await app.asUser(user.id)
  const keep = (first_steps: unknown) => client.patch('/api/v4/users/profile/', { first_steps })
  expect((await keep(['projects'])).body.first_steps).toEqual(['projects'])
  expect((await (await app.asUser(user.id)).get('/api/v4/users/profile/')).body.first_steps).toEqual([
    'projects',
  ])
  expect((await keep(['somewhere'])).status).toBe(400)
  expect((await keep(null)).body.first_steps).toBeNull()
  expect((await client.get('/api/v4/users/profile/')).body.first_steps).toBeNull()
})

test('refusals speak the language of the header, else of the profile', async () => {
  const token = sessionOf(await signIn())
  const ask = (language?: string) =>
    fetch(`${app.base}/api/v4/users/`, {
      headers: { cookie: `almoner_session=${token}`, ...(language ? { 'accept-language': language } : {}) },
    }).then((answer) => answer.json() as Promise<{ detail: string; permission: string }>)
  expect((await ask('en')).detail).toBe('You do not have the permission to perfom this action (view_users)')
  expect((await ask('de-DE,de;q=0.9')).detail).toMatch(/^Sie haben keine Berechtigung/)
  expect((await ask('du_DE')).detail).toMatch(/^Du hast keine Berechtigung/)
  expect((await ask()).detail).toMatch(/^Sie haben keine Berechtigung/)
  await app.db.updateTable('users').set({ language: 'en_US' }).execute()
  expect((await ask()).detail).toMatch(/^You do not have/)
})

test('over https only Secure cookies with the __Host- prefix are set and accepted', async () => {
  const secure = await testApp({ config: { baseUrl: 'https://almoner.example.org' } })
  const answer = await secure.signedOut().get(address, { headers: { cookie: '' } })
  expect(cookieOf(answer, '__Host-csrftoken')).toMatch(/; Path=\/; Secure; SameSite=Lax$/)
  expect(cookieOf(answer, '__Host-csrftoken')).not.toMatch(/Domain/)
  const hash = await hashPassword(password)
  await createUser(secure.db, { username: 'kvollmer', password_hash: hash })
  const signedIn = await secure.signedOut().post(address, { username: 'kvollmer', password })
  expect(cookieOf(signedIn, '__Host-almoner_session')).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
  // A cookie without the prefix is ignored, because another host of the domain could have set it.
  const token = cookieOf(signedIn, '__Host-almoner_session')!.split(/[=;]/)[1]!
  const profile = (cookie: string) =>
    secure.signedOut().get('/api/v4/users/profile/', { headers: { cookie } })
  expect((await profile(`almoner_session=${token}`)).status).toBe(401)
  expect((await profile(`__Host-almoner_session=${token}`)).status).toBe(200)
  expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=/)
  await secure.close()
})

test('every answer carries the security headers, and API answers are never stored', async () => {
  const answer = await app.signedOut().get('/api/v4/projects/')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'same-origin',
    'content-security-policy': expect.stringContaining("script-src 'self';"),
  })
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await app.signedOut().get(address)).headers.get('cache-control')).toBe('no-store')
})

test('a superuser named by an e-mail address owns that address, and nobody else can take it', async () => {
  const now = app.clock.now
  await ensureSuperuser(app.db, { username: 'boss@example.org', password, now })
  expect((await signIn('boss@example.org')).body).toMatchObject({
    username: 'boss@example.org',
    email: 'boss@example.org',
    is_superuser: true,
  })
  await expect(createUser(app.db, { email: 'Boss@example.org' })).rejects.toMatchObject({ code: '23505' })
})

test('only one of several processes that start at once makes the first superuser', async () => {
  const first = () => ensureSuperuser(app.db, { username: 'boss', password: undefined, now: app.clock.now })
  const made = await Promise.all([first(), first(), first()])
  expect(made.filter((one) => one !== undefined)).toMatchObject([{ username: 'boss', madeUp: true }])
  const superusers = app.db.selectFrom('users').select('username').where('is_superuser', '=', true)
  expect(await superusers.execute()).toEqual([{ username: 'boss' }])
})

test('the first superuser does not take somebody else’s name', async () => {
  await createUser(app.db, { username: 'boss' })
  await expect(ensureSuperuser(app.db, { username: 'boss', password, now: app.clock.now })).rejects.toThrow(
    'boss',
  )
})
