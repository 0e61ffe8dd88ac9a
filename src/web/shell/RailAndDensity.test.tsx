import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// The space left for work: the folded navigation, and compact rows.

let app: TestApp
let staff: Client
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as('superuser')
})

// 1440 px; jsdom's window is 1024 px wide.
const wide = () => Object.assign(window, { innerWidth: 1440 }) && fireEvent(window, new Event('resize'))
const isRail = () => document.querySelector('.side')!.classList.contains('rail')

test('folding the navigation to its rail is remembered per person', async () => {
  let page = await openPage(app, staff, '/site-admin/organizations/')
  await page.found('nav', 'Main navigation')
  expect(isRail()).toBe(true)
  expect(document.querySelector('.side-fold')).toBeNull()
  wide()
  await page.press('Fold the navigation')
  await waitFor(() => expect(isRail()).toBe(true))

  page = await openPage(app, staff, '/site-admin/organizations/')
  await page.found('nav', 'Main navigation')
  wide()
  await page.found('button', 'Unfold the navigation')
  page = await openPage(app, await app.as(['view_organizations']), '/site-admin/organizations/')
  await page.found('nav', 'Main navigation')
  wide()
  await page.found('button', 'Fold the navigation')
})

test('the appearance menu sets compact rows, which stay', async () => {
  const density = () => document.documentElement.dataset.density
  const page = await openPage(app, staff, '/site-admin/organizations/')
  await page.found('nav', 'Main navigation')
  expect(density()).toBe('comfortable')
  await page.press('Appearance')
  await page.found('[role=menuitemradio], [role=menuitemcheckbox], [role=menuitem]', /Compact/)
  fireEvent.click(
    [...document.querySelectorAll<HTMLElement>('[role^=menuitem]')].find((item) =>
      item.textContent?.includes('Compact'),
    )!,
  )
  await waitFor(() => expect(density()).toBe('compact'))
  await openPage(app, staff, '/site-admin/organizations/')
  await waitFor(() => expect(density()).toBe('compact'))
})

test('in a low window rows are compact, until the person chooses otherwise', async () => {
  const density = () => document.documentElement.dataset.density
  const low = () => Object.assign(window, { innerHeight: 720 }) && fireEvent(window, new Event('resize'))
  const page = await openPage(app, staff, '/site-admin/organizations/')
  await page.found('nav', 'Main navigation')
  expect(density()).toBe('comfortable')
  low()
  expect(density()).toBe('compact')
  Object.assign(window, { innerHeight: 900 })
  fireEvent(window, new Event('resize'))
  expect(density()).toBe('comfortable')
  low()
  await page.press('Appearance')
  fireEvent.click(await page.found('[role^=menuitem]', /Comfortable/))
  await waitFor(() => expect(density()).toBe('comfortable'))
  await openPage(app, staff, '/site-admin/organizations/')
  low()
  expect(density()).toBe('comfortable')
})

test('the review queue folds the navigation until the person unfolds it, and the choice stays', async () => {
  await createProject(app.db, { title: 'Garten', review_status: null, needs_donation_review: true })
  const queue = '/site-admin/projects/review/'
  let page = await openPage(app, staff, queue)
  await page.found('h1', 'Garten')
  wide()
  await page.press('Unfold the navigation')
  await waitFor(() => expect(isRail()).toBe(false))
  page = await openPage(app, staff, queue)
  await page.found('h1', 'Garten')
  wide()
  await page.found('button', 'Fold the navigation')
  expect(isRail()).toBe(false)
})

test('a list with a peek shows its keys only to people with single-key shortcuts enabled', async () => {
  await createProject(app.db, { title: 'Garten' })
  const keys = () => document.querySelector('.pager .list-keys')?.textContent
  let page = await openPage(app, staff, '/site-admin/projects/')
  await waitFor(() => expect(keys()).toBe('JKmoveSpacepeekXselect?all keys'))
  await staff.patch('/api/v4/users/profile/', { shortcuts: false })
  page = await openPage(app, staff, '/site-admin/projects/')
  await page.rows()
  await waitFor(() => expect(document.querySelector('.blocked-line')).not.toBeNull())
  expect(keys()).toBeUndefined()
})
