import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { hashPassword } from '#server/auth/password.ts'

const app = useApp()
let admin: Client
beforeEach(async () => void (admin = await app.as('superuser')))

const invitation = { email: 'neu@example.org', user_type: 'staff', first_name: 'Nele', last_name: 'Neu' }
/** Mails with a link; superusers also get notices. */
const mails = () =>
  app.db.selectFrom('emails').selectAll().where('template', '<>', 'account_notice').orderBy('id').execute()

/** Token of the newest link. */
async function newestToken(): Promise<string> {
  const { data } = await app.db
    .selectFrom('email_secrets')
    .select('data')
    .orderBy('email_id', 'desc')
    .executeTakeFirstOrThrow()
  return /\/([\w-]{20,})\/$/.exec((data as { link: string }).link)![1]!
}
const accept = (token: string, body = { username: 'nneu', password: 'ein gutes Wort' }) =>
  app.signedOut().post(`/api/v4/users/invite/${token}/accept/`, body)
const read = async (token: string) => (await app.signedOut().get(`/api/v4/users/invite/${token}/`)).status
const signIn = (username: string, password: string) =>
  app.signedOut().post('/api/v4/session/', { username, password })

test('accounts are listed with search, filters and ordering', async () => {
  await createUser(app.db, { username: 'müller', first_name: 'Änne', last_name: 'Müller', user_type: 'end' })
  await createUser(app.db, { username: 'gone', last_name: 'Zander', state: 'disabled' })
  const names = async (query: string) =>
    (await admin.get(`/api/v4/users/?${query}`)).body.results.map((row: { username: string }) => row.username)
  expect(await names('search=anne%20MULLER')).toEqual(['müller'])
  expect(await names('user_type=end')).toEqual(['müller'])
  expect(await names('state=disabled,invited')).toEqual(['gone'])
  expect((await names('ordering=-name'))[0]).toBe('gone')
  const { body } = await admin.get('/api/v4/users/?user_type=end', { locale: 'du_DE' })
  expect(body.results[0]).toMatchObject({
    full_name: 'Änne Müller',
    user_type_display: 'Endnutzerkonto',
    state: 'active',
  })
})

test('staff for tasks is an array of active staff who may see tasks, by name', async () => {
  await createUser(app.db, {
    username: 'zoe',
    first_name: 'Zoe',
    last_name: 'Abel',
    rights: ['view_reminders'],
  })
  await createUser(app.db, { username: 'blind', last_name: 'Aal', rights: ['view_projects'] })
  await createUser(app.db, { username: 'end', last_name: 'Aal', user_type: 'end' })
  await createUser(app.db, { username: 'gone', last_name: 'Aal', state: 'disabled' })
  const clerk = await app.as(['change_reminders'])
  const { status, body } = await clerk.get('/api/v4/users/staff/')
  expect(status).toBe(200)
  expect(body[0]).toEqual({ id: expect.any(Number), full_name_w_username: 'Zoe Abel (zoe)' })
  expect(JSON.stringify(body)).not.toContain('Aal')
})

describe('rights are for staff and company users', () => {
  const rights = ['view_projects']

  test('rights in an invitation are refused for all other types', async () => {
    for (const user_type of ['end', 'promoter']) {
      const body = { ...invitation, user_type, permissions: rights }
      const refused = await admin.post('/api/v4/users/invite/', body)
      expect([refused.status, refused.body]).toEqual([
        400,
        { permissions: ['Only staff and company users can hold permissions'] },
      ])
    }
    const company = { ...invitation, user_type: 'company', permissions: rights }
    expect((await admin.post('/api/v4/users/invite/', company)).status).toBe(201)
  })

  test('rights are granted to no other types', async () => {
    const { id } = await createUser(app.db, { user_type: 'end' })
    const path = '/api/v4/permissions/users/projects/'
    const refused = await admin.patch(path, { user_id: id, permission_types: ['view only'] })
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['user_id']])
    // Rights left over from an earlier account type can be revoked.
    expect((await admin.patch(path, { user_id: id, permission_types: [] })).status).toBe(200)
  })

  test('becoming an end user revokes all rights and logs them', async () => {
    const { id } = await createUser(app.db, { rights: ['view_projects'] })
    const { status, body } = await admin.patch(`/api/v4/users/${id}/`, { user_type: 'end', version: 1 })
    expect([status, body.permissions]).toEqual([200, []])
    const event = await app.db
      .selectFrom('audit_events')
      .select(['before', 'after'])
      .where('object_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      before: { user_type: 'staff', permissions: rights },
      after: { user_type: 'end', permissions: [] },
    })
  })

  test('rights left on an end user have no effect', async () => {
    const { id } = await createUser(app.db, { rights: ['view_projects'], user_type: 'end' })
    const client = await app.asUser(id)
    expect((await client.get('/api/v4/users/profile/')).body.permissions).toEqual([])
    expect((await client.get('/api/v4/projects/')).status).toBe(403)
  })
})

describe('invitations', () => {
  test('an invited person gets a mail, chooses a name and a password, and signs in', async () => {
    const invited = await admin.post('/api/v4/users/invite/', {
      ...invitation,
      language: 'sie_DE',
      permissions: ['view_projects'],
    })
    expect(invited.status).toBe(201)
    expect(invited.body).toMatchObject({
      state: 'invited',
      permissions: ['view_projects'],
      language: 'sie_DE',
    })
    expect(invited.body.invitation_expires_at).toBe('2026-11-28T09:00:00.000Z')
    await app.runJobs()
    const [mail] = await mails()
    expect(mail).toMatchObject({ to_email: 'neu@example.org', subject: 'Ihr Konto bei Almoner' })
    const token = await newestToken()
    expect(mail!.text_body).toContain('Einladung annehmen: https://')
    expect((await app.signedOut().get(`/api/v4/users/invite/${token}/`)).body).toEqual({
      email: 'neu@example.org',
      full_name: 'Nele Neu',
      language: 'sie_DE',
    })
    expect((await accept(token)).body).toEqual({ username: 'nneu' })
    expect((await signIn('nneu', 'ein gutes Wort')).status).toBe(200)
    expect((await signIn('neu@example.org', 'ein gutes Wort')).status).toBe(200)
    for (const gone of [token, 'never-made', 'x'])
      expect([(await accept(gone)).status, await read(gone)]).toEqual([410, 410])
  })

  test('a link is good for seven days, and ends when a new one is sent', async () => {
    const { body } = await admin.post('/api/v4/users/invite/', invitation)
    const first = await newestToken()
    app.clock.now = new Date('2026-11-28T09:00:00Z')
    expect((await accept(first)).status).toBe(410)
    admin = await app.as('superuser')
    expect((await admin.post(`/api/v4/users/${body.id}/resend-invitation/`)).status).toBe(200)
    expect(await mails()).toHaveLength(2)
    expect((await accept(first)).status).toBe(410)
    expect((await accept(await newestToken())).status).toBe(200)
    const again = await admin.post(`/api/v4/users/${body.id}/resend-invitation/`)
    expect([again.status, again.body.code]).toEqual([409, 'not_invited'])
  })

  test('a known address, a bad one and an unknown right are refused by name', async () => {
    await createUser(app.db, { email: 'Known@example.org' })
    const refused = async (change: object) => {
      const answer = await admin.post('/api/v4/users/invite/', { ...invitation, ...change })
      return [answer.status, Object.keys(answer.body)]
    }
    expect(await refused({ email: 'known@EXAMPLE.org' })).toEqual([400, ['email']])
    expect(await refused({ email: 'nobody' })).toEqual([400, ['email']])
    expect(await refused({ email: 'a@example.org\r\nBcc: b@example.org' })).toEqual([400, ['email']])
    expect(await refused({ user_type: 'robot' })).toEqual([400, ['user_type']])
    expect(await refused({ permissions: ['rule_the_world'] })).toEqual([400, ['permissions.0']])
    expect(await refused({ is_superuser: true })).toEqual([400, ['is_superuser']])
    expect(await mails()).toEqual([])
  })

  test('an inviter cannot grant a right they lack', async () => {
    const clerk = await app.as(['invite_users', 'change_projects'])
    const refused = await clerk.post('/api/v4/users/invite/', {
      ...invitation,
      permissions: ['fund_projects'],
    })
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ code: 'forbidden', permission: 'fund_projects' })
    const granted = await clerk.post('/api/v4/users/invite/', {
      ...invitation,
      permissions: ['view_projects'],
    })
    expect(granted.status).toBe(201)
  })

  test('the chosen name must be free and not an address, the password long enough and not the name', async () => {
    await createUser(app.db, { username: 'taken' })
    await admin.post('/api/v4/users/invite/', invitation)
    const token = await newestToken()
    const refused = async (body: { username: string; password: string }) => {
      const answer = await accept(token, body)
      return [answer.status, Object.keys(answer.body)]
    }
    expect(await refused({ username: 'Taken', password: 'ein gutes Wort' })).toEqual([400, ['username']])
    expect(await refused({ username: 'a@b.de', password: 'ein gutes Wort' })).toEqual([400, ['username']])
    expect(await refused({ username: 'nneu', password: 'kurz' })).toEqual([400, ['password']])
    expect(await refused({ username: 'nnneeeuu', password: 'NNNEEEUU' })).toEqual([400, ['password']])
    expect((await accept(token)).status).toBe(200)
  })

  test('the token is not stored with its link, and is masked for everyone who reads mails, even superusers', async () => {
    await admin.post('/api/v4/users/invite/', invitation)
    const token = await newestToken()
    await app.runJobs()
    const links = await app.db.selectFrom('account_links').selectAll().execute()
    expect(JSON.stringify(links)).not.toContain(token)
    const [mail] = await mails()
    const reader = await app.as(['view_emails'])
    const seen = await reader.get(`/api/v4/emails/${mail!.id}/`)
    expect(seen.body).toMatchObject({ state: 'skipped', reason: 'no_mail_server', transport: 'outbox' })
    expect(JSON.stringify(seen.body)).not.toContain(token)
    const known = await admin.get(`/api/v4/emails/${mail!.id}/`)
    expect(known.body).toMatchObject({ text: expect.stringContaining('Accept the invitation: ••••••') })
    expect(JSON.stringify(known.body)).not.toContain(token)
  })
})

describe('forgotten passwords', () => {
  const ask = (email: string) => app.signedOut().post('/api/v4/users/password-reset/', { email })

  test('a link by mail sets a new password once and ends every session', async () => {
    const user = await createUser(app.db, {
      username: 'kvollmer',
      email: 'kv@example.org',
      language: 'du_DE',
    })
    const session = await app.asUser(user.id)
    expect((await ask('KV@example.org')).status).toBe(204)
    await app.runJobs()
    expect((await mails())[0]).toMatchObject({ template: 'password_reset', subject: 'Neues Passwort wählen' })
    const token = await newestToken()
    const reset = () =>
      app.signedOut().post(`/api/v4/users/password-reset/${token}/`, { password: 'ein neues Wort' })
    expect((await reset()).status).toBe(204)
    expect((await reset()).status).toBe(410)
    expect((await session.get('/api/v4/users/profile/')).status).toBe(401)
    expect((await signIn('kvollmer', 'ein neues Wort')).status).toBe(200)
  })

  test('the answer is the same for an unknown address, and nothing is sent', async () => {
    await createUser(app.db, { email: 'off@example.org', state: 'disabled' })
    for (const email of ['nobody@example.org', 'off@example.org']) {
      const answer = await ask(email)
      expect([answer.status, answer.body]).toEqual([204, ''])
    }
    expect(await mails()).toEqual([])
  })

  test('a link expires after two hours; repeated requests have to wait', async () => {
    await createUser(app.db, { email: 'kv@example.org' })
    await ask('kv@example.org')
    const token = await newestToken()
    app.clock.now = new Date('2026-11-21T11:00:00Z')
    const late = await app
      .signedOut()
      .post(`/api/v4/users/password-reset/${token}/`, { password: 'ein neues Wort' })
    expect(late.status).toBe(410)
    await ask('kv@example.org')
    await ask('kv@example.org')
    await ask('kv@example.org')
    const waiting = await ask('kv@example.org')
    expect(waiting.status).toBe(429)
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('changing accounts', () => {
  test('name and language change with the version, and the change is audited', async () => {
    const user = await createUser(app.db, { first_name: 'Kat' })
    const change = { first_name: 'Katrin', language: 'sie_DE', version: 1 }
    const changed = await admin.patch(`/api/v4/users/${user.id}/`, change)
    expect(changed.body).toMatchObject({ first_name: 'Katrin', language: 'sie_DE', version: 2 })
    const stale = await admin.patch(`/api/v4/users/${user.id}/`, change)
    expect([stale.status, stale.body.code, stale.body.current.version]).toEqual([409, 'edit_conflict', 2])
    const refused = await admin.patch(`/api/v4/users/${user.id}/`, { email: 'x@example.org', version: 2 })
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['email']])
    const events = await app.db
      .selectFrom('audit_events')
      .select(['action', 'before', 'after'])
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      {
        action: 'change',
        before: { first_name: 'Kat', language: 'en_US' },
        after: { first_name: 'Katrin', language: 'sie_DE' },
      },
    ])
  })

  test('a disabled account is signed out at once and cannot sign in until it is enabled', async () => {
    const password_hash = await hashPassword('ein gutes Wort')
    const user = await createUser(app.db, { username: 'kvollmer', password_hash, rights: ['view_projects'] })
    const session = await app.asUser(user.id)
    expect((await admin.post(`/api/v4/users/${user.id}/disable/`)).body.state).toBe('disabled')
    expect((await session.get('/api/v4/projects/')).status).toBe(401)
    expect((await signIn('kvollmer', 'ein gutes Wort')).status).toBe(400)
    expect((await admin.post(`/api/v4/users/${user.id}/enable/`)).body.state).toBe('active')
    expect((await signIn('kvollmer', 'ein gutes Wort')).status).toBe(200)
  })

  test('the last superuser stays, only superusers disable superusers, nobody disables their own account', async () => {
    const clerk = await app.as(['change_users'])
    const disable = async (client: Client, id: number) => {
      const answer = await client.post(`/api/v4/users/${id}/disable/`)
      return [answer.status, answer.body.code]
    }
    expect(await disable(clerk, admin.userId)).toEqual([403, 'superuser_only'])
    expect(await disable(admin, admin.userId)).toEqual([409, 'last_superuser'])
    expect(await disable(clerk, clerk.userId)).toEqual([409, 'own_account'])
    const other = await app.as('superuser')
    expect((await admin.post(`/api/v4/users/${other.userId}/disable/`)).status).toBe(200)
    expect(await disable(admin, admin.userId)).toEqual([409, 'last_superuser'])
  })
})
