import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { createOrganization } from '#test/factories.ts'
import { simplePdf } from '#test/make-pdf.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'
import { dayOf } from '#shared/dates.ts'
import type { DocumentType } from '../rules.ts'
import { storeDocument } from '../server/store-document.ts'

let app: TestApp
let target: { type: 'organization'; id: number }
eachOnNewPage(
  async (given) => {
    app = given
    const organization = await createOrganization(app.db, { title: 'Kulturwerk' })
    target = { type: 'organization', id: organization.id }
  },
  { now: new Date().toISOString() },
)

/** Stores a document directly: jsdom's FormData cannot be sent to a server from here. */
const given = (
  type: DocumentType,
  filename: string,
  days: { issued_on?: string; expires_on?: string } = {},
) =>
  app.db.transaction().execute((tx) =>
    storeDocument(
      tx,
      { actor: { id: null, name: 'Test' }, now: app.clock.now, today: dayOf(app.clock.now) },
      {
        type,
        kind: '',
        target,
        filename,
        source: 'upload',
        sha256: '0'.repeat(64),
        size_bytes: 1000,
        pages: 1,
        issued_on: days.issued_on ?? null,
        expires_on: days.expires_on ?? null,
        company_ids: null,
      },
    ),
  )

const list = '/site-admin/documents/administration/'
const text = () => document.body.textContent
const file = (bytes: Uint8Array, name: string) =>
  new File([Uint8Array.from(bytes)], name, { type: 'application/pdf' })
/** Hands files to the page as a browser does. */
function choose(...files: File[]) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
const event = (type: string, more: object) => Object.assign(new Event(type, { cancelable: true }), more)
const rowOf = (name: string) =>
  [...document.querySelectorAll('tr')].find((row) => row.textContent.includes(name))!

test('the browser refuses a non-PDF, an oversized file or several files with the specification’s words', async () => {
  const page = await openPage(app, await app.as('superuser'), list)
  await page.press('Upload PDF')
  choose(file(Buffer.from('oops'), 'film.pdf'))
  await waitFor(() =>
    expect(document.querySelector('[role=alert]')?.textContent).toBe(
      'Only PDF files are allowed to be uploadedfilm.pdf is not a PDF, whatever its name says.',
    ),
  )
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Choose a file'))
  const large = file(simplePdf(), 'large.pdf')
  Object.defineProperty(large, 'size', { value: 8 * 1024 * 1024 + 1 })
  choose(large)
  await waitFor(() => expect(text()).toContain('Failed to upload fileThe file is larger than 8 MB'))
  choose(file(simplePdf(), 'a.pdf'), file(simplePdf(), 'b.pdf'))
  await waitFor(() => expect(text()).toContain('Upload one file at a time.'))
  await page.press('Dismiss')
  await waitFor(() => expect(text()).not.toContain('Upload one file at a time.'))
  choose(file(simplePdf(), 'a.pdf'))
  await waitFor(() => expect(document.querySelector('.upload-file')?.textContent).toContain('a.pdf0.0 MB'))
  await page.press('Save')
  await waitFor(() => expect(text()).toContain('Choose what it is'))
  expect(text()).toContain('Choose a project or an organization')
})

test('a file that is dropped or pasted anywhere opens the upload and is chosen', async () => {
  const page = await openPage(app, await app.as('superuser'), list)
  await page.found<HTMLButtonElement>('button', 'Upload PDF')
  window.dispatchEvent(
    event('drop', { dataTransfer: { types: ['Files'], files: [file(simplePdf(), 'dropped.pdf')] } }),
  )
  await waitFor(() => expect(document.querySelector('.upload-file')?.textContent).toContain('dropped.pdf'))
  ;(document.activeElement as HTMLElement).blur()
  window.dispatchEvent(event('paste', { clipboardData: { files: [file(simplePdf(), 'pasted.pdf')] } }))
  await waitFor(() => expect(document.querySelector('.upload-file')?.textContent).toContain('pasted.pdf'))
})

test('a person who may only view sees the list and the missing right', async () => {
  await given('statutes', 'Satzung.pdf')
  const page = await openPage(app, await app.as(['view_documents']), list)
  await waitFor(() => expect(text()).toContain('Satzung.pdf'))
  const upload = await page.found<HTMLButtonElement>('button', 'Upload PDF')
  expect(upload.getAttribute('aria-disabled')).toBe('true')
  expect(upload.getAttribute('title')).toContain('create_documents')
})

test('days left or past appear with the last day; a receipt in its retention period cannot be deleted', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await given('exemption_notice', 'soon.pdf', { issued_on: '2024-01-01', expires_on: day(46) })
  await given('other', 'over.pdf', { expires_on: day(-7) })
  await given('receipt', 'receipt.pdf')
  const page = await openPage(app, await app.as('superuser'), list)
  await waitFor(() => expect(text()).toContain('receipt.pdf'))
  expect(rowOf('soon.pdf').textContent).toMatch(/in 4[567] days/)
  expect(rowOf('over.pdf').textContent).toMatch(/[678] days ago/)
  await page.press(/^More actions: Donation receipt · Kulturwerk/)
  await waitFor(() => expect(document.querySelector('[role=menu]')).not.toBeNull())
  const remove = [...document.querySelectorAll('[role=menuitem]')].find((item) =>
    item.textContent.includes('Delete'),
  )!
  expect(remove.getAttribute('aria-disabled')).toBe('true')
})
