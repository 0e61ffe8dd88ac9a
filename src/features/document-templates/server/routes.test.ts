import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import {
  givenTemplate,
  givenUsableTemplate,
  size,
  templatesPath as path,
  uploadTemplate,
  wholeMapping,
} from '#test/document-templates.ts'
import { documentForm } from '#test/documents.ts'
import { formPdf } from '#test/make-form.ts'
import { badPdfs, simplePdf } from '#test/make-pdf.ts'
import { certifiableProject } from '#test/receipts.ts'
import { piecesOfPdf, textOfPdf } from '#test/pdf.ts'
import { sweepContents } from '#features/documents/server/sweep.ts'
import { countMade, templateFor, templatesFor } from './usable-versions.ts'

const app = useApp({ now: '2026-11-23T09:00:00Z' })
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const version = (slug: string, number: number, rest = '') => `${path}${slug}/versions/${number}/${rest}`
const patch = (address: string, body: object) => staff.call('PATCH', address, { body })
const post = (address: string, body?: object) => staff.call('POST', address, body ? { body } : {})
const fileText = async (address: string) => {
  const answer = await staff.call('GET', address)
  expect(answer.status).toBe(200)
  return textOfPdf(answer.bytes)
}
const states = async (slug: string) =>
  (await staff.get(`${path}${slug}/`)).body.versions.map(
    (one: { number: number; state: string; ends: string }) => [one.number, one.state, one.ends],
  )

describe('a template', () => {
  test('is created as a draft from a PDF, whose fields are found', async () => {
    const answer = await uploadTemplate(staff)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      slug: expect.stringMatching(/^zuwendungsbestaetigung-[0-9a-f]{10}$/),
      title: 'Zuwendungsbestätigung',
      kind: 'donation_receipt',
      kind_display: 'Donation receipt',
      gaps: [],
      versions: [
        { number: 1, state: 'draft', valid_from: '2026-01-01', ends: null, made: 0, read_only: false },
      ],
    })
    const fields = (await staff.get(version(answer.body.slug, 1, 'fields/'))).body
    expect(fields.pages).toEqual([{ x: 0, y: 0, width: 595, height: 842 }])
    expect(fields.found.map((one: { name: string; type: string }) => [one.name, one.type])).toEqual([
      ['donor', 'text'],
      ['yes', 'checkbox'],
      ['no', 'checkbox'],
      ['amount', 'text'],
    ])
    expect(fields.found[0].places[0]).toMatchObject({ page: 1, x: 59.5, width: 241 })
    expect(fields.missing).toContain('notice_day')
    expect(Object.keys(fields.letters)).toContain('€')
    expect((await staff.get(path)).body).toMatchObject({ count: 1, results: [{ slug: answer.body.slug }] })
  })

  test('fills only the yes or no box that the sample selects', async () => {
    const name = 'pdf-01-checkbox-two-values.pdf'
    const bytes = readFileSync(new URL(`../../../../test/pdf-files/${name}`, import.meta.url))
    const { body } = await uploadTemplate(staff, {}, { bytes, name })
    const fields = version(body.slug, 1, 'fields/')
    const { found, version: read } = (await staff.get(fields)).body
    expect(found).toMatchObject([{ name: 'Verzicht', type: 'checkbox', places: [{ x: 200 }, { x: 300 }] }])
    const mapped = [{ field: 'Verzicht', token: 'waiver', format: 'checked_yes', size }]
    expect((await patch(fields, { fields: mapped, placed: [], version: read })).status).toBe(200)
    const preview = await staff.call('GET', version(body.slug, 1, 'preview/'))
    const crosses = (await piecesOfPdf(preview.bytes)).filter(({ text }) => text === 'X')
    expect(crosses.map(({ x }) => x > 300 && x < 312)).toEqual([true])
  })

  test('rejects a file that is no PDF, has a script or is damaged, and keeps nothing of it', async () => {
    const scripted = Object.values(badPdfs).find(({ refused }) => refused === 'script')!.bytes
    for (const [bytes, said] of [
      [Buffer.from('hello'), 'is not a PDF'],
      [scripted, 'carries a script'],
      [simplePdf().subarray(0, 200), 'cannot be read'],
    ] as const) {
      const answer = await uploadTemplate(staff, {}, { bytes })
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([415, expect.stringContaining(said)])
    }
    expect((await staff.get(path)).body.count).toBe(0)
    expect((await uploadTemplate(staff, { kind: 'invoice' })).status).toBe(400)
  })

  test('is renamed, but not with a stale version', async () => {
    const { slug } = await givenTemplate(staff)
    expect((await patch(`${path}${slug}/`, { title: 'Neu', version: 1 })).body).toMatchObject({
      title: 'Neu',
      version: 2,
    })
    expect((await patch(`${path}${slug}/`, { title: 'Alt', version: 1 })).status).toBe(409)
  })

  test('cannot be created or activated with the right to view alone', async () => {
    const { slug } = await givenTemplate(staff)
    const reader = await app.as(['view_document_templates'])
    expect((await reader.get(`${path}${slug}/`)).status).toBe(200)
    expect((await uploadTemplate(reader)).status).toBe(403)
    expect((await reader.call('POST', version(slug, 1, 'activate/'))).status).toBe(403)
  })
})

describe('days of versions', () => {
  test('an open version ends before the next; gaps are reported, and overlaps are rejected at their field', async () => {
    const { slug } = await givenTemplate(staff)
    expect((await post(`${path}${slug}/versions/`, { valid_from: '2027-01-01' })).status).toBe(201)
    expect(await states(slug)).toEqual([
      [1, 'draft', '2026-12-31'],
      [2, 'draft', null],
    ])
    const shorter = await patch(version(slug, 1), {
      valid_from: '2026-01-01',
      valid_until: '2026-11-30',
      version: 1,
    })
    expect(shorter.body.gaps).toEqual([{ from: '2026-12-01', until: '2026-12-31' }])
    const met = await patch(version(slug, 1), {
      valid_from: '2026-01-01',
      valid_until: '2027-01-01',
      version: 2,
    })
    expect([met.status, met.body]).toEqual([
      400,
      { valid_from: ['The days of version 2 overlap those of version 1'] },
    ])
    const same = await post(`${path}${slug}/versions/`, { valid_from: '2027-01-01' })
    expect([same.status, Object.keys(same.body)]).toEqual([400, ['valid_from']])
    const backwards = await patch(version(slug, 2), {
      valid_from: '2027-02-01',
      valid_until: '2027-01-01',
      version: 1,
    })
    expect([backwards.status, Object.keys(backwards.body)]).toEqual([400, ['valid_until']])
    expect((await patch(version(slug, 1), { valid_from: '2026-02-01', version: 1 })).status).toBe(409)
  })

  test('only an active version that is valid on the day is used', async () => {
    const { slug } = await givenUsableTemplate(staff)
    await post(`${path}${slug}/versions/`, { valid_from: '2027-01-01' })
    expect((await templateFor(app.db, slug, '2026-11-23'))?.number).toBe(1)
    expect(await templateFor(app.db, slug, '2025-12-31')).toBeUndefined()
    // The draft of next year counts for nothing until it is activated.
    expect((await templateFor(app.db, slug, '2027-06-01'))?.number).toBe(1)
    expect((await post(version(slug, 2, 'activate/'))).status).toBe(200)
    expect((await templateFor(app.db, slug, '2027-06-01'))?.number).toBe(2)
    expect(await states(slug)).toEqual([
      [1, 'in_use', '2026-12-31'],
      [2, 'planned', null],
    ])
    expect(
      (await templatesFor(app.db, '2027-06-01', 'donation_receipt')).map(({ number }) => number),
    ).toEqual([2])
    expect(await templatesFor(app.db, '2027-06-01', 'thank_you')).toEqual([])
  })
})

describe('a mapping', () => {
  test('is stored as given, with its missing tokens, but not with a stale version', async () => {
    const { slug } = await givenTemplate(staff)
    const mapping = wholeMapping('donation_receipt', { donor: 'donor', amount: 'amount', yes: 'waiver' })
    const { status, body } = await patch(version(slug, 1, 'fields/'), { ...mapping, version: 1 })
    expect([status, body.missing, body.gone, body.version]).toEqual([200, [], [], 2])
    expect(body).toMatchObject(mapping)
    expect((await patch(version(slug, 1, 'fields/'), { ...mapping, placed: [], version: 1 })).status).toBe(
      409,
    )
  })

  test('is rejected at its field or box when place, token, format or size does not fit', async () => {
    const { slug } = await givenTemplate(staff)
    const placed = {
      id: 'a',
      page: 1,
      token: 'donor',
      format: 'lines',
      size,
      x: 0,
      y: 10,
      width: 50,
      height: 20,
    }
    for (const [at, one, said] of [
      ['fields', { field: 'nowhere', token: 'donor', format: 'lines', size }, 'The PDF has no field'],
      ['fields', { field: 'yes', token: 'donor', format: 'lines', size }, 'takes no token of this kind'],
      ['fields', { field: 'donor', token: 'secret', format: 'text', size }, 'does not have'],
      ['fields', { field: 'donor', token: 'amount', format: 'day_de', size }, 'cannot be written'],
      ['fields', { field: 'donor', token: 'donor', format: 'lines', size: { from: 12, to: 7 } }, 'size'],
      ['placed', { ...placed, x: 590 }, 'outside'],
      ['placed', { ...placed, page: 2 }, 'outside'],
    ] as const) {
      const mapping = { fields: [], placed: [], [at]: [one] }
      const { status, body } = await patch(version(slug, 1, 'fields/'), { ...mapping, version: 1 })
      expect([status, String(body[at])]).toEqual([400, expect.stringContaining(said)])
    }
  })

  test('a version without a place for a required token is not activated, and an active one keeps such a place', async () => {
    const { slug } = await givenTemplate(staff)
    const mapping = wholeMapping('donation_receipt')
    const without = mapping.placed.filter(({ token }) => token !== 'notice_day' && token !== 'period')
    await patch(version(slug, 1, 'fields/'), { fields: [], placed: without, version: 1 })
    const early = await post(version(slug, 1, 'activate/'))
    expect([early.status, early.body.code, early.body.current]).toEqual([
      409,
      'required_tokens_missing',
      { missing: ['notice_day', 'period'] },
    ])
    await patch(version(slug, 1, 'fields/'), { ...mapping, version: 2 })
    expect((await post(version(slug, 1, 'activate/'))).status).toBe(200)
    const emptied = await patch(version(slug, 1, 'fields/'), { fields: [], placed: without, version: 4 })
    expect([emptied.status, emptied.body.code]).toEqual([409, 'required_tokens_missing'])
  })

  test('a used version can change only its last day, and a new version starts with its mapping', async () => {
    const { slug } = await givenUsableTemplate(staff)
    const { version_id } = (await templateFor(app.db, slug, '2026-11-23'))!
    await countMade(app.db, version_id, 3)
    const mapping = wholeMapping('donation_receipt', { donor: 'donor' })
    for (const refused of [
      await patch(version(slug, 1, 'fields/'), { ...mapping, version: 3 }),
      await patch(version(slug, 1), { valid_from: '2026-02-01', version: 3 }),
      await staff.call('POST', version(slug, 1, 'pdf/'), {
        raw: documentForm({}, { bytes: await formPdf() }),
      }),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, 'template_version_used'])
    // Its last day may be set, because that does not change the documents it made.
    expect(
      (await patch(version(slug, 1), { valid_from: '2026-01-01', valid_until: '2026-12-31', version: 3 }))
        .status,
    ).toBe(200)
    await post(`${path}${slug}/versions/`, { valid_from: '2027-01-01' })
    const [before, after] = await Promise.all(
      [1, 2].map((number) => staff.get(version(slug, number, 'fields/'))),
    )
    expect([before!.body.read_only, after!.body.read_only]).toEqual([true, false])
    expect(after!.body.placed).toEqual(before!.body.placed)
    // Neither does a direct statement on the database.
    const direct = app.db
      .updateTable('document_template_versions')
      .set({ mapping: '{}' })
      .where('id', '=', version_id)
      .execute()
    await expect(direct).rejects.toThrow('stays as it is')
  })

  test('replacing the PDF keeps tokens by field name and lists the missing ones', async () => {
    const { slug } = await givenTemplate(staff)
    const mapping = wholeMapping('donation_receipt', { donor: 'donor', amount: 'amount', yes: 'waiver' })
    await patch(version(slug, 1, 'fields/'), { ...mapping, version: 1 })
    // "amount" is gone, "yes" is a text now.
    const bytes = await formPdf({ texts: ['donor', 'yes'], boxes: [] })
    const { status, body } = await staff.call('POST', version(slug, 1, 'pdf/'), {
      raw: documentForm({}, { bytes }),
    })
    expect([status, body.gone, body.missing]).toEqual([200, ['amount'], ['amount', 'waiver']])
    expect(body.fields.map(({ field }: { field: string }) => field)).toEqual(['donor', 'amount'])
  })
})

describe('a test print', () => {
  test('shows samples marked TEST, without a number, and keeps nothing', async () => {
    const { slug } = await givenUsableTemplate(staff)
    const text = await fileText(version(slug, 1, 'preview/'))
    for (const part of ['TEST', 'Ελένη Παπαδοπούλου', '40,00 €', 'vierzig Euro', '22.04.2026', '18165/04712'])
      expect(text).toContain(part)
    expect(text).not.toContain('2026-0061')
    expect((await staff.get('/api/v4/documents/')).body.count).toBe(0)
    const [{ made }] = (await staff.get(`${path}${slug}/`)).body.versions
    expect(made).toBe(0)
  })

  test('shows a chosen project and its organization, given the right, with a sample donor and amount', async () => {
    const { slug } = await givenUsableTemplate(staff, 'thank_you')
    const { project } = await certifiableProject(app.db)
    const sample = (of: string) => staff.get(`${path}${slug}/sample/?project=${of}`)
    const { body } = await sample(project.slug)
    expect(body.project).toEqual({ slug: project.slug, title: 'Nistkästen' })
    expect(body.values).toMatchObject({
      issuer_name: 'Naturschutzgruppe Hohenfels',
      project: 'Nistkästen',
      donor_name: 'Ελένη Παπαδοπούλου',
      amount: 4000,
    })
    expect(Object.keys(body.letters)).toContain('N')
    const text = await fileText(version(slug, 1, `preview/?project=${project.slug}`))
    for (const part of ['TEST', 'Nistkästen', 'Ελένη Παπαδοπούλου', '40,00 €']) expect(text).toContain(part)
    expect(text).not.toContain('Nistkästen für die Grundschule')
    expect((await sample('nobody')).status).toBe(404)
    const reader = await app.as(['view_document_templates', 'view_projects'])
    for (const address of [
      `${path}${slug}/sample/?project=${project.slug}`,
      version(slug, 1, `preview/?project=${project.slug}`),
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const refused = await reader.get(address)
      expect([refused.status, refused.body.permission]).toEqual([403, 'view_organizations'])
    }
  })

  test('the original PDF is served unchanged and not swept while a version uses it', async () => {
    const bytes = await formPdf()
    const { slug } = await givenTemplate(staff, {}, { bytes })
    await sweepContents(app.db, app.services.files.contents, new Date(Date.now() + 2 * 24 * 3_600_000))
    const answer = await staff.call('GET', version(slug, 1, 'pdf/'))
    expect(Buffer.compare(answer.bytes, Buffer.from(bytes))).toBe(0)
  })
})

describe('exporting, importing and copying a template', () => {
  const importing = (bytes: Uint8Array) =>
    staff.call('POST', `${path}import/`, { raw: documentForm({}, { bytes, name: 'Vorlage.json' }) })

  test('an imported export becomes a draft with its PDF and mapping', async () => {
    const { slug } = await givenUsableTemplate(staff)
    const exported = await staff.call('GET', `${path}${slug}/export/`)
    const answer = await importing(exported.bytes)
    expect([answer.status, answer.body.title, answer.body.versions[0].state]).toEqual([
      201,
      'Zuwendungsbestätigung',
      'draft',
    ])
    const [before, after] = await Promise.all(
      [slug, answer.body.slug].map((one: string) => staff.get(version(one, 1, 'fields/'))),
    )
    expect(after!.body.placed).toEqual(before!.body.placed)
  })

  test('a copy has the mapping of the newest version, and its own name', async () => {
    const { slug } = await givenUsableTemplate(staff)
    const answer = await post(`${path}${slug}/copy/`, { title: 'Kopie', valid_from: '2027-01-01' })
    expect([answer.status, answer.body.title]).toEqual([201, 'Kopie'])
    expect((await staff.get(version(answer.body.slug, 1, 'fields/'))).body.missing).toEqual([])
  })

  test('copying or exporting a template whose versions were deleted answers 404', async () => {
    const { slug } = await givenUsableTemplate(staff)
    await app.db.deleteFrom('document_template_versions').execute()
    const copied = await post(`${path}${slug}/copy/`, { title: 'Kopie', valid_from: '2027-01-01' })
    expect([copied.status, (await staff.get(`${path}${slug}/export/`)).status]).toEqual([404, 404])
  })

  test('an export file changed outside is rejected', async () => {
    const { slug } = await givenUsableTemplate(staff)
    const { bytes } = await staff.call('GET', `${path}${slug}/export/`)
    const exported = JSON.parse(Buffer.from(bytes).toString('utf8'))
    const scripted = Object.values(badPdfs).find(({ refused }) => refused === 'script')!.bytes
    const placed = exported.mapping.placed[0]
    const hostile: [object, string][] = [
      [{ ...exported, more: 1 }, 'not an exported template'],
      [{ ...exported, kind: 'invoice' }, 'not an exported template'],
      [{ ...exported, pdf: scripted.toString('base64') }, 'carries a script'],
      [{ ...exported, pdf: Buffer.from('hello').toString('base64') }, 'cannot be read'],
      [
        { ...exported, mapping: { fields: [], placed: [{ ...placed, x: 9000 }] } },
        'not an exported template',
      ],
      [
        { ...exported, mapping: { fields: [], placed: [{ ...placed, token: '__proto__' }] } },
        'not an exported template',
      ],
    ]
    for (const [file, said] of hostile) {
      const answer = await importing(Buffer.from(JSON.stringify(file)))
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([415, expect.stringContaining(said)])
    }
    expect((await importing(Buffer.from('{"almoner_template":1'))).status).toBe(415)
    expect((await importing(Buffer.from('{"other":1}'))).status).toBe(415)
    expect((await staff.get(path)).body.count).toBe(1)
  })
})
