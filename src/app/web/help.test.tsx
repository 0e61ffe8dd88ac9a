import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
let staff: Client
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as('superuser')
})

test.each([
  ['/site-admin/projects/', 'This list holds all projects', 'Filter the list'],
  ['/site-admin/statistics/', 'Statistics show what was allocated', undefined],
])('help on %s shows the purpose of the page, and its keys if it has any', async (path, purpose, key) => {
  const page = await openPage(app, staff, path)
  await page.found('h1', /./)
  await page.press('Help and keyboard shortcuts')
  const dialog = await page.found('dialog', /^Help and keyboard shortcuts/)
  expect(dialog.textContent).toContain(purpose)
  expect(dialog.textContent?.includes('Keys of this page')).toBe(key !== undefined)
  if (key) expect(dialog.textContent).toContain(key)
})
