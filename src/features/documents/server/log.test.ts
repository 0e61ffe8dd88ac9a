import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { documentsPath as path, givenDocument } from '#test/documents.ts'
import { appWithMailbox } from '#test/mailbox.ts'
import { certifiableProject, generatePath, receiptTemplate, recordGifts } from '#test/receipts.ts'
import type { SmtpSink } from '#test/smtp-sink.ts'
import { documentActions } from '../log-table.ts'

// The document log holds every event of a document with its person, and cannot be changed.

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

const logs = '/api/v4/document-logs/'
type Entry = { action: string; actor: string; document: { title: string } }
const entries = async (query = '') =>
  (await staff.get(`${logs}?page_size=100&ordering=at${query}`)).body.results as Entry[]
const done = ({ status }: { status: number }) => expect([200, 201, 204]).toContain(status)

/** Everything that can happen to a document, once each. */
async function everything(): Promise<void> {
  const { project, issuer } = await certifiableProject(app.db)
  const target = { target_type: 'organization', target_id: issuer.id }
  const statutes = await givenDocument(staff, { type: 'statutes', ...target }, { name: 'Satzung.pdf' })
  done(await staff.get(`${path}${statutes.slug}/view/`))
  done(await staff.get(`${path}${statutes.slug}/download/`))
  done(await staff.patch(`${path}${statutes.slug}/`, { issued_on: '2026-01-02', version: 1 }))
  const to = { email: 'post@verein.example', language: 'en_US', way: 'link', until: '2026-12-01' }
  done(await staff.post(`${path}${statutes.slug}/send/`, to))
  await app.runJobs()
  const link = /almoner\.example(\/document-link\/[\w-]+\/)/.exec(sink.received[0]!.mail.text!)![1]!
  done(await app.signedOut().get(`${link}file/`))
  const [{ id }] = (await staff.get(`${path}${statutes.slug}/links/`)).body
  done(await staff.call('DELETE', `${path}${statutes.slug}/links/${id}/`))
  await givenDocument(staff, { type: 'statutes', ...target }, { name: 'Satzung neu.pdf' })
  done(await staff.delete(`${path}${statutes.slug}/`))
  const [gift] = await recordGifts(staff, project, [{}])
  const made = await staff.post(generatePath, {
    template_slug: receiptTemplate,
    mode: 'final',
    targets: [gift!.slug],
  })
  const { slug, number } = made.body.document
  const withdrawal = { reason: 'Wrong donor', confirm_number: number }
  done(await staff.post(`${path}${slug}/withdraw/`, withdrawal))
}

test('the log lists every event of a document with its person, in order', async () => {
  await everything()
  const all = await entries()
  expect(all.map(({ action, actor }) => [action, actor.replace(/ \d+ .*/, '')])).toEqual([
    ['upload', 'Test Person'],
    ['read', 'Test Person'],
    ['download', 'Test Person'],
    ['change', 'Test Person'],
    ['send', 'Test Person'],
    ['download_by_link', 'Link'],
    ['end_link', 'Test Person'],
    ['upload', 'Test Person'],
    ['supersede', 'Test Person'],
    ['delete', 'Test Person'],
    ['generate', 'Test Person'],
    ['withdraw', 'Test Person'],
  ])
  // No possible event is missing here, and each can be filtered alone.
  expect(documentActions.filter((action) => !all.some((entry) => entry.action === action))).toEqual([])
  for (const action of documentActions)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await entries(`&action=${action}`)).every((entry) => entry.action === action)).toBe(true)
  expect(await entries('&action=withdraw')).toHaveLength(1)
})

test('the export has each entry; the log can be neither changed nor deleted', async () => {
  await everything()
  const before = await entries()
  const file = await staff.get(`${logs}export/?format=csv&ordering=at`)
  const [, ...lines] = Buffer.from(file.bytes).toString().trimEnd().split('\r\n')
  expect(lines).toHaveLength(before.length)
  expect(lines.map((line, at) => line.includes(before[at]!.document.title))).toEqual(before.map(() => true))
  for (const change of [
    sql`update audit_events set actor_name = 'Nobody'`,
    sql`delete from audit_events where object_type = 'document'`,
  ])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(change.execute(app.db)).rejects.toThrow('append-only')
  expect(await entries()).toEqual(before)
})
