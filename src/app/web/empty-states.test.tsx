import { waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagePaths } from '#shared/pages.ts'
import { type Client, type TestApp, testApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { newBrowser, openPage } from '#test/page.tsx'

// Every empty list states the next step: a second sentence, or the one action.

let app: TestApp
let staff: Client
beforeAll(async () => {
  app = await testApp()
  await app.reset()
  staff = await app.as('superuser')
})
afterAll(async () => {
  await newBrowser()
  await app.close()
})

/** Lists that are never empty, or whose empty state needs no next step. */
const others: Record<string, string> = {
  '/site-admin/users/': 'holds the one who looks',
  '/site-admin/documents/forecast/': 'that nothing runs out is good news',
  '/site-admin/projects/review/': 'leads back to the list by its own button',
}

const lists = pagePaths.filter(
  (path) =>
    path.startsWith('/site-admin/') &&
    !path.includes(':') &&
    !/create|profile|statistics|old\/$|features|limits|settings\/approvals|settings\/$|logs\/$/.test(path) &&
    !(path in others),
)

/** Empty states on the screen, each with whether it states the next step. */
const messages = () =>
  [...document.querySelectorAll('main .message:not([data-tone])')].map((message) => ({
    title: message.querySelector('.strong')?.textContent,
    next:
      message.querySelector('a, button') !== null ||
      Boolean(message.querySelector('p')?.textContent) ||
      /[.:] \S/.test(message.querySelector('.strong')?.textContent ?? ''),
  }))

const said = new Map<string, number>()

test.each(lists)('%s, when empty, suggests the next step', async (path) => {
  await newBrowser()
  const page = await openPage(app, staff, path)
  await page.found('h1', /./)
  await waitFor(() => {
    expect(document.querySelector('main .skeleton, main .spinner, main [aria-busy=true]')).toBeNull()
  })
  const shown = messages()
  said.set(path, shown.length)
  expect(shown.filter(({ next }) => !next)).toEqual([])
})

test.each([
  ['/site-admin/projects/', 'Create project'],
  ['/site-admin/organizations/', 'Create organization'],
  ['/site-admin/private-donations/', 'Record'],
  ['/site-admin/settings/internal-statuses/', /./],
  ['/site-admin/settings/bank-accounts/', /./],
  ['/site-admin/settings/additional-fields/', /./],
])('%s, when empty, offers people with the right the act that fills it', async (path, name) => {
  await newBrowser()
  const page = await openPage(app, staff, path)
  await page.found('main .message button, main .message a', name)
})

/** Empty tabs and parts of a record, each with whether it states the next step. */
const parts = () =>
  [...document.querySelectorAll('main [data-nothing]')].map((part) => ({
    title: part.querySelector('p')!.textContent,
    next: part.querySelector('p + p, a, button') !== null,
  }))
const isWhole = () =>
  waitFor(() =>
    expect(document.querySelector('main .skeleton, main .spinner, main [aria-busy=true]')).toBeNull(),
  )

test('tabs and parts of a new record say what to do next', async () => {
  const { id, slug } = await createOrganization(app.db, { title: 'Verein' })
  await newBrowser()
  const page = await openPage(app, staff, `/site-admin/organization/${slug}/update/`)
  await page.found('h1', 'Verein')
  await isWhole()
  expect(parts()).toEqual([
    { title: 'No tasks set yet', next: true },
    { title: 'No projects yet', next: true },
    { title: 'No changes yet', next: true },
  ])
  // A project is begun from here, for this organization.
  await page.press('Create project')
  await page.found('h1', 'Create project')
  expect(await page.found('[role=combobox]', /^Organization/)).toHaveProperty('value', 'Verein')

  const project = await createProject(app.db, { title: 'Garten', organization_id: id, needs: [] })
  const at = `/site-admin/project/${project.slug}/update/`
  for (const [tab, expected] of [
    ['', ['No needs yet', 'No tasks set yet', 'Nothing received yet', 'No changes yet']],
    ['money', ['No money yet.', 'No money yet.']],
    ['documents', ['No tasks set yet', 'Nothing received yet', 'No changes yet']],
  ] as const) {
    await newBrowser()
    const opened = await openPage(app, staff, tab ? `${at}?tab=${tab}` : at)
    await opened.found('h1', 'Garten')
    await isWhole()
    expect(parts()).toEqual(expected.map((title) => ({ title, next: true })))
    expect(messages().filter(({ next }) => !next)).toEqual([])
    if (tab === 'documents') expect(messages()).toEqual([{ title: 'No documents yet', next: true }])
  }
})

test('each list known to be empty showed an empty-state text', () => {
  for (const path of [
    '/site-admin/projects/',
    '/site-admin/organizations/archive/',
    '/site-admin/tasks/',
    '/site-admin/emails/',
    '/site-admin/private-donations/',
    '/site-admin/settings/internal-statuses/',
    '/site-admin/logs/journal/',
    '/site-admin/import/',
    '/site-admin/exports/',
  ])
    expect([path, said.get(path)]).not.toEqual([path, 0])
})
