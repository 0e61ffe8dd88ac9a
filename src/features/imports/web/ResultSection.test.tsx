import { expect, test } from 'vitest'
import { importPages } from '#test/import-pages.tsx'
import { openPage } from '#test/page.tsx'

const imports = importPages()

const lines = ['Verein;Projekt;Betrag in Euro;Jahr', 'TSV e.V.;Tore;abc;2016', 'Gut e.V.;Saal;8;2016']

test('refused rows are left out with one click, and the rest can be booked', async () => {
  const id = await imports.uploaded(lines)
  await imports.act(id, 'check')
  const page = await openPage(imports.app, imports.staff, `/site-admin/import/${id}/?step=confirm`)
  await page.press('Import only the good rows')
  await page.found('[role=status]', 'Waiting for its turn …')
  await imports.work()
  await page.found('button', /^Book \d+ gifts?$/)
  expect(page.made.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toMatchObject([
    { partial: true },
  ])
  await page.found('.import-steps a[aria-current=page]', /Confirm/)
})
