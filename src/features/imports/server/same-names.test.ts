import { beforeEach, describe, expect, test } from 'vitest'
import { createOrganization } from '#test/factories.ts'
import { importApp, importHeader } from '#test/import-app.ts'

const imports = importApp()
const at = (id: number) => `/api/v4/imports/${id}/`
const file = [importHeader, 'Chor e. V.;10115;Noten;10;2016;', 'Chor (eV);10967;Reise;20;2016;']
const pair = { one: 'Chor (eV)', other: 'Chor e. V.' }
const decide = (id: number, is_same: boolean, names = pair) =>
  imports.staff.post(`${at(id)}names/`, { names: [{ ...names, is_same }] })
const titles = async () => (await imports.everything()).organizations.map(({ title }) => title)
let id: number
beforeEach(async () => void (id = await imports.uploaded(file)))

describe('two similar names', () => {
  test('block booking until somebody decides, checked or not', async () => {
    const checked = await imports.act(id, 'check')
    expect(checked).toMatchObject({ can_run: false, to_confirm: ['alike_names'] })
    const refused = await imports.staff.post(`${at(id)}run/`)
    expect([refused.status, refused.body.code]).toEqual([409, 'import_unconfirmed'])
    expect(await imports.run(file)).toMatchObject({ state: 'failed', failure: { code: 'unconfirmed' } })
    expect(await titles()).toEqual([])
    // Declares all of them different, for this file.
    await imports.staff.patch(at(id), { confirmed: ['alike_names'] })
    expect(await imports.act(id, 'run')).toMatchObject({
      state: 'done',
      counts: { organizations: { new: 2 } },
    })
  })

  test('declared equal become one organization, in this and every later file', async () => {
    await imports.act(id, 'check')
    expect((await decide(id, true)).body).toMatchObject({ state: 'uploaded', counts: null })
    const checked = await imports.act(id, 'check')
    expect(checked).toMatchObject({
      can_run: true,
      counts: { alike: { pairs: 0 }, organizations: { new: 1, known: 0 }, projects: { new: 2 } },
    })
    expect(await imports.act(id, 'run')).toMatchObject({ state: 'done' })
    expect(await titles()).toHaveLength(1)
    const later = await imports.run([importHeader, 'Chor (eV);99999;Fest;5;2017;', ...file.slice(1)])
    expect(later.counts).toMatchObject({ organizations: { new: 0, known: 1 }, gifts: { new: 1, known: 2 } })
    expect(
      (await imports.run(file.toReversed().toSpliced(-1, 1).toSpliced(0, 0, importHeader))).counts,
    ).toMatchObject({
      organizations: { new: 0 },
      gifts: { new: 0, known: 2 },
    })
  })

  test('join the existing organization, also in files with only the other name', async () => {
    const made = await createOrganization(imports.app.db, { title: 'Chor e. V.', postcode: '20095' })
    const alone = await imports.uploaded([importHeader, 'Chor (eV);10967;Reise;20;2016;'])
    expect(await imports.act(alone, 'check')).toMatchObject({ to_confirm: ['alike_names'] })
    await decide(alone, true)
    expect(await imports.act(alone, 'run')).toMatchObject({ counts: { organizations: { new: 0, known: 1 } } })
    const { rows } = await imports.app.database.pool.query('select distinct organization_id from projects')
    expect(rows).toEqual([{ organization_id: made.id }])
  })

  test('declared different stay two and are not asked about again', async () => {
    await imports.act(id, 'check')
    await decide(id, false)
    expect(await imports.act(id, 'run')).toMatchObject({
      state: 'done',
      counts: { organizations: { new: 2 } },
    })
    const other = await imports.uploaded([importHeader, 'Chor e.V.;1;P;1;2016;', 'Chor (eV);2;P;1;2016;'])
    expect(await imports.act(other, 'check')).toMatchObject({ to_confirm: ['alike_names'] })
    await imports.reset()
    const again = await imports.uploaded(file)
    await decide(again, false)
    expect(await imports.act(again, 'check')).toMatchObject({ to_confirm: [], can_run: true })
  })

  test('are checked again by the run when they are decided after the check', async () => {
    await imports.staff.patch(at(id), { confirmed: ['alike_names'] })
    await imports.act(id, 'check')
    const other = await imports.uploaded(file)
    await decide(other, true)
    const done = await imports.act(id, 'run')
    expect(done).toMatchObject({ state: 'done', counts: { organizations: { new: 1 }, gifts: { new: 2 } } })
  })

  test('are rejected as a pair when they are identical', async () => {
    const answer = await decide(id, true, { one: 'Chor', other: ' CHOR ' })
    expect([answer.status, Object.keys(answer.body.fields ?? answer.body)]).toEqual([
      400,
      expect.arrayContaining(['names']),
    ])
  })
})
