import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { addDays, dayOf, showDay } from '#shared/dates.ts'
import type { TestApp } from '#test/app.ts'
import { createOrganization, createProject, createUser } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
const today = dayOf(new Date())
const page = '/site-admin/documents/forecast/'
eachOnNewPage(async (given) => void (app = given), { now: new Date().toISOString() })

/** An organization whose proof ends on a day, with a project that runs on. */
async function ending(title: string, until: string, email_contact: string) {
  const organization = await createOrganization(app.db, {
    title,
    email_contact,
    exemption_kind: 'notice',
    exemption_date: addDays(today, -30),
    exemption_ends_on: until,
  })
  await createProject(app.db, { organization_id: organization.id, ends_on: addDays(today, 300) })
  return organization
}
const items = () => [...document.querySelectorAll('.endings > li')]
const tasks = () => app.db.selectFrom('reminders').select(['title', 'description']).orderBy('id').execute()

test('proofs are listed by expiry with their days; requesting creates tasks with drafts and sends nothing', async () => {
  const soon = addDays(today, 20)
  await createUser(app.db, { username: 'keeper', rights: ['change_organizations'] })
  await ending('Chor am Fluss', addDays(today, 200), '')
  await ending('Kulturwerk', soon, 'post@kulturwerk.example')
  const opened = await openPage(app, await app.as('superuser'), page)
  await waitFor(() => expect(items()).toHaveLength(2))
  expect(items()[0]!.textContent).toContain('Kulturwerk')
  expect(items()[0]!.textContent).toContain(`Proof until ${showDay(soon)}`)
  expect(items()[0]!.textContent).toContain('280 days without')
  await opened.press('Create 2 tasks and 2 e-mail drafts…')
  const dialog = await opened.dialog('Proof ends before the project does')
  expect(dialog.textContent).toContain('post@kulturwerk.example')
  expect(dialog.textContent).toContain('no e-mail address')
  await opened.press('Create 2 tasks and 2 e-mail drafts', dialog)
  await waitFor(() => expect(items()[0]!.textContent).toContain('Asked for'))
  expect(await tasks()).toHaveLength(2)
  expect(
    await app.db.selectFrom('emails').select('id').where('template', '=', 'document_sent').execute(),
  ).toEqual([])
  // Nothing is left to ask for.
  await waitFor(() => expect(opened.find('button', /^Create /)).toBeUndefined())
})

test('the page says so when every proof outlasts its projects', async () => {
  await openPage(app, await app.as('superuser'), page)
  await waitFor(() => expect(document.body.textContent).toContain('Every proof outlasts its projects.'))
})

test('a person who may not create tasks sees the days and the missing right', async () => {
  await ending('Kulturwerk', addDays(today, 20), 'post@kulturwerk.example')
  const reader = await app.as(['view_documents', 'view_organizations'])
  const opened = await openPage(app, reader, page)
  const button = await opened.found<HTMLButtonElement>('button', /^Create 1 task/)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('title')).toContain('create_reminders')
})
