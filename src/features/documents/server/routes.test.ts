import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { documentForm, documentsPath as path, givenDocument, uploadDocument } from '#test/documents.ts'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { badPdfs, pdfOfSize, simplePdf } from '#test/make-pdf.ts'
import { databaseChecksums } from '#test/table-checksums.ts'
import { sweepContents } from './sweep.ts'

const app = useApp({ now: '2026-11-22T09:00:00Z' })
let staff: Client
let organization: { id: number; slug: string; title: string }
let target: { target_type: string; target_id: number }
beforeEach(async () => {
  staff = await app.as('superuser')
  organization = await createOrganization(app.db, { title: 'Kulturwerk Alte Gerberei e. V.' })
  target = { target_type: 'organization', target_id: organization.id }
})

const contents = () => app.services.files.contents
const stored = async () => {
  const all: string[] = []
  for await (const { sha256 } of contents().list()) all.push(sha256)
  return all.toSorted()
}
const rows = async (query = '') => (await staff.get(path + query)).body.results
const titles = async (query = '') => (await rows(query)).map((row: { title: string }) => row.title)
const proof = () =>
  app.db
    .selectFrom('organizations')
    .select(['exemption_kind', 'exemption_date'])
    .where('id', '=', organization.id)
    .executeTakeFirstOrThrow()

describe('an upload', () => {
  test('answers 201 with the whole row, and keeps the bytes under their hash', async () => {
    const bytes = pdfOfSize(4000)
    const answer = await uploadDocument(
      staff,
      { type: 'statutes', ...target, issued_on: '2026-03-12' },
      { bytes, name: 'C:\\Temp\\Satzung „neu“ ä.PDF' },
    )
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number),
      slug: expect.stringMatching(/^satzung-neu-ae-[0-9a-f]{10}$/),
      title: 'Satzung „neu“ ä.PDF',
      name: 'Statutes 2026',
      donor: null,
      type: 'statutes',
      type_display: 'Statutes',
      kind: '',
      target: {
        type: 'organization',
        id: organization.id,
        slug: organization.slug,
        title: organization.title,
      },
      issued_on: '2026-03-12',
      expires_on: null,
      expires_typed: false,
      state: 'current',
      state_display: '-',
      source: 'upload',
      number: null,
      size_bytes: 4000,
      pages: 1,
      superseded: null,
      withdrawn_at: null,
      kept_until: null,
      download_url: `/api/v4/documents/${answer.body.slug}/download/`,
      created_by: expect.stringMatching(/^Test Person/),
      created_at: '2026-11-22T09:00:00.000Z',
      version: 1,
    })
    expect(answer.headers.get('location')).toBe(`/api/v4/documents/${answer.body.slug}/`)
    expect((await staff.get(`${path}${answer.body.slug}/`)).body).toEqual(answer.body)
    expect(await rows()).toEqual([answer.body])
    const { sha256 } = await app.db.selectFrom('documents').select('sha256').executeTakeFirstOrThrow()
    expect((await contents().read(sha256)).equals(bytes)).toBe(true)
  })

  test('accepts the file before its fields, and a project as target', async () => {
    const project = await createProject(app.db, { organization_id: organization.id, title: 'Kletterwand' })
    const fields = { type: 'other', target_type: 'project', target_id: project.id }
    const row = await givenDocument(staff, fields, { fileFirst: true })
    expect(row.target).toEqual({ type: 'project', id: project.id, slug: project.slug, title: 'Kletterwand' })
  })

  test.each([
    [{ type: 'invoice' }, 'type'],
    [{ target_type: 'user' }, 'target_type'],
    [{ target_id: 999_999 }, 'target_id'],
    [{ target_id: 'x' }, 'target_id'],
    [{ issued_on: '22.11.2026' }, 'issued_on'],
    [{ type: 'exemption_notice', issued_on: '2026-11-23' }, 'issued_on'],
    [{ issued_on: '2026-11-01', expires_on: '2026-10-31' }, 'expires_on'],
    [{ kind: 'art60a' }, 'kind'],
    [{ colour: 'red' }, 'colour'],
  ])('%j is refused at its field, and nothing is kept', async (fields, field) => {
    const answer = await uploadDocument(staff, { type: 'statutes', ...target, ...fields })
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
    expect(await rows()).toEqual([])
    expect(await app.db.selectFrom('audit_events').select('id').execute()).toEqual([])
  })

  test('requires exactly one file: two or none answer 400', async () => {
    const two = documentForm({ type: 'other', ...target })
    two.append('file', new Blob([Uint8Array.from(simplePdf())]), 'b.pdf')
    const none = new FormData()
    none.set('type', 'other')
    for (const raw of [two, none]) {
      const answer = await staff.call('POST', path, { raw })
      expect([answer.status, answer.body]).toEqual([400, { file: ['Send exactly one file'] }])
    }
    expect(await rows()).toEqual([])
  })

  test('file names are normalized, cut to 200 characters, and always end in .pdf', async () => {
    const named = async (name: string) =>
      (await givenDocument(staff, { type: 'other', ...target }, { name })).title as string
    expect(await named('Bescheid')).toBe('Bescheid.pdf')
    expect(await named('../../etc/passwd')).toBe('passwd.pdf')
    const long = await named(`${'x'.repeat(300)}.pdf`)
    expect([long.length, long.endsWith('x.pdf')]).toEqual([200, true])
  })
})

describe('refused by content', () => {
  test('a file that is no PDF gets 415 with the specification’s words, whatever its name', async () => {
    for (const bytes of [Buffer.from('oops\n'), Buffer.alloc(0), Buffer.alloc(50_000, 0x20)]) {
      const answer = await uploadDocument(staff, { type: 'other', ...target }, { bytes, name: 'a.pdf' })
      expect([answer.status, answer.body]).toEqual([
        415,
        {
          detail: 'Only PDF files are allowed to be uploaded',
          code: 'not_a_pdf',
          reason: 'a.pdf is not a PDF, whatever its name says.',
        },
      ])
    }
  })

  test('the header must be within the first 1,024 bytes', async () => {
    const behind = (count: number) => Buffer.concat([Buffer.alloc(count, 0x20), simplePdf()])
    const upload = (bytes: Buffer) => uploadDocument(staff, { type: 'other', ...target }, { bytes })
    expect((await upload(behind(1000))).status).toBe(201)
    expect((await upload(behind(1024))).body.code).toBe('not_a_pdf')
  })

  test.each(Object.entries(badPdfs))('%s', async (_, { bytes, refused }) => {
    const reasons = {
      encrypted:
        'b.pdf ist mit einem Passwort geschützt. Entfernen Sie das Passwort und wählen Sie die Datei noch einmal.',
      script:
        'b.pdf enthält ein Skript. Speichern Sie die Datei ohne Skripte und wählen Sie sie noch einmal.',
      unreadable: 'b.pdf lässt sich nicht lesen. Speichern Sie die Datei noch einmal als PDF.',
    }
    const before = await stored()
    const answer = await uploadDocument(
      staff,
      { type: 'other', ...target },
      { bytes, name: 'b.pdf', locale: 'sie_DE' },
    )
    expect([answer.status, answer.body]).toEqual([
      415,
      { detail: 'Ungültiger Dateityp', code: 'invalid_file_type', reason: reasons[refused] },
    ])
    expect([await rows(), await stored()]).toEqual([[], before])
  })

  test('8 MB are kept, one byte more is 413', async () => {
    const eight = 8 * 1024 * 1024
    const upload = (bytes: Buffer) => uploadDocument(staff, { type: 'other', ...target }, { bytes })
    expect((await upload(pdfOfSize(eight))).status).toBe(201)
    const answer = await upload(pdfOfSize(eight + 1))
    expect([answer.status, answer.body.code]).toEqual([413, 'too_large'])
    expect(await rows()).toHaveLength(1)
  })
})

describe('types with one current document per target', () => {
  test.each(['exemption_notice', 'statutes', 'account_proof', 'funding_agreement'])(
    'a new %s supersedes, the old one stays as history',
    async (type) => {
      const old = await givenDocument(staff, { type, ...target }, { name: '2021.pdf' })
      const other = await createOrganization(app.db)
      await givenDocument(staff, { type, ...target, target_id: other.id }, { name: 'other.pdf' })
      app.clock.now = new Date('2026-11-22T10:00:00Z')
      const next = await givenDocument(staff, { type, ...target }, { name: '2026.pdf' })
      const history = (await staff.get(`${path}${old.slug}/`)).body
      expect(history).toMatchObject({
        state: 'superseded',
        superseded: { at: '2026-11-22T10:00:00.000Z', by: '2026.pdf' },
      })
      expect(next.superseded).toBeNull()
      expect(await titles('?state=superseded')).toEqual(['2021.pdf'])
      expect((await staff.get(`${path}${old.slug}/download/`)).status).toBe(200)
    },
  )

  test('documents of other types never supersede each other', async () => {
    for (const type of ['receipt', 'letter', 'other', 'receipt', 'letter', 'other'])
      await givenDocument(staff, { type, ...target })
    expect(await rows('?state=superseded')).toEqual([])
    expect(await rows()).toHaveLength(6)
  })
})

describe('a notice sets the proof of its organization', () => {
  const notice = (fields: Record<string, string>) =>
    uploadDocument(staff, { type: 'exemption_notice', ...target, ...fields })
  const given = (exemption_kind: string, exemption_date: string | null) =>
    app.db
      .updateTable('organizations')
      .set({ exemption_kind, exemption_date })
      .where('id', '=', organization.id)
      .execute()

  test('a notice is valid for exactly 60 months from its issue day', async () => {
    await given('notice', '2021-02-02')
    const list = '/api/v4/organizations/?proof_status='
    expect((await staff.get(`${list}expired`)).body.count).toBe(1)
    const { body } = await notice({ issued_on: '2026-10-14' })
    expect(body).toMatchObject({ issued_on: '2026-10-14', expires_on: '2031-10-14', state: 'valid' })
    expect(await proof()).toEqual({ exemption_kind: 'notice', exemption_date: '2026-10-14' })
    expect((await staff.get(`${list}valid`)).body.count).toBe(1)
    const history = (await staff.get(`/api/v4/organization/${organization.slug}/history/`)).body
    expect(history.results[0]).toMatchObject({ action: 'change' })
  })

  test('a § 60a finding is valid for 36 months and never replaces a notice', async () => {
    await given('none', null)
    const { body } = await notice({ kind: 'art60a', issued_on: '2026-01-31' })
    expect(body).toMatchObject({ type_display: '§ 60a finding', kind: 'art60a', expires_on: '2029-01-31' })
    expect(await proof()).toEqual({ exemption_kind: 'art60a', exemption_date: '2026-01-31' })
    await notice({ issued_on: '2025-05-05' })
    expect(await proof()).toEqual({ exemption_kind: 'notice', exemption_date: '2025-05-05' })
    await notice({ kind: 'art60a', issued_on: '2026-11-01' })
    expect(await proof()).toEqual({ exemption_kind: 'notice', exemption_date: '2025-05-05' })
  })

  test('an older notice, one without an issue day, and a public body’s notice change nothing', async () => {
    await given('notice', '2025-05-05')
    await notice({ issued_on: '2024-01-01' })
    await notice({})
    expect(await proof()).toEqual({ exemption_kind: 'notice', exemption_date: '2025-05-05' })
    await given('public_body', null)
    await notice({ issued_on: '2026-01-01' })
    expect(await proof()).toEqual({ exemption_kind: 'public_body', exemption_date: null })
  })

  test('a finding of 29 February expires on 28 February', async () => {
    const { body } = await notice({ kind: 'art60a', issued_on: '2024-02-29' })
    expect(body.expires_on).toBe('2027-02-28')
  })
})

describe('the list', () => {
  test('names each document by kind and year, and finds it by these words in the reader’s language', async () => {
    await givenDocument(
      staff,
      { type: 'statutes', ...target, issued_on: '2019-05-01' },
      { name: 'scan1.pdf' },
    )
    await givenDocument(
      staff,
      { type: 'exemption_notice', kind: 'art60a', ...target, issued_on: '2026-03-12' },
      { name: 'scan2.pdf' },
    )
    await givenDocument(staff, { type: 'other', ...target }, { name: 'scan3.pdf' })
    const names = async (query: string) => (await rows(query)).map((row: { name: string }) => row.name)
    expect(await names('?ordering=title')).toEqual(['Statutes 2019', '§ 60a finding 2026', 'Other document'])
    expect(await names('?search=statutes')).toEqual(['Statutes 2019'])
    expect(await names('?search=2026')).toEqual(['§ 60a finding 2026'])
    expect(await names('?search=statutes+2026')).toEqual([])
    expect(await names('?search=finding+gerberei')).toEqual(['§ 60a finding 2026'])
    const german = (await staff.get(`${path}?search=satzung`, { locale: 'sie_DE' })).body.results
    expect(german.map((row: { name: string }) => row.name)).toEqual(['Satzung 2019'])
  })

  test('searches, filters, orders and pages; deleted documents are never listed', async () => {
    const project = await createProject(app.db, {
      organization_id: organization.id,
      title: 'Öffnung am Fluß',
    })
    const onProject = { target_type: 'project', target_id: project.id }
    await givenDocument(
      staff,
      { type: 'letter', ...onProject, issued_on: '2026-02-01' },
      { name: 'Dank.pdf' },
    )
    app.clock.now = new Date('2026-11-22T09:01:00Z')
    await givenDocument(
      staff,
      { type: 'other', ...target, issued_on: '2026-01-01', expires_on: '2026-11-21' },
      { name: 'Alt.pdf' },
    )
    app.clock.now = new Date('2026-11-22T09:02:00Z')
    const receipt = await givenDocument(staff, { type: 'receipt', ...target }, { name: 'Quittung.pdf' })
    const named = 'Zuwendungsbestätigung_2026-11-22.pdf'
    expect(await titles()).toEqual([named, 'Alt.pdf', 'Dank.pdf'])
    expect(await titles('?ordering=issued_on')).toEqual([named, 'Alt.pdf', 'Dank.pdf'])
    expect(await titles('?ordering=title')).toEqual(['Alt.pdf', 'Dank.pdf', named])
    expect(await titles('?search=fluss')).toEqual(['Dank.pdf'])
    expect(await titles('?type=receipt,letter&state=original')).toEqual([named])
    expect(await titles('?state=expired')).toEqual(['Alt.pdf'])
    expect(await titles(`?target_type=project&target_id=${project.id}`)).toEqual(['Dank.pdf'])
    expect(receipt).toMatchObject({ state: 'original', kept_until: '2036-11-22' })
    const page = (await staff.get(`${path}?page_size=10&page=1`)).body
    expect([page.count, page.total_pages]).toEqual([3, 1])
    expect((await staff.get(`${path}?colour=red`)).status).toBe(400)
    await app.db.updateTable('projects').set({ title: 'Neuer Name' }).where('id', '=', project.id).execute()
    expect(await titles('?search=neuer')).toEqual(['Dank.pdf'])
  })
})

describe('reading', () => {
  test('serves an attachment under its real name with a strict content security policy', async () => {
    const bytes = pdfOfSize(3000)
    const name = 'Bescheid "Größe" (2026) it\'s 50%*.pdf'
    const row = await givenDocument(staff, { type: 'other', ...target }, { bytes, name: encodeURI('x.pdf') })
    await app.db.updateTable('documents').set({ filename: name }).where('id', '=', row.id).execute()
    for (const end of ['download', 'view']) {
      const answer = await staff.get(`${path}${row.slug}/${end}/`)
      expect(answer.status).toBe(200)
      expect(Buffer.from(answer.bytes).equals(bytes)).toBe(true)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'content-disposition':
          'attachment; filename="Bescheid _Gr__e_ (2026) it\'s 50_*.pdf"; ' +
          "filename*=UTF-8''Bescheid%20%22Gr%C3%B6%C3%9Fe%22%20%282026%29%20it%27s%2050%25%2A.pdf",
        'cache-control': 'no-store',
      })
    }
  })

  test('a stored file that changed on the disk, or is gone, is not handed out', async () => {
    const row = await givenDocument(staff, { type: 'other', ...target })
    const { sha256 } = await app.db.selectFrom('documents').select('sha256').executeTakeFirstOrThrow()
    const file = join(app.services.config.dataDir, 'documents', sha256)
    const damaged = [409, 'file_damaged', 'The stored file is damaged.']
    await writeFile(file, `${simplePdf().toString('latin1')} `)
    const changed = await staff.get(`${path}${row.slug}/download/`)
    expect([changed.status, changed.body.code, changed.body.detail]).toEqual(damaged)
    await rm(file)
    const gone = await staff.get(`${path}${row.slug}/view/`)
    expect([gone.status, gone.body.code, gone.body.detail]).toEqual(damaged)
    // Uploading the same bytes again repairs the file.
    await givenDocument(staff, { type: 'other', ...target })
    expect((await staff.get(`${path}${row.slug}/download/`)).status).toBe(200)
  })
})

describe('deleting', () => {
  test('removes a document from every list, and the superseded one is valid again', async () => {
    const old = await givenDocument(staff, { type: 'statutes', ...target }, { name: 'old.pdf' })
    const wrong = await givenDocument(staff, { type: 'statutes', ...target }, { name: 'wrong.pdf' })
    expect((await staff.delete(`${path}${wrong.slug}/`)).status).toBe(204)
    expect(await titles()).toEqual(['old.pdf'])
    expect((await staff.get(`${path}${old.slug}/`)).body).toMatchObject({
      state: 'current',
      superseded: null,
    })
    for (const end of ['', 'download/', 'view/'])
      expect((await staff.get(`${path}${wrong.slug}/${end}`)).status).toBe(404)
    expect((await staff.delete(`${path}${wrong.slug}/`)).status).toBe(404)
  })

  test("only people who see donors open a donor's document, and its file name is neutral", async () => {
    const clerk = await app.as(['view_documents', 'view_logs', 'change_documents', 'create_documents'])
    const file = { name: 'Dank an Kunigunde Oxfort.pdf' }
    const given = [
      await uploadDocument(clerk, { type: 'letter', kind: 'donor_letter', ...target }, file),
      await uploadDocument(clerk, { type: 'receipt', ...target, issued_on: '2026-03-01' }, file),
    ].map(({ body }) => body)
    expect(given.map(({ title, type_display }) => [title, type_display])).toEqual([
      ['Schreiben_2026-11-22.pdf', 'Letter to a donor'],
      ['Zuwendungsbestätigung_2026-03-01.pdf', 'Donation receipt'],
    ])
    for (const { slug } of given)
      for (const end of ['download/', 'view/', 'links/']) {
        const refused = await clerk.get(`${path}${slug}/${end}`)
        expect([refused.status, refused.body.permission]).toEqual([403, 'change_private_donations'])
        expect((await staff.get(`${path}${slug}/${end}`)).status).toBe(200)
      }
    const said = JSON.stringify(await databaseChecksums(app.db))
    expect(said).not.toMatch(/Kunigunde|kunigunde|Oxfort|oxfort/)
    const wrong = await uploadDocument(clerk, { type: 'other', kind: 'donor_letter', ...target })
    expect([wrong.status, wrong.body]).toEqual([400, { kind: ['Only a letter can be a letter to a donor'] }])
  })

  test('keeps documents within their legal retention period and names its end', async () => {
    const row = await givenDocument(staff, { type: 'receipt', ...target, issued_on: '2026-03-01' })
    const refused = await staff.delete(`${path}${row.slug}/`)
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        code: 'kept_by_law',
        detail: 'By law this document is kept until 01.03.2036. It can be deleted after that.',
        blocking: [],
      },
    ])
    expect(await rows()).toHaveLength(1)
    app.clock.now = new Date('2036-03-02T09:00:00Z')
    const later = await app.as('superuser')
    expect((await later.delete(`${path}${row.slug}/`)).status).toBe(204)
  })

  test('stored bytes are kept while any document uses them; unused bytes are swept after a day', async () => {
    const bytes = pdfOfSize(2222)
    const one = await givenDocument(staff, { type: 'other', ...target }, { bytes })
    const two = await givenDocument(staff, { type: 'letter', ...target }, { bytes })
    const { sha256 } = await app.db
      .selectFrom('documents')
      .select('sha256')
      .limit(1)
      .executeTakeFirstOrThrow()
    const sweep = (days: number) =>
      sweepContents(app.db, contents(), new Date(Date.now() + days * 86_400_000))
    await staff.delete(`${path}${one.slug}/`)
    await sweep(2)
    expect(await contents().has(sha256)).toBe(true)
    expect((await staff.get(`${path}${two.slug}/download/`)).status).toBe(200)
    await staff.delete(`${path}${two.slug}/`)
    await sweep(0)
    expect(await contents().has(sha256)).toBe(true)
    await sweep(2)
    expect(await contents().has(sha256)).toBe(false)
  })
})

describe('the log', () => {
  const log = async (query = '') => (await staff.get(`/api/v4/document-logs/${query}`)).body

  test('lists uploads, views, downloads and deletions, newest first, and marks personal ones', async () => {
    const row = await givenDocument(staff, { type: 'account_proof', ...target }, { name: 'Konto.pdf' })
    await staff.get(`${path}${row.slug}/view/`)
    await staff.get(`${path}${row.slug}/download/`)
    await givenDocument(staff, { type: 'account_proof', ...target }, { name: 'Neu.pdf' })
    await staff.delete(`${path}${row.slug}/`)
    const { results, count } = await log()
    const told = results.map((entry: Record<string, never>) => [entry.action_display, entry.document])
    const konto = { slug: null, title: 'Konto.pdf', name: 'Account proof' }
    expect(told).toEqual([
      ['Deleted (personal data)', konto],
      ['Superseded (personal data)', konto],
      ['Uploaded (personal data)', { slug: expect.any(String), title: 'Neu.pdf', name: 'Account proof' }],
      ['Downloaded (personal data)', konto],
      ['Viewed (personal data)', konto],
      ['Uploaded (personal data)', konto],
    ])
    expect(results[0]).toMatchObject({
      actor: expect.stringMatching(/^Test Person/),
      type: 'account_proof',
      target_title: organization.title,
      is_personal: true,
    })
    expect(count).toBe(6)
    expect((await log('?action=read,download')).count).toBe(2)
    expect((await log('?type=statutes')).count).toBe(0)
    expect((await log(`?slug=${row.slug}`)).count).toBe(5)
    expect((await log('?search=neu.pdf')).count).toBe(1)
    expect((await log('?ordering=at')).results[0].action).toBe('upload')
  })

  test('shows no events of other objects, and requires the right to see documents', async () => {
    await staff.post('/api/v4/companies/donating-companies/', { title: 'Stiftung' })
    expect((await log()).count).toBe(0)
    const clerk = await app.as(['view_logs'])
    expect((await clerk.get('/api/v4/document-logs/')).status).toBe(403)
  })
})

test('view_documents only reads, create_documents only uploads, and delete_documents reads and deletes', async () => {
  const row = await givenDocument(staff, { type: 'other', ...target })
  const viewer = await app.as(['view_documents'])
  expect((await viewer.get(path)).status).toBe(200)
  expect((await uploadDocument(viewer, { type: 'other', ...target })).status).toBe(403)
  expect((await viewer.delete(`${path}${row.slug}/`)).status).toBe(403)
  const keeper = await app.as(['create_documents'])
  expect((await uploadDocument(keeper, { type: 'other', ...target })).status).toBe(201)
  expect((await keeper.get(path)).status).toBe(403)
  const remover = await app.as(['delete_documents'])
  expect([(await remover.get(path)).status, (await remover.delete(`${path}${row.slug}/`)).status]).toEqual([
    200, 204,
  ])
})
