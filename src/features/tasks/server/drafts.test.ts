import { beforeEach, expect, test } from 'vitest'
import { raiseProofTasks } from '#features/organizations/server/proof-tasks.ts'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createTask } from '#test/factories.ts'
import { tasksPath } from '#test/tasks.ts'

const app = useApp({ now: '2026-11-22T09:00:00Z' })
let staff: Client
let task: { slug: string; id: number }
beforeEach(async () => {
  staff = await app.as(['view_reminders', 'change_organizations'])
  await createOrganization(app.db, {
    title: 'Kulturwerk',
    email_contact: 'post@kulturwerk.example',
    exemption_kind: 'notice',
    exemption_date: '2021-12-22',
  })
  await raiseProofTasks(app.db, {
    today: '2026-11-22',
    auditContext: { actor: { id: null, name: 'Almoner' }, now: app.clock.now },
  })
  ;[task] = (await staff.get(tasksPath)).body.results
})

const draft = (query = '') => staff.get(`${tasksPath}${task.slug}/draft/${query}`)
const send = (more: object = {}) =>
  staff.post(`${tasksPath}${task.slug}/draft/send/`, {
    email: 'post@kulturwerk.example',
    language: 'sie_DE',
    subject: 'Neuer Bescheid',
    text: 'Guten Tag,\n\nbitte *kein* {{ Platzhalter }}.',
    ...more,
  })
const mails = () =>
  app.db
    .selectFrom('emails')
    .select(['template', 'to_email', 'language', 'subject', 'text_body', 'object_type'])
    .where('template', '=', 'proof_ends')
    .orderBy('id')
    .execute()

test('the task of an expiring proof offers a draft with address and dates, and sends nothing by itself', async () => {
  expect(task).toMatchObject({ has_draft: true, title: 'Ask for a new notice: proof ends 22.12.2026' })
  expect((await draft()).body).toEqual({
    id: expect.any(Number),
    title: 'Kulturwerk',
    email: 'post@kulturwerk.example',
    language: 'sie_DE',
    subject: 'Ihr Freistellungsbescheid: Nachweis bis 22.12.2026',
    text: expect.stringContaining(
      'Ihr Bescheid vom 22.12.2021 weist die Gemeinnützigkeit von Kulturwerk bis 22.12.2026 nach.',
    ),
    sent: null,
  })
  expect((await draft('?language=en_US')).body).toMatchObject({
    language: 'en_US',
    text: expect.stringContaining('proves until 22.12.2026 that Kulturwerk serves the public benefit'),
  })
  await app.runJobs()
  expect(await mails()).toEqual([])
})

test('a draft is written in the language of the recipient’s account, from the edited template', async () => {
  const account = await app.as([])
  await app.db
    .updateTable('users')
    .set({ email: 'post@kulturwerk.example', language: 'en_US' })
    .where('id', '=', account.userId)
    .execute()
  await app.db
    .insertInto('email_templates')
    .values({
      key: 'proof_ends',
      subject: JSON.stringify({ en_US: 'News of {{ organization }}' }),
      body: JSON.stringify({ en_US: 'Until {{ ends_on }}, {{ organization }}' }),
      version: 1,
      updated_at: app.clock.now,
    })
    .execute()
  expect((await draft()).body).toMatchObject({
    language: 'en_US',
    subject: 'News of Kulturwerk',
    text: 'Until 22.12.2026, Kulturwerk',
  })
})

test('a draft is sent as submitted, and then shows when and to whom', async () => {
  const answer = await send({ email: 'neu@kulturwerk.example' })
  expect([answer.status, answer.body]).toEqual([200, { email: 'neu@kulturwerk.example' }])
  expect(await mails()).toEqual([
    {
      template: 'proof_ends',
      to_email: 'neu@kulturwerk.example',
      language: 'sie_DE',
      subject: 'Neuer Bescheid',
      text_body: expect.stringContaining('bitte *kein* {{ Platzhalter }}.'),
      object_type: 'organization',
    },
  ])
  expect((await draft()).body.sent).toEqual({
    at: app.clock.now.toISOString(),
    email: 'neu@kulturwerk.example',
  })
})

test('wrong fields, a done task and a task without a draft are refused', async () => {
  const wrong = await send({ email: 'nobody', subject: '', text: ' ' })
  expect([wrong.status, Object.keys(wrong.body).sort()]).toEqual([400, ['email', 'subject', 'text']])
  const other = await createTask(app.db)
  expect((await staff.get(`${tasksPath}${other.slug}/`)).body.has_draft).toBe(false)
  expect((await staff.get(`${tasksPath}${other.slug}/draft/`)).status).toBe(404)
  await app.db
    .updateTable('reminders')
    .set({ status: 2, completed_at: app.clock.now })
    .where('id', '=', task.id)
    .execute()
  const done = await send()
  expect([done.status, done.body.code]).toEqual([409, 'task_not_editable'])
  expect(await mails()).toEqual([])
})
