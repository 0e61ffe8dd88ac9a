import type { Page } from '@playwright/test'
import { call, makeProject } from './calls.ts'
import { expect, test } from './signed-in.ts'

const list = '/site-admin/projects/'
const addressOf = (slug: string, query = '') => `/site-admin/project/${slug}/update/${query}`

async function openProject(page: Page, title: string, query = '?edit=true') {
  const project = await makeProject(page, title)
  await page.goto(addressOf(project.slug, query))
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  return project
}

const read = (page: Page, slug: string) =>
  call<{ title: string; description: string; version: number; review_status: { choice: number | null } }>(
    page,
    'GET',
    `/api/v4/project/${slug}/`,
  )
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const title = (page: Page) => page.locator('input[name=title]')
const description = (page: Page) => page.getByLabel('Description')
const menu = (page: Page, of: string) => page.getByRole('button', { name: `More actions: ${of}` })

test('a project is created with its needs, found, and deleted by its typed name @smoke', async ({ page }) => {
  await page.goto(list)
  await page.getByRole('link', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create project' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a need' }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Check 4 fields')).toBeVisible()
  await expect(title(page)).toBeFocused()

  await title(page).fill('Brunnen am Anger')
  await page.getByRole('combobox', { name: /Organization/ }).fill('kulturwerk')
  await page
    .getByRole('option', { name: /Kulturwerk/ })
    .first()
    .click()
  await page.getByLabel('Title of need 1').fill('Pumpe')
  await page.getByLabel('Amount of need 1').fill('1,250.50')
  await page.getByLabel('End', { exact: true }).fill('31.12.2027')
  await save(page).click()
  await expect(page).toHaveURL(/\/project\/brunnen-am-anger[^/]*\/update\/$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Brunnen am Anger' })).toBeVisible()
  await expect(page.getByText('Funding goal €1,251')).toBeVisible()

  await menu(page, 'Brunnen am Anger').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete: Brunnen am Anger' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await dialog.getByLabel('Type the project name to confirm').fill(' Brunnen am Anger ')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/site-admin\/projects\/$/)
  await expect(page.getByText('Project deleted')).toBeVisible()
})

test('Ctrl+S sends only changes, and the history shows them', async ({ page }) => {
  const { slug } = await openProject(page, 'History project')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await description(page).fill('A longer text')
  await page.keyboard.press('Control+s')
  expect((await sent).postDataJSON()).toEqual({ description: 'A longer text', version: 1 })
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  await expect(page.getByText('Description: (empty) → A longer text')).toBeVisible()
  expect((await read(page, slug)).description).toBe('A longer text')
})

test('switching the language keeps the input, and leaving asks', async ({ page }) => {
  // The language is stored per person, and other tests run as the same person at the same time.
  await page.route('**/api/v4/users/profile/', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    const profile = await call(page, 'GET', '/api/v4/users/profile/')
    await route.fulfill({ json: { ...profile, ...(route.request().postDataJSON() as object) } })
  })
  await openProject(page, 'Tongues')
  await description(page).fill('typed and not saved')
  await page.getByRole('button', { name: 'Language', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch (Sie)' }).click()
  await expect(page.getByText('Nicht gespeicherte Änderungen')).toBeVisible()
  await expect(page.getByLabel('Beschreibung')).toHaveValue('typed and not saved')
  await page.getByRole('button', { name: 'Sprache' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(description(page)).toHaveValue('typed and not saved')

  await page.getByRole('link', { name: 'Organizations' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(description(page)).toHaveValue('typed and not saved')
  await page.getByRole('link', { name: 'Organizations' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
})

test('changes to different fields are merged, for the same field the person chooses', async ({ page }) => {
  const { slug } = await openProject(page, 'Conflict project')
  await description(page).fill('mine')
  await call(page, 'PATCH', `/api/v4/project/${slug}/`, { version: 1, title: 'Renamed elsewhere' })
  await save(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Renamed elsewhere' })).toBeVisible()
  expect(await read(page, slug)).toMatchObject({ title: 'Renamed elsewhere', description: 'mine' })

  const { version } = await read(page, slug)
  await title(page).fill('My title')
  await description(page).fill('my text')
  await call(page, 'PATCH', `/api/v4/project/${slug}/`, {
    version,
    title: 'Their title',
    description: 'their text',
  })
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: 'Edit conflict' })
  await expect(dialog.getByText('(admin) changed this in the meantime')).toBeVisible()
  await dialog.getByRole('group', { name: 'Description' }).getByLabel('Theirs').check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My title' })).toBeVisible()
  expect(await read(page, slug)).toMatchObject({ title: 'My title', description: 'their text' })
})

test('a review is decided with a reason and undone; typed text stays unsaved', async ({ page }) => {
  const { slug } = await openProject(page, 'Review project')
  await description(page).fill('still typing')
  await page.getByRole('button', { name: 'Decide: Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decide: Review' })
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await expect(dialog.getByText('Choose an outcome')).toBeVisible()
  await dialog.getByLabel('Public').check()
  await dialog.getByLabel('Reason').fill('All papers are there')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText('Reason: All papers are there')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  expect(await read(page, slug)).toMatchObject({ review_status: { choice: 2 }, description: '' })

  await page.getByRole('button', { name: 'Decide: Review' }).click()
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('Review: Public → (empty)')).toBeVisible()
  await save(page).click()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  expect(await read(page, slug)).toMatchObject({
    review_status: { choice: null },
    description: 'still typing',
  })
})

test('a blocking reason links to the field that resolves it', async ({ page }) => {
  await openProject(page, 'Blocked project', '')
  await page.getByRole('link', { name: 'The status is not “Complete”' }).click()
  await expect(page.getByRole('combobox', { name: 'Status', exact: true })).toBeFocused()
  await page.getByLabel('Start', { exact: true }).fill('01.02.2027')
  await page.getByLabel('End', { exact: true }).fill('01.01.2027')
  await save(page).click()
  await expect(page.getByText('The end lies before the start')).toBeVisible()
  await expect(page.getByLabel('End', { exact: true })).toBeFocused()
})

test('Info shows the project, or a load error, and the row’s menu deletes it', async ({ page }) => {
  await makeProject(page, 'Info project')
  await page.goto(`${list}?search=Info+project`)
  const open = async () => {
    await menu(page, 'Info project').click()
    await page.getByRole('menuitem', { name: 'Info' }).click()
  }
  await page.route('**/info/', (route) => route.fulfill({ status: 500, json: { detail: 'x', code: 'x' } }))
  await open()
  await expect(page.getByRole('dialog').getByText('Failed to load project data')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu(page, 'Info project')).toBeFocused()
  await page.unroute('**/info/')
  await page.reload()
  await open()
  await expect(
    page.getByRole('dialog', { name: 'Info project' }).getByText('€1,250.00').first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await menu(page, 'Info project').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete: Info project' })
  await dialog.getByRole('textbox').fill('Info project')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No projects match')).toBeVisible()
})
