import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { type Mail, queueMail } from '#server/mail/outbox.ts'

const app = useApp()
let clerk: Client
beforeEach(async () => void (clerk = await app.as(['change_emails'])))

async function queue(title: string, overrides: Partial<Mail> = {}): Promise<number> {
  await queueMail(app.db, {
    template: 'task_created',
    to: { email: `${title.toLowerCase()}@example.org`, name: title, language: 'en_US' },
    object: { type: 'reminder', id: 7 },
    data: { title },
    now: app.clock.now,
    ...overrides,
  })
  const row = await app.db
    .selectFrom('emails')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.id
}
const list = async (query = '') =>
  (await clerk.get(`/api/v4/emails/?ordering=to_email&${query}`)).body.results.map(
    (row: { to_email: string }) => row.to_email.split('@')[0],
  )

test('the outbox can be searched, filtered and ordered, and warns when there is no mail server', async () => {
  await queue('Änne')
  await queue('Bernd', { template: 'task_due', day: '2026-11-21' })
  await app.runJobs()
  await queue('Clara', { to: { email: 'clara@example.org', language: 'du_DE' } })
  expect(await list()).toEqual(['clara', 'bernd', 'änne'].toSorted())
  expect(await list('search=anne')).toEqual(['änne'])
  expect(await list('search=given%20task')).toEqual(['änne'])
  expect(await list('state=queued')).toEqual(['clara'])
  expect(await list('state=skipped&template=task_due')).toEqual(['bernd'])
  expect(await list('language=du_DE')).toEqual(['clara'])
  const { body } = await clerk.get('/api/v4/emails/?search=bernd', { locale: 'sie_DE' })
  expect(body).toMatchObject({ count: 1, transport: 'outbox' })
  expect(body.results[0]).toMatchObject({
    template_title: 'Aufgabe fällig',
    state: 'skipped',
    state_display: 'Nicht gesendet',
    reason_display: 'Kein Mailserver eingerichtet: liegt im eingebauten Postausgang',
    subject: 'Your task is due today: Bernd',
    object: { type: 'reminder', id: 7 },
    can_requeue: true,
  })
  expect((await clerk.get('/api/v4/emails/?state=lost')).status).toBe(400)
})

test('a mail shows its body as sent and every attempt', async () => {
  const id = await queue('Anna')
  await app.runJobs()
  const { body } = await clerk.get(`/api/v4/emails/${id}/`)
  expect(body.text).toContain('you have been given a task.')
  expect(body.html).toContain('<strong>Anna</strong>')
  expect(body.message_id).toMatch(/^1\.[0-9a-f-]{36}@localhost$/)
  expect(body.attempt_log).toEqual([
    { at: '2026-11-21T09:00:00.000Z', outcome: 'skipped', transport: 'outbox', answer: '' },
  ])
  expect((await clerk.get('/api/v4/emails/999/')).status).toBe(404)
  expect((await clerk.get('/api/v4/emails/x/')).status).toBe(400)
})

test('a mail is queued again with its body and Message-ID; one that is on its way is not', async () => {
  const id = await queue('Anna')
  const early = await clerk.post(`/api/v4/emails/${id}/requeue/`)
  expect([early.status, early.body.code]).toEqual([409, 'email_not_requeueable'])
  await app.runJobs()
  const before = (await clerk.get(`/api/v4/emails/${id}/`)).body
  const again = await clerk.post(`/api/v4/emails/${id}/requeue/`)
  expect([again.status, again.body.state]).toEqual([200, 'queued'])
  await app.runJobs()
  const after = (await clerk.get(`/api/v4/emails/${id}/`)).body
  expect(after).toMatchObject({
    state: 'skipped',
    attempts: 2,
    message_id: before.message_id,
    text: before.text,
  })
  const events = await app.db
    .selectFrom('audit_events')
    .select(['action', 'object_type', 'object_id'])
    .where('action', '<>', 'read')
    .orderBy('id')
    .execute()
  expect(events).toEqual([{ action: 'requeue', object_type: 'email', object_id: id }])
})

test('selected mails are queued again; those that cannot be are named', async () => {
  const ids = [await queue('Anna'), await queue('Bernd')]
  await app.runJobs()
  const waiting = await queue('Clara')
  const { status, body } = await clerk.post('/api/v4/emails/requeue/', { ids: [...ids, waiting, 999] })
  expect([status, body]).toEqual([200, { requeued: ids, skipped: [waiting, 999] }])
  expect((await clerk.post('/api/v4/emails/requeue/', { ids: [] })).status).toBe(400)
  const reader = await app.as(['view_emails'])
  expect((await reader.post('/api/v4/emails/requeue/', { ids })).status).toBe(403)
})

test('a mail that failed with a template error is rendered again when it is queued again', async () => {
  const id = await queue('Anna', { data: {} })
  await app.runJobs()
  expect((await clerk.get(`/api/v4/emails/${id}/`)).body).toMatchObject({
    state: 'failed',
    reason: 'template_error',
    text: null,
    attempt_log: [{ outcome: 'failed', answer: expect.stringContaining('title') }],
  })
  await app.db
    .updateTable('emails')
    .set({ data: JSON.stringify({ title: 'Anna' }) })
    .execute()
  await clerk.post(`/api/v4/emails/${id}/requeue/`)
  await app.runJobs()
  expect((await clerk.get(`/api/v4/emails/${id}/`)).body).toMatchObject({
    state: 'skipped',
    reason: 'no_mail_server',
  })
})

test('a selection of mails is queued again; others are listed with subject and reason', async () => {
  const ids = [await queue('Anna'), await queue('Bernd'), await queue('Dora')]
  await app.runJobs()
  const waiting = await queue('Clara')
  const many = await clerk.post('/api/v4/emails/requeue/', {
    selection: { query: 'ordering=subject', exclude: [String(ids[0])], expected_count: 3 },
  })
  expect(many.body).toMatchObject({ requeued: ids.slice(1), skipped: [waiting] })
  expect(many.body.refused).toMatchObject([{ slug: String(waiting), code: 'email_not_requeueable' }])
  const few = await clerk.post('/api/v4/emails/requeue/', {
    selection: { slugs: [String(ids[0]), '99999', 'x'] },
  })
  expect(few.body.requeued).toEqual([ids[0]])
  expect(few.body.refused).toEqual([
    { slug: '99999', title: '', code: 'not_found' },
    { slug: 'x', title: '', code: 'not_found' },
  ])
})

test('a donor’s mail stays masked after an address change, the donor’s deletion, or sending to an adviser', async () => {
  const donor = (email: string) =>
    app.db
      .insertInto('donors')
      .values({ slug: `d-${email}`, name: `Donor ${email}`, email, created_at: app.clock.now })
      .execute()
  const at = (email: string): Partial<Mail> => ({ to: { email, name: 'Ada Berg', language: 'en_US' } })
  await donor('Moved@geber.example')
  await donor('gone@geber.example')
  await queue('Moved', at('moved@geber.example'))
  await queue('Early', at('later@geber.example'))
  await donor('later@geber.example')
  await queue('Gone', at('gone@geber.example'))
  await queue('Adviser', { ...at('adviser@kanzlei.example'), ofDonor: true })
  await queue('Colleague')
  for (const slug of ['d-Moved@geber.example', 'd-later@geber.example'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await app.db
      .updateTable('donors')
      .set({ email: `new-${slug}.example` })
      .where('slug', '=', slug)
      .execute()
  await app.db.deleteFrom('donors').where('slug', '=', 'd-gone@geber.example').execute()

  const { results } = (await clerk.get('/api/v4/emails/?ordering=created_at')).body as {
    results: { id: number; to_email: string; is_masked: boolean }[]
  }
  const seen = results.map(({ to_email, is_masked }) => [to_email, is_masked])
  expect(seen.filter(([, is_masked]) => !is_masked)).toEqual([['colleague@example.org', false]])
  expect(seen.filter(([email, is_masked]) => is_masked && email !== '')).toEqual([])
  for (const { id } of results.filter(({ is_masked }) => is_masked)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { body } = await clerk.get(`/api/v4/emails/${id}/`)
    expect(body).toMatchObject({ to_email: '', text: null, html: null })
  }
  expect(await list('search=geber.example')).toEqual([])
  expect(await list('search=kanzlei')).toEqual([])
  const exporter = await app.as(['change_emails', 'export_data'])
  const { body: file } = await exporter.get('/api/v4/emails/export/?format=csv')
  expect(file).toContain('colleague@example.org')
  expect(file).not.toMatch(/geber\.example|kanzlei|Ada Berg/)
  // The size of a selection must not reveal one either.
  const selection = { query: 'search=kanzlei', expected_count: 0 }
  expect((await clerk.post('/api/v4/emails/requeue/', { selection })).status).toBe(200)
})
