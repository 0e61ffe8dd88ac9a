import { call } from './calls.ts'
import { expect, expectFits, test } from './signed-in.ts'

const list = '/site-admin/projects/'

test('at 320 px in German the bulk bar stays on one line, and its menu has every action', async ({
  page,
}) => {
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(list)
  const cards = page.getByRole('listitem').filter({ has: page.locator('[data-row-title]') })
  await page.getByRole('button', { name: 'Mehr zu dieser Liste' }).click()
  await page.getByRole('menuitem', { name: 'Auswählen' }).click()
  await cards.first().getByRole('checkbox').check()
  const bar = page.getByRole('group', { name: 'Aktionen für die Auswahl' })
  await bar.getByRole('button', { name: 'Weitere Aktionen' }).click()
  for (const action of ['Alle auswählen', 'Duplizieren', 'Archivieren', 'Exportieren'])
    await expect(page.getByRole('menuitem', { name: action })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Alle auswählen' }).click()
  await expect(bar).toContainText('25 ausgewählt')
  await bar.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: /^Alle \d+ Treffer auswählen$/ }).click()
  await expect(bar).not.toContainText('25 ausgewählt')
  expect((await bar.boundingBox())!.height).toBeLessThanOrEqual(60)
  await expectFits(page)
  // The column names on cards are whole words, and the page scrolls in one direction only.
  await page.goto('/site-admin/organizations/')
  const name = cards.first().getByText('Nachweisstatus', { exact: true })
  expect((await name.boundingBox())!.height).toBeLessThan(30)
})
