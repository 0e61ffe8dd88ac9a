import { expect, test } from 'vitest'
import { importHeader } from '#test/import-app.ts'
import { importPages } from '#test/import-pages.tsx'
import { openPage } from '#test/page.tsx'

const imports = importPages()

test('whether negative amounts are reversals is asked once, and their effect is shown before booking', async () => {
  const lines = [importHeader, 'Chor;;Noten;500,00;2016;', 'Chor;;Noten;-200,00;2016;']
  const id = await imports.uploaded(lines)
  await imports.act(id, 'check')
  const address = `/site-admin/import/${id}/`
  const page = await openPage(imports.app, imports.staff, address)
  await page.found('.callout', /Does 1 row with an amount below zero take a gift back\?/)
  await page.press('Yes, they take gifts back')
  await page.found('[role=status]', 'Waiting for its turn …')
  await imports.work()
  const after = await openPage(imports.app, imports.staff, address)
  await after.found('h2', '1 gift, €300.00, into the ledger')
  await after.found('p', '1 row takes back €200.00 of a gift.')
  expect(document.body.textContent).not.toContain('below zero')
})
