import { expect, test } from 'vitest'
import { importHeader } from '#test/import-app.ts'
import { importPages } from '#test/import-pages.tsx'
import { openPage } from '#test/page.tsx'

const imports = importPages()

test('reversals of gifts of this year show the missing right to refund', async () => {
  const header = importHeader.replace('Jahr', 'Datum')
  await imports.run([header, 'Chor e. V.;;Noten;5000,00;02.11.2026;'])
  const id = await imports.uploaded([header, 'Chor e. V.;;Noten;-2000,00;02.11.2026;'], { reversals: true })
  await imports.act(id, 'check')
  const clerk = await imports.app.as(['create_projects', 'create_organizations', 'create_private_donations'])
  const page = await openPage(imports.app, clerk, `/site-admin/import/${id}/`)
  const button = await page.found('.import-confirm button[type=submit]', /€2,000\.00/)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-description')).toContain('change_private_donations')
})
