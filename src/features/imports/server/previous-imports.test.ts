import { expect, test } from 'vitest'
import { goodImport, importApp, importHeader } from '#test/import-app.ts'

const imports = importApp()

const earlier = async (id: number) => (await imports.staff.get(`/api/v4/imports/${id}/earlier/`)).body.results
const done = async (lines: string[]) => {
  const { id, state } = await imports.run(lines)
  expect(state).toBe('done')
  return id as number
}

test('booked files with the same columns are listed with their number and sum of gifts, latest first', async () => {
  const first = await done(goodImport)
  expect(await earlier(first)).toEqual([])
  // The same columns in another order are the same source; other columns are not, and unbooked files are left out.
  const turned = await done(['Jahr;Geber;Verein;PLZ;Projekt;Betrag in Euro', '2018;;Neu;;Start;70'])
  await done(['Verein;Projekt;Betrag in Euro;Jahr', 'Fremd;Fest;9;2018'])
  const checked = await imports.uploaded([importHeader, 'Neu;;Weiter;1;2019;'])
  await imports.act(checked, 'check')
  const last = await done([importHeader, 'Ganz neu;;Dach;4,05;2019;'])
  const finished_at = expect.stringMatching(/^2026-11-21T/)
  const common = { filename: 'file.csv', finished_at, undone_at: null, is_used: false }
  expect(await earlier(last)).toEqual([
    { ...common, id: turned, gifts: 1, cents: 7_000 },
    { ...common, id: first, gifts: 3, cents: 125_050 },
  ])
  expect(await earlier(turned)).toMatchObject([{ id: first }])
})

test('an import is marked while a later one relies on it, and an undone import shows when it was undone', async () => {
  const superuser = await imports.app.as('superuser')
  const first = await done(goodImport)
  const second = await done([importHeader, 'Chor Süd e. V.;10967;Noch mehr Noten;5;2018;'])
  const third = await done([importHeader, 'Ganz neu;;Dach;4;2019;'])
  expect(await earlier(third)).toMatchObject([
    { id: second, is_used: false, undone_at: null },
    { id: first, is_used: true, undone_at: null },
  ])
  const undo = { reason: 'Wrong', confirm_filename: 'file.csv' }
  expect((await superuser.post(`/api/v4/imports/${second}/undo/`, undo)).status).toBe(202)
  await imports.work()
  expect(await earlier(third)).toMatchObject([
    { id: second, is_used: false, undone_at: expect.any(String), gifts: 1, cents: 500 },
    { id: first, is_used: false, undone_at: null },
  ])
})

test('lists the latest five', async () => {
  const ids: number[] = []
  for (let n = 0; n < 7; n++) ids.push(await done([importHeader, `Verein ${n};;Ziel;${n + 1};2018;`]))
  const shown = (await earlier(ids[6]!)).map(({ id }: { id: number }) => id)
  expect(shown).toEqual(ids.slice(1, 6).toReversed())
})
