import { beforeAll, expect, test } from 'vitest'
import { Readable } from 'node:stream'
import { readXlsx } from 'hucre'
import { grants360Columns, readGrants360 } from '#features/imports/reading/grants360.ts'
import { GrantsPackage } from '#test/grants360-schema.ts'
import { createGift, createOrganization, createProject } from '#test/factories.ts'
import { type Client, useApp } from '#test/app.ts'

const app = useApp({ resets: false })
let viewer: Client
beforeAll(async () => {
  viewer = await app.as(['view_projects', 'export_data'])
  const organization = await createOrganization(app.db, { title: 'Chor Nord', street: 'Am Deich 1' })
  const garden = await createProject(app.db, { title: 'Garden', organization_id: organization.id })
  const bike = await createProject(app.db, { title: 'Bike', funding_type: 3 })
  await createGift(app.db, garden, 1_050, { received_on: '2025-03-04' })
  await createGift(app.db, garden, 200, { received_on: '2026-11-10' })
  await createGift(app.db, bike, 3_000, { received_on: '2026-01-02' })
  await app.db.updateTable('fundings').set({ state: 'reversed' }).where('amount_cents', '=', 200).execute()
})

const found = async (query = '') => {
  const { status, body } = await viewer.get(`/api/v4/gifts/${query}`)
  expect(status).toBe(200)
  const { results, count, sum_cents, standing_cents } = body as {
    results: { project: { title: string }; amount_cents: number }[]
  } & Record<string, number>
  return {
    rows: results.map(({ project, amount_cents }) => [project.title, amount_cents]),
    sums: [count, sum_cents, standing_cents],
  }
}

test('lists the newest gifts first, with sums over all matches', async () => {
  expect(await found()).toEqual({
    rows: [
      ['Garden', 200],
      ['Bike', 3_000],
      ['Garden', 1_050],
    ],
    sums: [3, 4_250, 4_050],
  })
  expect(await found('?ordering=amount&page_size=10')).toMatchObject({
    rows: [
      ['Garden', 200],
      ['Garden', 1_050],
      ['Bike', 3_000],
    ],
  })
})

test.each([
  ['?search=chor%20gar', [2, 1_250, 1_050]],
  ['?search=nothing', [0, 0, 0]],
  ['?year=2025', [1, 1_050, 1_050]],
  ['?year=2025,2026&state=confirmed', [2, 4_050, 4_050]],
  ['?funding_type=foundation', [1, 3_000, 3_000]],
  ['?source=import', [0, 0, 0]],
  ['?source=test&state=reversed', [1, 200, 0]],
])('%s returns the matching sums', async (query, sums) => {
  expect((await found(query)).sums).toEqual(sums)
})

test('an invalid year is rejected at its field', async () => {
  const { status, body } = await viewer.get('/api/v4/gifts/?year=20x5')
  expect([status, Object.keys(body)]).toEqual([400, ['year']])
})

test('a row names its project, organization and source', async () => {
  const { body } = await viewer.get('/api/v4/gifts/?year=2025', { locale: 'sie_DE' })
  expect(body.results[0]).toMatchObject({
    organization: { title: 'Chor Nord' },
    company: null,
    number: null,
    received_on: '2025-03-04',
    returned_cents: 0,
    funding_type: { choice: 1, display: 'Spende' },
    state: 'confirmed',
    state_display: 'Bestätigt',
    source_display: 'Test',
  })
})

const sheet = async (query: string, who = viewer) => {
  const answer = await who.get(`/api/v4/gifts/export/${query}`)
  expect(answer.status).toBe(200)
  return (await readXlsx(answer.bytes)).sheets
}

test('exports the list as shown and in full, and standing gifts only for import', async () => {
  const [seen, about] = await sheet('?year=2026&columns=received_on,amount,state')
  expect(seen!.rows).toEqual([
    ['Project', 'Organization', 'Received on', 'Amount', 'State'],
    ['Garden', 'Chor Nord', new Date('2026-11-10T00:00:00Z'), 2, 'Reversed'],
    ['Bike', expect.any(String), new Date('2026-01-02T00:00:00Z'), 30, 'Confirmed'],
  ])
  expect(about!.rows).toContainEqual(['Filter: Received on', '2026'])
  expect(about!.rows).toContainEqual(['Sum: Amount', 32])
  const [whole] = await sheet('?set=everything&ordering=amount')
  expect(whole!.rows[0]).toContain('Key in Almoner')
  expect(whole!.rows[0]).not.toContain('Street and number')
  const [again] = await sheet('?set=for_import', await app.as('superuser'))
  expect(again!.rows.slice(1).map((row) => [row[6], row[8]])).toEqual([
    ['Bike', 30],
    ['Garden', 10.5],
  ])
})

test('requires the right to see projects, for the export too', async () => {
  const refused = await (await app.as(['view_private_donations'])).get('/api/v4/gifts/')
  expect([refused.status, refused.body.permission]).toEqual([403, 'view_projects'])
  const exporter = await (await app.as(['export_data'])).get('/api/v4/gifts/export/')
  expect([exporter.status, exporter.body.permission]).toEqual([403, 'view_projects'])
})

test('exports 360Giving grants that the import can read', async () => {
  const staff = await app.as('superuser')
  const answer = await staff.get('/api/v4/gifts/export/?format=grants360&ordering=amount')
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain('filename="Gifts 2026-11-21.json"')
  expect(answer.body.grants).toHaveLength(2)
  expect(answer.body.grants[0]).toEqual({
    id: expect.stringMatching(/^360G-almoner-\S+$/),
    title: 'Garden',
    description: expect.any(String),
    currency: 'EUR',
    amountAwarded: 10.5,
    awardDate: '2025-03-04',
    recipientOrganization: [
      {
        id: expect.stringMatching(/^360G-almoner-org-/),
        name: 'Chor Nord',
        streetAddress: 'Am Deich 1',
      },
    ],
    fundingOrganization: [{ id: '360G-almoner', name: 'Private donors' }],
    dateModified: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
  })
  const ids = answer.body.grants.map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(2)
  const masked = await viewer.get('/api/v4/gifts/export/?format=grants360&ordering=amount')
  expect(masked.body.grants[0].recipientOrganization[0]).not.toHaveProperty('streetAddress')
  const none = await viewer.get('/api/v4/gifts/export/?format=grants360&search=nothing')
  expect(none.body).toEqual({ grants: [] })
  const refused = await viewer.get('/api/v4/projects/export/?format=grants360')
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['format']])

  const rows = []
  const text = Buffer.from(answer.bytes).toString()
  for await (const row of readGrants360(Readable.from([text]))) rows.push(row.cells)
  expect(rows.map((cells) => cells[grants360Columns.indexOf('amount')])).toEqual([10.5, 30])
})

test('the 360Giving export follows the published schema and uses the registered prefix', async () => {
  const staff = await app.as('superuser')
  const { db } = app
  const chor = await createOrganization(db, {
    title: 'Chor "Süd" & Söhne',
    register_number: 'GB-CHC-1015648',
    street: 'Weg 1',
    postcode: '10967',
    city: 'Berlin',
  })
  const choir = await createProject(db, {
    title: 'Noten <b>',
    description: 'Zeile 1\nZeile 2',
    organization_id: chor.id,
    starts_on: '2026-01-01',
    ends_on: '2026-12-31',
  })
  const open = await createProject(db, {
    title: '東京',
    description: '',
    starts_on: '2026-02-01',
    ends_on: null,
  })
  for (const cents of [1, 99, 123_456_789]) await createGift(db, choir, cents)
  const named = await createGift(db, open, 500)
  await db
    .updateTable('fundings')
    .set({ source: 'import', note: '東京 Stiftung e. V.' })
    .where('id', '=', named.id)
    .execute()
  const checked = async (client: Client) => {
    const { body } = await client.get('/api/v4/gifts/export/?format=grants360')
    expect(GrantsPackage.safeParse(body).error).toBeUndefined()
    return GrantsPackage.parse(body).grants
  }
  expect(await checked(viewer)).toHaveLength(6)
  const before = await checked(staff)
  expect(before.map((grant) => grant.recipientOrganization[0]!.id)).toContain('GB-CHC-1015648')

  const path = '/api/v4/platform-features/1/'
  for (const wrong of ['almoner', '360G-', '360G-a b', '360G-ä1'])
    expect(await staff.patch(path, { grants360_prefix: wrong })).toMatchObject({
      status: 400,
      body: { grants360_prefix: [expect.stringContaining('360G-')] },
    })
  expect((await staff.patch(path, { grants360_prefix: '360G-bank' })).status).toBe(200)
  const after = await checked(staff)
  expect(JSON.stringify(after)).not.toContain('360G-almoner')
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id.replace('360G-almoner', '360G-bank')))
})

test('the schema check rejects grants that violate the standard', async () => {
  const { body } = await viewer.get('/api/v4/gifts/export/?format=grants360')
  const [grant] = body.grants as Record<string, unknown>[]
  const wrong = [
    { ...grant, awardDate: '31.12.2026' },
    { ...grant, amountAwarded: '10.50' },
    { ...grant, currency: 'Euro' },
    { ...grant, title: '' },
    { ...grant, recipientOrganization: [] },
    { ...grant, fundingOrganization: [{ id: '360G-a' }] },
    { ...grant, iban: 'DE89370400440532013000' },
  ]
  for (const one of wrong) expect(GrantsPackage.safeParse({ grants: [one] }).success).toBe(false)
  expect(GrantsPackage.safeParse({ grants: [grant, grant] }).success).toBe(false)
})

test.each(['', '&ordering=received_on', '&ordering=-amount'])(
  'paging returns each gift once and in order, even with equal day and amount (%s)',
  async (ordering) => {
    const project = await createProject(app.db, { title: `Pages${ordering}` })
    const slugs: string[] = []
    for (let n = 0; n < 25; n++) {
      const received_on = `2026-10-${String(1 + Math.floor(n / 5)).padStart(2, '0')}`
      // oxlint-disable-next-line no-await-in-loop -- sequential
      slugs.push((await createGift(app.db, project, 100 * (1 + Math.floor(n / 5)), { received_on })).slug)
    }
    const page = async (number: number) => {
      const find = encodeURIComponent(project.title)
      const { body } = await viewer.get(
        `/api/v4/gifts/?search=${find}&page_size=10&page=${number}${ordering}`,
      )
      expect([body.count, body.total_pages, body.current_page]).toEqual([25, 3, number])
      return (body.results as { slug: string }[]).map(({ slug }) => slug)
    }
    const pages = [await page(1), await page(2), await page(3)]
    expect(pages.map((rows) => rows.length)).toEqual([10, 10, 5])
    expect(pages.flat()).toEqual(ordering === '&ordering=received_on' ? slugs : slugs.toReversed())
  },
)
