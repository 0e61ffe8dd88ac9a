import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// A list page in the real app: its calls, its contents and its stored state.

let app: TestApp
let staff: Client
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as('superuser')
})

const list = '/site-admin/projects/'

/** Creates projects with these titles, all of one organization. */
async function projects(titles: string[], overrides: Parameters<typeof createProject>[1] = {}) {
  const { id: organization_id } = await createOrganization(app.db, { title: 'Verein' })
  for (const title of titles)
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await createProject(app.db, { title, organization_id, needs: [], ...overrides })
}
const wells = (count: number) =>
  Array.from({ length: count }, (_, at) => `Well ${String(at + 1).padStart(2, '0')}`)

type Page = Awaited<ReturnType<typeof openPage>>
/** The page's calls to the list, in order. React's development build calls twice on opening. */
const asked = ({ made }: Page) =>
  made
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/api/v4/projects/?'))
    .filter((path, at, all) => path !== all[at - 1])
    .map((path) => Object.fromEntries(new URLSearchParams(path.split('?')[1])))
const headings = () => [...document.querySelectorAll('thead th')].map((cell) => cell.textContent)
const cells = (title: string) => {
  const row = [...document.querySelectorAll('tbody tr')].find((each) => each.textContent.includes(title))
  return [...row!.querySelectorAll('th, td')].map((cell) => cell.textContent).slice(1, -1)
}

test("the page shows the API's rows, in its words and order", async () => {
  await projects(['Begun'], { status: 1, review_status: 1, funding_type: 2 })
  await projects(['Done'])
  const answer = await staff.get('/api/v4/projects/?exclude_status=archived&page=1&page_size=25')
  const page = await openPage(app, staff, list)
  expect(await page.rows()).toEqual(answer.body.results.map((row: { title: string }) => row.title))
  expect(await page.rows()).toEqual(['Done', 'Begun'])
  for (const [at, row] of answer.body.results.entries()) {
    const shown = cells(row.title)
    expect(shown[0]).toBe(String(at + 1))
    expect(shown[1]).toBe(`${row.title}${row.organization.title}`)
    expect(shown[2]).toBe(row.status.display)
    expect(shown[8]).toBe(row.funding_type.display)
    expect(shown[9]).toBe('-')
  }
  expect(await page.found('.pager .figures', '1–2 of 2')).toBeTruthy()
  expect(asked(page)).toEqual([{ exclude_status: 'archived', page: '1', page_size: '25' }])
})

test('sorting, paging, searching and filtering each query the server', async () => {
  await projects(wells(30))
  await projects(['School'], { status: 1 })
  const page = await openPage(app, staff, list)
  await page.rows()
  const last = () => asked(page).at(-1)
  const shows = (titles: string[]) => waitFor(async () => expect(await page.rows()).toEqual(titles))
  const sorted = () =>
    [...document.querySelectorAll('thead th')]
      .find((cell) => cell.textContent === 'Project')!
      .getAttribute('aria-sort')

  await page.press('Project')
  await shows(['School', ...wells(24)])
  expect(last()).toEqual({ ordering: 'title', exclude_status: 'archived', page: '1', page_size: '25' })
  expect(sorted()).toBe('ascending')
  await page.press('Next page')
  await shows(wells(30).slice(24))
  expect(last()).toEqual({ ordering: 'title', exclude_status: 'archived', page: '2', page_size: '25' })
  expect(page.address()).toBe(`${list}?page=2&ordering=title`)
  await page.found('.pager .figures', '26–31 of 31')

  // A new search begins on the first page.
  await page.type('Search projects', 'school')
  await shows(['School'])
  expect(asked(page).filter(({ search }) => search)).toEqual([
    { ordering: 'title', search: 'school', exclude_status: 'archived', page: '1', page_size: '25' },
  ])
  await page.type('Search projects', 'no project is called so')
  await page.found('main', /No projects match/)
  expect(document.querySelector('nav[aria-label=Pagination]')).toBeNull()
  expect(document.querySelector('main')!.textContent).not.toContain('of 0')
  await page.type('Search projects', '')
  await shows(['School', ...wells(24)])
  expect(document.querySelector('nav[aria-label=Pagination]')).not.toBeNull()
  await page.press('Last page')
  await shows(wells(30).slice(24))
  await page.press('Project')
  await shows(wells(30).slice(5).toReversed())
  expect(last()).toEqual({ ordering: '-title', exclude_status: 'archived', page: '1', page_size: '25' })
  expect(sorted()).toBe('descending')

  await page.press('Last page')
  await shows([...wells(5).toReversed(), 'School'])
  await page.press('Filter: Status')
  await page.press('In progress', await page.found('[role=dialog]', 'Filter: Status'))
  // Filters take effect only on Apply.
  expect(asked(page).some((query) => 'status' in query)).toBe(false)
  await page.press('Apply')
  await shows(['School'])
  expect(last()).toMatchObject({ status: 'in_progress', ordering: '-title', page: '1' })
  expect(page.address()).toBe(`${list}?ordering=-title&status=in_progress`)
  await page.press('Project')
  await waitFor(() => expect(page.address()).toBe(`${list}?status=in_progress`))
  expect(sorted()).toBe('none')
})

test('hidden columns belong to a person and a table, and are kept on the server', async () => {
  await projects(['Well'])
  const page = await openPage(app, staff, list)
  await page.rows()
  expect(headings()).toContain('Funding type')
  await page.press('Table Settings')
  await page.press('Funding type', await page.dialog('Table Settings'))
  await page.press('Save')
  await waitFor(() => expect(headings()).not.toContain('Funding type'))
  expect(await app.db.selectFrom('table_settings').selectAll().execute()).toEqual([
    expect.objectContaining({
      user_id: staff.userId,
      table_name: 'projects',
      hidden_fields: ['funding_type'],
    }),
  ])

  const again = await openPage(app, staff, list)
  await again.rows()
  await waitFor(() => expect(headings()).not.toContain('Funding type'))
  const other = await openPage(app, await app.as(['view_projects']), list)
  await other.rows()
  expect(headings()).toContain('Funding type')
})

test('filters are stored per person, table and view, and restored only there', async () => {
  const other = await app.as(['view_projects', 'view_organizations'])
  await projects(['Begun'], { status: 1 })
  await projects(['Done'])
  const begun = '[{"filterName":"status","selected":["in_progress"]}]'
  const choose = async (page: Page, column: string, value: string) => {
    await page.press(`Filter: ${column}`)
    await page.press(value, await page.found('[role=dialog]', `Filter: ${column}`))
    await page.press('Apply')
    await page.found('button', `Remove filter: ${column}`)
  }
  const filters = () => {
    const { 'almoner.language': _language, ...rest } = page.stored()
    return rest
  }

  const page = await openPage(app, staff, list)
  await choose(page, 'Status', 'In progress')
  expect(filters()).toEqual({ [`almoner.filters.${staff.userId}.projects`]: begun })

  // The same browser with another user.
  const others = await openPage(app, other, list)
  expect(await others.rows()).toHaveLength(2)
  expect(others.address()).toBe(list)
  await choose(others, 'Funding type', 'Donation')

  const organizations = await openPage(app, staff, '/site-admin/organizations/')
  await organizations.rows()
  expect(organizations.address()).toBe('/site-admin/organizations/')
  await choose(organizations, 'Status', 'Complete')
  expect(filters()).toEqual({
    [`almoner.filters.${staff.userId}.projects`]: begun,
    [`almoner.filters.${other.userId}.projects`]: '[{"filterName":"funding_type","selected":["donation"]}]',
    [`almoner.filters.${staff.userId}.organizations`]: '[{"filterName":"status","selected":["complete"]}]',
  })

  const archive = await openPage(app, staff, `${list}archive/`)
  await archive.found('.empty, main', /No archived projects/)
  expect(archive.address()).toBe(`${list}archive/`)
  const back = await openPage(app, staff, list)
  expect(await back.rows()).toEqual(['Begun'])
  await waitFor(() => expect(back.address()).toBe(`${list}?status=in_progress`))
  await back.press('Remove filter: Status')
  await waitFor(() =>
    expect(Object.keys(filters())).not.toContain(`almoner.filters.${staff.userId}.projects`),
  )
})

test('without their permission actions say what is missing and do nothing', async () => {
  await projects(['Well'])
  const page = await openPage(app, await app.as(['view_projects']), list)
  await page.rows()
  const before = page.made.length
  for (const [name, permission] of [
    ['Create project', 'create_projects'],
    ['Export', 'export_data'],
  ]) {
    const button = await page.found('button', name!)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.getAttribute('aria-description')).toContain(permission)
    button.click()
  }
  await page.press('More actions: Well')
  const items = await page.found('[role=menu]', /./)
  const archive = await page.found('[role=menuitem]', /^Archive/, items)
  expect(archive.getAttribute('aria-disabled')).toBe('true')
  expect(items.textContent).toContain('archive_projects')
  archive.click()
  expect(page.address()).toBe(list)
  expect(page.made.slice(before).filter(({ method }) => method !== 'GET')).toEqual([])
})

test('a person who may not see the list sees that and is offered no actions', async () => {
  await projects(['Well'])
  const page = await openPage(app, await app.as(['view_organizations']), list)
  await page.found('main', /view_projects/)
  expect(page.find('main button, main a', /Create project|Export/)).toBeUndefined()
  expect(document.querySelector('main')!.textContent).not.toContain('Well')
})

test('a failed first load shows toast and panel, and a retry shows the list', async () => {
  await projects(['Well'])
  let failing = true
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  const page = await openPage(app, staff, list, async ({ path }) => {
    if (!failing || !path.startsWith('/api/v4/projects/?')) return undefined
    await held
    return new Response('{}', { status: 503 })
  })
  // While it loads, no count is shown.
  await waitFor(() => expect(document.querySelector('tbody tr.skeleton')).not.toBeNull())
  expect(document.querySelector('main')!.textContent).not.toMatch(/ of \d/)
  answer()
  await waitFor(() => expect(page.alerts()).toHaveLength(2))
  expect(page.alerts()).toEqual([
    expect.stringContaining('Please try again'),
    expect.stringContaining('Please try again'),
  ])
  failing = false
  await page.press('Try again', document.querySelector('main [role=alert]')!)
  expect(await page.rows()).toEqual(['Well'])
  await waitFor(() => expect(page.alerts()).toEqual([]))
})

const numbers = () => [...document.querySelectorAll('tbody .cell-index')].map((cell) => cell.textContent)

test('row numbers continue across pages, and a page past the end becomes the last one', async () => {
  await projects(wells(12))
  const page = await openPage(app, staff, `${list}?page_size=10`)
  await page.rows()
  await page.press('Next page')
  await waitFor(() => expect(numbers()).toEqual(['11', '12']))
  expect((await page.found('button', 'Page 2')).getAttribute('aria-current')).toBe('page')
  const beyond = await openPage(app, staff, `${list}?page=9999&page_size=10`)
  await waitFor(() => expect(numbers()).toEqual(['11', '12']))
  await waitFor(() => expect(beyond.address()).not.toContain('9999'))
  expect(beyond.find('button', 'Next page')!.matches(':disabled, [aria-disabled=true]')).toBe(true)
})

test('a failed page change keeps the old rows and reports the error; a retry loads the page', async () => {
  await projects(wells(12))
  let fails = false
  const page = await openPage(app, staff, `${list}?page_size=10`, async ({ path }) => {
    if (fails && path.startsWith('/api/v4/projects/?')) throw new TypeError('Failed to fetch')
    return undefined
  })
  await page.rows()
  fails = true
  await page.press('Next page')
  await waitFor(() => expect(page.alerts().join()).toContain('Please try again or contact an administrator.'))
  expect(numbers()[0]).toBe('1')
  fails = false
  await page.press('Try again', document.querySelector('.toast')!)
  await waitFor(() => expect(numbers()).toEqual(['11', '12']))
})

test('a slow answer never overwrites a newer one', async () => {
  await projects(['Kiosk', 'Well'])
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  let answered = false
  const page = await openPage(app, staff, list, async ({ path }) => {
    if (!path.includes('search=Kiosk')) return undefined
    await held
    answered = true
    return undefined
  })
  await page.rows()
  await page.type('Search projects', 'Kiosk')
  await waitFor(() => expect(page.address()).toContain('search=Kiosk'))
  await page.type('Search projects', 'Well')
  await waitFor(async () => expect(await page.rows()).toEqual(['Well']))
  answer()
  await waitFor(() => expect(answered).toBe(true))
  await staff.get('/api/v4/projects/?search=Kiosk')
  expect(await page.rows()).toEqual(['Well'])
  expect(page.address()).toContain('search=Well')
})

test('the active list offers no archived status, and the archive offers no status filter', async () => {
  await projects(['Begun'], { status: 1 })
  await projects(['Kept'], { status: 3 })
  const page = await openPage(app, staff, list)
  await page.press('Filter: Status')
  const menu = await page.found('[role=dialog]', 'Filter: Status')
  await page.found('input', 'Complete', menu)
  expect(page.find('input', 'Archived', menu)).toBeUndefined()
  await page.press('In progress', menu)
  await page.press('Apply')
  await waitFor(() => expect(page.address()).toBe(`${list}?status=in_progress`))
  await page.press('Archived')
  await page.found('h1', 'Archived projects')
  await waitFor(async () => expect(await page.rows()).toEqual(['Kept']))
  expect(page.address()).toBe(`${list}archive/`)
  expect(page.find('button', 'Filter: Status')).toBeUndefined()
  await page.press('Active')
  await waitFor(() => expect(page.address()).toBe(`${list}?status=in_progress`))
})
