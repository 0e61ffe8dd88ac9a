import { expect, test } from 'vitest'
import { importHeader } from '#test/import-app.ts'
import { importPages } from '#test/import-pages.tsx'
import { openPage } from '#test/page.tsx'

const imports = importPages()

const shown = () =>
  [...document.querySelectorAll('.import-earlier tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  )

test('an import lists earlier files of its source with their state', async () => {
  const superuser = await imports.app.as('superuser')
  const first = await imports.run([importHeader, 'Chor;;Noten;1.000,50;2016;'])
  const relying = await imports.run([importHeader, 'Chor;;Dach;5;2017;', 'Chor;;Tür;6;2017;'])
  const undone = await imports.run([importHeader, 'TSV;;Tore;7;2017;'])
  const last = await imports.run([importHeader, 'Neu;;Start;8;2018;'])
  const undo = { reason: 'Wrong', confirm_filename: 'file.csv' }
  expect((await superuser.post(`/api/v4/imports/${undone.id}/undo/`, undo)).status).toBe(202)
  await imports.work()

  const page = await openPage(imports.app, imports.staff, `/site-admin/import/${last.id}/`)
  const link = await page.found('.import-earlier tbody a', 'Show')
  expect(link.getAttribute('href')).toBe(`/site-admin/import/${relying.id}/`)
  expect(shown()).toEqual([
    ['file.csv', '21.11.2026', '1', '€7.00', 'Undone 21.11.2026'],
    ['file.csv', '21.11.2026', '2', '€11.00', 'Show'],
    ['file.csv', '21.11.2026', '1', '€1,000.50', 'A later import depends on it'],
  ])
  const alone = await openPage(imports.app, imports.staff, `/site-admin/import/${first.id}/`)
  await alone.found('.import-earlier p', 'No file with these columns was imported before.')
  expect(shown()).toEqual([])
})
