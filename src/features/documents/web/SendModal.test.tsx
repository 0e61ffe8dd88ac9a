import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { addDays, dayOf, showDay } from '#shared/dates.ts'
import type { Client, TestApp } from '#test/app.ts'
import { documentsPath } from '#test/documents.ts'
import { createOrganization } from '#test/factories.ts'
import { simplePdf } from '#test/make-pdf.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'
import { storeDocument } from '../server/store-document.ts'

let app: TestApp
let staff: Client
let slug: string
eachOnNewPage(
  async (given) => {
    app = given
    staff = await app.as('superuser')
    const { id } = await createOrganization(app.db, {
      title: 'Kulturwerk',
      email_contact: 'post@kulturwerk.example',
    })
    slug = await kept(id)
  },
  { now: new Date().toISOString() },
)

/** Stores a document as an upload does: jsdom's FormData cannot be sent to a server from here. */
async function kept(organization: number): Promise<string> {
  const bytes = Buffer.from(simplePdf())
  const sha256 = await app.services.files.contents.put(bytes)
  const when = { actor: { id: null, name: 'Test' }, now: app.clock.now, today: dayOf(app.clock.now) }
  const id = await app.db.transaction().execute((tx) =>
    storeDocument(tx, when, {
      type: 'statutes',
      kind: '',
      target: { type: 'organization', id: organization },
      filename: 'Satzung.pdf',
      source: 'upload',
      sha256,
      size_bytes: bytes.length,
      pages: 1,
      issued_on: null,
      expires_on: null,
      company_ids: null,
    }),
  )
  const row = await app.db
    .selectFrom('documents')
    .select('slug')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.slug
}

const mails = () =>
  app.db.selectFrom('emails').select(['template', 'to_email', 'language', 'data']).orderBy('id').execute()

const dialog = () => document.querySelector<HTMLElement>('dialog[open]')
const until = async (page: Awaited<ReturnType<typeof openPage>>) =>
  (await page.found<HTMLInputElement>('dialog input', /^Link opens until/)).value

async function open(locale?: 'sie_DE') {
  if (locale) await app.db.updateTable('users').set({ language: locale }).execute()
  const page = await openPage(app, staff, '/site-admin/documents/administration/')
  await page.press(locale ? /^Weitere Aktionen: Satzung/ : /^More actions: Statutes/)
  await page.press(locale ? 'Senden…' : 'Send…')
  await waitFor(() => expect(dialog()).not.toBeNull())
  return page
}

test('a document is sent as an attachment to the address of its organization, with an edited text', async () => {
  const page = await open()
  const address = await page.found<HTMLInputElement>('dialog input', /^E-mail/)
  expect(address.value).toBe('post@kulturwerk.example')
  expect(page.find('dialog input', /^Link opens until/)).toBeUndefined()
  await page.type('Message', 'As agreed.')
  await page.press('Send')
  await waitFor(() => expect(dialog()).toBeNull())
  expect(await mails()).toEqual([
    expect.objectContaining({
      template: 'document_sent',
      to_email: 'post@kulturwerk.example',
      language: 'sie_DE',
      data: { title: 'Satzung.pdf', organization: 'Kulturwerk', reason: 'As agreed.', slip: '' },
    }),
  ])
})

test('a link has a last day; a wrong one is reported at the field, and no input is lost', async () => {
  const page = await open()
  await page.press('As a link that expires')
  const today = dayOf(new Date())
  expect(await until(page)).toBe(showDay(addDays(today, 14)))
  await page.type('Message', 'For two weeks.')
  await page.type(/^Link opens until/, showDay(addDays(today, 91)))
  await page.press('Send')
  await waitFor(() =>
    expect(dialog()!.textContent).toContain('Choose a day from today on, at most 90 days ahead'),
  )
  const message = await page.found<HTMLTextAreaElement>('dialog textarea', 'Message')
  expect(message.value).toBe('For two weeks.')
  expect(await mails()).toEqual([])
  await page.type(/^Link opens until/, showDay(addDays(today, 3)))
  await page.press('Send')
  await waitFor(() => expect(dialog()).toBeNull())
  expect((await mails())[0]).toMatchObject({
    template: 'document_link',
    data: { valid_until: addDays(today, 3), reason: 'For two weeks.' },
  })
})

test('the links of a document are listed below it, and an open one can be ended', async () => {
  const day = addDays(dayOf(new Date()), 5)
  for (const email of ['first@verein.example', 'second@verein.example'])
    await staff.post(`${documentsPath}${slug}/send/`, { email, language: 'sie_DE', way: 'link', until: day })
  const page = await open('sie_DE')
  await waitFor(() => expect(dialog()!.textContent).toContain('second@verein.example'))
  expect(dialog()!.textContent).toContain(`gilt bis ${showDay(day)} · noch nicht heruntergeladen`)
  await page.press('Link beenden: first@verein.example')
  await waitFor(() => expect(dialog()!.textContent).toContain('Beendet'))
  const links = (await staff.get(`${documentsPath}${slug}/links/`)).body as { email: string; state: string }[]
  expect(links.map(({ email, state }) => [email, state])).toEqual([
    ['second@verein.example', 'open'],
    ['first@verein.example', 'ended'],
  ])
})
