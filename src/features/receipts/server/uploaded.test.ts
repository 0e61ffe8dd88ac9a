import { beforeEach, expect, test } from 'vitest'
import { givenUsableTemplate, templatesPath } from '#test/document-templates.ts'
import { type Client, useApp } from '#test/app.ts'
import { textOfPdf } from '#test/pdf.ts'
import { certifiableProject, generatePath, receiptTemplate, recordGifts } from '#test/receipts.ts'

import { sweepContents } from '#features/documents/server/sweep.ts'

// Receipts on the pages of an uploaded template instead of the built-in ones.

const app = useApp()
let staff: Client
let project: { id: number; slug: string }
let slug: string
beforeEach(async () => {
  staff = await app.as('superuser')
  ;({ project } = await certifiableProject(app.db))
  ;({ slug } = await givenUsableTemplate(staff))
})

const generate = (more: object) => staff.post(generatePath, { template_slug: slug, mode: 'final', ...more })
const version = async () => (await staff.get(`${templatesPath}${slug}/`)).body.versions[0]
const long = 'Gesellschaft '.repeat(14).trim()
const said = ['Ελένη Łukasz Größ', '40,00', '2026-0001']

test('an active uploaded template is offered with the built-in layouts, and a draft is not', async () => {
  const { results } = (await staff.get('/api/v4/documents/generate/templates/')).body
  const receipts = results.filter(({ kind }: { kind: string }) => kind === 'donation_receipt')
  expect(receipts.map((one: { slug: string }) => one.slug)).toEqual([slug, 'standard-donation-receipt'])
  const draft = await staff.call('POST', `${templatesPath}${slug}/copy/`)
  const [gift] = await recordGifts(staff, project, [{}])
  const refused = await generate({ template_slug: draft.body.slug, targets: [gift!.slug] })
  expect([refused.status, refused.body]).toEqual([400, { template_slug: [expect.any(String)] }])
})

test('a receipt is drawn on the uploaded template, its version is then fixed, and a reprint has the same text', async () => {
  const [gift] = await recordGifts(staff, project, [{}])
  const print = await generate({ mode: 'test', targets: [gift!.slug] })
  expect(await textOfPdf(Buffer.from(print.body.pdf, 'base64'))).toContain('TEST')
  expect(await version()).toMatchObject({ made: 0, read_only: false })
  const { status, body } = await generate({ targets: [gift!.slug] })
  expect([status, body.document?.number]).toEqual([200, '2026-0001'])
  const words = await textOfPdf((await staff.get(body.document.download_url)).bytes)
  for (const word of said) expect(words).toContain(word)
  expect(await version()).toMatchObject({ made: 1, read_only: true })
  const again = await staff.get(`/api/v4/documents/${body.document.slug}/reprint/`)
  const repeated = await textOfPdf(again.bytes)
  for (const word of [...said, 'ZWEITSCHRIFT']) expect(repeated).toContain(word)
})

test('a run refuses text that does not fit its place, without taking a number, and issues the rest', async () => {
  const gifts = await recordGifts(staff, project, [
    {},
    { donor: { name: long, street: long, city: long.slice(0, 90) } },
    { donor: { name: 'Ada Byron' } },
  ])
  const { body } = await generate({ targets: gifts.map((gift) => gift.slug) })
  await app.runJobs()
  const run = (await staff.get(`/api/v4/document-runs/${body.run.id}/`)).body
  expect(run).toMatchObject({
    state: 'done',
    template: 'Zuwendungsbestätigung',
    issued: 2,
    refused: 1,
    causes: [{ code: 'does_not_fit', count: 1 }],
  })
  const { results } = (await staff.get(`/api/v4/document-runs/${body.run.id}/rows/`)).body
  const numbers = results.map((row: { number: string | null }) => row.number).filter(Boolean)
  expect(numbers.toSorted()).toEqual(['2026-0001', '2026-0002'])
})

test('a collective receipt lists its gifts after the pages of its template, and so does its reprint', async () => {
  const { slug: collective } = await givenUsableTemplate(staff, 'collective_receipt')
  const { results } = (await staff.get('/api/v4/documents/generate/templates/')).body
  expect(results.map((one: { slug: string }) => one.slug)).toContain(collective)
  const donor = { email: 'eleni@example.org' }
  const gifts = await recordGifts(staff, project, [
    { amount_cents: 4000, received_on: '2026-04-22', donor },
    { amount_cents: 12_345, received_on: '2026-05-03', donor },
    { amount_cents: 1, received_on: '2026-06-30', donor },
  ])
  const targets = gifts.map((gift) => gift.slug)
  const print = await generate({ template_slug: collective, mode: 'test', targets })
  expect(await textOfPdf(Buffer.from(print.body.pdf, 'base64'))).toContain('TEST')
  const { status, body } = await generate({ template_slug: collective, targets })
  expect([status, body.document?.number, body.document?.pages]).toEqual([200, '2026-0001', 2])
  const kept = Buffer.from((await staff.get(body.document.download_url)).bytes)
  const words = await textOfPdf(kept)
  for (const word of [
    'Anlage zur Sammelbestätigung 2026-0001',
    '22.04.2026',
    '03.05.2026',
    '30.06.2026',
    '123,45',
    '0,01',
    'Summe',
  ])
    expect(words).toContain(word)
  // The total is on the template and below the list.
  expect(words.split('163,46').length - 1).toBe(2)
  const again = await textOfPdf((await staff.get(`/api/v4/documents/${body.document.slug}/reprint/`)).bytes)
  expect(again).toContain('ZWEITSCHRIFT')
  expect(again).toContain('Anlage zur Sammelbestätigung 2026-0001')
})

test('gifts continue on a second page, each on its line', async () => {
  const { slug: collective } = await givenUsableTemplate(staff, 'collective_receipt')
  const gifts = await recordGifts(
    staff,
    project,
    Array.from({ length: 60 }, (_, at) => ({
      amount_cents: 1000 + at,
      donor: { email: 'eleni@example.org' },
    })),
  )
  const { body } = await generate({ template_slug: collective, targets: gifts.map(({ slug: one }) => one) })
  expect(body.document.pages).toBe(3)
  const words = await textOfPdf((await staff.get(body.document.download_url)).bytes)
  for (let at = 0; at < 60; at++) expect(words).toContain(`10,${String(at).padStart(2, '0')}`)
})

test('a deleted template makes no documents; existing ones stay, and reprints are the same', async () => {
  const gifts = await recordGifts(staff, project, [{}, {}])
  const { body } = await generate({ targets: [gifts[0]!.slug] })
  const before = Buffer.from((await staff.get(`/api/v4/documents/${body.document.slug}/reprint/`)).bytes)
  const second = await staff.post(`${templatesPath}${slug}/versions/`, { valid_from: '2027-01-01' })
  expect(second.status).toBe(201)
  expect((await staff.call('DELETE', `${templatesPath}${slug}/`)).status).toBe(204)
  await sweepContents(app.db, app.services.files.contents, new Date(Date.now() + 3 * 86_400_000))
  expect((await staff.get(`${templatesPath}${slug}/`)).status).toBe(404)
  expect((await staff.get(templatesPath)).body.count).toBe(0)
  const refused = await generate({ targets: [gifts[1]!.slug] })
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['template_slug']])
  const after = Buffer.from((await staff.get(`/api/v4/documents/${body.document.slug}/reprint/`)).bytes)
  expect(after.equals(before)).toBe(true)
  // The version that made something stays; the draft has gone.
  const versions = await app.db.selectFrom('document_template_versions').select(['number', 'made']).execute()
  expect(versions).toEqual([{ number: 1, made: 1 }])
  expect((await staff.call('DELETE', `${templatesPath}${slug}/`)).status).toBe(404)
})

test('a template is not deleted while a run uses it, and a run does not continue without it', async () => {
  const gifts = await recordGifts(staff, project, [{}, {}])
  const { body } = await generate({ targets: gifts.map((gift) => gift.slug) })
  const refused = await staff.call('DELETE', `${templatesPath}${slug}/`)
  expect([refused.status, refused.body.code]).toEqual([409, 'template_in_run'])
  const run = `/api/v4/document-runs/${body.run.id}/`
  expect((await staff.post(`${run}cancel/`)).status).toBe(200)
  expect((await staff.call('DELETE', `${templatesPath}${slug}/`)).status).toBe(204)
  const on = await staff.post(`${run}continue/`)
  expect([on.status, on.body.code]).toEqual([409, 'template_gone'])
  expect((await staff.get(run)).body).toMatchObject({ state: 'cancelled', template: 'Zuwendungsbestätigung' })
  expect(
    (
      await staff.post(generatePath, {
        template_slug: receiptTemplate,
        mode: 'final',
        targets: [gifts[0]!.slug],
      })
    ).status,
  ).toBe(200)
})
