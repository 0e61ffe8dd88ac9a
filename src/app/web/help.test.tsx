import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '#test/app.ts'
import { newBrowser, openPage } from '#test/page.tsx'

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

test.each([
  ['/site-admin/projects/', 'This list holds all projects', 'Filter the list'],
  ['/site-admin/statistics/', 'Statistics show what was allocated', undefined],
])('? on %s says what the page is for, and its keys', async (path, purpose, key) => {
  await newBrowser()
  const page = await openPage(app, staff, path)
  await page.found('h1', /./)
  await page.press('Help and keyboard shortcuts')
  const dialog = await page.found('dialog', /^Help and keyboard shortcuts/)
  expect(dialog.textContent).toContain(purpose)
  expect(dialog.textContent?.includes('Keys of this page')).toBe(key !== undefined)
  if (key) expect(dialog.textContent).toContain(key)
})
