import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { findBalanceDifferences } from '#features/ledger/server/checks.ts'
import { createGift, createOrganization, createProject } from '#test/factories.ts'
import type { Answer } from '#test/app.ts'
import { importApp } from '#test/import-app.ts'

// A file exported "for import again" can be imported: into an empty Almoner it adds everything, into the same one
// nothing.
const imports = importApp()
const lists = ['organizations', 'projects', 'gifts'] as const

async function fill() {
  const { db } = imports.app
  const nord = await createOrganization(db, {
    title: '=Chor "Nord"; e. V.',
    register_number: '000123',
    street: 'Am Deich 1',
    postcode: '01067',
    city: 'Dresden',
    email_contact: 'nord@example.org',
    bank_account_holder: 'Chor Nord, Förderkasse',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    review_status: 4,
    content_review_status: 3,
    nonprofit_review_status: 2,
    needs_voting_review: true,
  })
  const twin = await createOrganization(db, {
    title: '=Chor "Nord"; e. V.',
    register_number: '999888',
    postcode: '20095',
    email_contact: '',
    review_status: 3,
    needs_review: true,
    bic: 'NOLADE21HAM',
  })
  await createOrganization(db, { title: 'Ohne Projekt 株式会社', email_contact: '', review_status: null })
  const full = await createProject(db, {
    title: '-5 Grad kälter',
    organization_id: nord.id,
    description: `Erste Zeile\n\n'=keine Formel; "zitiert" ${'lang '.repeat(500)}Ende`,
    starts_on: '2024-02-29',
    ends_on: '2026-12-31',
    funding_type: 3,
    needs: [100_050, 23, 40_000_000],
    review_status: 4,
    voting_review_status: 2,
    content_review_status: 2,
    needs_donation_review: true,
    is_banned: true,
  })
  await db
    .updateTable('needs')
    .set({ title: '12.50 Euro; "Saal" – März' })
    .where('amount_cents', '=', 23)
    .execute()
  const bare = await createProject(db, {
    title: '@Tore',
    organization_id: twin.id,
    needs: [],
    funding_type: 4,
    review_status: null,
  })
  await createProject(db, { title: '@Tore', organization_id: nord.id, needs: [7_000], funding_type: 2 })
  for (const [cents, day] of [
    [1, '2024-12-31'],
    [500_00, '2026-01-01'],
    [500_00, '2026-01-01'],
    [9_456_789, '2026-11-21'],
  ] as const)
    await createGift(db, full, cents, { received_on: day })
  await createGift(db, bare, 99, { received_on: '2026-11-10' })
}

/** All data that such a file can contain, read from the database. */
async function storedData() {
  const { db } = imports.app
  const organizations = await db
    .selectFrom('organizations')
    .select(['title', 'register_number', 'street', 'postcode', 'city', 'email_contact'])
    .select(['bank_account_holder', 'iban', 'bic', 'needs_review', 'needs_voting_review', 'can_receive'])
    .select(['review_status', 'content_review_status', 'nonprofit_review_status', 'voting_review_status'])
    .orderBy('title')
    .orderBy('register_number')
    .execute()
  const projects = await sql`
    select project.title, organization.register_number, project.description, project.target_cents, project.starts_on,
      project.ends_on, project.funding_type, project.funded_cents,
      project.review_status, project.content_review_status, project.voting_review_status, project.needs_donation_review,
      project.needs_voting_review, project.is_banned, project.financing,
      (select json_agg(json_build_array(title, amount_cents, position) order by position) from needs
        where needs.project_id = project.id) as needs
    from projects project join organizations organization on organization.id = project.organization_id
    order by project.title, organization.register_number`.execute(db)
  const gifts = await sql`
    select project.title, organization.register_number, gift.amount_cents, gift.received_on, gift.funding_type, gift.note
    from fundings gift join projects project on project.id = gift.project_id
    join organizations organization on organization.id = project.organization_id
    order by gift.received_on, gift.amount_cents, gift.id`.execute(db)
  return { organizations, projects: projects.rows, gifts: gifts.rows }
}

type Exported = Awaited<ReturnType<typeof exportAll>>[number]

async function exportAll(format: 'xlsx' | 'csv') {
  const exporter = await imports.app.as('superuser')
  return Promise.all(
    lists.map(async (list) => {
      const answer = await exporter.get(`/api/v4/${list}/export/?set=for_import&format=${format}`, {
        locale: 'sie_DE',
      })
      expect(answer.status).toBe(200)
      return { name: `${list}.${format}`, bytes: answer.bytes }
    }),
  )
}

/** A person who may import everything in the files. */
async function mayImportAll() {
  imports.staff = await imports.app.as([
    'create_projects',
    'create_organizations',
    'create_private_donations',
    'change_projects',
    'change_organizations',
  ])
}

async function importAll(files: Awaited<ReturnType<typeof exportAll>>) {
  await mayImportAll()
  const counts = []
  for (const { name, bytes } of files) {
    const { status, body } = await imports.upload(bytes, name)
    expect([name, status]).toEqual([name, 201])
    // A file of organizations alone has no gifts, so the import asks about it.
    if (body.to_confirm.length > 0)
      await imports.staff.patch(`/api/v4/imports/${body.id}/`, { confirmed: body.to_confirm })
    const done = await imports.act(body.id as number, 'run')
    expect([name, done.state, done.counts?.refused]).toEqual([name, 'done', 0])
    counts.push(done.counts)
  }
  return counts
}

test.each(['xlsx', 'csv'] as const)('%s: everything comes back into an empty Almoner', async (format) => {
  await fill()
  const before = await storedData()
  const files = await exportAll(format)
  await imports.reset()
  await importAll(files)
  expect(await storedData()).toEqual(before)
  expect(await findBalanceDifferences(imports.app.db)).toEqual([])
})

test('exported files change nothing in their source, and nothing when imported elsewhere a second time', async () => {
  await fill()
  const files = await exportAll('xlsx')
  const before = await storedData()
  for (const counts of await importAll(files))
    expect(counts).toMatchObject({ organizations: { new: 0 }, projects: { new: 0 }, gifts: { new: 0 } })
  expect(await storedData()).toEqual(before)
  await imports.reset()
  await importAll(files)
  await importAll((await exportAll('csv')).toReversed())
  await importAll(files)
  expect(await storedData()).toEqual(before)
})

test('decisions on drafts and on archived records do not come back: both wait for their review', async () => {
  const { db } = imports.app
  const archived = await createOrganization(db, { title: 'Chor Archiv', status: 3, review_status: 2 })
  await createProject(db, { title: 'Entwurf', organization_id: archived.id, status: 1, review_status: 2 })
  const [ofOrganizations, ofProjects] = await exportAll('xlsx')
  await imports.reset()
  await importAll([ofOrganizations!, ofProjects!])
  const { organizations, projects } = await storedData()
  expect(organizations).toMatchObject([
    { title: 'Chor Archiv', review_status: null, needs_review: true, can_receive: false },
  ])
  expect(projects).toMatchObject([
    { title: 'Entwurf', review_status: null, needs_donation_review: true, financing: null },
  ])
})

test('bank details and decisions are imported only with the right', async () => {
  await fill()
  const [organizations, projects] = (await exportAll('xlsx')) as [Exported, Exported, Exported]
  await imports.reset()
  const guessed = async ({ name, bytes }: Exported) => (await imports.upload(bytes, name)).body
  const fieldsOf = (body: Answer['body']) =>
    (body.columns as { name: string; field: string | null }[])
      .filter(({ field }) => field === null)
      .map(({ name }) => name)

  const file = await guessed(organizations)
  const bank = ['organization_bank_account_holder', 'organization_iban', 'organization_bic']
  expect(fieldsOf(file)).toEqual([...bank, 'organization_reviews'])
  expect(fieldsOf(await guessed(projects))).toEqual(['project_reviews'])
  const chosen = (file.columns as { name: string; field: string | null }[]).map(({ field, name }) =>
    name === 'organization_iban' ? name : field,
  )
  const address = `/api/v4/imports/${String(file.id)}/`
  const refused = await imports.staff.patch(address, { columns: chosen })
  expect([refused.status, refused.body.permission]).toEqual([403, 'change_organizations'])
  const made = await imports.staff.patch(address, {
    values: { organization_iban: { parts: [{ constant: '-' }] } },
  })
  expect(made.status).toBe(403)

  // The choice needs the right, and so does running it.
  const plain = imports.staff
  await mayImportAll()
  expect((await imports.staff.patch(address, { columns: chosen, confirmed: file.to_confirm })).status).toBe(
    200,
  )
  for (const act of ['check', 'run']) expect((await plain.post(`${address}${act}/`)).status).toBe(403)
  expect((await imports.act(file.id as number, 'run')).state).toBe('done')
  const ibans = await imports.app.db
    .selectFrom('organizations')
    .select('iban')
    .where('iban', '<>', '')
    .execute()
  expect(ibans).toEqual([{ iban: 'DE89370400440532013000' }])
})
