import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { importApp, importHeader } from '../../../../test/import-app.ts'
import { newBrowser, openPage } from '../../../../test/page.tsx'

const imports = importApp()
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: imports.app.clock.now }))
beforeEach(() => newBrowser())
afterAll(async () => {
  vi.useRealTimers()
  await newBrowser()
})

test('before a large import is booked or undone, the page says how long others wait with saving, where they do', async () => {
  const said =
    /While this is done, for about 6.s, .*waits, is told after eight seconds that nothing was saved/
  const isEmbedded = imports.app.database.kind === 'embedded'
  const many = (id: number) =>
    sql`update imports set counts = jsonb_set(counts::jsonb, '{gifts,new}', '29000') where id = ${id}`.execute(
      imports.app.db,
    )
  const done = await imports.run([importHeader, 'Verein;;Noten;100,00;2016;'])
  const id = await imports.uploaded([importHeader, 'Chor e. V.;;Noten;100,00;2016;'])
  await imports.act(id, 'check')
  await many(done.id)
  await many(id)
  let page = await openPage(imports.app, imports.staff, `/site-admin/import/${id}/`)
  await page.found('button', 'Book 29,000 gifts')
  expect(said.test(document.body.textContent)).toBe(isEmbedded)

  page = await openPage(imports.app, await imports.app.as('superuser'), `/site-admin/import/${done.id}/`)
  await page.found('button', 'Undo import…')
  expect(said.test(document.body.textContent)).toBe(isEmbedded)
  await imports.app.db.updateTable('imports').set({ state: 'undoing' }).where('id', '=', done.id).execute()
  page = await openPage(imports.app, imports.staff, `/site-admin/import/${done.id}/`)
  await page.found('button', 'Stop undoing')
  expect(said.test(document.body.textContent)).toBe(isEmbedded)
})
