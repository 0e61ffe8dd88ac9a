import { asPerson, call } from './calls.ts'
import { expect, expectFits, test } from './signed-in.ts'

const list = '/site-admin/projects/'

test('the active list and the archive have their own filters', async ({ page }) => {
  await page.goto(list)
  await page.getByRole('button', { name: 'Filter: Status' }).click()
  await expect(page.getByRole('checkbox', { name: 'Complete' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Archived' })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'In progress' }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/status=in_progress/)

  await page.getByRole('link', { name: 'Archived', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Archived projects' })).toBeVisible()
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await expect(page).toHaveURL(/\/archive\/$/)
  await expect(page.getByRole('button', { name: 'Filter: Status' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Active', exact: true }).click()
  await expect(page).toHaveURL(/status=in_progress/)
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL(list)
})

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

test('without a permission everything is readable, and the missing right is named', async ({
  page,
  browser,
}) => {
  const reader = await asPerson(page, browser, ['view_projects', 'view_organizations', 'view_settings'])
  await reader.goto(list)
  const create = reader.getByRole('button', { name: 'Create project' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await expect(create).toHaveAccessibleDescription('Needs the permission “create_projects”')
  await reader.locator('[data-row-title]').first().click()
  // The record is read-only; actions are present and name their permission.
  await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
  const change = reader.getByRole('button', { name: 'Edit', exact: true })
  await expect(change).toHaveAttribute('aria-disabled', 'true')
  await expect(change).toHaveAccessibleDescription('Needs the permission “change_projects”')
  await change.click({ force: true })
  await expect(reader.getByRole('textbox', { name: 'Title', exact: true })).toHaveCount(0)
  await reader.goto('/site-admin/projects/create/')
  await expect(reader.getByRole('heading', { level: 1, name: 'Not authorized' })).toBeVisible()
  await expect(reader.getByText('Ask for the permission “create_projects”')).toBeVisible()
  await expect(reader).toHaveTitle('Not authorized · Almoner')
  await reader.goto('/site-admin/settings/features/')
  await expect(reader.getByText('needs the permission “change_settings”')).toBeVisible()
  await expect(reader.getByRole('checkbox', { name: 'Sponsoring' })).toBeDisabled()
  await reader.goto('/site-admin/settings/companies/')
  const edit = reader.getByRole('button', { name: /^Edit: / }).first()
  await expect(edit).toHaveAttribute('title', 'Needs the permission “change_settings”')
  await reader.context().close()
})
