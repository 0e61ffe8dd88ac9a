import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { strictLog } from '#test/run-jobs.ts'
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts'
import { readConfig } from '#server/base/config.ts'
import { type Mail, queueMail, queueMails } from '#server/mail/outbox.ts'
import { openTransport } from '#server/mail/smtp.ts'
import { longestRow } from '../rules.ts'
import { claimMails, endAttempt } from './outbox.ts'
import { sendMails } from './send.ts'

let app: TestApp
let sink: SmtpSink
let refusal: { code: number; message: string } | undefined
beforeAll(async () => {
  sink = await startSmtpSink({ refuse: (to) => (to.startsWith('bad') ? refusal : undefined) })
  const config = readConfig({ SMTP_URL: sink.url, BASE_URL: 'https://almoner.example' })
  app = await testApp({ config: { baseUrl: 'https://almoner.example' }, mail: openTransport(config) })
})
afterAll(async () => {
  await app.close()
  await sink.close()
})
beforeEach(async () => {
  await app.reset()
  sink.received.length = 0
  refusal = undefined
  app.clock.now = new Date('2026-11-21T09:00:00Z')
})

const mail = (overrides: Partial<Mail> = {}): Mail => ({
  template: 'task_created',
  to: { email: 'katrin@example.org', name: 'Katrin Vollmer', language: 'du_DE' },
  object: { type: 'reminder', id: 7 },
  data: { title: 'Bescheid prüfen', due_date: '2026-11-30', target: 'Schaukeln', link: '/site-admin/tasks/' },
  thread: 'reminder-7',
  now: app.clock.now,
  ...overrides,
})
const stored = () => app.db.selectFrom('emails').selectAll().orderBy('id').execute()
const attempts = () => app.db.selectFrom('email_attempts').selectAll().orderBy('id').execute()
const later = (ms: number) => (app.clock.now = new Date(app.clock.now.getTime() + ms))

test('a mail is sent in the recipient’s language, in text and HTML, marked as automatic', async () => {
  await queueMail(app.db, mail())
  await app.runJobs()
  const [got] = sink.received
  expect(sink.received).toHaveLength(1)
  expect(got!.from).toBe('no-reply@almoner.example')
  expect(got!.to).toEqual(['katrin@example.org'])
  expect(got!.mail).toMatchObject({
    subject: 'Du hast eine neue Aufgabe: Bescheid prüfen, fällig am 30.11.2026',
    from: { name: 'Almoner', address: 'no-reply@almoner.example' },
    to: [{ name: 'Katrin Vollmer', address: 'katrin@example.org' }],
  })
  expect(got!.mail.text).toContain('Aufgabe öffnen: https://almoner.example/site-admin/tasks/')
  expect(got!.mail.html).toContain('<strong>Bescheid prüfen</strong>')
  const header = Object.fromEntries(got!.mail.headers.map(({ key, value }) => [key, value]))
  expect(header['auto-submitted']).toBe('auto-generated')
  expect(header['content-type']).toContain('multipart/alternative')
  const [row] = await stored()
  expect(got!.mail.messageId).toBe(`<${row!.message_id}>`)
  expect(row).toMatchObject({ state: 'sent', attempts: 1, sent_at: app.clock.now })
  expect(await attempts()).toMatchObject([
    { outcome: 'sent', transport: 'smtp', answer: '250 taken as number 1' },
  ])
})

test('mails of one task form one thread, whatever their template', async () => {
  await queueMail(app.db, mail())
  await queueMail(app.db, mail({ template: 'task_due', day: '2026-11-30' }))
  await queueMail(app.db, mail({ object: { type: 'reminder', id: 8 }, thread: 'reminder-8' }))
  await app.runJobs()
  const roots = sink.received
    .toSorted((a, b) => a.mail.messageId!.localeCompare(b.mail.messageId!))
    .map((got) => got.mail.inReplyTo)
  expect(roots[0]).toMatch(/^<thread\.[0-9a-f]+@almoner\.example>$/)
  expect(roots[1]).toBe(roots[0])
  expect(roots[2]).not.toBe(roots[0])
})

test('the same mail cannot be queued twice; another day, recipient or template is another mail', async () => {
  expect(await queueMail(app.db, mail())).toBe(true)
  expect(await queueMail(app.db, mail())).toBe(false)
  const others = [
    mail({ day: '2026-11-30' }),
    mail({ template: 'task_due' }),
    mail({ object: { type: 'reminder', id: 8 } }),
    mail({ to: { email: 'other@example.org', language: 'en_US' } }),
    mail({ to: { email: 'OTHER@example.org', language: 'en_US' } }),
  ]
  expect(await queueMails(app.db, others)).toBe(4)
})

test('a mail queued in a transaction that is rolled back is never sent', async () => {
  const change = app.db.transaction().execute(async (tx) => {
    await queueMail(tx, mail())
    throw new Error('changed my mind')
  })
  await expect(change).rejects.toThrow('changed my mind')
  await app.runJobs()
  expect(sink.received).toEqual([])
})

test('names and subjects cannot inject headers', async () => {
  const evil = 'x\r\nBcc: everybody@example.org'
  await queueMail(
    app.db,
    mail({ to: { email: 'a@example.org', name: evil, language: 'en_US' }, data: { title: evil } }),
  )
  await queueMail(app.db, mail({ to: { email: 'a@example.org, b@example.org', language: 'en_US' } }))
  await queueMail(
    app.db,
    mail({ to: { email: 'a@example.org>\r\nRCPT TO:<c@example.org', language: 'en_US' } }),
  )
  await app.runJobs()
  expect(sink.received).toHaveLength(1)
  expect(sink.received[0]!.mail.bcc ?? []).toEqual([])
  expect(sink.received[0]!.to).toEqual(['a@example.org'])
  expect((await stored()).map((row) => [row.state, row.reason])).toEqual([
    ['sent', null],
    ['failed', 'refused'],
    ['failed', 'refused'],
  ])
})

test('a final refusal fails at once with the server’s words', async () => {
  refusal = { code: 550, message: 'no such mailbox' }
  await queueMail(app.db, mail({ to: { email: 'bad@example.org', language: 'en_US' } }))
  await queueMail(app.db, mail())
  await app.runJobs()
  expect((await stored()).map((row) => [row.state, row.reason])).toEqual([
    ['failed', 'refused'],
    ['sent', null],
  ])
  expect((await attempts()).map((row) => row.answer).join()).toContain('550 no such mailbox')
})

test('a temporarily refused mail is retried with growing delays and one Message-ID until it is accepted', async () => {
  refusal = { code: 451, message: 'try later' }
  await queueMail(app.db, mail({ to: { email: 'bad@example.org', language: 'en_US' } }))
  const waits: number[] = []
  for (let n = 0; n < 3; n++) {
    await app.runJobs()
    const [row] = await stored()
    expect(row).toMatchObject({ state: 'queued', attempts: n + 1, tries: n + 1 })
    waits.push(row!.next_attempt_at!.getTime() - app.clock.now.getTime())
    app.clock.now = row!.next_attempt_at!
  }
  expect(waits).toEqual([22_500, 45_000, 90_000])
  const before = (await stored())[0]!.message_id
  refusal = undefined
  await app.runJobs()
  expect(sink.received.map((got) => got.mail.messageId)).toEqual([`<${before}>`])
  expect(await attempts()).toMatchObject([
    { outcome: 'retry' },
    { outcome: 'retry' },
    { outcome: 'retry', answer: expect.stringContaining('451 try later') },
    { outcome: 'sent' },
  ])
})

test('a mail that waits for its next try can be tried now', async () => {
  refusal = { code: 451, message: 'try later' }
  await queueMail(app.db, mail({ to: { email: 'bad@example.org', language: 'en_US' } }))
  await app.runJobs()
  refusal = undefined
  await app.runJobs()
  expect(sink.received).toEqual([])
  const id = (await stored())[0]!.id
  const clerk = await app.as(['change_emails'])
  expect((await clerk.get(`/api/v4/emails/${id}/`)).body.can_requeue).toBe(true)
  expect((await clerk.post(`/api/v4/emails/${id}/requeue/`)).body.next_attempt_at).toBe(null)
  await app.runJobs()
  expect(sink.received).toHaveLength(1)
})

test('a mail that the server never accepts is given up after about a day', async () => {
  refusal = { code: 451, message: 'try later' }
  await queueMail(app.db, mail({ to: { email: 'bad@example.org', language: 'en_US' } }))
  const start = app.clock.now.getTime()
  for (let n = 0; n < longestRow; n++) {
    await app.runJobs()
    app.clock.now = (await stored())[0]!.next_attempt_at ?? app.clock.now
  }
  expect((await stored())[0]).toMatchObject({ state: 'failed', reason: 'gave_up', attempts: longestRow })
  expect((app.clock.now.getTime() - start) / 3_600_000).toBeGreaterThan(12)
})

test('an error of the template fails the one mail and no other', async () => {
  await queueMail(app.db, mail({ data: { description: 'no title' } }))
  await queueMail(app.db, mail({ template: 'unheard_of' }))
  await queueMail(app.db, mail({ object: { type: 'reminder', id: 9 } }))
  await app.runJobs()
  expect((await stored()).map((row) => [row.state, row.reason])).toEqual([
    ['failed', 'template_error'],
    ['failed', 'template_error'],
    ['sent', null],
  ])
})

test('an account disabled in the meantime gets no mail', async () => {
  const user = await createUser(app.db, { state: 'disabled' })
  await queueMail(app.db, mail({ to: { user_id: user.id, email: user.email, language: 'en_US' } }))
  await app.runJobs()
  expect(sink.received).toEqual([])
  expect((await stored())[0]).toMatchObject({ state: 'skipped', reason: 'recipient_disabled' })
})

test("a mail has one sender at a time; a lost sender's mail is retried and its late result is ignored", async () => {
  await queueMail(app.db, mail())
  const [first] = await claimMails(app.db, app.clock.now, 10)
  expect(await claimMails(app.db, app.clock.now, 10)).toEqual([])
  await app.db
    .updateTable('emails')
    .set({ lease_until: new Date(0) })
    .execute()
  const [second] = await claimMails(app.db, app.clock.now, 10)
  expect(second).toMatchObject({ id: first!.id, attempts: 2 })
  const ending = {
    transport: 'smtp',
    answer: '',
    reason: null,
    nextAttemptAt: null,
    now: app.clock.now,
  } as const
  await endAttempt(app.db, first!, { ...ending, state: 'failed', outcome: 'failed' })
  expect((await stored())[0]!.state).toBe('sending')
  await endAttempt(app.db, second!, { ...ending, state: 'sent', outcome: 'sent' })
  expect((await stored())[0]!.state).toBe('sent')
  expect(await attempts()).toHaveLength(1)
})

test('a mail that a server accepted just before the process was killed is not sent again', async () => {
  await queueMail(
    app.db,
    mail({ template: 'invitation', data: {}, secrets: { link: '/invite/secret-token/' } }),
  )
  await queueMail(app.db, mail({ object: { type: 'reminder', id: 9 } }))
  const [told, untold] = await claimMails(app.db, app.clock.now, 10)
  const message_id = (one: typeof told) => `${one!.id}@almoner.example`
  for (const one of [told, untold])
    await app.db
      .updateTable('emails')
      .set({ message_id: message_id(one), subject: 'S', text_body: 'T', html_body: '<p>T</p>' })
      .where('id', '=', one!.id)
      .execute()
  const note = { attempt: 1, at: '2026-11-21T08:59:00.000Z', answer: '250 taken' }
  app.services.notes.keep({ ...note, id: told!.id, message_id: message_id(told) })
  // Journal entries of another database, or of an abandoned attempt, do not apply to this mail.
  app.services.notes.keep({ ...note, id: untold!.id, message_id: 'another@house' })
  app.services.notes.keep({ ...note, id: untold!.id, message_id: message_id(untold), attempt: 7 })
  await app.runJobs()
  expect(sink.received).toEqual([])
  expect(await stored()).toMatchObject([
    { state: 'sent', sent_at: new Date(note.at), secrecy: 'gone' },
    { state: 'sending' },
  ])
  expect(await attempts()).toMatchObject([{ outcome: 'sent', transport: 'smtp', answer: '250 taken' }])
  expect(app.services.notes.left()).toEqual([])
})

test('the handover journal is empty once the database has the results', async () => {
  await queueMail(app.db, mail())
  await app.runJobs()
  expect((await stored())[0]!.state).toBe('sent')
  expect(app.services.notes.left()).toEqual([])
})

test('a link that opens an account is erased once the mail server has accepted the mail', async () => {
  const link = '/invite/secret-token-123/'
  await queueMail(app.db, mail({ template: 'invitation', data: {}, secrets: { link } }))
  expect(await app.db.selectFrom('email_secrets').select('data').execute()).toEqual([{ data: { link } }])
  await app.runJobs()
  expect(sink.received[0]!.mail.text).toContain(`https://almoner.example${link}`)
  expect(sink.received[0]!.mail.html).toContain(`<a href="https://almoner.example${link}">`)
  expect(await app.db.selectFrom('email_secrets').selectAll().execute()).toEqual([])
  expect(JSON.stringify(await stored())).not.toContain('secret-token-123')
})

test('a mail stays queued after a refused connection or a wrong password, and is sent later', async () => {
  const guarded = await startSmtpSink({ auth: { user: 'almoner', pass: 'right' } })
  const closed = 'smtp://127.0.0.1:9'
  for (const url of [closed, guarded.url.replace('right', 'wrong')]) {
    await app.reset()
    const transport = openTransport({ smtpUrl: url, baseUrl: 'https://almoner.example' })
    await queueMail(app.db, mail())
    const services = { ...app.services, mail: transport }
    await sendMails.run(services, new AbortController().signal, strictLog)
    transport.close()
    expect((await stored())[0]).toMatchObject({ state: 'queued', tries: 1 })
  }
  const transport = openTransport({ smtpUrl: guarded.url, baseUrl: 'https://almoner.example' })
  later(60_000)
  await sendMails.run({ ...app.services, mail: transport }, new AbortController().signal, strictLog)
  transport.close()
  expect(guarded.received).toHaveLength(1)
  await guarded.close()
})
