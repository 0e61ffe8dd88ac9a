import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// Acts on a selection in the real app affect the selected rows and no others.

let app: TestApp
let staff: Client
let organization: number
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as('superuser')
  organization = (await createOrganization(app.db)).id
})

const list = '/site-admin/projects/'
const named = (name: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${name} ${String(from + at).padStart(2, '0')}`)
const wells = (from: number, to: number) => named('Well', from, to)

/** Projects that collect no money and can be archived; `open` ones collect money. */
async function projects(titles: string[], { open = false } = {}): Promise<void> {
  for (const title of titles)
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await createProject(app.db, {
      title,
      organization_id: organization,
      needs: open ? [1000] : [],
      ...(open ? {} : { ends_on: '2026-01-01' }),
    })
}
const titlesOf = async (status: 2 | 3) =>
  (
    await app.db
      .selectFrom('projects')
      .select('title')
      .where('status', '=', status)
      .orderBy('title_sort')
      .execute()
  ).map((row) => row.title)
const archived = () => titlesOf(3)

type Page = Awaited<ReturnType<typeof openPage>>
const open = async (query: string) => {
  const page = await openPage(app, staff, `${list}?ordering=title${query}`)
  await page.rows()
  return page
}
const bar = () => document.querySelector('[role=group][aria-label="Actions for the selection"]')
const barSays = (text: string) =>
  waitFor(() => expect(bar()?.querySelector('strong')?.textContent).toBe(text))
const isTicked = (title: string) =>
  document.querySelector<HTMLInputElement>(`tbody input[aria-label="Select: ${title}"]`)?.checked
const tick = (page: Page, title: string, how: MouseEventInit = {}) =>
  page.press(`Select: ${title}`, document, how)

/** Opens the archive dialog for the selection; returns its text and a function that confirms. */
async function archive(page: Page) {
  await page.press('Archive', bar()!)
  const dialog = await page.dialog('Archive projects')
  const button = await page.found('button', /^Archive \d/, dialog)
  const confirm = async () => {
    button.click()
    await waitFor(async () => expect(await runs()).toBeGreaterThan(0))
    await app.runJobs()
  }
  return { says: dialog.textContent, confirm, dialog }
}
const runs = async () => (await app.db.selectFrom('bulk_runs').select('id').execute()).length

test('archiving all matches archives every one, beyond two pages, and nothing else', async () => {
  await projects(wells(1, 52))
  await projects(['School'])
  const page = await open('&search=well')
  await page.press('Select all')
  await barSays('25 selected')
  await page.press('Select all 52 that match')
  await barSays('All 52 that match are selected')
  const { says, confirm } = await archive(page)
  expect(says).toContain('All 52 that match are selected')
  await confirm()
  await page.found('[role=status]', /52 projects archived/)
  expect(await archived()).toEqual(wells(1, 52))
  expect(await titlesOf(2)).toEqual(['School'])
  await waitFor(() => expect(bar()).toBeNull())
})

test('archiving all matches except one on the second page leaves exactly that one', async () => {
  await projects(wells(1, 28))
  const page = await open('&search=well&page_size=10')
  await page.press('Select all')
  await page.press('Select all 28 that match')
  await page.press('Next page')
  await waitFor(() => expect(isTicked('Well 13')).toBe(true))
  await tick(page, 'Well 13')
  await barSays('27 selected: all 28 that match but 1')
  expect(wells(11, 20).filter((title) => !isTicked(title))).toEqual(['Well 13'])
  const { says, confirm } = await archive(page)
  expect(says).toContain('27 selected: all 28 that match but 1')
  expect(says).toContain('All but Well 13')
  await confirm()
  await waitFor(async () => expect(await titlesOf(2)).toEqual(['Well 13']))
  expect(await archived()).toEqual([...wells(1, 12), ...wells(14, 28)])
  await waitFor(async () => expect(await page.rows()).toEqual(['Well 13']))
})

test('Shift selects a range of rows on a page, and a row of another page can be added', async () => {
  await projects(wells(1, 12))
  const page = await open('&page_size=10')
  await tick(page, 'Well 03')
  await tick(page, 'Well 06', { shiftKey: true })
  await page.press('Next page')
  await waitFor(() => expect(isTicked('Well 11')).toBe(false))
  await tick(page, 'Well 11')
  await barSays('5 selected')
  await (await archive(page)).confirm()
  await waitFor(async () => expect(await archived()).toEqual([...wells(3, 6), 'Well 11']))
})

test('a filter or a search clears the selection, sorting keeps it', async () => {
  await projects(wells(1, 3))
  const page = await open('')
  await tick(page, 'Well 01')
  await barSays('1 selected')
  await page.press('Project')
  await waitFor(async () => expect((await page.rows())[0]).toBe('Well 03'))
  await barSays('1 selected')
  expect(isTicked('Well 01')).toBe(true)

  await page.press('Filter: Status')
  await page.press('Complete', await page.found('[role=dialog]', 'Filter: Status'))
  await page.press('Apply')
  await waitFor(() => expect(page.address()).toContain('status=complete'))
  await waitFor(() => expect(isTicked('Well 01')).toBe(false))
  expect(bar()).toBeNull()

  await tick(page, 'Well 02')
  await barSays('1 selected')
  await page.type('Search projects', 'well')
  await waitFor(() => expect(page.address()).toContain('search=well'))
  await waitFor(() => expect(bar()).toBeNull())
  expect(isTicked('Well 02')).toBe(false)
  // Removing the filter does not restore the selection.
  await page.press('Remove filter: Status')
  await waitFor(() => expect(page.address()).not.toContain('status'))
  expect(wells(1, 3).filter(isTicked)).toEqual([])
})

test('51 rows that cannot be archived are listed by cause and left out; the others are archived', async () => {
  await projects(named('Open', 1, 51), { open: true })
  await projects(wells(1, 2))
  const page = await open('')
  await page.press('Select all')
  await page.press('Select all 53 that match')
  const { dialog, confirm } = await archive(page)
  await page.press('Show: Still in financing', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('Open 01, Open 02'))
  expect(dialog.querySelector('button[type=submit]')?.textContent).toBe('Archive 2')
  expect([...dialog.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['2', '51'])
  await confirm()
  await page.found('[role=status]', /2 projects archived/)
  expect(await archived()).toEqual(wells(1, 2))
  await page.press('Show result')
  expect((await page.dialog('2 projects archived')).textContent).toContain('Still in financing51')
})

test('a row that vanished is named, the rest goes through, and the list is read again', async () => {
  await projects(wells(1, 3))
  const page = await open('')
  await tick(page, 'Well 01')
  await tick(page, 'Well 02')
  await app.db.deleteFrom('projects').where('title', '=', 'Well 02').execute()
  const { dialog, confirm } = await archive(page)
  expect(dialog.textContent).toContain('No longer there')
  await confirm()
  const after = await page.dialog('1 project archived, 1 failed')
  await waitFor(() => expect(after.querySelector('.bulk-rows')?.textContent).toBe('Well 02Deleted-'))
  expect(await archived()).toEqual(['Well 01'])
  await waitFor(async () => expect(await page.rows()).toEqual(['Well 03']))
  await waitFor(() => expect(bar()).toBeNull())
})

test('when the matches have changed, nothing happens, the dialog shows the new number, and the next try succeeds', async () => {
  await projects(wells(1, 27))
  const page = await open('&search=well')
  await page.press('Select all')
  await page.press('Select all 27 that match')
  await tick(page, 'Well 01')
  await barSays('26 selected: all 27 that match but 1')
  await projects(['Well 28'])
  await page.press('Archive', bar()!)
  const refused = await page.dialog('Nothing has been changed')
  expect(refused.textContent).toContain('27 projects match now. You decided for 26.')
  expect(await archived()).toEqual([])
  await page.press('Start again with 27', refused)
  const again = await page.dialog('Archive projects')
  await page.press('Archive 27', again)
  await waitFor(async () => expect(await runs()).toBe(1))
  await app.runJobs()
  await waitFor(async () => expect(await archived()).toEqual(wells(2, 28)))
})

test('a row that is archived by its own menu leaves the selection', async () => {
  await projects(wells(1, 3))
  const page = await open('')
  await tick(page, 'Well 01')
  await tick(page, 'Well 02')
  await barSays('2 selected')
  await page.press('More actions: Well 01')
  await page.press('Archive', await page.found('[role=menu]', 'More actions: Well 01'))
  await barSays('1 selected')
  expect(await archived()).toEqual(['Well 01'])
  expect(isTicked('Well 02')).toBe(true)
})

test('Escape clears the selection even with single-key shortcuts off, while those keys do nothing', async () => {
  await projects(wells(1, 3))
  await staff.patch('/api/v4/users/profile/', { shortcuts: false })
  const page = await open('')
  await tick(page, 'Well 02')
  for (const key of ['x', 'j']) fireEvent.keyDown(document.body, { key })
  await barSays('1 selected')
  expect(document.querySelector('[data-row-title]:focus')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(bar()).toBeNull())
  expect(isTicked('Well 02')).toBe(false)
})

test('an archived row passes the focus to the next one, Undo to the list', async () => {
  await projects(wells(1, 2))
  const page = await open('')
  const more = await page.found('button', 'More actions: Well 01')
  more.focus()
  more.click()
  const menu = await page.found('[role=menu]', 'More actions: Well 01')
  const item = await page.found('[role=menuitem]', /^Archive/, menu)
  fireEvent.keyDown(document.activeElement!, { key: 'a' })
  await waitFor(() => expect(document.activeElement).toBe(item))
  item.click()
  await waitFor(async () => expect(await page.rows()).toEqual(['Well 02']))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Well 02'))
  const undo = await page.found('button', 'Undo')
  undo.focus()
  undo.click()
  await waitFor(async () => expect(await page.rows()).toEqual(wells(1, 2)))
  await waitFor(() => expect(document.activeElement?.hasAttribute('data-row-title')).toBe(true))
})

test('signing out loads a new document, so that the next person finds nothing selected', async () => {
  await projects(wells(1, 3))
  const page = await open('')
  await tick(page, 'Well 01')
  await barSays('1 selected')
  // jsdom loads no documents.
  const loads: string[] = []
  const real = location
  const get = (_: object, key: PropertyKey) =>
    key === 'replace' ? (address: string) => void loads.push(address) : Reflect.get(real, key)
  vi.stubGlobal('location', new Proxy({}, { get }))
  await page.press(/^Account of/)
  await page.press('Sign out')
  await waitFor(() => expect(loads).toEqual(['/login/']))
  vi.unstubAllGlobals()
  expect(page.address()).toBe('/login/')
  staff = await app.as('superuser')
  await open('')
  expect(bar()).toBeNull()
  expect(isTicked('Well 01')).toBe(false)
})
