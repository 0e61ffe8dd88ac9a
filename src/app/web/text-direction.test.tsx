import { waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changesDirection } from '#shared/text-direction.ts'
import { type Client, type TestApp, testApp } from '#test/app.ts'
import { createProject, createTask } from '#test/factories.ts'
import { makeCompany } from '#test/money.ts'
import { newBrowser, openPage } from '#test/page.tsx'
import { createPayout } from '#test/payouts.ts'

// Untrusted names may contain direction-changing characters; no page may display one as a different name.

const turned = (name: string) => `${name} \u202Efdp.exe`
const shown = (name: string) => `${name} ⟨U+202E⟩fdp.exe`

let app: TestApp
let staff: Client
let project: { id: number; slug: string }
let organization: { id: number; slug: string }
beforeAll(async () => {
  app = await testApp()
  vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now })
  await app.reset()
  staff = await app.as('superuser')
  await createPayout(app.db, { title: turned('Brunnen'), organization: { title: turned('Verein') } })
  project = await app.db.selectFrom('projects').select(['id', 'slug']).executeTakeFirstOrThrow()
  organization = await app.db.selectFrom('organizations').select(['id', 'slug']).executeTakeFirstOrThrow()
  await createProject(app.db, { title: turned('Garten'), organization_id: organization.id })
  await createTask(app.db, {
    title: turned('Anruf'),
    project_id: project.id,
    created_by: staff.userId,
    users: [staff.userId],
    scheduled_for: '2026-11-20',
  })
})
afterAll(async () => {
  vi.useRealTimers()
  await newBrowser()
  await app.close()
})

/** Words and names on the page that turn their direction. */
const turning = () => {
  const found: string[] = []
  for (const element of document.body.querySelectorAll('*')) {
    for (const name of ['aria-label', 'title', 'alt', 'placeholder'])
      if (changesDirection(element.getAttribute(name) ?? ''))
        found.push(`${name} of ${element.tagName}.${element.className}`)
    for (const child of element.childNodes)
      if (child.nodeType === 3 && changesDirection(child.textContent ?? ''))
        found.push(`${element.tagName}.${element.className}: ${child.textContent}`)
  }
  return found
}
const isWhole = () =>
  waitFor(() =>
    expect(document.querySelector('main .skeleton, main .spinner, main [aria-busy=true]')).toBeNull(),
  )

test.each([
  ['/site-admin/', 'Anruf'],
  ['/site-admin/projects/', 'Brunnen'],
  ['/site-admin/project/:project/update/', 'Brunnen'],
  ['/site-admin/project/:project/update/', 'Verein'],
  ['/site-admin/project/:project/update/?tab=money', 'Brunnen'],
  ['/site-admin/organizations/', 'Verein'],
  ['/site-admin/organization/:organization/update/', 'Verein'],
  ['/site-admin/tasks/', 'Anruf'],
  ['/site-admin/tasks/', 'Brunnen'],
  ['/site-admin/tasks/week/?whose=all', 'Anruf'],
  ['/site-admin/payouts/?page=1', 'Brunnen'],
  ['/site-admin/documents/administration/', ''],
  ['/site-admin/statistics/', ''],
  ['/site-admin/logs/', ''],
  ['/site-admin/logs/journal/', ''],
  ['/site-admin/logs/audit/', ''],
])('%s shows the direction-changing characters of a name visibly (%s)', async (path, name) => {
  await newBrowser()
  const address = path.replace(':project', project.slug).replace(':organization', organization.slug)
  const page = await openPage(app, staff, address)
  await page.found('h1', /./)
  await isWhole()
  if (name) await waitFor(() => expect(document.body.textContent).toContain(shown(name)))
  expect(turning()).toEqual([])
})

test('a dialog over projects shows direction-changing characters visibly, as the list does', async () => {
  await newBrowser()
  await makeCompany(app.db, { slug: 'bank', title: turned('Bank'), granted_cents: 1_000_000 })
  const page = await openPage(app, staff, '/site-admin/projects/')
  await page.rows()
  await page.press('Select all')
  await page.press('Fund internally')
  const first = () => document.querySelector('dialog[open] tbody th')?.textContent ?? ''
  await waitFor(() => expect(first()).toContain(shown('Garten')))
  expect(first()).toContain(shown('Verein'))
  expect(turning()).toEqual([])
})
