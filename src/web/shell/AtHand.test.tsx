import { fireEvent, waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../test/app.ts'
import { newBrowser, openPage } from '../../../test/page.tsx'

// How much room the page leaves for what one works with: the folded navigation, and compact rows.

let app: TestApp
let staff: Client
beforeAll(async () => void (app = await testApp()))
beforeEach(async () => {
  await newBrowser()
  await app.reset()
  staff = await app.as('superuser')
})
afterAll(async () => {
  await newBrowser()
  await app.close()
})

// 1440 px; the window of jsdom is 1024 px wide.
const wide = () => Object.assign(window, { innerWidth: 1440 }) && fireEvent(window, new Event('resize'))
const isRail = () => document.querySelector('.side')!.classList.contains('rail')

test('the navigation folds to its rail, and is remembered for the person who folded it', async () => {
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

test('rows are compact from the menu of appearance on, and stay so', async () => {
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

test('in a low window rows are compact by themselves, until somebody chooses otherwise', async () => {
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
