import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { givenUsableTemplate, templatesPath } from '../../../../../test/document-templates.ts'
import { type Client, type TestApp, testApp } from '../../../../../test/app.ts'
import { textOfPdf } from '../../../../../test/pdf.ts'
import { certifiableProject, generatePath, giveTo } from '../../../../../test/receipts.ts'

// Receipts on the pages of an uploaded template instead of the built-in ones.

let app: TestApp
let staff: Client
let project: { id: number; slug: string }
let slug: string
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  staff = await app.as('superuser')
  ;({ project } = await certifiableProject(app.db))
  ;({ slug } = await givenUsableTemplate(staff))
})

const generate = (more: object) => staff.post(generatePath, { template_slug: slug, mode: 'final', ...more })
const version = async () => (await staff.get(`${templatesPath}${slug}/`)).body.versions[0]
const long = 'Gesellschaft '.repeat(14).trim()
const said = ['Ελένη Łukasz Größ', '40,00', '2026-0001']

test('it is offered beside the built-in layouts, and no draft is', async () => {
  const { results } = (await staff.get('/api/v4/documents/generate/templates/')).body
  const receipts = results.filter(({ kind }: { kind: string }) => kind === 'donation_receipt')
  expect(receipts.map((one: { slug: string }) => one.slug)).toEqual([slug, 'standard-donation-receipt'])
  const draft = await staff.call('POST', `${templatesPath}${slug}/copy/`)
  const [gift] = await giveTo(staff, project, [{}])
  const refused = await generate({ template_slug: draft.body.slug, targets: [gift!.slug] })
  expect([refused.status, refused.body]).toEqual([400, { template_slug: [expect.any(String)] }])
})

test('a receipt stands on it, its version stays as it is from then on, and a reprint says the same', async () => {
  const [gift] = await giveTo(staff, project, [{}])
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

test('a run makes all it can, and refuses what does not fit its place without taking a number', async () => {
  const gifts = await giveTo(staff, project, [
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
