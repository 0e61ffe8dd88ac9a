import { beforeAll, expect, test } from 'vitest'
import { readXlsx } from 'hucre'
import { sql } from 'kysely'
import { createGift, createOrganization, createProject } from '#test/factories.ts'
import { type Client, useApp } from '#test/app.ts'

const app = useApp({ resets: false })
let staff: Client
beforeAll(async () => {
  staff = await app.as('superuser')
  const organization = await createOrganization(app.db, {
    title: 'Chor; "Nord"',
    register_number: '0123',
    street: 'Am Deich 1',
    postcode: '01067',
    city: 'Dresden',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    tax_number: '27/123/45678',
  })
  const project = await createProject(app.db, {
    title: '=cmd()',
    organization_id: organization.id,
    description: 'Zeile 1\nZeile 2',
    starts_on: '2026-01-15',
    ends_on: '2026-12-31',
    needs: [123_456],
  })
  await createGift(app.db, project, 1_234)
})

async function book(path: string, who = staff) {
  const answer = await who.get(path)
  expect(answer.status).toBe(200)
  const [data, about] = (await readXlsx(answer.bytes)).sheets
  const [header, ...rows] = data!.rows as unknown[][]
  const records = rows.map((row) => Object.fromEntries(header!.map((name, i) => [name, row[i]])))
  return {
    header: header as string[],
    records,
    about: Object.fromEntries(about!.rows as [string, unknown][]),
  }
}

test('everything: each field of a project, with amounts, days and times as typed cells', async () => {
  const { records } = await book('/api/v4/projects/export/?set=everything&columns=status')
  expect(records[0]).toMatchObject({
    Project: '=cmd()',
    Organization: 'Chor; "Nord"',
    'Financing status': 'In financing',
    Description: 'Zeile 1\nZeile 2',
    Needs: 'Need 1: €1,234.56',
    Allocated: 12.34,
    'Funding goal': 1234.56,
    'Funding still needed': 1222.22,
    Start: new Date('2026-01-15T00:00:00Z'),
    End: new Date('2026-12-31T00:00:00Z'),
    Banned: 'No',
    'Open tasks': 0,
    'Register number': '0123',
    Postcode: '01067',
    IBAN: 'DE89370400440532013000',
    Created: new Date('2026-11-01T09:00:00Z'),
  })
})

test('everything: each field of an organization', async () => {
  const { records } = await book('/api/v4/organizations/export/?set=everything')
  expect(records[0]).toMatchObject({
    Organization: 'Chor; "Nord"',
    'Street and number': 'Am Deich 1',
    IBAN: 'DE89370400440532013000',
    'Tax number': '27/123/45678',
    'Date of the proof': new Date('2025-01-15T00:00:00Z'),
    'Proof valid until': new Date('2030-01-15T00:00:00Z'),
    'Number of projects': 1,
  })
})

test('everything: no text that the record call of an organization returns is left out', async () => {
  const { slug } = (await staff.get('/api/v4/organizations/')).body.results[0]
  const record = (await staff.get(`/api/v4/organization/${slug}/`)).body as Record<string, unknown>
  await app.db
    .updateTable('organizations')
    .set(
      Object.fromEntries(
        [
          'description',
          'website',
          'phone',
          'category',
          'tax_office',
          'exemption_purposes',
          'bank_account_holder',
        ].map((name) => [name, `the ${name}`]),
      ),
    )
    .where('slug', '=', slug)
    .execute()
  const { records } = await book('/api/v4/organizations/export/?set=everything')
  const cells = new Set(Object.values(records[0]!))
  for (const [name, value] of Object.entries({
    ...record,
    ...(await staff.get(`/api/v4/organization/${slug}/`)).body,
  }))
    if (typeof value === 'string' && name !== 'preview_token' && !/_at$|_date$|_until$|_kind$/.test(name))
      expect([name, cells.has(value)]).toEqual([name, value !== ''])
})

test('a person without a right gets none of its columns, and About names them', async () => {
  const viewer = await app.as(['export_data', 'view_projects', 'view_organizations'])
  const organizations = await book('/api/v4/organizations/export/?set=everything', viewer)
  expect(organizations.header).toContain('Street and number')
  expect(organizations.header).not.toContain('IBAN')
  expect(organizations.about['Columns left out for lack of rights']).toBe(
    'Account holder, IBAN, BIC, Tax office, Tax number',
  )
  const projectsOnly = await app.as(['export_data', 'view_projects'])
  const projects = await book('/api/v4/projects/export/?set=everything', projectsOnly)
  expect(projects.header).not.toContain('Street and number')
  expect(projects.about['Columns left out for lack of rights']).toMatch(/IBAN.*Street and number/)
  const again = await book('/api/v4/projects/export/?set=for_import', projectsOnly)
  expect(again.header).not.toContain('organization_street')
  const all = await book('/api/v4/organizations/export/?set=everything')
  expect(all.about).not.toHaveProperty('Columns left out for lack of rights')
})

test('a file with bank details is served only to people who may still see them', async () => {
  const clerk = await app.as(['export_data', 'view_organizations', 'change_organizations'])
  await sql`
    insert into organizations (slug, title, preview_token, created_at, updated_at)
    select 'many-' || n, 'Many ' || n, 'token-' || n, ${app.clock.now}, ${app.clock.now}
    from generate_series(1, 20001) n`.execute(app.db)
  const { body } = await clerk.get('/api/v4/organizations/export/?set=everything&format=csv')
  await app.runJobs()
  const file = `/api/v4/exports/${body.export.id}/file/`
  const { headers, status, bytes } = await clerk.get(file)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(Buffer.from(bytes).toString().split('\r\n')[0]).toContain(';IBAN;')
  await app.db
    .deleteFrom('user_permissions')
    .where('user_id', '=', clerk.userId)
    .where('permission', '=', 'change_organizations')
    .execute()
  const refused = await clerk.get(file)
  expect([refused.status, refused.body.permission]).toEqual([403, 'change_organizations'])
  await app.db.deleteFrom('organizations').where('slug', 'like', 'many-%').execute()
})

test('CSV suits German Excel: byte order mark, semicolons, decimal commas, German days, escaped formulas', async () => {
  const answer = await staff.get('/api/v4/projects/export/?set=everything&format=csv')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain('filename="Projects 2026-11-21.csv"')
  const text = Buffer.from(answer.bytes).toString()
  expect(text.startsWith('\ufeffProject;Organization;')).toBe(true)
  expect(text).toContain(`\r\n'=cmd();"Chor; ""Nord""";`)
  expect(text).toContain(';12,34;')
  expect(text).toContain(';15.01.2026;31.12.2026;')
  expect(text).toContain(';"Zeile 1\nZeile 2";')
  expect(text).toContain(';01.11.2026 09:00:00;')
  expect(text).toContain(';0123;')
})

test('for import again: columns with the names an import knows, in every language', async () => {
  for (const locale of ['en_US', 'sie_DE'] as const) {
    const answer = await staff.get('/api/v4/projects/export/?set=for_import', { locale })
    const [data] = (await readXlsx(answer.bytes)).sheets
    expect(data!.rows).toEqual([
      [
        'organization_title',
        'organization_register_number',
        'organization_postcode',
        'organization_city',
        'organization_street',
        'organization_email',
        'project_title',
        'project_description',
        'project_needs',
        'project_reviews',
        'applied_amount',
        'currency',
        'starts_on',
        'ends_on',
        'funding_type',
      ],
      [
        'Chor; "Nord"',
        '0123',
        '01067',
        'Dresden',
        'Am Deich 1',
        expect.stringContaining('@example.org'),
        '=cmd()',
        'Zeile 1\nZeile 2',
        '1234.56 Need 1',
        'review passed',
        1234.56,
        'EUR',
        new Date('2026-01-15T00:00:00Z'),
        new Date('2026-12-31T00:00:00Z'),
        'donation',
      ],
    ])
  }
})

test('for import again: bank details by right, and About names what was left out', async () => {
  const bank = ['organization_bank_account_holder', 'organization_iban', 'organization_bic']
  const whole = await book('/api/v4/organizations/export/?set=for_import')
  expect(whole.header.filter((name) => bank.includes(name))).toEqual(bank)
  expect(whole.records[0]).toMatchObject({
    organization_iban: 'DE89370400440532013000',
    organization_bic: 'COBADEFFXXX',
    organization_reviews: 'review passed',
  })
  const reader = await app.as(['view_organizations', 'export_data'])
  const { header, records, about } = await book('/api/v4/organizations/export/?set=for_import', reader)
  expect(header).toEqual(whole.header.filter((name) => !bank.includes(name)))
  expect(JSON.stringify(records)).not.toContain('DE89')
  expect(Object.values(about)).toContain(bank.join(', '))
})

test('an unknown set or format is rejected by name', async () => {
  for (const [path, field] of [
    ['/api/v4/projects/export/?set=all', 'set'],
    ['/api/v4/users/export/?set=everything', 'set'],
    ['/api/v4/users/export/?format=pdf', 'format'],
  ] as const) {
    const { status, body } = await staff.get(path)
    expect([path, status, Object.keys(body)]).toEqual([path, 400, [field]])
  }
})

test.each([
  ['projects', 'decisions on drafts and what is archived'],
  ['organizations', 'tax numbers'],
  ['gifts', 'who gave privately'],
])('%s for import again: About says what does not come back', async (list, said) => {
  const { about } = await book(`/api/v4/${list}/export/?set=for_import`)
  expect(about['Not brought back by an import']).toContain(said)
  expect((await book(`/api/v4/${list}/export/?set=everything`)).about).not.toHaveProperty(
    'Not brought back by an import',
  )
})
