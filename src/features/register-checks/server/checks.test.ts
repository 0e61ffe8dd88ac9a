import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createUser } from '#test/factories.ts'
import { raiseRegisterTasks } from './tasks.ts'

const app = useApp({ now: '2026-11-27T09:00:00Z' })
let staff: Client
let organization: { id: number; slug: string }
const iban = 'DE89370400440532013000'

beforeEach(async () => {
  staff = await app.as(['change_organizations'])
  organization = await createOrganization(app.db, {
    title: 'Kulturwerk',
    exemption_kind: 'notice',
    exemption_date: '2025-01-15',
    iban,
  })
})

const path = () => `/api/v4/organization/${organization.slug}/register-checks/`
const check = { checked_on: '2026-11-26', is_listed: true, notice_day: '2025-01-15', ibans: [iban] }
const tasks = () =>
  app.db.selectFrom('reminders').select(['title', 'status', 'organization_id']).orderBy('id').execute()
const look = (today: string) =>
  raiseRegisterTasks(app.db, {
    today,
    auditContext: { actor: { id: null, name: 'Almoner' }, now: new Date(`${today}T06:05:00Z`) },
  })

test('a check shows its person and day, and is due again a year later', async () => {
  expect((await staff.get(path())).body).toEqual({
    warnings: ['never_checked'],
    due_on: null,
    checks: [],
    ours: { notice_day: '2025-01-15', iban },
  })
  const answer = await staff.post(path(), {
    ...check,
    ibans: ['de89 3704 0044 0532 0130 00'],
    economic_id: 'de123456789-00001',
    note: 'Eintrag vollständig',
  })
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      warnings: [],
      due_on: '2027-11-26',
      checks: [
        {
          ...check,
          economic_id: 'DE123456789-00001',
          note: 'Eintrag vollständig',
          created_by: expect.stringMatching(/./),
          created_at: '2026-11-27T09:00:00.000Z',
        },
      ],
      ours: { notice_day: '2025-01-15', iban },
    },
  ])
  const differing = await staff.post(path(), {
    ...check,
    notice_day: '2022-05-02',
    ibans: ['DE02120300000000202051'],
  })
  expect(differing.body.warnings).toEqual(['notice_day', 'account'])
  expect(differing.body.checks).toHaveLength(2)
  const events = await app.db
    .selectFrom('audit_events')
    .select(['before', 'after'])
    .where('action', '=', 'check_register')
    .orderBy('id')
    .execute()
  const first = `26.11.2026 · 15.01.2025 · ${iban} · DE123456789-00001`
  expect(events).toEqual([
    { before: { register: null }, after: { register: first } },
    { before: { register: first }, after: { register: '26.11.2026 · 02.05.2022 · DE02120300000000202051' } },
  ])
})

test('refuses days ahead, days before the newest check, bad numbers, and details of an unlisted organization', async () => {
  expect((await staff.post(path(), check)).status).toBe(200)
  for (const [body, field] of [
    [{ ...check, checked_on: '2026-11-28' }, 'checked_on'],
    [{ ...check, checked_on: '2026-11-25' }, 'checked_on'],
    [{ ...check, ibans: ['DE00'] }, 'ibans.0'],
    [{ ...check, economic_id: 'DE12' }, 'economic_id'],
    [{ ...check, is_listed: false }, 'is_listed'],
  ] as const) {
    const answer = await staff.post(path(), body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
  }
  expect((await staff.get(path())).body.checks).toHaveLength(1)
  expect((await staff.get('/api/v4/organization/nobody/register-checks/')).status).toBe(404)
  const reader = await app.as(['view_organizations'])
  expect((await reader.get(path())).status).toBe(403)
})

test('a year after the newest check one task asks for the next check, which completes the task', async () => {
  await createUser(app.db, { rights: ['change_organizations'] })
  const archived = await createOrganization(app.db, { title: 'Weg', status: 3 })
  for (const { slug } of [organization, archived])
    await staff.post(`/api/v4/organization/${slug}/register-checks/`, {
      checked_on: '2026-11-26',
      is_listed: true,
    })
  expect(await look('2027-11-25')).toBe(0)
  expect(await look('2027-11-26')).toBe(1)
  expect(await look('2027-11-27')).toBe(0)
  app.clock.now = new Date('2027-11-27T09:00:00Z')
  // The session of a year ago has expired.
  staff = await app.as(['change_organizations'])
  const task = {
    title: 'Check the register of donation recipients again',
    status: 1,
    organization_id: organization.id,
  }
  expect(await tasks()).toEqual([task])
  expect((await staff.get(path())).body.warnings).toEqual(['overdue'])
  const answer = await staff.post(path(), { ...check, checked_on: '2027-11-27' })
  expect(answer.body).toMatchObject({ warnings: [], due_on: '2028-11-27' })
  expect(await tasks()).toEqual([{ ...task, status: 2 }])
  expect(await look('2028-11-26')).toBe(0)
})
