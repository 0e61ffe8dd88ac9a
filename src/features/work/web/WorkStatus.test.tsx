import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { type Client, type TestApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
let staff: Client
let id: number
eachOnNewPage(
  async (given) => {
    app = given
    staff = await app.as('superuser')
    const slugs = [(await createProject(app.db)).slug, (await createProject(app.db)).slug]
    const { body } = await staff.post('/api/v4/projects/bulk/assign/', {
      selection: { slugs },
      reviewer: staff.userId,
    })
    id = body.bulk.id
  },
  { sharesClock: true },
)

const pill = () => document.querySelector<HTMLElement>('.work-pill')
const said = () => pill()?.textContent
const told = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent)
const what = 'Bulk run “Reviewer”'

test('running work is shown on every page, and its end is announced once with a link to its result', async () => {
  const page = await openPage(app, staff, '/site-admin/users/')
  await waitFor(() => expect(said()).toBe('1 under way'))
  pill()!.click()
  const list = await page.found('.work-list', 'Work in progress')
  expect(list.textContent).toContain(`${what}0 of 2`)
  await app.runJobs()
  await waitFor(() => expect(told().join()).toContain(`${what}: done`))
  expect(list.querySelector('a')!.getAttribute('href')).toBe(`/site-admin/projects/runs/?run=${id}`)
  await waitFor(() => expect(list.textContent).toContain(`${what}Done`))
  expect(said()).toBe('1 done')

  // On another page of the same browser the end stays visible, but is not announced again.
  const again = await openPage(app, staff, '/site-admin/users/')
  await waitFor(() => expect(said()).toBe('1 done'))
  expect(told()).toEqual([])
  pill()!.click()
  await again.found('.work-list', 'Work in progress')
  pill()!.click()
  await waitFor(() => expect(pill()).toBe(null))
})

test('work that ended while the browser was away is announced when it returns', async () => {
  await openPage(app, staff, '/site-admin/users/')
  await waitFor(() => expect(said()).toBe('1 under way'))
  await openPage(app, staff, '/login/')
  await app.runJobs()
  await openPage(app, staff, '/site-admin/users/')
  await waitFor(() => expect(told().join()).toContain(`${what}: done`))
})

test('running work can be stopped from any page', async () => {
  const page = await openPage(app, staff, '/site-admin/users/')
  await waitFor(() => expect(said()).toBe('1 under way'))
  pill()!.click()
  const list = await page.found('.work-list', 'Work in progress')
  await page.press('Stop', list)
  await waitFor(() => expect(told().join()).toContain(`${what}: stopped`))
  expect((await staff.get(`/api/v4/projects/bulk/${id}/`)).body).toMatchObject({
    status: 'cancelled',
    counts: { waiting: 2 },
  })
})

test('nothing shows while no own work is under way', async () => {
  await app.runJobs()
  const page = await openPage(app, staff, '/site-admin/users/')
  await page.found('h1', 'Users')
  expect(pill()).toBe(null)
  expect(page.made.some(({ path }) => path.startsWith('/api/v4/work/'))).toBe(false)
})
