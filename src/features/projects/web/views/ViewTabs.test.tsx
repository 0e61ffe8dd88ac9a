import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { eachOnNewPage, newBrowser, openPage } from '#test/page.tsx'

// View tabs in a narrow window.

let app: TestApp
let staff: Client
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as('superuser')
  await createProject(app.db, { title: 'Garten' })
})

const list = '/site-admin/projects/'
const tabs = () => [...document.querySelectorAll('.view-tabs nav a')].map((tab) => tab.textContent?.trim())

/** A row of tabs 300 px wide, each of them 100. */
function narrowTabs() {
  const nothing = { top: 0, left: 0, bottom: 0, width: 0, height: 0, x: 0, y: 0 }
  Element.prototype.getBoundingClientRect = function rect(this: Element) {
    if (this.matches('.view-tabs nav')) return { ...nothing, right: 300 } as DOMRect
    if (!this.matches('.view-tabs nav > a')) return { ...nothing, right: 0 } as DOMRect
    return { ...nothing, right: 100 * ([...this.parentElement!.children].indexOf(this) + 1) } as DOMRect
  }
}

test('views that do not fit move to a menu at the right; the open one is always a tab', async () => {
  const page = await openPage(app, staff, list)
  await page.found('nav', 'Views')
  expect(tabs()).toHaveLength(6)
  narrowTabs()
  fireEvent(window, new Event('resize'))
  await waitFor(() => expect(tabs()).toEqual(['All 1', 'Needs review 0', 'Mine 0']))
  await page.press('3 more')
  const item = await page.found<HTMLElement>('[role=menuitem]', /^Overdue/)
  fireEvent.click(item)
  await waitFor(() => expect(location.search).toContain('view=overdue'))
  await waitFor(() => expect(tabs()).toEqual(['All 1', 'Needs review 0', 'Overdue 0']))
})

test('the list opens with the view that was set for one’s role', async () => {
  await createProject(app.db, { title: 'Schule', needs_donation_review: true })
  const rows = () => [...document.querySelectorAll('[data-row-title]')].map((title) => title.textContent)
  const first = await openPage(app, staff, list)
  fireEvent.click(await first.found<HTMLElement>('a', /^Needs review 1/))
  await waitFor(() => expect(rows()).toEqual(['Schule']))
  await first.press('More about this view')
  fireEvent.click(await first.found<HTMLElement>('[role=menuitem]', 'List opens with this view…'))
  fireEvent.click(await first.found<HTMLElement>('label', 'Administration'))
  await first.press('Save')
  await waitFor(async () =>
    expect((await staff.get('/api/v4/projects/views/opening/')).body.query).toContain('needs_review='),
  )
  await newBrowser()
  await openPage(app, staff, list)
  await waitFor(() => expect(rows()).toEqual(['Schule']))
  await waitFor(() => expect(location.search).toContain('needs_review=review'))
  expect(document.querySelector('.view-tabs [aria-current]')!.textContent).toContain('Needs review')
})

test('on a phone the view is one button, which opens a sheet of views with their counts', async () => {
  const page = await openPage(app, staff, list)
  await page.found('nav', 'Views')
  Object.assign(window, { innerWidth: 390 })
  fireEvent(window, new Event('resize'))
  const button = await page.found<HTMLButtonElement>('button', 'Views: All')
  expect(tabs()).toEqual([])
  fireEvent.click(button)
  const views = () => [...document.querySelectorAll('.view-sheet a')].map((view) => view.textContent?.trim())
  await waitFor(() =>
    expect(views()).toEqual([
      'All 1',
      'Needs review 0',
      'Mine 0',
      'Nobody’s 0',
      'Overdue 0',
      'Proof ends in 30 days 0',
    ]),
  )
  fireEvent.click(document.querySelectorAll<HTMLElement>('.view-sheet a')[1]!)
  await page.found('button', 'Views: Needs review')
  expect(location.search).toContain('view=needs_review')
  await waitFor(() => expect(document.querySelector('.view-sheet')).toBeNull())
})

test('an empty view explains itself and suggests another; other filters are cleared as usual', async () => {
  const page = await openPage(app, staff, `${list}?view=mine&needs_review=review,voting_review&reviewer=me`)
  await waitFor(() =>
    expect(document.querySelector('main')?.textContent).toContain('Nothing of yours is waiting'),
  )
  expect(page.find('button', 'Clear all filters', document.querySelector('main .message')!)).toBeUndefined()
  await page.press('Show: Nobody’s')
  await waitFor(() =>
    expect(document.querySelector('main')?.textContent).toContain('Everything that waits has a reviewer'),
  )
  expect(location.search).toContain('view=nobodys')

  const other = await openPage(app, staff, `${list}?search=nowhere`)
  await other.found('main .message button', 'Clear all filters')
  expect(document.querySelector('main .message')?.textContent).toContain('No projects match')
})
