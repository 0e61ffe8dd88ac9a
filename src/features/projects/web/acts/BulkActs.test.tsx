import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization, createProject, createUser } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// Every act of the bulk bar in the real app: its dialog, its run, and the resulting rows.

let app: TestApp
let staff: Client
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as('superuser')
  const organization = await createOrganization(app.db, { email_contact: 'choir@x.example' })
  for (const title of ['A', 'B'])
    await createProject(app.db, { title, organization_id: organization.id, ends_on: '2026-01-01' })
})

type Page = Awaited<ReturnType<typeof openPage>>
const bar = () =>
  waitFor(() => {
    const found = document.querySelector('[role=group][aria-label="Actions for the selection"]')
    expect(found).not.toBeNull()
    return found!
  })
/** Opens the list with both projects selected. */
async function select(address = '/site-admin/projects/?ordering=title'): Promise<Page> {
  const page = await openPage(app, staff, address)
  await page.rows()
  await page.press('Select all')
  return page
}
async function more(page: Page, act: string) {
  await page.press('More actions', await bar())
  await page.press(act, await page.found('[role=menu]', 'More actions'))
}
async function choose(page: Page, label: string, option: string | RegExp) {
  const box = await page.found('input', label)
  fireEvent.focus(box)
  fireEvent.click(box)
  fireEvent.click(await page.found('[role=option]', option))
}
const done = async () => {
  await waitFor(async () =>
    expect(await app.db.selectFrom('bulk_runs').select('id').execute()).not.toEqual([]),
  )
  await app.runJobs()
}

test('a task from a template adds each of its steps to each project, assigned to the current person', async () => {
  const steps = [
    { title: 'Ask', description: '', days: 0 },
    { title: 'Ask again', description: '', days: 7 },
  ]
  await staff.post('/api/v4/reminders/templates/', { title: 'Proof', steps })
  const page = await select()
  await page.press('Task', await bar())
  const dialog = await page.dialog('Task for 2 projects')
  await choose(page, 'Choose a template', 'Proof')
  await waitFor(() => expect(dialog.textContent).toContain('2 tasks per project:'))
  await page.press('Add 4 tasks', dialog)
  await done()
  await page.found('[role=status]', /2 projects given tasks/)
  const tasks = await app.db
    .selectFrom('reminders')
    .innerJoin('reminder_assignees', 'reminder_id', 'reminders.id')
    .select(['title', 'user_id'])
    .orderBy('reminders.id')
    .execute()
  expect(tasks.map((task) => [task.title, task.user_id])).toEqual(
    ['Ask', 'Ask again', 'Ask', 'Ask again'].map((title) => [title, staff.userId]),
  )
})

test('internal status and reviewer can be set for a selection from the menu', async () => {
  await staff.post('/api/v4/projects/internal-status/', { title: 'Asked' })
  let page = await select()
  await more(page, 'Internal status')
  let dialog = await page.dialog('Internal status of 2 projects')
  expect(dialog.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true)
  await choose(page, 'Internal status', 'Asked')
  await page.press('Set for 2', dialog)
  await done()
  await page.found('[role=status]', /2 projects given the internal status/)

  page = await select()
  await more(page, 'Reviewer')
  dialog = await page.dialog('Reviewer of 2 projects')
  await page.press('Assign 2', dialog)
  await waitFor(async () =>
    expect(await app.db.selectFrom('bulk_runs').select('id').execute()).toHaveLength(2),
  )
  await app.runJobs()
  await page.found('[role=status]', /2 projects assigned/)
  const rows = await app.db.selectFrom('projects').select(['reviewer_id', 'internal_status_id']).execute()
  expect(rows).toEqual(
    [1, 2].map(() => ({ reviewer_id: staff.userId, internal_status_id: expect.any(Number) })),
  )
})

test('a mail is shown before it is sent', async () => {
  const page = await select()
  await more(page, 'E-mail to the applicants')
  const dialog = await page.dialog('E-mail to the applicants of 2 projects')
  await page.type('Text', 'Please call us.')
  await page.press('Preview', dialog)
  await waitFor(() =>
    expect(dialog.querySelector('.bulk-letter')?.textContent).toContain('To choir@x.example'),
  )
  await waitFor(() => expect(dialog.querySelector('.bulk-letter')?.textContent).toContain('Please call us.'))
  await page.press('Send 2', dialog)
  await done()
  await page.found('[role=status]', /Applicants of 2 projects written to2 e-mails leave at 10:05\./)
  await page.press('Show result')
  const after = await page.dialog('Applicants of 2 projects written to')
  await page.press('Stop e-mails', after)
  await waitFor(() => expect(after.textContent).not.toContain('wait until'))
  const mails = await app.db.selectFrom('emails').select(['state', 'reason']).orderBy('id').execute()
  expect(mails).toEqual([1, 2].map(() => ({ state: 'skipped', reason: 'stopped' })))
})

test('copies and failures are announced in the words of the catalogue; restoring is in the archive', async () => {
  let fails = true
  const page = await openPage(app, staff, '/site-admin/projects/?ordering=title', async ({ path }) =>
    path.endsWith('/bulk/duplicate/') && fails
      ? Response.json({ code: 'unexpected', detail: 'Broken' }, { status: 500 })
      : undefined,
  )
  await page.rows()
  await page.press('Select all')
  await page.press('Duplicate', await bar())
  const dialog = await page.dialog('Duplicate projects')
  await page.press('Duplicate 2', dialog)
  await waitFor(() => expect(page.alerts().join()).toContain('Defunding failed!'))
  fails = false
  await page.press('Duplicate 2', dialog)
  await done()
  await page.found('[role=status]', /SuccessSuccessfully duplicated/)
  await waitFor(async () =>
    expect((await page.rows()).toSorted()).toEqual(['A', 'A (Copy)', 'B', 'B (Copy)']),
  )

  await app.db.updateTable('projects').set({ status: 3, previous_status: 2 }).execute()
  const archive = await select('/site-admin/projects/archive/')
  await archive.press('Unarchive', await bar())
  await archive.press('Unarchive 4', await archive.dialog('Unarchive projects'))
  await waitFor(async () =>
    expect(await app.db.selectFrom('bulk_runs').select('id').execute()).toHaveLength(2),
  )
  await app.runJobs()
  await archive.found('[role=status]', /4 projects restored/)
})

test('a bulk change is marked in the history and links to its run', async () => {
  const { slug } = await app.db.selectFrom('projects').select('slug').orderBy('id').executeTakeFirstOrThrow()
  const selection = { query: 'exclude_status=archived', expected_count: 2 }
  await staff.post('/api/v4/projects/bulk/assign/', { selection, reviewer: staff.userId })
  await app.runJobs()
  const page = await openPage(app, staff, `/site-admin/project/${slug}/update/`)
  await page.press('One of 2, changed together')
  const run = await page.dialog('2 projects assigned')
  await page.press('Undo all', run)
  await page.dialog('Undoing for 2 projects')
  await app.runJobs()
  await page.found('[role=status]', /Undone for 2 projects/)
})

test('each of two reviewers gets a share of the selection, shown before the click', async () => {
  const names = ['Ayşe', 'Jonas']
  for (const first_name of names)
    await createUser(app.db, {
      rights: ['change_projects'],
      first_name,
      last_name: 'Q',
      username: first_name.toLowerCase(),
    })
  await app.db.updateTable('projects').set({ needs_donation_review: true, review_status: null }).execute()
  const page = await select()
  await more(page, 'Divide among reviewers')
  const dialog = await page.dialog('Divide 2 projects among reviewers')
  expect(dialog.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true)
  for (const name of names) await choose(page, 'Reviewers', new RegExp(`^${name} Q`))
  await waitFor(() => expect(dialog.textContent).toContain('Ayşe Qgets 1Jonas Qgets 1'))
  await page.press('Divide 2', dialog)
  await done()
  await page.found('[role=status]', /2 projects divided/)
  const given = await app.db
    .selectFrom('projects')
    .innerJoin('users', 'users.id', 'reviewer_id')
    .select('users.first_name')
    .orderBy('projects.id')
    .execute()
  expect(given.map((row) => row.first_name)).toEqual(names)
  const mails = await app.db.selectFrom('emails').select('template').orderBy('id').execute()
  expect(mails).toEqual([{ template: 'review_handed_over' }, { template: 'review_handed_over' }])
})
