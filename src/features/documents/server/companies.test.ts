import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { documentsPath, givenDocument, uploadDocument } from '#test/documents.ts'
import { createProject } from '#test/factories.ts'
import { makeCompany, payAll, settleAll } from '#test/money.ts'
import { certifiableProject, generatePath, receiptTemplate, recordGifts } from '#test/receipts.ts'

// Two companies gave to projects of one organization; a user of one of them reads documents.

const rights = [
  'view_projects',
  'view_documents',
  'create_documents',
  'change_documents',
  'delete_documents',
  'change_private_donations',
  'export_data',
] as const
const agreement = 'standard-funding-agreement'

const app = useApp()
let chief: Client
let own: Client
let issuer: { id: number }
let shared: { id: number; slug: string }
let others: { id: number; slug: string }

beforeEach(async () => {
  chief = await app.as('superuser')
  const werke = await makeCompany(app.db, { slug: 'werke', title: 'Stadtwerke', granted_cents: 500_000 })
  await makeCompany(app.db, { slug: 'bank', title: 'Stadtbank', granted_cents: 500_000 })
  own = await app.as([...rights], { user_type: 'company', company_id: werke.id })
  ;({ issuer, project: shared } = await certifiableProject(app.db))
  others = await createProject(app.db, { organization_id: issuer.id, needs: [500_000] })
  for (const [project_slug, company_slug] of [
    [shared.slug, 'werke'],
    [shared.slug, 'bank'],
    [others.slug, 'bank'],
  ])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await chief.post('/api/v4/projects/fund-internally/', { project_slug, company_slug, amount_cents: 1_000 })
  await settleAll(app.db, app.clock.now)
  await payAll(app.db, app.clock.now)
})

const make = async (client: Client, template_slug: string, targets: string[]) =>
  client.post(generatePath, { template_slug, mode: 'final', targets })
const made = async (template_slug: string, target: string) => {
  const answer = await make(chief, template_slug, [target])
  expect([answer.status, answer.body]).toEqual([200, answer.body])
  return answer.body.document as { id: number; slug: string; title: string; version: number }
}
const titles = async (client: Client, query = '') =>
  (await client.get(`${documentsPath}?page_size=100${query}`)).body.results
    .map(({ slug }: { slug: string }) => slug)
    .sort()

/** Every call about one document. */
const callsAbout: [string, string, object?][] = [
  ['GET', ''],
  ['GET', 'download/'],
  ['GET', 'view/'],
  ['GET', 'effects/'],
  ['GET', 'findings/'],
  ['GET', 'links/'],
  ['GET', 'reprint/'],
  ['POST', 'send/', { email: 'a@b.example', language: 'sie_DE' }],
  ['POST', 'withdraw/', { reason: 'Falsch', confirm_number: 'ZB-1' }],
  ['PATCH', '', { issued_on: '2026-01-02', version: 1 }],
  ['DELETE', 'links/1/'],
  ['DELETE', ''],
]

describe('a document about another company’s money', () => {
  test('answers 404 to a company user on every route', async () => {
    const seen = await made(agreement, shared.slug)
    const hidden = await made(agreement, others.slug)
    expect(await titles(own)).toEqual([seen.slug])
    expect(
      await titles(own, `&search=${encodeURIComponent(hidden.title.replace('.pdf', ''))}`),
    ).not.toContain(hidden.slug)
    expect(await titles(own, `&target_type=project&target_id=${others.id}`)).toEqual([])
    expect((await titles(chief)).length).toBe(2)
    for (const [method, end, body] of callsAbout) {
      // oxlint-disable-next-line no-await-in-loop -- one session
      const answer = await own.call(method, `${documentsPath}${hidden.slug}/${end}`, body ? { body } : {})
      expect([method, end, answer.status]).toEqual([method, end, 404])
    }
    expect((await own.get(`${documentsPath}${seen.slug}/download/`)).status).toBe(200)
  })

  test('appears in no export and no log of a company user', async () => {
    const seen = await made(agreement, shared.slug)
    const hidden = await made(agreement, others.slug)
    for (const path of [`${documentsPath}export/?format=csv`, '/api/v4/document-logs/export/?format=csv']) {
      // oxlint-disable-next-line no-await-in-loop -- one session
      const [theirs, all] = [await own.get(path), await chief.get(path)]
      expect([path, theirs.body.includes(seen.title), theirs.body.includes(hidden.title)]).toEqual([
        path,
        true,
        false,
      ])
      expect(all.body).toContain(hidden.title)
    }
    const { body } = await own.get('/api/v4/document-logs/')
    expect(body.results.map(({ document }: { document: { slug: string } }) => document.slug)).toEqual([
      seen.slug,
    ])
    const picked = await own.get(`${documentsPath}export/?format=csv&slugs=${hidden.slug}`)
    expect(JSON.stringify(picked.body)).not.toContain(hidden.title)
  })

  test('cannot be created by a user of an uninvolved company', async () => {
    for (const mode of ['test', 'final']) {
      const sent = { template_slug: agreement, mode, targets: [others.slug] }
      // oxlint-disable-next-line no-await-in-loop -- one session
      const answer = await own.post(generatePath, sent)
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['targets']])
    }
    const answer = await make(own, agreement, [shared.slug])
    expect([answer.status, answer.body.document?.target.slug]).toEqual([200, shared.slug])
    expect(await titles(own)).toEqual([answer.body.document.slug])
  })
})

test('a company user sees only the runs of their own company', async () => {
  const gifts = await recordGifts(chief, shared, [{}, {}])
  const targets = gifts.map(({ slug }: { slug: string }) => slug)
  const { run } = (await make(chief, receiptTemplate, targets)).body
  await app.runJobs()
  for (const end of ['', 'rows/', 'zip/', 'list/'])
    // oxlint-disable-next-line no-await-in-loop -- one session
    expect([end, (await own.get(`/api/v4/document-runs/${run.id}/${end}`)).status]).toEqual([end, 404])
  for (const act of ['cancel', 'continue'])
    // oxlint-disable-next-line no-await-in-loop -- one session
    expect((await own.post(`/api/v4/document-runs/${run.id}/${act}/`)).status).toBe(404)
  const theirs = await recordGifts(chief, shared, [{}, {}])
  const mine = await make(
    own,
    receiptTemplate,
    theirs.map(({ slug }: { slug: string }) => slug),
  )
  expect((await own.get(`/api/v4/document-runs/${mine.body.run.id}/`)).status).toBe(200)
})

describe('an uploaded document', () => {
  const ofProject = () => ({ target_type: 'project', target_id: shared.id })

  test('a document of the bank is visible to company users if it describes the organization', async () => {
    const ofOrganization = { target_type: 'organization', target_id: issuer.id }
    const statutes = await givenDocument(chief, { type: 'statutes', ...ofOrganization })
    await givenDocument(chief, { type: 'other', ...ofProject() })
    await givenDocument(chief, { type: 'funding_agreement', ...ofProject() })
    expect(await titles(own)).toEqual([statutes.slug])
  })

  test('a document of a company is visible to the bank and to that company', async () => {
    const plan = await givenDocument(own, { type: 'other', ...ofProject() })
    const bank = await app.db
      .selectFrom('companies')
      .select('id')
      .where('slug', '=', 'bank')
      .executeTakeFirstOrThrow()
    const stranger = await app.as([...rights], { user_type: 'company', company_id: bank.id })
    expect(await Promise.all([own, chief, stranger].map((one) => titles(one)))).toEqual([
      [plan.slug],
      [plan.slug],
      [],
    ])
  })

  test('a document of a company does not supersede a document its users cannot see', async () => {
    const signed = await givenDocument(chief, { type: 'funding_agreement', ...ofProject() })
    const answer = await uploadDocument(own, { type: 'funding_agreement', ...ofProject() })
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        type: ['There is already a document of this type that you cannot see. Ask the staff to replace it.'],
      },
    ])
    expect((await chief.get(`${documentsPath}${signed.slug}/`)).body.superseded).toBeNull()
  })
})

test('a document stores the companies whose money it is about', async () => {
  const [mine, theirs] = [await made(agreement, shared.slug), await made(agreement, others.slug)]
  const notice = await givenDocument(chief, {
    type: 'statutes',
    target_type: 'organization',
    target_id: issuer.id,
  })
  const letter = await givenDocument(chief, { type: 'letter', target_type: 'project', target_id: shared.id })
  const plan = await givenDocument(own, { type: 'other', target_type: 'project', target_id: shared.id })
  const companies = async () =>
    Object.fromEntries(
      (await app.db.selectFrom('documents').select(['slug', 'company_ids']).execute()).map((row) => [
        row.slug,
        row.company_ids,
      ]),
    )
  const kept = await companies()
  expect([mine, theirs, notice, letter, plan].map(({ slug }) => kept[slug]?.length)).toEqual([
    2,
    1,
    0,
    undefined,
    1,
  ])
})
