import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { documentsPath as path, givenReceipt, receiptBytes } from '#test/documents.ts'
import { appWithMailbox } from '#test/mailbox.ts'
import type { SmtpSink } from '#test/smtp-sink.ts'

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
  staff.post(`${path}${slug}/send/`, {
    email: 'post@verein.example',
    language: 'sie_DE',
    way: 'link',
    until: '2026-12-07',
    ...body,
  })
/** A document that was sent as a link, and the path of the link in its mail. */
async function sent(body: object = {}) {
  const row = await given()
  expect((await send(row.slug, body)).status).toBe(200)
  await app.runJobs()
  const link = /https:\/\/almoner\.example(\/document-link\/[\w-]{43}\/)/.exec(
    sink.received.at(-1)!.mail.text!,
  )!
  return { row, link: link[1]! }
}
const links = async (slug: string) => (await staff.get(`${path}${slug}/links/`)).body
const log = async (slug: string) =>
  (await staff.get(`/api/v4/document-logs/?slug=${slug}`)).body.results as Record<string, unknown>[]

test('the mail has a link but no file; the link opens a page whose PDF download is counted and logged', async () => {
  const { row, link } = await sent()
  const { mail } = sink.received[0]!
  expect(mail.attachments).toEqual([])
  expect(mail.subject).toBe('Dokument: Zuwendungsbestätigung_2026-11-23.pdf')
  expect(mail.text).toContain('liegt für Sie bereit')
  expect(mail.text).toContain('Der Link gilt bis zum 07.12.2026.')
  const stranger = app.signedOut()
  const page = await stranger.get(link)
  expect([page.status, page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual([
    200,
    'no-store',
    'noindex, nofollow',
  ])
  expect(page.body).toContain('Zuwendungsbestätigung_2026-11-23.pdf')
  expect(page.body).toContain('PDF herunterladen (293 KB)')
  for (const hidden of ['Kulturwerk', 'post@verein', '<script']) expect(page.body).not.toContain(hidden)
  expect((await links(row.slug))[0]).toMatchObject({ downloads: 0, state: 'open' })

  const file = await stranger.get(`${link}file/`)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(Buffer.from(file.bytes).equals(receiptBytes)).toBe(true)
  expect(await links(row.slug)).toEqual([
    expect.objectContaining({
      email: 'post@verein.example',
      until: '2026-12-07',
      state: 'open',
      state_display: 'Open',
      downloads: 1,
      last_download_at: '2026-11-23T09:00:00.000Z',
    }),
  ])
  expect((await log(row.slug)).map(({ action_display, actor }) => [action_display, actor])).toEqual([
    ['Downloaded by its link (personal data)', 'Link'],
    ['Sent as a link until 07.12.2026 (personal data)', expect.stringMatching(/^Test Person/)],
    ['Uploaded (personal data)', expect.stringMatching(/^Test Person/)],
  ])
})

test('only the recipient learns the address: it is neither stored nor shown anywhere', async () => {
  const { row, link } = await sent()
  const token = link.split('/')[2]!
  const stored = JSON.stringify([
    await app.db.selectFrom('document_links').selectAll().execute(),
    await app.db.selectFrom('emails').selectAll().orderBy('id').execute(),
    await app.db.selectFrom('email_secrets').selectAll().execute(),
    await app.db.selectFrom('audit_events').selectAll().orderBy('id').execute(),
  ])
  const [{ id }] = (await staff.get('/api/v4/emails/')).body.results
  const shown = JSON.stringify([(await staff.get(`/api/v4/emails/${id}/`)).body, await links(row.slug)])
  expect([stored.includes(token), shown.includes(token)]).toEqual([false, false])
  expect(shown).toContain('••••••')
})

describe('a link opens nothing', () => {
  const gone = async (link: string) => {
    const answers = [await app.signedOut().get(link), await app.signedOut().get(`${link}file/`)]
    expect(answers.map(({ status }) => status)).toEqual([410, 410])
    for (const { body } of answers) {
      expect(body).toContain('This link does not open anything')
      expect(body).not.toMatch(/Bestätigung|Kulturwerk|verein/)
    }
    return answers[0]!.body
  }

  test('after the end of its last day', async () => {
    const { row, link } = await sent()
    app.clock.now = new Date('2026-12-07T22:59:59Z')
    expect((await app.signedOut().get(`${link}file/`)).status).toBe(200)
    app.clock.now = new Date('2026-12-07T23:00:00Z')
    expect(await gone(link)).toBe(await gone(`/document-link/${'x'.repeat(43)}/`))
    staff = await app.as('superuser')
    expect((await links(row.slug))[0]).toMatchObject({ state: 'over', downloads: 1 })
  })

  test('once it is ended, while other links of the document stay open', async () => {
    const { row, link } = await sent()
    expect((await send(row.slug, { email: 'other@verein.example' })).status).toBe(200)
    const [, first] = await links(row.slug)
    expect((await staff.call('DELETE', `${path}${row.slug}/links/${first.id}/`)).status).toBe(204)
    await gone(link)
    expect((await links(row.slug)).map(({ state }: { state: string }) => state)).toEqual(['open', 'ended'])
    expect((await log(row.slug))[0]).toMatchObject({ action: 'end_link' })
    // Ended once more, nothing changes and nothing is logged.
    expect((await staff.call('DELETE', `${path}${row.slug}/links/${first.id}/`)).status).toBe(204)
    expect((await log(row.slug)).filter(({ action }) => action === 'end_link')).toHaveLength(1)
    const another = await given()
    expect((await staff.call('DELETE', `${path}${another.slug}/links/${first.id}/`)).status).toBe(404)
  })

  test('while its document is withdrawn or deleted', async () => {
    const { row, link } = await sent()
    const set = (values: object) =>
      app.db.updateTable('documents').set(values).where('id', '=', row.id).execute()
    await set({ withdrawn_at: app.clock.now })
    await gone(link)
    await set({ withdrawn_at: null, deleted_at: app.clock.now })
    await gone(link)
    await set({ deleted_at: null })
    expect((await app.signedOut().get(link)).status).toBe(200)
  })
})

test('repeated downloads and guesses of links are throttled', async () => {
  const { row, link } = await sent()
  const take = async () => (await app.signedOut().get(`${link}file/`)).status
  for (let time = 0; time < 20; time++) expect(await take()).toBe(200)
  expect(await take()).toBe(429)
  expect((await links(row.slug))[0]).toMatchObject({ downloads: 20 })
  // The link's page and other links are not throttled.
  expect((await app.signedOut().get(link)).status).toBe(200)
  app.clock.now = new Date(app.clock.now.getTime() + 31_000)
  expect(await take()).toBe(200)
  const guess = async (n: number) => (await app.signedOut().get(`/document-link/guess-${n}/`)).status
  for (let n = 0; n < 50; n++) expect(await guess(n)).toBe(410)
  expect(await guess(50)).toBe(429)
  expect((await app.signedOut().get(link)).status).toBe(200)
})

test.each([
  [{ until: undefined }, 'until', 'Choose a day from today on, at most 90 days ahead'],
  [{ until: '2026-11-22' }, 'until', 'Choose a day from today on, at most 90 days ahead'],
  [{ until: '2027-02-22' }, 'until', 'Choose a day from today on, at most 90 days ahead'],
  [{ until: 'soon' }, 'until', expect.any(String)],
  [{ way: 'attachment' }, 'until', 'Only a link has a last day'],
  [{ way: 'fax' }, 'way', expect.any(String)],
])('%j is rejected at its field, and nothing is queued', async (body, field, message) => {
  const row = await given()
  const answer = await send(row.slug, body)
  expect([answer.status, answer.body]).toEqual([400, { [field]: [message] }])
  expect(await app.db.selectFrom('emails').select('id').execute()).toEqual([])
  expect(await links(row.slug)).toEqual([])
})

test('today and the 90th day ahead are allowed as the last day', async () => {
  const row = await given()
  expect((await send(row.slug, { until: '2026-11-23' })).status).toBe(200)
  expect((await send(row.slug, { until: '2027-02-21' })).status).toBe(200)
})

test('a wording with the link in its subject is rejected', async () => {
  const wording = { subject: { en_US: '{{ title }} {{ link }}' }, version: 0 }
  const answer = await staff.patch('/api/v4/email-templates/document_link/', wording)
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['subject.en_US']])
})
