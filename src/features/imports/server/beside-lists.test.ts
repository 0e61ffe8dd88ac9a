import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withLongAhead } from '#server/db/long-ahead.ts'
import { embeddedInProcess } from '../../../../test/database.ts'
import { createOrganization } from '../../../../test/factories.ts'
import { importApp, importHeader } from '../../../../test/import-app.ts'

const imports = importApp({ open: embeddedInProcess })

test('beside an open import people read what was there before, and who writes waits', async () => {
  const { app } = imports
  const staff = await app.as('superuser')
  const { id } = await createOrganization(app.db, { title: 'Chor', slug: 'chor' })
  // The file of another person was checked and waits: where others read, its rows are not to be had.
  const checked = await imports.uploaded([importHeader, 'TSV;;Tore;7;2017;', ';;Tore;7;2017;'])
  await imports.act(checked, 'check')
  // The first call after a minute notes that its session is alive: not even that holds it up.
  app.clock.now = new Date(app.clock.now.getTime() + 120_000)
  const titles = async () => {
    const { status, body } = await staff.get('/api/v4/organizations/')
    expect(status, JSON.stringify(body)).toBe(200)
    return (body.results as { title: string }[]).map((row) => row.title)
  }
  const happened: unknown[] = []
  await withLongAhead(app.db, (connection) =>
    connection.transaction().execute(async (tx) => {
      await createOrganization(tx, { title: 'Brought in', slug: 'brought-in' })
      happened.push(await titles())
      const waiting = [
        app.db
          .updateTable('organizations')
          .set({ title: 'Choir' })
          .where('id', '=', id)
          .execute()
          .then(() => happened.push('written')),
        app.db
          .selectFrom('import_rows')
          .select('line')
          .where('import_id', '=', checked)
          .execute()
          .then((rows) => happened.push(`${rows.length} rows of the other file`)),
      ]
      for (let call = 1; call <= 3; call++) happened.push(await titles())
      happened.push('the import ends')
      return waiting
    }),
  ).then((waiting) => Promise.all(waiting))
  expect(happened.slice(0, 5)).toEqual([['Chor'], ['Chor'], ['Chor'], ['Chor'], 'the import ends'])
  expect(new Set(happened.slice(5))).toEqual(new Set(['2 rows of the other file', 'written']))
  expect(await titles()).toEqual(['Brought in', 'Choir'])
  const copy = join(imports.dataDir, 'embedded', 'pgdata.reading')
  await expect.poll(() => existsSync(copy)).toBe(false)
}, 60_000)

test('who saves beside an import is told in their language that it is not saved, and saves when it is over', async () => {
  const { app } = imports
  const staff = await app.as('superuser')
  const { slug, version } = await createOrganization(app.db, { title: 'Chor', slug: 'chor' })
  const save = (locale: string) =>
    staff.patch(
      `/api/v4/organization/${slug}/`,
      { title: 'Choir', version },
      {
        headers: { 'accept-language': locale },
      },
    )
  const refused = await withLongAhead(app.db, (connection) =>
    connection.transaction().execute(async (tx) => {
      await createOrganization(tx, { title: 'Brought in' })
      return Promise.all(['en_US', 'du_DE', 'sie_DE'].map(save))
    }),
  )
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    Array(3).fill([503, 'database_occupied']),
  )
  const [english, du, sie] = refused.map(({ body }) => body.detail as string)
  expect(english).toBe(
    'An import is being booked or undone, and the built-in database does one thing at a time. Nothing was changed. Save again when it is done.',
  )
  expect(du).toMatch(/Nichts wurde geändert\. Speichere noch einmal/)
  expect(sie).toMatch(/Nichts wurde geändert\. Speichern Sie noch einmal/)
  expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(['5', '5', '5'])
  const titles = async () =>
    (await app.db.selectFrom('organizations').select('title').orderBy('title').execute()).map(
      (row) => row.title,
    )
  expect(await titles()).toEqual(['Brought in', 'Chor'])
  await expect.poll(() => app.database.isOccupied()).toBe(false)
  expect((await save('en_US')).status).toBe(200)
  expect(await titles()).toEqual(['Brought in', 'Choir'])
}, 60_000)

test('while a file of thousands of rows is applied, lists are answered as before it, then with all of it', async () => {
  const rows = Array.from({ length: 1_800 }, (_, i) => `V${i};;P;1;2017;`)
  const id = await imports.uploaded([importHeader, ...rows])
  const count = async () => {
    const { status, body } = await imports.staff.get('/api/v4/projects/')
    return [status, body.count]
  }
  await imports.staff.post(`/api/v4/imports/${id}/run/`)
  const working = imports.work()
  const seen: unknown[] = []
  for (;;) {
    const { state, step } = (await imports.staff.get(`/api/v4/imports/${id}/`)).body
    const found = await count()
    if (state === 'done') break
    // Two looks in a row say the same only while the import is open: nothing else comes between them.
    if (step === 'applying') seen.push(found)
  }
  await working
  expect(seen.length).toBeGreaterThan(2)
  expect(await count()).toEqual([200, 1_800])
  // What was asked before the end was answered with the state before it; only the last may have come after it.
  expect(new Set(seen.slice(0, -1).map(String))).toEqual(new Set(['200,0']))
}, 120_000)
