import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { findBalanceDifferences } from '#features/ledger/server/checks.ts'
import { createGift, createOrganization, createProject } from '../../../../test/factories.ts'
import { importApp } from '../../../../test/import-app.ts'

// What goes out "for import again" comes back in: into an empty Almoner everything, into the same one nothing.
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
  })
  const twin = await createOrganization(db, {
    title: '=Chor "Nord"; e. V.',
    register_number: '999888',
    postcode: '20095',
    email_contact: '',
  })
  await createOrganization(db, { title: 'Ohne Projekt 株式会社', email_contact: '' })
  const full = await createProject(db, {
    title: '-5 Grad kälter',
    organization_id: nord.id,
    description: `Erste Zeile\n\n'=keine Formel; "zitiert" ${'lang '.repeat(500)}Ende`,
    starts_on: '2024-02-29',
    ends_on: '2026-12-31',
    funding_type: 3,
    needs: [100_050, 23],
  })
  const bare = await createProject(db, {
    title: '@Tore',
    organization_id: twin.id,
    needs: [],
    funding_type: 4,
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

/** Everything that such a file can tell, as the database has it. */
async function told() {
  const { db } = imports.app
  const organizations = await db
    .selectFrom('organizations')
    .select(['title', 'register_number', 'street', 'postcode', 'city', 'email_contact'])
    .orderBy('title')
    .orderBy('register_number')
    .execute()
  const projects = await sql`
    select project.title, organization.register_number, project.description, project.target_cents, project.starts_on,
      project.ends_on, project.funding_type, project.funded_cents
    from projects project join organizations organization on organization.id = project.organization_id
    order by project.title, organization.register_number`.execute(db)
  const gifts = await sql`
    select project.title, organization.register_number, gift.amount_cents, gift.received_on, gift.funding_type, gift.note
    from fundings gift join projects project on project.id = gift.project_id
    join organizations organization on organization.id = project.organization_id
    order by gift.received_on, gift.amount_cents, gift.id`.execute(db)
  return { organizations, projects: projects.rows, gifts: gifts.rows }
}

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

async function bringIn(files: Awaited<ReturnType<typeof exportAll>>) {
  const counts = []
  for (const { name, bytes } of files) {
    const { status, body } = await imports.upload(bytes, name)
    expect([name, status]).toEqual([name, 201])
    // Organizations alone bring no gifts, which is asked about.
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
  const before = await told()
  const files = await exportAll(format)
  await imports.reset()
  await bringIn(files)
  expect(await told()).toEqual(before)
  expect(await findBalanceDifferences(imports.app.db)).toEqual([])
})

test('the same files change nothing where they came from, and nothing a second time elsewhere', async () => {
  await fill()
  const files = await exportAll('xlsx')
  const before = await told()
  for (const counts of await bringIn(files))
    expect(counts).toMatchObject({ organizations: { new: 0 }, projects: { new: 0 }, gifts: { new: 0 } })
  expect(await told()).toEqual(before)
  await imports.reset()
  await bringIn(files)
  await bringIn((await exportAll('csv')).toReversed())
  await bringIn(files)
  expect(await told()).toEqual(before)
})
