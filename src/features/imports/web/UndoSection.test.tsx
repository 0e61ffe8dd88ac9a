import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { createTask } from '#test/factories.ts'
import { goodImport } from '#test/import-app.ts'
import { importPages } from '#test/import-pages.tsx'
import { openPage } from '#test/page.tsx'

const imports = importPages()

test('dependents of an import are linked; without any, it is undone after typing a reason and the file name', async () => {
  const staff = await imports.app.as('superuser')
  const { id } = await imports.run(goodImport)
  const address = `/site-admin/import/${id}/`
  const { id: project_id } = await imports.app.db
    .selectFrom('projects')
    .select('id')
    .where('slug', '=', 'tore')
    .executeTakeFirstOrThrow()
  await createTask(imports.app.db, { project_id, title: 'Call them' })
  const blocked = await openPage(imports.app, staff, address)
  await blocked.found('h2', 'This import cannot be undone')
  const link = await blocked.found('.import-depends a', 'Call them')
  expect(link.getAttribute('href')).toBe('/site-admin/project/tore/update/')
  expect(document.body.textContent).not.toContain('Undo import…')

  await imports.app.db.deleteFrom('reminders').execute()
  const page = await openPage(imports.app, staff, address)
  await page.found('h2', 'This import can be undone')
  await page.found(
    'p',
    'Nothing depends on it yet. Undoing posts 3 reversals and removes 2 projects and 2 organizations. The report stays.',
  )
  await page.press('Undo import…')
  const dialog = await page.dialog('Undo import')
  await page.type('Reason', 'Wrong file')
  await page.type('Type “file.csv” to confirm', 'file')
  await page.press('Undo 3 gifts, €1,250.50', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('This is not the name of the file'))
  expect(page.made.filter(({ method }) => method === 'POST')).toEqual([])
  await page.type('Type “file.csv” to confirm', 'file.csv')
  await page.press('Undo 3 gifts, €1,250.50', dialog)
  await page.found('[role=status]', 'Waiting for its turn …')
  await imports.work()
  const after = await openPage(imports.app, staff, address)
  await after.found('.callout', /Undone 21\.11\.2026.*Wrong file.*3 gifts, €1,250\.50, were taken back/)
  expect(document.body.textContent).not.toContain('Undo import…')
})
