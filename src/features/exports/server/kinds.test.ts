import { beforeEach, expect, test } from 'vitest'
import { readXlsx } from 'hucre'
import { queueMail } from '#server/mail/outbox.ts'
import { type Client, useApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'

const app = useApp()
let admin: Client
beforeEach(async () => void (admin = await app.as('superuser')))

async function sheets(path: string) {
  const answer = await admin.get(path)
  expect(answer.status).toBe(200)
  const [data, about] = (await readXlsx(answer.bytes)).sheets
  return { rows: data!.rows, about: Object.fromEntries(about!.rows as [string, unknown][]) }
}

test('accounts are exported with timestamps as date cells in Berlin time', async () => {
  await createUser(app.db, { username: 'a', user_type: 'company', now: new Date('2026-07-01T10:30:00Z') })
  const { rows, about } = await sheets(
    '/api/v4/users/export/?user_type=company&state=active,invited&columns=created_at,signed_in_at,state',
  )
  expect(rows[0]).toEqual(['Name', 'Created', 'Last sign-in', 'State'])
  expect(rows[1]!.slice(1)).toEqual([new Date('2026-07-01T12:30:00Z'), null, 'Active'])
  expect(about).toMatchObject({
    'Filter: Type': 'Company user',
    'Filter: State': 'Active, Invited',
    'Ordered by': 'Name, ascending',
  })
})

test('mails are exported with numbers, timestamps and the labels shown on the screen', async () => {
  await queueMail(app.db, {
    template: 'task_due',
    to: { email: 'a@example.org', language: 'sie_DE' },
    object: { type: 'reminder', id: 1 },
    data: { title: 'Call' },
    now: app.clock.now,
  })
  await app.runJobs()
  const { rows, about } = await sheets(
    '/api/v4/emails/export/?template=task_due&ordering=-created_at&columns=created_at,attempts,language',
  )
  expect(rows[1]!.slice(1)).toEqual([new Date('2026-11-21T10:00:00Z'), expect.any(Number), 'Deutsch (Sie)'])
  expect(about['Filter: Template']).not.toBe('task_due')
  expect(about['Ordered by']).toBe('Created, descending')
})

test('the sheet About shows the label of a filter value that was given as a number', async () => {
  const { about } = await sheets('/api/v4/organizations/export/?review_status=2&status=1,complete')
  expect(about).toMatchObject({ 'Filter: Review': 'Accepted', 'Filter: Status': 'In progress, Complete' })
})
