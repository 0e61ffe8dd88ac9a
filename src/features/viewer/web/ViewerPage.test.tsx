import { waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { dayOf } from '#shared/dates.ts'
import { noticePdf } from '#features/demo/server/notice-pdf.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { storeDocument } from '#features/documents/server/store-document.ts'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization } from '#test/factories.ts'
import { simplePdf } from '#test/make-pdf.ts'
import { eachOnNewPage, flushEffects, openPage } from '#test/page.tsx'

// jsdom has no canvas, so this fake PDF records the draw calls.
const drawn: string[] = []
let fails = false
vi.mock('#web/pdf/load.ts', () => ({
  loadPdf: async () => ({
    pages: 2,
    size: async () => ({ width: 595, height: 842 }),
    draw: async (page: number) => {
      drawn.push(`page ${page}`)
      if (fails) throw new Error('broken')
    },
    layText: async () => undefined,
    runs: async (page: number) => (page === 1 ? ['Finanzamt ', 'Hohenfels'] : ['nichts']),
    close: () => undefined,
  }),
}))

let app: TestApp
let staff: Client
let organization: { id: number; slug: string }
eachOnNewPage(
  async (given) => {
    app = given
    drawn.length = 0
    fails = false
    staff = await app.as('superuser')
    organization = await createOrganization(app.db, {
      title: 'Kulturwerk',
      exemption_kind: 'none',
      exemption_date: null,
      tax_office: 'Finanzamt Hohenfels',
      tax_number: '42099/01243',
    })
  },
  { now: '2026-11-23T09:00:00Z' },
)

const words = {
  office: 'Finanzamt Hohenfels',
  street: 'Schlossplatz 4',
  town: '72999 Hohenfels',
  day: '14.10.2026',
  number: '42099/01234',
  phone: '07400 555-0',
  organization: 'Kulturwerk',
  address: [],
  years: '2023 bis 2025',
  purpose: 'ohne Zweck',
}
/** Stores a document as an upload would, because `fetch` cannot send jsdom's `FormData`. */
async function kept(more: { type?: DocumentType; bytes?: Uint8Array; name?: string } = {}) {
  const bytes = Buffer.from(more.bytes ?? (await noticePdf(words)))
  const sha256 = await app.services.files.contents.put(bytes)
  const when = { actor: { id: null, name: 'Test' }, now: app.clock.now, today: dayOf(app.clock.now) }
  const id = await app.db.transaction().execute((tx) =>
    storeDocument(tx, when, {
      type: more.type ?? 'exemption_notice',
      kind: '',
      target: { type: 'organization', id: organization.id },
      filename: more.name ?? 'Bescheid.pdf',
      source: 'upload',
      sha256,
      size_bytes: bytes.length,
      pages: 2,
      issued_on: null,
      expires_on: null,
      company_ids: null,
    }),
  )
  return app.db.selectFrom('documents').select(['id', 'slug']).where('id', '=', id).executeTakeFirstOrThrow()
}
const view = ({ slug }: { slug: string }, client = staff) =>
  openPage(app, client, `/site-admin/documents/${slug}/view/`)
const text = () => document.body.textContent
const valueOf = (name: string) =>
  [...document.querySelectorAll('.found-value')].find((item) =>
    item.querySelector('h3')?.textContent.includes(name),
  )!
const press = async (key: string, more: KeyboardEventInit = {}) => {
  await flushEffects()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
}
const record = async () => (await staff.get(`/api/v4/organization/${organization.slug}/`)).body

test('found values appear beside the record; used ones change it, and date the proof, only on Save', async () => {
  const page = await view(await kept())
  await waitFor(() => expect(text()).toContain('2 open'))
  expect(valueOf('Issued').textContent).toContain('Suggestion')
  expect(valueOf('Issued').textContent).toContain('Page 1, top right')
  expect(valueOf('Tax number').textContent).toContain('Differs')
  expect([...valueOf('Tax number').querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    '34',
    '43',
  ])
  expect(valueOf('Tax office').textContent).toContain('Agrees')
  await waitFor(() => expect(text()).toContain('Without an issue day nothing follows.'))
  await page.press('Use value', valueOf('Issued'))
  await waitFor(() => expect(valueOf('Issued').textContent).toContain('Used'))
  await waitFor(() => expect(text()).toContain('Valid until 14.10.2031 (5 years, § 63 (5) AO)'))
  expect(text()).toContain('Tasks on 16.07.2031, 14.09.2031 and 14.10.2031')
  expect((await record()).exemption_date).toBeNull()
  await page.press('Keep record’s value', valueOf('Tax number'))
  await waitFor(() => expect(valueOf('Tax number').textContent).toContain('Kept'))
  await page.press('Undo', valueOf('Tax number'))
  await page.press('Use value', valueOf('Tax number'))
  await page.press('Save')
  await waitFor(async () =>
    expect(await record()).toMatchObject({ exemption_date: '2026-10-14', tax_number: '42099/01234' }),
  )
  await waitFor(() => expect(valueOf('Issued').textContent).toContain('Agrees'))
})

test('j and k select a value, Enter uses it, Backspace keeps the record’s; Discard changes nothing', async () => {
  const page = await view(await kept())
  await waitFor(() => expect(valueOf('Issued').matches('[data-chosen]')).toBe(true))
  await press('j')
  await waitFor(() => expect(valueOf('Tax number').matches('[data-chosen]')).toBe(true))
  await press('k')
  await waitFor(() => expect(valueOf('Issued').matches('[data-chosen]')).toBe(true))
  await press('Enter')
  await waitFor(() => expect(valueOf('Issued').textContent).toContain('Used'))
  await waitFor(() => expect(valueOf('Tax number').matches('[data-chosen]')).toBe(true))
  await press('Backspace')
  await waitFor(() => expect(valueOf('Tax number').textContent).toContain('Kept'))
  await page.press('Discard')
  await waitFor(() => expect(text()).toContain('2 open'))
  expect(page.made.some(({ method }) => method === 'PATCH')).toBe(false)
})

test('none of several candidates is preselected, and one must be chosen before it can be used', async () => {
  const page = await view(
    await kept({
      bytes: await noticePdf({ ...words, day: '', phone: '', purpose: 'am 02.01.2026 oder 03.01.2026' }),
    }),
  )
  await waitFor(() => expect(valueOf('Issued').textContent).toContain('Several candidates: choose one'))
  const radios = () => [...valueOf('Issued').querySelectorAll<HTMLInputElement>('input[type=radio]')]
  expect(radios().map(({ checked }) => checked)).toEqual([false, false])
  expect(page.find('button', 'Use value', valueOf('Issued'))?.getAttribute('aria-disabled')).toBe('true')
  await page.press('03.01.2026', valueOf('Issued'))
  await page.press('Use value', valueOf('Issued'))
  await waitFor(() => expect(valueOf('Issued').textContent).toContain('03.01.2026'))
  expect(valueOf('Issued').textContent).toContain('Used')
})

test('a scan is reported as having no text, and its values can be typed', async () => {
  const page = await view(await kept({ bytes: simplePdf() }))
  await waitFor(() => expect(text()).toContain('This is a picture without text.'))
  await page.type('Issued', '14.10.2026')
  await page.type('Tax number', '1/2')
  await page.press('Save')
  await waitFor(async () =>
    expect(await record()).toMatchObject({ exemption_date: '2026-10-14', tax_number: '1/2' }),
  )
})

test('a person who may not change documents sees the values and the missing right', async () => {
  const page = await view(await kept(), await app.as(['view_documents', 'view_organizations']))
  await waitFor(() => expect(valueOf('Issued').textContent).toContain('14.10.2026'))
  const use = page.find('button', 'Use value', valueOf('Issued'))!
  expect([use.getAttribute('aria-disabled'), use.getAttribute('title')]).toEqual([
    'true',
    expect.stringContaining('change_documents'),
  ])
  await press('Enter')
  expect(valueOf('Issued').textContent).toContain('Suggestion')
})

test('a superseded file names the newer one, a withdrawn one is watermarked, a failed page can be retried', async () => {
  fails = true
  const old = await kept({ name: 'alt.pdf' })
  await kept({ name: 'neu.pdf' })
  const page = await view(old)
  await waitFor(() => expect(text()).toContain('Superseded on 23.11.2026 by neu.pdf'))
  await waitFor(() => expect(text()).toContain('The page cannot be drawn.'))
  fails = false
  await page.press('Try again')
  await waitFor(() => expect(document.querySelector('.pdf-page[data-state=drawn]')).not.toBeNull())
  await app.db
    .updateTable('documents')
    .set({ withdrawn_at: app.clock.now })
    .where('id', '=', old.id)
    .execute()
  await view(old)
  await waitFor(() => expect(text()).toContain('Withdrawn on 23.11.2026'))
  await waitFor(() => expect(document.querySelector('.viewer-pages .viewer-mark')).not.toBeNull())
})

test('a damaged file is not shown but reported as damaged', async () => {
  const row = await kept({ type: 'other' })
  const { sha256 } = await app.db.selectFrom('documents').select('sha256').executeTakeFirstOrThrow()
  await app.services.files.contents.remove(sha256)
  await view(row)
  await waitFor(() => expect(text()).toContain('The stored file is damaged.'))
  expect(drawn).toEqual([])
})

test('the search finds text across text runs, and viewing the document is logged once', async () => {
  const page = await view(await kept())
  await page.type('Search the document', 'finanzamt hohenf')
  await waitFor(() => expect(text()).toContain('Hit 1 of 1'))
  await page.type('Search the document', 'gibt es nicht')
  await waitFor(() => expect(text()).toContain('No hits'))
  const log = (await staff.get('/api/v4/document-logs/')).body.results as { action: string }[]
  expect(log.map(({ action }) => action)).toEqual(['read', 'upload'])
})
