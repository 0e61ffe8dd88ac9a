import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { runCheck } from '#features/ledger/server/checks/check.ts'
import { projectChecks } from '#features/ledger/server/checks/projects.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import type { Db } from '#server/db/db.ts'
import { lockForArchiving } from '#features/organizations/server/archive.ts'
import { goodImport, importApp, importHeader } from '#test/import-app.ts'

const imports = importApp()

const status = (title: string, to: number) =>
  imports.app.db
    .updateTable('organizations')
    .set({ status: to, previous_status: to === 3 ? 2 : null })
    .where('title', '=', title)
    .execute()
const chor = (row: string) => `Chor Süd e. V.;10967;${row}`
const titles = async () => (await imports.everything()).projects.map((project) => project.title)

test('the check refuses rows of an archived organization, except for projects it already has', async () => {
  await imports.run(goodImport)
  await status('Chor Süd e. V.', 3)
  const lines = [
    importHeader,
    chor('Neue Stühle;70;2017;Senat'),
    chor('Neue Noten;30;2018;'),
    'Chor Süd e. V.;12345;Anderer Chor;5;2018;',
    'TSV Nord;;Netze;20;2018;',
    chor('neue stühle;-70;2018;'),
  ]
  const id = await imports.uploaded(lines, { reversals: true })
  const checked = await imports.act(id, 'check')
  expect(checked).toMatchObject({
    state: 'checked',
    can_run: false,
    counts: {
      rows: 5,
      refused: 2,
      refused_by: [
        {
          code: 'organization_archived',
          field: 'organization_title',
          rows: 2,
          text: 'Organization: It is archived and gets no new projects; it has to be restored first',
        },
      ],
      organizations: { new: 1, known: 2 },
      projects: { new: 2, known: 1 },
      gifts: { new: 3, known: 0 },
      reversals: { new: 0, known: 0, cents: 0 },
    },
  })
  const problems = await imports.staff.get(`/api/v4/imports/${id}/rows/`)
  expect(problems.body.results).toMatchObject([
    { line: 2, cells: lines[1]!.split(';'), refused: [{ code: 'organization_archived', columns: [0] }] },
    { line: 6, cells: lines[5]!.split(';') },
  ])
  await imports.staff.patch(`/api/v4/imports/${id}/`, { partial: true })
  expect(await imports.act(id, 'run')).toMatchObject({ state: 'done', counts: { refused: 2 } })
  expect(await titles()).toEqual(['Neue Noten', 'Tore', 'Anderer Chor', 'Netze'])
  expect((await imports.everything()).gifts.map((gift) => gift.amount_cents)).toEqual([
    100_050, 20_000, 5_000, 500, 2_000, 3_000,
  ])
  expect(await findLedgerDifferences(imports.app.db)).toEqual([])
})

test('a spelling with only refused rows is not stored, and after restoring all rows match', async () => {
  await imports.run(goodImport)
  await status('Chor Süd e. V.', 3)
  const spelled = [importHeader, 'Chor Süd e. V.;;Neue Stühle;70;2017;', 'TSV Nord;;Netze;20;2018;']
  const before = await imports.app.db.selectFrom('organization_spellings').selectAll().execute()
  expect(await imports.run(spelled, { partial: true })).toMatchObject({ state: 'done' })
  const after = await imports.app.db.selectFrom('organization_spellings').selectAll().execute()
  expect(after).toEqual(before)
  await status('Chor Süd e. V.', 2)
  expect(await imports.run(spelled)).toMatchObject({
    counts: { refused: 0, organizations: { new: 0, known: 2 }, gifts: { new: 1, known: 1 } },
  })
  expect(await titles()).toEqual(['Neue Noten', 'Tore', 'Netze', 'Neue Stühle'])
})

test('archiving an organization between check and run blocks the import', async () => {
  await imports.run(goodImport)
  const id = await imports.uploaded([importHeader, chor('Neue Stühle;70;2017;')])
  expect((await imports.act(id, 'check')).can_run).toBe(true)
  await status('Chor Süd e. V.', 3)
  expect(await imports.act(id, 'run')).toMatchObject({
    state: 'failed',
    failure: { code: 'rows_refused' },
    counts: { refused: 1, refused_by: [{ code: 'organization_archived' }] },
  })
  expect(await titles()).toEqual(['Neue Noten', 'Tore'])
  // After restoring, the file is checked again and imported.
  await status('Chor Süd e. V.', 2)
  expect((await imports.act(id, 'check')).can_run).toBe(true)
  expect((await imports.act(id, 'run')).state).toBe('done')
  expect(await titles()).toEqual(['Neue Noten', 'Tore', 'Neue Stühle'])
})

test('archiving an organization after its rows were matched blocks the import', async () => {
  await imports.run(goodImport)
  await imports.app.database.pool.query(`
    create function test_archive() returns trigger language plpgsql as $$
      begin update organizations set status = 3, previous_status = 2; return null; end $$;
    create trigger test_archive after update of slug on import_projects for each statement execute function test_archive()`)
  try {
    expect(await imports.run([importHeader, chor('Neue Stühle;70;2017;')])).toMatchObject({
      state: 'failed',
      failure: {
        code: 'organization_archived',
        text: 'An organization that would get a new project has been archived meanwhile. Nothing was imported. Check the file again.',
      },
    })
  } finally {
    await imports.app.database.pool.query('drop function test_archive() cascade')
  }
  expect(await titles()).toEqual(['Neue Noten', 'Tore'])
})

describe('an archived or banned project takes no money', () => {
  const found = (title: string) =>
    imports.app.db
      .selectFrom('projects')
      .select(['slug', 'version'])
      .where('title', '=', title)
      .executeTakeFirstOrThrow()
  // Advances the test clock, because the check looks for later changes.
  const later = () => (imports.app.clock.now = new Date(imports.app.clock.now.getTime() + 60_000))
  /** Archives a project as staff do; returns a function that restores it. */
  const archived = async (title: string) => {
    const chief = await imports.app.as('superuser')
    const { slug } = await found(title)
    const act = async (what: 'archive' | 'unarchive') => {
      later()
      const answer = await chief.post(`/api/v4/projects/${what}/`, { project_slugs: [slug] })
      expect(answer).toMatchObject({ status: 200 })
      later()
    }
    await act('archive')
    return () => act('unarchive')
  }
  const banned = async (title: string) => {
    const chief = await imports.app.as('superuser')
    const { slug, version } = await found(title)
    const answer = await chief.patch(`/api/v4/project/${slug}/`, { version, is_banned: true })
    expect(answer).toMatchObject({ status: 200 })
  }
  const checked = () =>
    imports.app.db.transaction().execute((tx) => runCheck(tx, projectChecks.closedProjects))
  const gifts = async () => (await imports.everything()).gifts.map((gift) => gift.amount_cents)
  const lines = [
    ...goodImport,
    chor('neue noten;70;2018;'),
    chor('Neue Noten;-20;2018;'),
    chor('Neue Stühle;30;2018;'),
    'TSV Nord;;Tore;5;2018;',
  ]

  test('its new gifts and their reversals are refused, earlier ones are known, and the rest is imported', async () => {
    await imports.run(goodImport)
    const restore = await archived('Neue Noten')
    const id = await imports.uploaded(lines, { reversals: true })
    expect(await imports.act(id, 'check')).toMatchObject({
      can_run: false,
      counts: {
        refused: 2,
        refused_by: [
          {
            code: 'project_archived',
            field: 'project_title',
            rows: 2,
            text: 'Project name: It is archived and takes no money; it has to be restored first',
          },
        ],
        projects: { new: 1, known: 2 },
        gifts: { new: 2, known: 3 },
        reversals: { new: 0, known: 0, cents: 0 },
      },
    })
    const problems = await imports.staff.get(`/api/v4/imports/${id}/rows/`)
    expect(problems.body.results).toMatchObject([
      { line: 5, cells: lines[4]!.split(';'), refused: [{ code: 'project_archived', columns: [2] }] },
      { line: 6, cells: lines[5]!.split(';') },
    ])
    await imports.staff.patch(`/api/v4/imports/${id}/`, { partial: true })
    expect(await imports.act(id, 'run')).toMatchObject({ state: 'done', counts: { refused: 2 } })
    expect(await gifts()).toEqual([100_050, 20_000, 5_000, 3_000, 500])
    expect(await findLedgerDifferences(imports.app.db)).toEqual([])
    expect(await checked()).toMatchObject({ checked: 1, broken: 0 })
    // After restoring, the same file imports the rest of its gift.
    await restore()
    expect(await imports.run(lines, { reversals: true })).toMatchObject({ state: 'done' })
    expect(await gifts()).toEqual([100_050, 20_000, 5_000, 3_000, 500, 5_000])
  })

  test('neither reversing one of its gifts nor undoing the reversal gives it money', async () => {
    await imports.run(goodImport)
    await archived('Neue Noten')
    const { id } = await imports.run([importHeader, chor('Neue Noten;-300;2018;')], { reversals: true })
    expect(await gifts()).toContain(70_050)
    expect(await checked()).toMatchObject({ checked: 1, broken: 0 })
    const chief = await imports.app.as('superuser')
    const undo = { reason: 'Wrong file', confirm_filename: 'file.csv' }
    expect(await chief.post(`/api/v4/imports/${id}/undo/`, undo)).toMatchObject({ status: 202 })
    await imports.work()
    expect(await checked()).toMatchObject({ checked: 1, broken: 0 })
  })

  test('when banned, the reason names the ban', async () => {
    await imports.run(goodImport)
    await banned('Neue Noten')
    expect(await imports.act(await imports.uploaded(lines, { reversals: true }), 'check')).toMatchObject({
      counts: { refused: 2, refused_by: [{ code: 'project_banned', rows: 2 }] },
    })
  })

  test('a file without new gifts for it is imported', async () => {
    await imports.run(goodImport)
    await archived('Neue Noten')
    expect(await imports.run([...goodImport, 'TSV Nord;;Netze;20;2018;'])).toMatchObject({
      state: 'done',
      counts: { refused: 0, gifts: { new: 1, known: 3 } },
    })
  })

  test('closing it after its rows were matched blocks the import', async () => {
    await imports.run(goodImport)
    await imports.app.database.pool.query(`
      create function test_archive() returns trigger language plpgsql as $$
        begin update projects set status = 3 where title = 'Tore'; return null; end $$;
      create trigger test_archive after update of slug on import_projects for each statement execute function test_archive()`)
    try {
      expect(
        await imports.run([importHeader, chor('Neue Stühle;70;2017;'), 'TSV Nord;;Tore;5;2018;']),
      ).toMatchObject({
        state: 'failed',
        failure: {
          code: 'project_closed',
          text: 'A project that would get money was archived or banned meanwhile. Nothing was imported. Check the file again.',
        },
      })
    } finally {
      await imports.app.database.pool.query('drop function test_archive() cascade')
    }
    expect(await titles()).toEqual(['Neue Noten', 'Tore'])
    expect(await gifts()).toEqual([100_050, 20_000, 5_000])
  })

  test('a project imported as banned still gets its gifts, also under its organization’s old name', async () => {
    imports.staff = await imports.app.as('superuser')
    await imports.run([importHeader, 'Alt;;Anfang;1;2016;'])
    await imports.app.db.updateTable('organizations').set({ title: 'Neu' }).execute()
    // Enough other organizations to put the two names on different pages.
    const others = Array.from({ length: 1_200 }, (_, at) => `V${at};;P;1;2017;none`)
    const header = 'Verein;PLZ;Projekt;Betrag in Euro;Jahr;project_reviews'
    const both = [header, 'Alt;;Saal;10;2017;banned', 'Neu;;Saal;20;2017;banned', ...others]
    expect(await imports.run(both)).toMatchObject({
      state: 'done',
      counts: { refused: 0, projects: { new: 1_201, known: 1 } },
    })
    const hall = imports.app.db.selectFrom('projects').selectAll().where('title', '=', 'Saal')
    expect(await hall.execute()).toMatchObject([{ is_banned: true, funded_cents: 3_000 }])
  })
})

/** Waits until the session of a query with these words waits for a lock. */
const isWaiting = (query: string) =>
  expect
    .poll(
      async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${query}%`}`.execute(
          imports.app.db,
        )
        return rows.length
      },
      { timeout: 4_000 },
    )
    .toBe(1)

/** Runs a file's import and pauses it after a statement of this kind, until `meanwhile` resumes it. */
async function halted(
  id: number,
  after: string,
  meanwhile: (halt: { arrived: () => Promise<void>; goOn: () => Promise<unknown> }) => Promise<void>,
) {
  const { db, database } = imports.app
  await database.pool.query(`
    create function test_wait() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4711); return null; end $$;
    create trigger test_wait after ${after} for each statement execute function test_wait()`)
  try {
    await db.connection().execute(async (holder) => {
      let working: Promise<unknown> | undefined
      await sql`select pg_advisory_lock(4711)`.execute(holder)
      const goOn = () => sql`select pg_advisory_unlock_all()`.execute(holder)
      try {
        await imports.staff.post(`/api/v4/imports/${id}/run/`)
        working = imports.work()
        await meanwhile({ arrived: () => isWaiting(after.split(' ').at(-1)!), goOn })
      } finally {
        await goOn()
        await working
      }
    })
  } finally {
    await database.pool.query('drop function test_wait() cascade')
  }
  return (await imports.staff.get(`/api/v4/imports/${id}/`)).body
}

test('the import waits for an organization that is being archived', async () => {
  await imports.run(goodImport)
  const id = await imports.uploaded([importHeader, chor('Neue Stühle;70;2017;')])
  // The rows are matched, but none is booked yet.
  const ended = await halted(id, 'update of slug on import_projects', async ({ arrived, goOn }) => {
    await arrived()
    await imports.app.db.transaction().execute(async (archiving) => {
      await lockForArchiving(archiving, await idsOf(archiving))
      await archiving.updateTable('organizations').set({ status: 3, previous_status: 2 }).execute()
      await goOn()
      await isWaiting('for key share')
    })
  })
  expect(ended).toMatchObject({ state: 'failed', failure: { code: 'organization_archived' } })
  expect(await titles()).toEqual(['Neue Noten', 'Tore'])
})

test('an organization can be saved while its projects are imported, but archiving it waits', async () => {
  await imports.run(goodImport)
  const id = await imports.uploaded([importHeader, chor('Neue Stühle;70;2017;')])
  const { slug, version } = await imports.app.db
    .selectFrom('organizations')
    .select(['slug', 'version'])
    .where('title', '=', 'Chor Süd e. V.')
    .executeTakeFirstOrThrow()
  const path = `/api/v4/organization/${slug}/`
  let archiving: ReturnType<typeof imports.staff.patch> | undefined
  const ended = await halted(id, 'insert on projects', async ({ arrived, goOn }) => {
    await arrived()
    const chief = await imports.app.as('superuser')
    expect(await chief.patch(path, { version, city: 'Bremen' })).toMatchObject({ status: 200 })
    archiving = chief.patch(path, { version: version + 1, status: 3 })
    await isWaiting('for update')
    await goOn()
  })
  expect(ended).toMatchObject({ state: 'done' })
  // The imported gifts are complete and settled, so the organization can be archived.
  expect(await archiving).toMatchObject({ status: 200, body: { project_count: 2 } })
  expect(await titles()).toEqual(['Neue Noten', 'Tore', 'Neue Stühle'])
})

const idsOf = async (db: Db) =>
  (await db.selectFrom('organizations').select('id').orderBy('id').execute()).map((row) => row.id)
