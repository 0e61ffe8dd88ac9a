import { waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { newBrowser, openPage } from '#test/page.tsx'
import { watchedRun } from './run-store.ts'

// The page of all runs in the real app: its rows, dialogs, and undo and stop from a row.

let app: TestApp
let staff: Client
let slugs: string[]
beforeAll(async () => void (app = await testApp()))
beforeEach(async () => {
  watchedRun.set(undefined)
  await newBrowser()
  await app.reset()
  staff = await app.as('superuser')
  const { id } = await createOrganization(app.db, { title: 'Choir' })
  const waiting = { organization_id: id, review_status: null, needs_donation_review: true }
  slugs = []
  for (const title of ['A', 'B', 'C'])
    slugs.push((await createProject(app.db, { ...waiting, title, is_banned: title === 'C' })).slug)
})
afterAll(async () => {
  watchedRun.set(undefined)
  await newBrowser()
  await app.close()
})

const address = '/site-admin/projects/runs/'
const decide = async (by: Client) => {
  const body = { selection: { slugs }, kind: 'review', outcome: 4, reason: 'Autumn round' }
  const answer = await by.post('/api/v4/projects/bulk/decide/', body)
  return answer.body.bulk.id as number
}
/** Text of the first row, once it is loaded. */
const firstRow = async (page: Awaited<ReturnType<typeof openPage>>) => {
  await page.rows()
  return document.querySelector('tbody tr')!.textContent
}
const outcomes = async () =>
  (await app.db.selectFrom('projects').select('review_status').orderBy('id').execute()).map(
    (row) => row.review_status,
  )

test('a colleague’s run shows its act and progress, and is undone from its row', async () => {
  const colleague = await app.as(['change_projects'])
  await decide(colleague)
  await app.runJobs()
  const page = await openPage(app, staff, address)
  const row = await firstRow(page)
  expect(row).toContain('2 projects accepted')
  expect(row).toContain('Autumn round')
  expect(row).toContain('2 of 2')
  expect(row).toContain('Done')
  expect(await outcomes()).toEqual([4, 4, null])
  await page.press(/^Undo all/)
  await waitFor(async () =>
    expect((await app.db.selectFrom('bulk_runs').selectAll().executeTakeFirst())?.state).toBe('undoing'),
  )
  await app.runJobs()
  await page.found('[role=status]', /Undone for 2 projects/)
  await waitFor(async () => expect(await firstRow(page)).toContain('Undone'))
  expect(await outcomes()).toEqual([null, null, null])
})

test('a run is stopped and resumed from its row, which shows its state', async () => {
  await decide(staff)
  const page = await openPage(app, staff, address)
  expect(await firstRow(page)).toContain('0 of 2')
  await page.press(/^Stop/)
  await waitFor(async () => expect(await firstRow(page)).toContain('Stopped'))
  await app.runJobs()
  expect(await outcomes()).toEqual([null, null, null])
  // Retry resumes the rows that the run had not reached, once.
  await page.press(/^Try again/)
  await waitFor(async () => expect(await firstRow(page)).toContain('Running'))
  await app.runJobs()
  await waitFor(async () => expect(await firstRow(page)).toContain('Done'))
  expect(await outcomes()).toEqual([4, 4, null])
  expect(page.find('button', /^Try again/)).toBeUndefined()
})

test('a link opens the result of one run over the list, and its dialog links to all runs', async () => {
  const id = await decide(staff)
  await app.runJobs()
  const page = await openPage(app, staff, `${address}?run=${id}`)
  expect((await page.dialog('2 projects accepted')).textContent).toContain('Banned')

  await openPage(app, staff, `/site-admin/projects/?run=${id}`)
  const dialog = await page.dialog('2 projects accepted')
  await page.press('All runs', dialog)
  await page.found('h1', 'Bulk runs')
  expect(document.querySelector('dialog[open]')).toBeNull()
})

test('the empty list explains how runs are started', async () => {
  await openPage(app, staff, address)
  await waitFor(() => expect(document.body.textContent).toContain('Select several projects in their list'))
})
