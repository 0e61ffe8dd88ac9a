import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// Filters of the project list offer the values from the settings.

let app: TestApp
let staff: Client
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as('superuser')
  await createProject(app.db, { title: 'Garden' })
})

type Page = Awaited<ReturnType<typeof openPage>>
/** The values that a column of the project list is filtered by. */
async function offered(column: string) {
  const page = await openPage(app, staff, '/site-admin/projects/')
  await page.rows()
  await page.press(`Filter: ${column}`)
  const menu = await page.found('[role=dialog]', `Filter: ${column}`)
  await waitFor(() => expect(menu.querySelector('label')).not.toBeNull())
  return [...menu.querySelectorAll('label')].map((label) => label.textContent)
}

test('an internal status is created, offered as a filter, renamed and deleted', async () => {
  const statuses = '/site-admin/settings/internal-statuses/'
  const save = async (page: Page) => page.press('Save', document.querySelector('dialog[open]')!)
  const page = await openPage(app, staff, statuses)
  await page.press('Create status: Projects')
  await save(page)
  await waitFor(() =>
    expect(document.querySelector('dialog[open]')?.textContent).toContain('This field is required'),
  )
  await page.type(/^Title/, 'Wartet auf Beirat')
  await save(page)
  await page.found('th', 'Wartet auf Beirat')
  expect(await offered('Internal status')).toContainEqual(expect.stringContaining('Wartet auf Beirat'))

  const again = await openPage(app, staff, statuses)
  await again.press('Edit: Wartet auf Beirat')
  await again.type(/^Title/, 'Im Beirat besprochen')
  await save(again)
  await again.press('Delete: Im Beirat besprochen')
  await again.press('Delete', await again.dialog(/^Delete/))
  await waitFor(() => expect(again.find('th', 'Im Beirat besprochen')).toBeUndefined())
})

test('the maximum private donation is kept, and a switched-off funding type is no longer offered', async () => {
  const features = '/site-admin/settings/features/'
  const page = await openPage(app, staff, features)
  const largest = (of: Page) => of.found<HTMLInputElement>('input', /^Largest private donation/)
  expect((await largest(page)).value).toBe('100,000.00')
  expect(await offered('Funding type')).toContainEqual(expect.stringContaining('Sponsoring'))
  const changing = await openPage(app, staff, features)
  await changing.type(/^Largest private donation/, '90,000.00')
  await changing.press('Sponsoring')
  await changing.press('Save')
  await changing.found('[role=status]', /Saved/)
  const again = await openPage(app, staff, features)
  expect((await largest(again)).value).toBe('90,000.00')
  const types = await offered('Funding type')
  expect(types).toContainEqual(expect.stringContaining('Foundation'))
  expect(types).not.toContainEqual(expect.stringContaining('Sponsoring'))
})
