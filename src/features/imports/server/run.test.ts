import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenEvents } from '#test/audit-chain.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { findCountDifferences } from '#features/projects/server/counts.ts'
import { createProject } from '#test/factories.ts'
import { goodImport, importApp, importHeader } from '#test/import-app.ts'
import { costlyRuns } from '#test/runs.ts'

const imports = importApp()

test('a run creates organizations, projects with their need, and gifts on the ledger in their year', async () => {
  const done = await imports.run(goodImport)
  expect(done).toMatchObject({
    state: 'done',
    failure: null,
    counts: {
      rows: 3,
      refused: 0,
      organizations: { new: 2, known: 0 },
      projects: { new: 2, known: 0 },
      gifts: { new: 3, known: 0 },
      years: [
        { year: 2016, gifts: 1, cents: 100_050, new_cents: 100_050 },
        { year: 2017, gifts: 2, cents: 25_000, new_cents: 25_000 },
      ],
    },
    can_run: false,
  })
  const { organizations, projects, gifts } = await imports.everything()
  expect(organizations).toEqual([
    {
      title: 'Chor Süd e. V.',
      slug: 'chor-sued-e-v',
      register_number: '',
      postcode: '10967',
      city: '',
      status: 2,
      review_status: null,
      needs_review: true,
    },
    expect.objectContaining({ title: 'TSV Nord', slug: 'tsv-nord' }),
  ])
  expect(projects).toMatchObject([
    {
      title: 'Neue Noten',
      organization_title: 'Chor Süd e. V.',
      target_cents: 120_050,
      funded_cents: 120_050,
    },
    { title: 'Tore', status: 2, needs_donation_review: true, target_cents: 5_000, funded_cents: 5_000 },
  ])
  expect(gifts).toMatchObject([
    { amount_cents: 100_050, received_on: '2016-12-31', state: 'paid_out', source: 'import', note: 'Senat' },
    { amount_cents: 20_000, received_on: '2017-12-31', note: '' },
    { amount_cents: 5_000, note: 'Bezirk' },
  ])
  expect(await findLedgerDifferences(imports.app.db)).toEqual([])
  const events = await imports.app.db
    .selectFrom('audit_events')
    .select(['action', 'object_type', 'actor_id'])
    .where('action', '!=', 'read')
    .orderBy('id')
    .execute()
  expect(events.map(({ action, object_type }) => `${action} ${object_type}`)).toEqual([
    'upload import',
    'run import',
    // First, so that the ledger's transactions can reference it.
    'import import',
    // The saved steps for the next file of the source.
    'create import_recipe',
    'create organization',
    'create organization',
    'create project',
    'create project',
  ])
  expect(events.every((event) => event.actor_id === imports.staff.userId)).toBe(true)
  expect(await brokenEvents(imports.app.db)).toEqual([])
  const needs = await imports.app.db
    .selectFrom('needs')
    .select(['title', 'amount_cents'])
    .orderBy('id')
    .execute()
  expect(needs).toEqual([
    { title: 'Total need', amount_cents: 120_050 },
    { title: 'Total need', amount_cents: 5_000 },
  ])
})

test("imported records keep the file's order, in lists and in the history", async () => {
  const names = ['Zeta', 'Alpha', 'Mitte', 'Öko', 'Beta', 'Ypsilon']
  await imports.run([importHeader, ...names.map((name) => `${name};;Projekt ${name};1;2017;`)])
  const { organizations, projects } = await imports.everything()
  expect(organizations.map((row) => row.title)).toEqual(names)
  expect(projects.map((row) => row.title)).toEqual(names.map((name) => `Projekt ${name}`))
  const events = await imports.app.db
    .selectFrom('audit_events')
    .select(['object_title', 'after'])
    .where('action', '=', 'create')
    .where('object_type', '=', 'project')
    .orderBy('id')
    .execute()
  expect(events.map((event) => event.object_title)).toEqual(names.map((name) => `Projekt ${name}`))
  expect(events[0]!.after).toEqual({
    title: 'Projekt Zeta',
    target_cents: 100,
    import_id: expect.any(Number),
  })
  // A record created by hand afterwards gets its own id.
  const later = await createProject(imports.app.db, { title: 'Later' })
  expect((await imports.everything()).projects.at(-1)!.title).toBe(later.title)
})

test('titles with the same slug get unique numbers', async () => {
  await createProject(imports.app.db, { slug: 'chor-7', title: 'Chor 7' })
  await createProject(imports.app.db, { slug: 'tor', title: 'Tor' })
  const titles = ['Chor', 'Chor!', 'Chor?', 'Chor 3', 'Tor', 'Tor.', '…', '!', '中']
  await imports.run([importHeader, ...titles.map((title) => `V;;${title};1;2017;`)])
  const { projects } = await imports.everything()
  expect(projects.slice(2).map((project) => project.slug)).toEqual([
    'chor',
    'chor-8',
    'chor-9',
    'chor-3',
    'tor-2',
    'tor-3',
    'untitled',
    'untitled-2',
    'zhong',
  ])
})

test('for any rows, each accepted amount is booked in its year exactly once', async () => {
  const row = fc.record({
    organization: fc.constantFrom('A', 'a ', 'Ä', 'B'),
    project: fc.constantFrom('P', 'p', 'Q', ''),
    cents: fc.integer({ min: -50, max: 5_000_000 }),
    year: fc.integer({ min: 2024, max: 2027 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 25 }), async (rows) => {
      await imports.app.reset()
      imports.staff = await imports.app.as('superuser')
      await imports.app.db
        .updateTable('platform_features')
        .set({ import_confirm_cents: 10 ** 12 })
        .execute()
      const lines = rows.map(
        ({ organization, project, cents, year }) =>
          `${organization};;${project};${(cents / 100).toFixed(2).replace('.', ',')};${year};`,
      )
      const taken = rows.filter(({ project, cents, year }) => project && cents > 0 && year <= 2026)
      await imports.run([importHeader, ...lines], { partial: true })
      await imports.run([importHeader, ...lines], { partial: true })
      const years = await imports.app.database.pool.query(`
        select extract(year from business_day)::int as year, sum(amount_cents)::bigint as cents, count(*) as n
        from ledger_rows where purpose = 'gift' group by 1 order by 1`)
      const expected = [...Map.groupBy(taken, (one) => one.year)]
        .sort(([a], [b]) => a - b)
        .map(([year, gifts]) => ({
          year,
          cents: gifts.reduce((sum, gift) => sum + gift.cents, 0),
          n: gifts.length,
        }))
      expect(years.rows).toEqual(expected)
      expect(await findLedgerDifferences(imports.app.db)).toEqual([])
      expect(await findCountDifferences(imports.app.db)).toEqual([])
    }),
    { numRuns: costlyRuns(3) },
  )
})

test('gifts of past years are already paid and do not block archiving', async () => {
  await imports.run(goodImport)
  const staff = await imports.app.as('superuser')
  const { projects } = await imports.everything()
  const project_slugs = projects.map(({ slug }) => slug)
  expect(project_slugs).toHaveLength(2)
  expect((await staff.post('/api/v4/projects/archive/', { project_slugs })).status).toBe(200)
})
