import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { uploadTemplate } from '#test/document-templates.ts'
import { documentsPath, uploadDocument } from '#test/documents.ts'
import { createOrganization } from '#test/factories.ts'
import { textOfPdf } from '#test/pdf.ts'
import type { FoundField } from '#features/document-templates/places.ts'

// Sends the files beside the checkout through the product's calls. Bad ones are refused with their reason; each form
// becomes a template, is filled and read back. The server still answers afterwards, with about as much memory.

const folder = join(import.meta.dirname, '../../../../../shared/data/pdf')
const files = (kind: string) => readdirSync(join(folder, kind)).toSorted()
const read = (kind: string, name: string) => readFileSync(join(folder, kind, name))

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const damaged = (name: string) => [
  'invalid_file_type',
  'Invalid file type',
  `${name} cannot be read. Save it again as a PDF.`,
]
const refused: Record<string, (name: string) => string[]> = {
  'corrupted.pdf': damaged,
  'helloworld-bad.pdf': damaged,
  'encrypted.pdf': (name) => [
    'invalid_file_type',
    'Invalid file type',
    `${name} is protected by a password. Remove it and choose the file again.`,
  ],
  'five-bytes.pdf': (name) => [
    'not_a_pdf',
    'Only PDF files are allowed to be uploaded',
    `${name} is not a PDF, whatever its name says.`,
  ],
}
const scripted = ['AcroFormsBasicFields.pdf', 'annotation-button-widget.pdf']

test('bad files are refused with their reasons, again and again, and the server stays as it was', async () => {
  const { id } = await createOrganization(app.db)
  const fields = { type: 'exemption_notice', target_type: 'organization', target_id: id }
  const names = [...files('bad').map((name) => ['bad', name]), ...scripted.map((name) => ['forms', name])]
  const upload = async ([kind, name]: string[]) => {
    const { status, body } = await uploadDocument(staff, fields, { bytes: read(kind!, name!), name: name! })
    const why =
      refused[name!] ??
      (() => [
        'invalid_file_type',
        'Invalid file type',
        `${name} carries a script. Save it without scripts and choose it again.`,
      ])
    expect([status, body.code, body.detail, body.reason]).toEqual([415, ...why(name!)])
  }
  await Promise.all(names.map(upload))
  const before = process.memoryUsage.rss()
  for (let round = 0; round < 5; round++)
    // oxlint-disable-next-line no-await-in-loop -- round after round
    await Promise.all(names.map(upload))
  expect((process.memoryUsage.rss() - before) / 1_048_576).toBeLessThan(100)
  const good = await uploadDocument(staff, fields, { bytes: read('plain', 'arabic.pdf'), name: 'arabic.pdf' })
  expect(good.status).toBe(201)
  expect((await staff.get(documentsPath)).body.count).toBe(1)
})

test.each(files('forms').filter((name) => !scripted.includes(name)))(
  '%s is made a template, its texts and boxes are filled, and a test print says so',
  async (name) => {
    const made = await uploadTemplate(staff, { title: name }, { bytes: read('forms', name), name })
    expect([made.status, made.body]).toEqual([201, made.body])
    const version = `/api/v4/document-templates/${made.body.slug}/versions/1/`
    const { found, version: read_with } = (await staff.get(`${version}fields/`)).body
    const mapped = (found as FoundField[]).flatMap(({ name: field, type }) => {
      const size = { from: 5, to: 9 }
      if (type === 'text' || type === 'lines') return [{ field, token: 'tax_office', format: 'text', size }]
      return type === 'checkbox' ? [{ field, token: 'is_notice', format: 'checked_yes', size }] : []
    })
    const saved = await staff.call('PATCH', `${version}fields/`, {
      body: { fields: mapped, placed: [], version: read_with },
    })
    expect([saved.status, saved.body.fields]).toEqual([200, mapped])
    const { status, bytes } = await staff.call('GET', `${version}preview/`)
    expect(status).toBe(200)
    const words = await textOfPdf(bytes)
    const places = (format: string) =>
      mapped
        .filter((one) => one.format === format)
        .reduce(
          (sum, { field }) => sum + (found as FoundField[]).find((one) => one.name === field)!.places.length,
          0,
        )
    expect(words.match(/Singen/g)?.length ?? 0).toBe(places('text'))
    expect(words.match(/\bX\b/g)?.length ?? 0).toBeGreaterThanOrEqual(places('checked_yes'))
    expect(words).toContain('TEST')
  },
)
