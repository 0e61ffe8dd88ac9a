import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from './app.ts'
import { documentForm, documentsPath } from './documents.ts'
import { createOrganization, createProject } from './factories.ts'
import { goodImport } from './import-app.ts'
import { simplePdf } from './make-pdf.ts'
import { photoForm, photosPath, picture } from './photos.ts'
import { camt, houseIban } from './statements.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const fileForm = (content: string, name: string) => {
  const form = new FormData()
  form.set('file', new Blob([content]), name)
  return form
}
const events = async () => (await staff.get('/api/v4/logs/audit/?page_size=100')).body.count
const kept = () => readdir(join(app.services.config.dataDir, 'files')).catch(() => [])

/** Each kind of upload, with its current number of records. */
const kinds: Record<
  string,
  () => Promise<{ path: string; form: () => FormData; count: () => Promise<number> }>
> = {
  'an import': async () => ({
    path: '/api/v4/imports/',
    form: () => fileForm(goodImport.join('\n'), 'grants.csv'),
    count: async () => (await staff.get('/api/v4/imports/')).body.count,
  }),
  'a bank statement': async () => {
    await app.db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
    const file = camt([{ lines: [{ cents: 5000, name: 'A' }] }])
    return {
      path: '/api/v4/bank-statements/',
      form: () => fileForm(file, 'statement.xml'),
      count: async () => (await app.db.selectFrom('bank_statement_files').select('id').execute()).length,
    }
  },
  'a document': async () => {
    const { id } = await createOrganization(app.db, { title: 'Club' })
    return {
      path: documentsPath,
      form: () => documentForm({ type: 'other', target_type: 'organization', target_id: id }),
      count: async () => (await staff.get(documentsPath)).body.count,
    }
  },
  'a photo': async () => {
    const { slug } = await createProject(app.db, { title: 'Nests' })
    const bytes = await picture()
    return {
      path: photosPath(slug),
      form: () => photoForm(bytes),
      count: async () => (await staff.get(photosPath(slug))).body.length,
    }
  },
  'a document template': async () => ({
    path: '/api/v4/document-templates/',
    form: () => {
      const form = new FormData()
      const fields = { title: 'Receipt', kind: 'donation_receipt', valid_from: '2026-11-21' }
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      form.set('file', new Blob([Uint8Array.from(simplePdf())]), 'form.pdf')
      return form
    },
    count: async () => (await staff.get('/api/v4/document-templates/')).body.count,
  }),
}

for (const [kind, made] of Object.entries(kinds))
  test(`${kind} sent again under its key is stored once and answered with the same record`, async () => {
    const { path, form, count } = await made()
    const before = await count()
    const send = (raw: FormData, key: string) =>
      staff.call('POST', path, { raw, headers: { 'idempotency-key': key } })
    const first = await send(form(), 'one')
    expect([first.status, first.body]).toEqual([201, first.body])
    const [written, files] = [await events(), await kept()]
    const again = await send(form(), 'one')
    expect([again.status, again.body]).toEqual([201, first.body])
    expect([await count(), await events(), await kept()]).toEqual([before + 1, written, files])
    // Another file or other fields are no repetition.
    const other = form()
    other.set('file', new Blob([`${await (form().get('file') as Blob).text()}\n`]), 'other')
    if (kind === 'an import')
      expect((await send(other, 'one')).body).toMatchObject({ code: 'idempotency_reused' })
    expect((await send(form(), '')).status).toBe(400)
    expect(await kept()).toEqual(files)
  })
