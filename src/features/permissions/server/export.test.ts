import { beforeEach, expect, test } from 'vitest'
import { readXlsx } from 'hucre'
import { type Client, useApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { queueMail } from '#server/mail/outbox.ts'

const app = useApp()
let admin: Client
beforeEach(async () => void (admin = await app.as('superuser')))

async function rows(path: string): Promise<unknown[][]> {
  const answer = await admin.get(path)
  expect(answer.status).toBe(200)
  return (await readXlsx(answer.bytes)).sheets[0]!.rows
}

test('the export of permissions has a row per holder and a column per area and right', async () => {
  await createUser(app.db, {
    username: 'kv',
    first_name: 'Katrin',
    last_name: 'Abel',
    rights: ['view_projects', 'create_projects', 'fund_projects'],
  })
  await createUser(app.db, { username: 'nobody' })
  const [header, first, second, ...others] = await rows('/api/v4/permissions/export/')
  const cell = (row: unknown[] | undefined, column: string) => row![header!.indexOf(column)]
  expect(first![0]).toBe('Katrin Abel (kv)')
  expect(cell(first, 'Projects')).toBe('create, view only')
  expect(cell(first, 'Fund projects internally')).toBe('yes')
  expect(cell(second, 'Superuser')).toBe('yes')
  expect(others).toEqual([])
})

test('an export of permissions that matches nobody is an empty table, not an error', async () => {
  const reader = await app.as(['view_permissions', 'export_data'])
  for (const format of ['xlsx', 'csv']) {
    const answer = await reader.get(`/api/v4/permissions/export/?search=nobody-is-called-so&format=${format}`)
    expect(answer.status).toBe(200)
    if (format === 'csv')
      expect(Buffer.from(answer.bytes).toString('utf8').trim().split('\r\n')).toHaveLength(1)
  }
})

test('the export of accounts follows filters, ordering and columns, and treats names as plain text', async () => {
  await createUser(app.db, { username: 'a', first_name: '=SUM(A1)', last_name: 'Zett', user_type: 'end' })
  await createUser(app.db, { username: 'b', first_name: 'Bea', last_name: 'Aal', user_type: 'end' })
  const [, ...data] = await rows('/api/v4/users/export/?user_type=end&ordering=-name&columns=username,state')
  expect(data).toEqual([
    ['=SUM(A1) Zett', 'a', 'Active'],
    ['Bea Aal', 'b', 'Active'],
  ])
})

test('the outbox export has the outcome of each mail', async () => {
  await queueMail(app.db, {
    template: 'task_due',
    to: { email: 'a@example.org', language: 'en_US' },
    object: { type: 'reminder', id: 1 },
    data: { title: 'Call' },
    now: app.clock.now,
  })
  await app.runJobs()
  const [, ...data] = await rows('/api/v4/emails/export/?state=skipped&columns=state,to_email')
  expect(data).toEqual([
    [
      'Your task is due today: Call',
      'Not sent: No mail server is set up: kept in the built-in outbox',
      'a@example.org',
    ],
  ])
})

test('exporting requires the right to see the exported rows', async () => {
  const clerk = await app.as(['export_data'])
  for (const [area, permission] of [
    ['users', 'view_users'],
    ['emails', 'view_emails'],
    ['permissions', 'view_permissions'],
  ]) {
    const { status, body } = await clerk.get(`/api/v4/${area}/export/`)
    expect([status, body.permission]).toEqual([403, permission])
  }
})
