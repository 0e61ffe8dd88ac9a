import { waitFor } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { toasts } from '#web/ui/toasts.ts'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization, createProject, createTask } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// A late Undo: another tab has undone the act already, or its record is gone. Undo then changes nothing and reports this.

let app: TestApp
let me: Client
let project: { id: number; slug: string }
let organization: { slug: string }
eachOnNewPage(
  async (given) => {
    app = given
    me = await app.as('superuser')
    project = await createProject(app.db, { title: 'Well', needs: [] })
    organization = await createOrganization(app.db, { title: 'A choir' })
  },
  { sharesClock: true },
)
beforeEach(() => toasts.set([]))

const said = () =>
  [...document.querySelectorAll('.toast-text')].map(({ textContent }) => textContent).join(' | ')
const saying = (words: RegExp | string) => waitFor(() => expect(said()).toMatch(words))
const task = async () => (await me.get('/api/v4/reminders/')).body.results[0]

async function ownTask() {
  await createTask(app.db, {
    title: 'Call',
    project_id: project.id,
    created_by: me.userId,
    users: [me.userId],
    scheduled_for: '2026-11-21',
  })
  return (await task()).slug as string
}

test('a task that was opened again elsewhere stays open', async () => {
  const slug = await ownTask()
  const page = await openPage(app, me, '/site-admin/tasks/')
  await page.press('Done: Call')
  await saying('Task done')
  await me.post(`/api/v4/reminders/resolve/${slug}/`, { resolve: false })
  await page.press('Undo')
  await saying('The task is still open')
  expect((await task()).status).toBe(1)
})

test('a task that is gone cannot be opened again', async () => {
  const slug = await ownTask()
  const page = await openPage(app, me, '/site-admin/tasks/')
  await page.press('Done: Call')
  await saying('Task done')
  await me.delete(`/api/v4/reminders/${slug}/`)
  await page.press('Undo')
  await saying('somebody deleted it meanwhile')
})

test('a snooze that was undone elsewhere is reported and stays undone', async () => {
  const slug = await ownTask()
  const page = await openPage(app, me, '/site-admin/tasks/')
  await page.press('Snooze until tomorrow: Call')
  await saying(/Undo/)
  await me.post('/api/v4/reminders/snooze/undo/', { slugs: [slug] })
  await page.press('Undo')
  await saying('The due date has changed again since: Call')
  expect((await task()).scheduled_for).toBe('2026-11-21')
})

test('an organization that was restored elsewhere stays restored', async () => {
  const page = await openPage(app, me, '/site-admin/organizations/')
  await page.rows()
  await page.press(/^More actions/)
  await page.press('Archive')
  await saying(/Undo/)
  await me.post('/api/v4/organizations/unarchive/', { organization_slugs: [organization.slug] })
  await page.press('Undo')
  await waitFor(async () => expect(await page.rows()).toContain('A choir'))
  expect(said()).toBe('')
  expect((await me.get(`/api/v4/organization/${organization.slug}/`)).body.status).not.toBe(3)
})

test('a run that was undone elsewhere is not undone twice', async () => {
  const { body } = await me.post('/api/v4/projects/bulk/assign/', {
    selection: { slugs: [project.slug] },
    reviewer: me.userId,
  })
  const page = await openPage(app, me, `/site-admin/projects/runs/?run=${body.bulk.id}`)
  await page.dialog(/1 project/)
  await app.runJobs()
  await saying(/Undo/)
  await me.post(`/api/v4/projects/bulk/${body.bulk.id}/undo/`)
  await app.runJobs()
  await page.press('Undo')
  await saying('The run was undone already')
  // The run’s own message was its only one.
  expect(said()).not.toContain('Bulk run')
})
