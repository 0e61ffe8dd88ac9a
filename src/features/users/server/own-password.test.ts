import { beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#server/auth/password.ts'
import { type Client, useApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'

const app = useApp()
let person: Client
const current = 'ein gutes Wort'
beforeEach(async () => {
  const password_hash = await hashPassword(current)
  const { id } = await createUser(app.db, { username: 'kvollmer', last_name: 'Vollmer', password_hash })
  person = await app.asUser(id)
})
const change = (body: object, locale: 'en_US' | 'du_DE' | 'sie_DE' = 'en_US') =>
  person.post('/api/v4/users/profile/password/', body, { locale })
const signIn = (password: string) =>
  app.signedOut().post('/api/v4/session/', { username: 'kvollmer', password })

test('changing one’s password ends all other sessions and open links, notifies the owner and is audited', async () => {
  const other = await app.asUser(person.userId)
  const { email } = await app.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  await app.signedOut().post('/api/v4/users/password-reset/', { email })
  expect((await change({ current_password: current, new_password: 'ein neues Wort' })).status).toBe(204)
  expect((await person.get('/api/v4/users/profile/')).status).toBe(200)
  expect((await other.get('/api/v4/users/profile/')).status).toBe(401)
  expect([(await signIn(current)).status, (await signIn('ein neues Wort')).status]).toEqual([400, 200])
  const links = await app.db.selectFrom('account_links').select('used_at').execute()
  expect(links).toEqual([{ used_at: app.clock.now }])
  const notices = await app.db
    .selectFrom('emails')
    .select(['template', 'user_id', 'data'])
    .orderBy('id')
    .execute()
  expect(notices).toContainEqual({
    template: 'account_notice',
    user_id: person.userId,
    data: expect.objectContaining({ event: 'password_changed' }),
  })
  const events = JSON.stringify(await app.db.selectFrom('audit_events').selectAll().execute())
  expect(events).toContain('change_password')
  expect(events).not.toMatch(/argon2|Wort/)
})

test('a wrong current password is refused at its field; after five the person has to wait', async () => {
  const wrong = { current_password: 'wrong', new_password: 'ein neues Wort' }
  expect((await change(wrong, 'du_DE')).body).toEqual({
    current_password: ['Das ist nicht dein aktuelles Passwort'],
  })
  for (let n = 0; n < 4; n++) expect((await change(wrong)).status).toBe(400)
  const waiting = await change({ current_password: current, new_password: 'ein neues Wort' })
  expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([429, '30'])
  app.clock.now = new Date('2026-11-21T09:00:31Z')
  expect((await change({ current_password: current, new_password: 'ein neues Wort' })).status).toBe(204)
})

test.each([
  ['password', 'This password is easy to guess. Choose another one.'],
  ['Vollmer2026', 'The password must not be your name, your user name or your e-mail address'],
  ['        ', 'The password must not consist of blanks'],
  ['kurz', 'Use at least 8 characters'],
])('%s is refused as a new password', async (new_password, message) => {
  const answer = await change({ current_password: current, new_password })
  expect([answer.status, answer.body]).toEqual([400, { new_password: [message] }])
  expect((await signIn(current)).status).toBe(200)
})

test('a reset and an invitation refuse easy passwords as well', async () => {
  const { email } = await app.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  await app.signedOut().post('/api/v4/users/password-reset/', { email })
  const invited = { email: 'neu@example.org', user_type: 'staff', permissions: [] }
  expect((await (await app.as(['invite_users'])).post('/api/v4/users/invite/', invited)).status).toBe(201)
  const secrets = await app.db.selectFrom('email_secrets').select('data').execute()
  const links = secrets.map(({ data }) => (data as { link: string }).link)
  const [reset, invitation] = ['reset', 'invite'].map((word) => links.find((link) => link.includes(word))!)
  for (const [address, rest, done] of [
    [`/api/v4/users${reset}`, {}, 204],
    [`/api/v4/users${invitation}accept/`, { username: 'neu' }, 200],
  ] as const) {
    for (const password of ['password', '        ', 'Sommer2026!']) {
      const { status, body } = await app.signedOut().post(address, { ...rest, password })
      expect([status, Object.keys(body)]).toEqual([400, ['password']])
    }
    const { status } = await app.signedOut().post(address, { ...rest, password: 'ein neues Wort' })
    expect(status).toBe(done)
  }
})

test('only one of two simultaneous password changes succeeds', async () => {
  const answers = await Promise.all(
    ['erstes neues Wort', 'zweites neues Wort'].map((new_password) =>
      change({ current_password: current, new_password }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400])
})
