import { waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '#test/app.ts'
import { forgetPages, newBrowser, openPage } from '#test/page.tsx'

// Everything the product stores in a browser, by key: data of earlier visits is found by these names, so they must not
// change, and no two persons or tables share one.

let app: TestApp
let staff: Client
beforeAll(async () => {
  app = await testApp()
  staff = await app.as('superuser')
})
beforeEach(newBrowser)
afterAll(async () => {
  await newBrowser()
  await app.close()
})

type Page = Awaited<ReturnType<typeof openPage>>
const english = { 'almoner.language': 'en_US' }

/** Chooses the first value of a column's filter. */
async function filter(page: Page, column: string): Promise<void> {
  await page.press(`Filter: ${column}`)
  await page.press(/./, await page.found('[role=dialog] .filter-options', /./))
  await page.press('Apply')
  await waitFor(() => expect(Object.keys(page.stored())).toHaveLength(2))
}

test.each([
  ['/site-admin/projects/', 'Status', 'projects', 'status', 'in_progress'],
  ['/site-admin/projects/archive/', 'Funding type', 'projects.archive', 'funding_type', 'donation'],
  ['/site-admin/organizations/', 'Status', 'organizations', 'status', 'in_progress'],
  ['/site-admin/organizations/archive/', 'Proof status', 'organizations.archive', 'proof_status', 'expired'],
  ['/site-admin/emails/', 'State', 'emails', 'state', 'queued'],
  ['/site-admin/users/', 'Type', 'users', 'user_type', 'end'],
  ['/site-admin/logs/audit/', 'Action', 'audit', 'action', 'create'],
  ['/site-admin/settings/jobs/', 'State', 'jobs', 'state', 'queued'],
])('filters of %s are stored per person and list', async (address, column, table, filterName, value) => {
  const page = await openPage(app, staff, address)
  await filter(page, column)
  expect(page.stored()).toEqual({
    ...english,
    [`almoner.filters.${staff.userId}.${table}`]: JSON.stringify([{ filterName, selected: [value] }]),
  })
})

test('a task filter is stored together with the filter the list opens with', async () => {
  const page = await openPage(app, staff, '/site-admin/tasks/')
  await filter(page, 'Due date')
  expect(page.stored()).toEqual({
    ...english,
    [`almoner.filters.${staff.userId}.tasks`]: JSON.stringify([
      { filterName: 'status', selected: ['open'] },
      { filterName: 'due', selected: ['overdue'] },
    ]),
  })
})

test('language and colours are stored per browser, and the next visitor starts with them', async () => {
  const page = await openPage(app, await app.as([]), '/site-admin/profile/')
  await waitFor(() => expect(page.stored()).toEqual(english))
  await page.press('Appearance')
  await page.press('Dark')
  await waitFor(() => expect(page.stored()).toEqual({ ...english, 'almoner.appearance': 'dark' }))
  await page.press('Language')
  await page.press(/sie_DE/)
  await waitFor(() =>
    expect(page.stored()).toEqual({ 'almoner.language': 'sie_DE', 'almoner.appearance': 'dark' }),
  )

  // Another visitor opens the sign-in in the same browser: its language, and its first paint.
  const { found } = await openPage(app, app.signedOut(), '/login/')
  await found('button', 'Anmelden')
  expect(document.documentElement.dataset.colorScheme).toBe('dark')
  document.documentElement.lang = ''
  delete document.documentElement.dataset.colorScheme
  forgetPages()
  await import('#web/first/paint.ts')
  expect(document.documentElement.lang).toBe('de')
  expect(document.documentElement.dataset.colorScheme).toBe('dark')
})

test('a language change at the sign-in applies at once, errors included, and keeps the typed text', async () => {
  const page = await openPage(app, app.signedOut(), '/login/')
  await page.type(/^User name/, 'somebody')
  await page.press('Language')
  await page.press(/du_DE/)
  await page.found('h1', 'Anmelden')
  expect(document.documentElement.lang).toBe('de')
  expect((await page.found<HTMLInputElement>('input', /^Benutzername/)).value).toBe('somebody')
  await page.press('Anmelden')
  await page.found('form', /Gib dein Passwort ein/)
  await page.press('Sprache')
  await page.press(/sie_DE/)
  await page.found('form', /Geben Sie Ihr Passwort ein/)
})
