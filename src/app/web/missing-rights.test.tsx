import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { makeCompany } from '#test/money.ts'
import { newBrowser, openPage } from '#test/page.tsx'

// Readers see pages that they may not change, with the missing right named; forbidden parts are absent.

let app: TestApp
let reader: Client
let stranger: Client
beforeAll(async () => {
  app = await testApp()
  await app.reset()
  reader = await app.as(['view_projects', 'view_organizations', 'view_settings'])
  stranger = await app.as(['view_reminders'])
  await createProject(app.db, { slug: 'garden', title: 'Garden' })
  await makeCompany(app.db, { slug: 'bank', title: 'Stadtbank' })
})
afterAll(async () => {
  await newBrowser()
  await app.close()
})

test('the disabled Edit button of a record names the missing permission and opens no form', async () => {
  const page = await openPage(app, reader, '/site-admin/project/garden/update/')
  const edit = await page.found('button', 'Edit')
  expect(edit.getAttribute('aria-disabled')).toBe('true')
  expect(edit.getAttribute('aria-description')).toBe('Needs the permission “change_projects”')
  edit.click()
  expect(page.find('input', /^Title/)).toBeUndefined()
})

test('a create page without permission is refused, names the permission and sets the document title', async () => {
  const page = await openPage(app, reader, '/site-admin/projects/create/')
  await page.found('h1', 'Not authorized')
  await page.found('main', /Ask for the permission “create_projects”/)
  expect(document.title).toBe('Not authorized · Almoner')
})

test('settings are readable, and their controls name the permission', async () => {
  const features = await openPage(app, reader, '/site-admin/settings/features/')
  await features.found('main', /needs the permission “change_settings”/i)
  expect((await features.found('input', 'Sponsoring')).matches(':disabled')).toBe(true)
  const companies = await openPage(app, reader, '/site-admin/settings/companies/')
  expect((await companies.found('button', 'Edit: Stadtbank')).title).toBe(
    'Needs the permission “change_settings”',
  )
})

test.each(['projects', 'organizations', 'users', 'emails'])(
  'the list of %s offers no actions to people who may not see it',
  async (path) => {
    const page = await openPage(app, stranger, `/site-admin/${path}/`)
    await page.found('main', /Ask for the permission/)
    expect(page.find('main button', /Export|Invite/)).toBeUndefined()
    expect(page.find('main a', /Create/)).toBeUndefined()
  },
)

test('the import is refused, names its permission and takes no file', async () => {
  const page = await openPage(app, stranger, '/site-admin/import/')
  await page.found('h1', 'Not authorized')
  await page.found('main', /create_projects/)
  expect(page.find('button', 'Choose a file')).toBeUndefined()
})
