import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectFits, test } from './signed-in.ts'

/** Calls the API with the browser's own session. */
async function call(page: Page, method: 'GET' | 'POST' | 'PATCH', path: string, data?: unknown) {
  const cookies = await page.context().cookies()
  const token = cookies.find((cookie) => cookie.name === 'csrftoken')?.value ?? ''
  const answer = await page.request.fetch(path, { method, data, headers: { 'X-CSRFToken': token } })
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
  return answer.json()
}

/** A project used by one test only. */
async function newProject(page: Page, title: string) {
  const [organization] = await call(page, 'GET', '/api/v4/organizations/minimal-list/?limit=1')
  return call(page, 'POST', '/api/v4/projects/', {
    title,
    organization_slug: organization.slug,
    funding_type: 1,
    needs: [{ title: 'Holz', amount_cents: 125_000 }],
  })
}

test('the list searches, filters, sorts and pages, and the address holds its state @smoke', async ({
  page,
}) => {
  await page.goto('/site-admin/projects/')
  const table = page.getByRole('table')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(26)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Filter: Status' }).click()
  await page.getByRole('checkbox', { name: 'In progress' }).check()
  await expect(page).not.toHaveURL(/status=/)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/status=in_progress/)
  await expect(page.getByRole('button', { name: 'Clear all filters' })).toBeVisible()
  const labels = table.locator('tbody tr td:nth-child(4) .label')
  await expect(labels.and(page.locator(':not([data-tone=warning])'))).toHaveCount(0)
  await expect(labels.first()).toBeVisible()

  await page.goto('/site-admin/organizations/')
  await page.goto('/site-admin/projects/')
  await expect(page).toHaveURL(/status=in_progress/)
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page).not.toHaveURL(/status=/)

  await page.getByRole('searchbox').fill('kletterWAND')
  await expect(page).toHaveURL(/search=kletterWAND/)
  await expect(table.getByRole('link', { name: /Kletterwand/ }).first()).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(page).not.toHaveURL(/search=/)

  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('10')
  await expect(table.getByRole('row')).toHaveCount(11)
  await page
    .getByRole('navigation', { name: 'Pagination' })
    .getByRole('button', { name: 'Next page' })
    .click()
  await expect(table.locator('tbody tr').first()).toContainText('11')
  await page.goBack()
  await expect(table.locator('tbody tr').first()).toContainText('1')
})

test('columns are hidden for this person, on the server', async ({ page }) => {
  await page.goto('/site-admin/projects/')
  await page.getByRole('button', { name: 'Table Settings' }).click()
  const modal = page.getByRole('dialog', { name: 'Table Settings' })
  await modal.getByRole('checkbox', { name: 'Voting review' }).uncheck()
  await expectAccessible(page)
  await modal.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: /Voting review/ })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: /Content review/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /Voting review/ })).toHaveCount(0)
  await call(page, 'PATCH', '/api/v4/table-settings/projects/', { projects: '' })
})

test('a project is duplicated, shown and deleted by typing its name', async ({ page }) => {
  const { title } = await newProject(page, `Weg damit ${Date.now()}`)
  await page.goto(`/site-admin/projects/?search=${encodeURIComponent(title)}`)
  const row = page.getByRole('row', { name: new RegExp(title) })
  const menu = async (action: string) => {
    await row
      .getByRole('button', { name: /^(Actions|More)/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: action, exact: false }).first().click()
  }
  await menu('Info')
  await expect(page.getByRole('dialog')).toContainText('€1,250.00')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await menu('Delete')
  const modal = page.getByRole('dialog', { name: `Delete: ${title}` })
  const danger = modal.getByRole('button', { name: 'Delete' })
  await expect(danger).toBeDisabled()
  await modal.getByRole('textbox').fill(title)
  await danger.click()
  await expect(page.getByText('No projects match')).toBeVisible()
})

test('an edit keeps the input, and a conflict is decided field by field', async ({ page }) => {
  const { slug } = await newProject(page, `Streit ${Date.now()}`)
  await page.goto(`/site-admin/project/${slug}/update/?edit=true`)
  const title = page.getByRole('textbox', { name: 'Title', exact: false }).first()
  await title.fill('Mein Titel')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await expectAccessible(page)

  await call(page, 'PATCH', `/api/v4/project/${slug}/`, { title: 'Fremder Titel', version: 1 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('dialog')
  await expect(conflict).toContainText('Fremder Titel')
  await expect(conflict).toContainText('Mein Titel')
  await conflict.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mein Titel' })).toBeVisible()
  expect(await call(page, 'GET', `/api/v4/project/${slug}/`)).toMatchObject({
    title: 'Mein Titel',
    version: 3,
  })
})

test('leaving with unsaved changes asks, and changing the language keeps them', async ({ page }) => {
  const { slug } = await newProject(page, `Wortwahl ${Date.now()}`)
  await page.goto(`/site-admin/project/${slug}/update/?edit=true`)
  await page.getByRole('textbox', { name: 'Title', exact: false }).first().fill('Getippt')
  await page.getByRole('button', { name: 'Language', exact: true }).click()
  await page.getByRole('menuitemradio', { name: /Sie/ }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByText('Nicht gespeicherte Änderungen')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Titel', exact: false }).first()).toHaveValue('Getippt')
  await page.getByRole('link', { name: 'Organisationen' }).click()
  await expect(page.getByRole('dialog')).toContainText('Ohne Speichern verlassen?')
  await page.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(page.getByRole('textbox', { name: 'Titel', exact: false }).first()).toHaveValue('Getippt')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await page.getByRole('button', { name: 'Sprache', exact: true }).click()
  await page.getByRole('menuitemradio', { name: /English/ }).click()
})

test('on a phone nothing scrolls sideways, and the menu opens the navigation', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/site-admin/projects/')
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /./ }).first()).toBeVisible()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expectFits(page)
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Organizations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
  await expectAccessible(page)
})

test('an unknown address says not found, and signing out closes the back-office', async ({ page }) => {
  await page.goto('/site-admin/nothing-here/')
  await expect(page.getByText(/not found/i).first()).toBeVisible()
  await page.goto('/site-admin/projects/')
  await page.getByRole('button', { name: /account/i }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login\//)
  await page.goto('/site-admin/projects/')
  await expect(page).toHaveURL(/\/login\//)
})
