import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/base/config.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { openTransport } from '#server/mail/smtp.ts'
import { type Client, type TestApp, testApp } from './app.ts'
import { createUser } from './factories.ts'
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts'

// A clerk who edits mail wordings and reads the outbox must not obtain a link that opens an account.

const baseUrl = 'https://almoner.example'
let app: TestApp
let sink: SmtpSink
let clerk: Client
let refuse: string | undefined
beforeAll(async () => {
  sink = await startSmtpSink({
    refuse: (to) =>
      refuse !== undefined && to.startsWith('chief') ? { code: 550, message: refuse } : undefined,
  })
  const config = readConfig({ SMTP_URL: sink.url, BASE_URL: baseUrl })
  app = await testApp({ config: { baseUrl }, mail: openTransport(config) })
})
afterAll(async () => {
  await app.close()
  await sink.close()
})
beforeEach(async () => {
  await app.reset()
  sink.received.length = 0
  refuse = undefined
  await createUser(app.db, {
    username: 'chief',
    email: 'chief@house.example',
    rights: 'superuser',
    password_hash: 'x',
  })
  await createUser(app.db, { username: 'second', email: 'second@house.example', rights: 'superuser' })
  clerk = await app.as([
    'change_email_templates',
    'change_emails',
    'export_data',
    'view_logs',
    'invite_users',
  ])
})

const template = '/api/v4/email-templates/password_reset/'
const ask = () => app.signedOut().post('/api/v4/users/password-reset/', { email: 'chief@house.example' })
const stored = async () => {
  const rows = await app.db.selectFrom('email_secrets').select('data').execute()
  return rows.map(({ data }) => (data as { link: string }).link)
}
const tokenOf = (link: string) => link.split('/').filter(Boolean).at(-1)!

/** All data about mails that a clerk or a superuser can read. */
async function everythingReadable(): Promise<string> {
  const readers = [clerk, await app.as('superuser')]
  const texts: string[] = []
  for (const reader of readers) {
    const list = await reader.get('/api/v4/emails/?page_size=100')
    texts.push(JSON.stringify(list.body))
    for (const { id } of list.body.results as { id: number }[])
      texts.push(JSON.stringify((await reader.get(`/api/v4/emails/${id}/`)).body))
    const file = await reader.get('/api/v4/emails/export/?format=xlsx')
    expect(file.status).toBe(200)
    texts.push(Buffer.from(file.bytes).toString('latin1'))
  }
  return texts.join('\n')
}

/** Every row of every table except for the secrets of pending mails. */
async function everythingStored(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'email_secrets'`.execute(
    app.db,
  )
  const texts = []
  for (const { name } of rows) {
    const found = await sql<{ rows: string | null }>`
      select string_agg(t::text, '|') as rows from ${sql.table(name)} t`.execute(app.db)
    texts.push(found.rows[0]!.rows ?? '')
  }
  return texts.join('\n')
}

describe('a clerk does not become superuser', () => {
  test.each([
    ['subject', { subject: { en_US: 'New password {{ link }}' } }],
    ['subject', { subject: { en_US: '{{ link | truncate: 79, "" }}' } }],
    ['body', { body: { en_US: '[Choose]({{ link }}) {{ link | truncate: 79, "" }}' } }],
    ['body', { body: { en_US: '[Choose](https://evil.example/?t={{ link }})' } }],
    ['body', { body: { en_US: '[Choose]({{ link }}) [Help](https://evil.example/?t={{ link }})' } }],
  ])('a wording with the link in the %s is neither saved nor shown: %o', async (field, wording) => {
    for (const [locale, words] of [
      ['en_US', 'opens an account'],
      ['du_DE', 'öffnet ein Konto'],
      ['sie_DE', 'öffnet ein Konto'],
    ] as const) {
      const saved = await clerk.patch(template, { ...wording, version: 0 }, { locale })
      expect(saved.status).toBe(400)
      expect(saved.body).toEqual({ [`${field}.en_US`]: [expect.stringContaining(words)] })
    }
    const preview = {
      language: 'en_US',
      ...Object.fromEntries(Object.entries(wording).map(([part, by]) => [part, by.en_US])),
    }
    expect((await clerk.post(`${template}preview/`, preview)).status).toBe(400)
    expect((await clerk.get(template)).body).toMatchObject({ version: 0 })
  })

  test('such a wording in the database is kept, reported and not sent', async () => {
    const subject = { en_US: 'Mine {{ link }}' }
    const body = { en_US: 'Mine [Choose]({{ link }}) {{ link | truncate: 79, "" }}' }
    const row = {
      subject: JSON.stringify(subject),
      body: JSON.stringify(body),
      version: 1,
      updated_at: app.clock.now,
    }
    await app.db
      .insertInto('email_templates')
      .values({ key: 'password_reset', ...row })
      .execute()
    await ask()
    const [link] = await stored()
    await app.runJobs()
    const mail = sink.received.find(({ to }) => to[0] === 'chief@house.example')!.mail
    expect(mail.subject).toBe('Choose a new password')
    expect(mail.text).toContain(`${baseUrl}${link}`)
    expect(mail.text).not.toContain('Mine')
    expect((await clerk.get(template)).body).toMatchObject({
      body: { en_US: body.en_US },
      set_aside_languages: ['en_US'],
    })
    expect(await everythingReadable()).not.toContain(tokenOf(link!).slice(0, 12))
  })

  test('the link exists only in the sent mail, once per part: before, during and after sending', async () => {
    expect((await ask()).status).toBe(204)
    const [link] = await stored()
    const token = tokenOf(link!)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await everythingReadable()).not.toContain(token)
    refuse = `5.7.1 blocked: ${baseUrl}${link}`
    await app.runJobs()
    expect(await everythingReadable()).not.toContain(token)
    expect(await everythingStored()).not.toContain(token)
    const [failed] = (await clerk.get('/api/v4/emails/?template=password_reset')).body.results
    expect(failed).toMatchObject({ state: 'failed', reason: 'refused', can_requeue: true })
    refuse = undefined
    const again = await clerk.post(`/api/v4/emails/${failed.id}/requeue/`)
    expect(JSON.stringify(again.body)).not.toContain(token)
    await app.runJobs()
    const { mail } = sink.received.find(({ to }) => to[0] === 'chief@house.example')!
    expect(mail.subject).toBe('Choose a new password')
    expect(mail.html!.split(token)).toHaveLength(2)
    expect(mail.html).toContain(`href="${baseUrl}${link}"`)
    expect(mail.text!.split(token)).toHaveLength(2)
    expect(await stored()).toEqual([])
    expect(await everythingReadable()).not.toContain(token)
    expect(await everythingStored()).not.toContain(token)
    const events = JSON.stringify(await app.db.selectFrom('audit_events').selectAll().execute())
    expect(events).toContain('ask_password_reset')
    expect(events).not.toContain(token)
  })

  test('other superusers are notified of a link once a day, and with the owner of a new password', async () => {
    const told = async () => {
      await app.runJobs()
      return sink.received
        .filter(({ mail }) => mail.subject === 'About the account Test Person 1 (chief)'.replace('1', name))
        .map(({ to, mail }) => [to[0], /a link|set anew/.exec(mail.text ?? '')?.[0]])
    }
    const { last_name } = await app.db
      .selectFrom('users')
      .select('last_name')
      .where('username', '=', 'chief')
      .executeTakeFirstOrThrow()
    const name = last_name.replace('Person ', '')
    await ask()
    await ask()
    expect(await told()).toEqual([['second@house.example', 'a link']])
    sink.received.length = 0
    await ask()
    const [link] = await stored()
    const answer = await app
      .signedOut()
      .post(`/api/v4/users/password-reset/${tokenOf(link!)}/`, { password: 'a wholly new word' })
    expect(answer.status).toBe(204)
    expect((await told()).toSorted(([a], [b]) => (a! < b! ? -1 : 1))).toEqual([
      ['chief@house.example', 'set anew'],
      ['second@house.example', 'set anew'],
    ])
    const other = await clerk.get('/api/v4/email-templates/account_notice/')
    expect(other.status).toBe(404)
  })
})

test('no name, title or description injects a header or a link into a mail', async () => {
  const evil = '[x](https://evil.example) <https://evil.example>\r\nBcc: all@evil.example'
  const person = await createUser(app.db, { first_name: 'https://evil.example/', last_name: 'Eve' })
  const inviter = await app.db
    .insertInto('user_permissions')
    .values({ user_id: person.id, permission: 'invite_users', granted_at: app.clock.now })
    .execute()
    .then(() => app.asUser(person.id))
  await inviter.post('/api/v4/users/invite/', { email: 'new@house.example', user_type: 'staff' })
  await queueMail(app.db, {
    template: 'task_created',
    to: { email: 'katrin@house.example', name: evil, language: 'en_US' },
    object: null,
    data: { title: evil, description: evil, created_by: evil, link: '/site-admin/tasks/' },
    now: app.clock.now,
  })
  await app.runJobs()
  for (const { to, raw, mail } of sink.received) {
    expect(to).toHaveLength(1)
    expect(raw.toString().split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
    for (const [, href] of mail.html!.matchAll(/href="([^"]*)"/g))
      expect(href).toMatch(/^https:\/\/almoner\.example\//)
  }
  const invitation = sink.received.find(({ to }) => to[0] === 'new@house.example')!.mail
  expect(invitation.text).not.toContain('https://evil.example')
})
