import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { addDays, dayOf, showDay } from '#shared/dates.ts'
import { raiseProofTasks } from '#features/organizations/server/proof-tasks.ts'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
let staff: Client
let title: string
const today = dayOf(new Date())
const end = addDays(today, 20)
eachOnNewPage(
  async (given) => {
    app = given
    staff = await app.as('superuser')
  },
  { now: new Date().toISOString() },
)

/** Opens the draft of a task about an expiring proof. */
async function open(email_contact: string) {
  await createOrganization(app.db, {
    title: 'Kulturwerk',
    email_contact,
    exemption_kind: 'notice',
    exemption_date: addDays(today, -30),
    exemption_ends_on: end,
  })
  await raiseProofTasks(app.db, {
    today,
    auditContext: { actor: { id: null, name: 'Almoner' }, now: new Date() },
  })
  title = `Ask for a new notice: proof ends ${showDay(end)}`
  const page = await openPage(app, staff, '/site-admin/tasks/')
  await page.press(title)
  await page.press('Write e-mail…')
  await page.found('dialog textarea', /^Text/)
  return page
}
const textOf = () => document.querySelector<HTMLTextAreaElement>('dialog[open] textarea[name="text"]')!.value
const mails = () =>
  app.db
    .selectFrom('emails')
    .select(['to_email', 'language', 'subject', 'text_body'])
    .where('template', '=', 'proof_ends')
    .orderBy('id')
    .execute()

test('the draft can be read and edited, and is sent as edited', async () => {
  const page = await open('post@kulturwerk.example')
  expect(textOf()).toContain(`weist die Gemeinnützigkeit von Kulturwerk bis ${showDay(end)} nach`)
  expect(await mails()).toEqual([])
  await page.type(/^Text/, 'Bitte bis Freitag.')
  await page.press('Send')
  await waitFor(async () => expect(await mails()).toHaveLength(1))
  expect((await mails())[0]).toMatchObject({
    to_email: 'post@kulturwerk.example',
    language: 'sie_DE',
    subject: `Ihr Freistellungsbescheid: Nachweis bis ${showDay(end)}`,
    text_body: 'Bitte bis Freitag.',
  })
  await waitFor(() => expect(document.querySelector('dialog[open] textarea[name="text"]')).toBeNull())
  await page.press('Write e-mail…')
  await waitFor(() =>
    expect(document.body.textContent).toContain('to post@kulturwerk.example. Sending again'),
  )
})

test('choosing another language rewrites the draft in that language', async () => {
  const page = await open('post@kulturwerk.example')
  const language = await page.found('input', 'Language')
  fireEvent.focus(language)
  fireEvent.click(language)
  fireEvent.click(await page.found('[role=option]', 'English'))
  await waitFor(() => expect(textOf()).toContain('Please send us the new notice as a PDF'))
  await page.press('Send')
  await waitFor(async () => expect(await mails()).toMatchObject([{ language: 'en_US' }]))
})

test('a draft without an address asks for one, keeps the typed text and is not sent', async () => {
  const page = await open('')
  expect(document.body.textContent).toContain('The organization has no e-mail address. Type one in.')
  await page.type(/^Text/, 'Meine Worte')
  await page.press('Send')
  await waitFor(() => expect(document.querySelector('dialog[open] [aria-invalid="true"]')).not.toBeNull())
  expect(textOf()).toBe('Meine Worte')
  expect(await mails()).toEqual([])
})
