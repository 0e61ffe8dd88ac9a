import { describe, expect, test } from 'vitest'
import { findBalanceDifferences } from '#features/ledger/server/checks.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { goodImport, importApp, importHeader } from '#test/import-app.ts'

const imports = importApp()

describe('importing again', () => {
  test('the same file changes nothing, even after staff renamed its records', async () => {
    await imports.run(goodImport)
    await imports.app.db
      .updateTable('organizations')
      .set({ title: 'Chor Süd' })
      .where('slug', '=', 'chor-sued-e-v')
      .execute()
    await imports.app.db
      .updateTable('projects')
      .set({ title: 'Noten' })
      .where('slug', '=', 'neue-noten')
      .execute()
    const before = await imports.everything()
    const again = await imports.run(goodImport)
    expect(again.counts).toMatchObject({
      organizations: { new: 0, known: 2 },
      projects: { new: 0, known: 2 },
      gifts: { new: 0, known: 3 },
    })
    expect(again.counts.years[0]).toMatchObject({ cents: 100_050, new_cents: 0 })
    expect(await imports.everything()).toEqual(before)
  })

  test('equal rows are several gifts, and an extended file adds only the new ones', async () => {
    const twice = [importHeader, ...goodImport.slice(1), goodImport[1]!]
    expect((await imports.run(twice)).counts.gifts).toEqual({ new: 4, known: 0 })
    const more = [...twice, goodImport[1]!, 'Chor Süd e. V.;10967;Konzert;7;2017;', 'Neu;;Neu;1;2017;']
    expect((await imports.run(more)).counts).toMatchObject({
      organizations: { new: 1, known: 2 },
      projects: { new: 2, known: 2 },
      gifts: { new: 3, known: 4 },
    })
    const { projects, gifts } = await imports.everything()
    expect(gifts).toHaveLength(7)
    // The first import froze the need, although more money arrived later.
    expect(projects[0]).toMatchObject({ title: 'Neue Noten', target_cents: 220_100, funded_cents: 320_150 })
    expect(await findBalanceDifferences(imports.app.db)).toEqual([])
  })

  test('manually created records are matched by name, ignoring case and spaces', async () => {
    const made = await createOrganization(imports.app.db, { title: 'CHOR  Süd e. v.' })
    await createProject(imports.app.db, { title: 'Neue noten', organization_id: made.id, needs: [5_000] })
    const done = await imports.run(goodImport)
    expect(done.counts).toMatchObject({ organizations: { new: 1, known: 1 }, projects: { new: 1, known: 1 } })
    const [first] = (await imports.everything()).projects
    expect(first).toMatchObject({ title: 'Neue noten', target_cents: 5_000, funded_cents: 120_050 })
  })

  test('an organization’s old and new name in one file lead to the same project', async () => {
    await imports.run([importHeader, 'Alt;;Anfang;1;2016;'])
    await imports.app.db.updateTable('organizations').set({ title: 'Neu' }).execute()
    // Enough other organizations to put the two names on different pages.
    const others = Array.from({ length: 1_200 }, (_, i) => `V${i};;P;1;2017;`)
    const both = [importHeader, 'Alt;;Saal;10;2017;', 'Neu;;Saal;20;2017;', 'Neu;;Anfang;5;2017;', ...others]
    const done = await imports.run(both)
    expect(done).toMatchObject({
      state: 'done',
      counts: { projects: { new: 1_201, known: 2 }, gifts: { new: 1_203, known: 0 } },
    })
    const { organizations, projects } = await imports.everything()
    expect(organizations).toHaveLength(1_201)
    expect(projects.slice(0, 2)).toMatchObject([
      { title: 'Anfang', funded_cents: 600 },
      { title: 'Saal', funded_cents: 3_000 },
    ])
    expect(await findBalanceDifferences(imports.app.db)).toEqual([])
    expect((await imports.run(both)).counts.gifts).toEqual({ new: 0, known: 1_203 })
  })
})
