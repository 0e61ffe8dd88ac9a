import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '#shared/dates.ts'
import type { Client, TestApp } from '#test/app.ts'
import { createProject, createTask } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// The task list in the real app: ownership, completion and missing rights.

let app: TestApp
let me: Client
let project: number
eachOnNewPage(async (given) => {
  app = given
  me = await app.as(['view_reminders', 'view_projects'])
  project = (await createProject(app.db, { title: 'Well', needs: [] })).id
})

const mine = '/site-admin/tasks/'
const day = (nth: number) => `2026-12-${String(nth).padStart(2, '0')}`
const calls = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `Call ${String(from + at).padStart(2, '0')}`)

/** Creates tasks of mine, due on successive days. */
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

test('My tasks shows one’s own open tasks by due day, All everybody’s; a completed task leaves both', async () => {
  await myTasks(['Second', 'Third'])
  await createTask(app.db, { title: 'Foreign', project_id: project, scheduled_for: '2026-11-30' })
  const page = await openPage(app, me, mine)
  await shows(page, ['Second', 'Third'])
  // The default filter appears in the address but is not stored, because nobody chose it.
  expect(page.address()).toBe(`${mine}?status=open`)
  expect(Object.keys(page.stored()).filter((key) => key.includes('filters'))).toEqual([])
  await page.press('Done: Second')
  await page.found('[role=status]', /Task done/)
  await shows(page, ['Third'])
  expect(await titlesOf(2)).toEqual(['Second'])

  await page.press('All')
  await shows(page, ['Foreign', 'Third'])
  expect(page.address()).toBe(`${mine}all/?status=open`)
  expect(page.made.filter(({ path }) => path.startsWith('/api/v4/reminders/?')).at(-1)!.path).not.toContain(
    'assignee',
  )
  // Without the filter, done tasks appear below the open ones, and Back returns to the open ones.
  await page.press('Clear all filters')
  await shows(page, ['Foreign', 'Third', 'Second'])
  expect(page.find('button', 'Done: Second')).toBeUndefined()
})

test('tasks are grouped by overdue, today, this week and later, each with its total on every page', async () => {
  const due = (title: string, scheduled_for: string) =>
    createTask(app.db, { title, project_id: project, users: [me.userId], scheduled_for })
  await due('Late', '2026-11-20')
  await due('Now', '2026-11-21')
  await due('Soon', '2026-11-22')
  for (let nth = 1; nth <= 12; nth++)
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await due(`Later ${String(nth).padStart(2, '0')}`, day(nth))
  const page = await openPage(app, me, `${mine}?status=open&page_size=10`)
  const headings = () =>
    [...document.querySelectorAll('tbody th[scope=rowgroup]')].map((each) => each.textContent)
  await waitFor(() => expect(headings()).toEqual(['Overdue1', 'Today1', 'This week1', 'Later12']))
  await page.press('Next page')
  await shows(
    page,
    ['08', '09', '10', '11', '12'].map((nth) => `Later ${nth}`),
  )
  await waitFor(() => expect(headings()).toEqual(['Later12']))
  // Another ordering shows no groups.
  await page.press('Task')
  await waitFor(() => expect(headings()).toEqual([]))
})

test('one press postpones a task to tomorrow or by seven days; Undo restores the day', async () => {
  await createTask(app.db, {
    title: 'Call',
    project_id: project,
    users: [me.userId],
    scheduled_for: '2026-11-20',
  })
  await myTasks(['Letter'])
  const page = await openPage(app, me, mine)
  const dayOf = async (title: string) =>
    (
      await app.db
        .selectFrom('reminders')
        .select('scheduled_for')
        .where('title', '=', title)
        .executeTakeFirstOrThrow()
    ).scheduled_for
  await page.press('Snooze until tomorrow: Call')
  await page.found('[role=status]', /Due on 22.11.2026/)
  expect(await dayOf('Call')).toBe('2026-11-22')
  await page.press('Undo')
  await page.found('[role=status]', /Due on 20.11.2026 again/)
  expect(await dayOf('Call')).toBe('2026-11-20')
  // A task that is not due yet can only be snoozed by a week.
  expect(page.find('button', 'Snooze until tomorrow: Letter')).toBeUndefined()
  await page.press('Snooze 7 days: Letter')
  await page.found('[role=status]', /Due on 08.12.2026/)
  expect(await dayOf('Letter')).toBe('2026-12-08')
})

test('keyboard only: d completes the task of the focused row, s asks for its new day', async () => {
  await myTasks(['First', 'Second'])
  const page = await openPage(app, me, mine)
  await shows(page, ['First', 'Second'])
  const focusOn = async (title: string) => (await page.found('[data-row-title]', title)).focus()
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
  press('d')
  await focusOn('First')
  press('d')
  await page.found('[role=status]', /Task done/)
  await shows(page, ['Second'])
  expect(await titlesOf(2)).toEqual(['First'])
  await focusOn('Second')
  press('s')
  const dialog = await page.dialog('Snooze: Second')
  await page.press('+7 days', dialog)
  await page.found('[role=status]', /Due on 09.12.2026/)
})

test('all selected tasks are postponed to one day', async () => {
  await myTasks(calls(1, 3))
  const page = await openPage(app, me, mine)
  await shows(page, calls(1, 3))
  await page.press('Select all')
  await page.press('Snooze until…', bar()!)
  await page.dialog('Snooze')
  await page.type('Due again on', '24.12.2026')
  await page.press('Snooze')
  await page.found('[role=status]', /3 tasks snoozed/)
  const days = await app.db.selectFrom('reminders').select('scheduled_for').execute()
  expect(days.map((row) => row.scheduled_for)).toEqual(['2026-12-24', '2026-12-24', '2026-12-24'])
})

test('a new task is assigned to its creator, and one press makes it due today or in seven days', async () => {
  me = await app.as(['change_reminders', 'view_projects'])
  await createProject(app.db, { title: 'Fountain', needs: [] })
  const page = await openPage(app, me, '/site-admin/projects/?search=fountain')
  await page.press('Tasks: Fountain')
  await page.found('button', /^Remove: Test Person/)
  await page.type('Title', 'Call them')
  await page.press('+7 days')
  await page.press('Today')
  expect(page.find('button', 'Today')!.getAttribute('aria-pressed')).toBe('true')
  expect(page.find('button', '+7 days')!.getAttribute('aria-pressed')).toBe('false')
  await page.press('+7 days')
  await page.press('Add task')
  const [task] = await waitFor(async () => {
    const rows = await app.db.selectFrom('reminders').selectAll().execute()
    expect(rows).toHaveLength(1)
    return rows
  })
  expect(task!.scheduled_for).toBe(addDays(dayOf(new Date()), 7))
  const assignees = await app.db.selectFrom('reminder_assignees').select('user_id').execute()
  expect(assignees).toEqual([{ user_id: me.userId }])
})

test('all matches are completed, including those on pages never opened, except for deselected ones', async () => {
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

test('completing a selection completes one’s own tasks, and lists and keeps selected those of others', async () => {
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
