import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { documentsPath as path, givenReceipt, receiptBytes } from '#test/documents.ts'
import { appWithMailbox } from '#test/mailbox.ts'
import type { SmtpSink } from '#test/smtp-sink.ts'
import { sweepContents } from './sweep.ts'

let mailing: Awaited<ReturnType<typeof appWithMailbox>>
let app: TestApp
let sink: SmtpSink
let staff: Client
beforeAll(async () => void ({ app, sink } = mailing = await appWithMailbox()))
afterAll(() => mailing.close())
beforeEach(async () => {
  app.clock.now = new Date('2026-11-23T09:00:00Z')
  await app.reset()
  sink.received.length = 0
  staff = await app.as('superuser')
})

const given = () => givenReceipt(app, staff)
const send = (slug: string, body: object = {}) =>
  staff.post(`${path}${slug}/send/`, { email: 'post@verein.example', language: 'sie_DE', ...body })
const mails = () => app.db.selectFrom('emails').selectAll().orderBy('id').execute()

test('the PDF is mailed byte for byte under its name, and the log names the sender', async () => {
  const row = await given()
  expect(await send(row.slug)).toMatchObject({
    status: 200,
    body: { email: 'post@verein.example', file: 'Zuwendungsbestätigung_2026-11-23.pdf' },
  })
  await app.runJobs()
  const [got] = sink.received
  expect(sink.received).toHaveLength(1)
  expect(got!.mail.subject).toBe('Dokument: Zuwendungsbestätigung_2026-11-23.pdf')
  expect(got!.mail.text).toContain('anbei finden Sie „Zuwendungsbestätigung_2026-11-23.pdf“ von Kulturwerk.')
  const [attached, ...others] = got!.mail.attachments
  expect(others).toEqual([])
  expect([attached!.filename, attached!.mimeType]).toEqual([
    'Zuwendungsbestätigung_2026-11-23.pdf',
    'application/pdf',
  ])
  expect(Buffer.from(attached!.content as ArrayBuffer).equals(receiptBytes)).toBe(true)
  expect((await mails())[0]).toMatchObject({ state: 'sent', template: 'document_sent', object_id: row.id })
  const log = (await staff.get(`/api/v4/document-logs/?slug=${row.slug}`)).body.results
  expect(log[0]).toMatchObject({
    action: 'send',
    action_display: 'Sent (personal data)',
    actor: expect.stringMatching(/^Test Person/),
  })
})

test('a custom text replaces the template’s; sending again makes a new mail', async () => {
  const row = await given()
  await send(row.slug, { message: 'Wie besprochen.', language: 'en_US' })
  await send(row.slug)
  await app.runJobs()
  // Mails are sent concurrently, in no fixed order, so each is found by its Message-ID.
  const textOf = ({ message_id }: { message_id: string | null }) =>
    sink.received.find(({ mail }) => mail.messageId === `<${message_id}>`)?.mail.text
  const texts = (await mails()).map(textOf)
  expect(texts).toEqual([
    expect.stringContaining('Wie besprochen.'),
    expect.stringContaining('anbei finden Sie'),
  ])
  expect(texts[1]).not.toContain('Wie besprochen.')
})

test.each([
  [{ email: 'nobody' }, 'email'],
  [{ language: 'fr' }, 'language'],
  [{ message: 'x'.repeat(2001) }, 'message'],
  [{ bcc: 'a@b.example' }, 'bcc'],
])('%j is refused at its field, and nothing is queued', async (body, field) => {
  const answer = await send((await given()).slug, body)
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
  expect(await mails()).toEqual([])
})

test('a withdrawn or damaged document is not sent', async () => {
  const row = await given()
  await app.db
    .updateTable('documents')
    .set({ withdrawn_at: app.clock.now })
    .where('id', '=', row.id)
    .execute()
  const withdrawn = await send(row.slug)
  expect([withdrawn.status, withdrawn.body.code]).toEqual([409, 'document_withdrawn'])
  await app.db.updateTable('documents').set({ withdrawn_at: null }).where('id', '=', row.id).execute()
  const { sha256 } = await app.db.selectFrom('documents').select('sha256').executeTakeFirstOrThrow()
  await app.services.files.contents.remove(sha256)
  const damaged = await send(row.slug)
  expect([damaged.status, damaged.body.code]).toEqual([409, 'file_damaged'])
  expect(await mails()).toEqual([])
})

test('a queued mail protects its file from the sweep; a mail whose file is gone fails with the reason', async () => {
  const row = await given()
  await send(row.slug)
  await app.db.updateTable('documents').set({ deleted_at: app.clock.now }).where('id', '=', row.id).execute()
  const { contents } = app.services.files
  const { sha256 } = await app.db.selectFrom('documents').select('sha256').executeTakeFirstOrThrow()
  await sweepContents(app.db, contents, new Date(Date.now() + 3 * 86_400_000))
  expect(await contents.has(sha256)).toBe(true)
  await contents.remove(sha256)
  await app.runJobs()
  expect(sink.received).toEqual([])
  expect((await mails())[0]).toMatchObject({ state: 'failed', reason: 'attachment_gone' })
})
