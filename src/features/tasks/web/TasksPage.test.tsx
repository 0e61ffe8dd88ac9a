import { waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { createProject, createTask } from '../../../../test/factories.ts'
import { newBrowser, openPage } from '../../../../test/page.tsx'

// The list of tasks on the real app: whose they are, what is done, and what a person may not do.

let app: TestApp
let me: Client
let project: number
beforeAll(async () => void (app = await testApp()))
beforeEach(async () => {
  await newBrowser()
  await app.reset()
  me = await app.as(['view_reminders', 'view_projects'])
  project = (await createProject(app.db, { title: 'Well', needs: [] })).id
})
afterAll(async () => {
  await newBrowser()
  await app.close()
})

const mine = '/site-admin/tasks/'
const day = (nth: number) => `2026-12-${String(nth).padStart(2, '0')}`
const calls = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `Call ${String(from + at).padStart(2, '0')}`)

/** Tasks of mine that are due one after the other. */
async function myTasks(titles: string[]): Promise<void> {
  for (const [at, title] of titles.entries())
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await createTask(app.db, {
      title,
      project_id: project,
      created_by: me.userId,
      users: [me.userId],
      scheduled_for: day(at + 1),
    })
}
const titlesOf = async (status: 1 | 2) =>
  (
    await app.db
      .selectFrom('reminders')
      .select('title')
      .where('status', '=', status)
      .orderBy('title_sort')
      .execute()
  ).map((row) => row.title)

type Page = Awaited<ReturnType<typeof openPage>>
const bar = () => document.querySelector('[role=group][aria-label="Actions for the selection"]')
const shows = (page: Page, titles: string[]) => waitFor(async () => expect(await page.rows()).toEqual(titles))

test('My tasks are mine by due day, All are everybody’s, and a task that is done goes below the open ones', async () => {
  await myTasks(['Second', 'Third'])
  await createTask(app.db, { title: 'Foreign', project_id: project, scheduled_for: '2026-11-30' })
  const page = await openPage(app, me, mine)
  await shows(page, ['Second', 'Third'])
  await page.press('Done: Second')
  await page.found('[role=status]', /Task done/)
  await shows(page, ['Third', 'Second'])
  expect(await titlesOf(2)).toEqual(['Second'])
  expect(page.find('button', 'Done: Second')).toBeUndefined()

  await page.press('All')
  await shows(page, ['Foreign', 'Third', 'Second'])
  expect(page.address()).toBe(`${mine}all/`)
  expect(page.made.filter(({ path }) => path.startsWith('/api/v4/reminders/?')).at(-1)!.path).not.toContain(
    'assignee',
  )
})

test('all that match are done, on pages that were never seen too; those that were left out are not', async () => {
  await myTasks(calls(1, 27))
  await myTasks(['Letter'])
  const page = await openPage(app, me, `${mine}?ordering=title&search=call&page_size=10`)
  await shows(page, calls(1, 10))
  await page.press('Select: Call 03')
  await page.press('Select all')
  await page.press('Select all 27 that match')
  await page.press('Select: Call 03')
  await page.press('Done', bar()!)
  await page.found('[role=status]', /26 tasks done/)
  expect(await titlesOf(1)).toEqual(['Call 03', 'Letter'])
  expect(await titlesOf(2)).toEqual([...calls(1, 2), ...calls(4, 27)])
})

test('tasks of others, selected with mine: mine are done, theirs stay selected and are named', async () => {
  await myTasks(['Mine'])
  await createTask(app.db, { title: 'Foreign', project_id: project })
  const page = await openPage(app, me, `${mine}all/?ordering=title`)
  await shows(page, ['Foreign', 'Mine'])
  expect(page.find('button', 'Done: Mine')).toBeDefined()
  expect(page.find('button', 'Done: Foreign')).toBeUndefined()
  await page.press('Select all')
  await page.press('Done', bar()!)
  await waitFor(() => expect(page.alerts()).toEqual([expect.stringContaining('Foreign')]))
  expect(await titlesOf(2)).toEqual(['Mine'])
  await waitFor(() => expect(bar()?.textContent).toContain('1 selected'))
  expect(page.find<HTMLInputElement>('input', 'Select: Foreign')?.checked).toBe(true)
})
