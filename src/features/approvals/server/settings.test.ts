import { beforeEach, expect, test } from 'vitest'
import { guardedActs } from '#shared/approvals.ts'
import { type Client, useApp } from '#test/app.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as(['change_settings'])))
const path = '/api/v4/settings/approvals/'
const rule = (act: string, enabled: boolean, from_cents: number) => ({ act, enabled, from_cents })

test('rules are off by default, from 1,000 euros and for 7 days; people with any right may read them', async () => {
  const clerk = await app.as(['view_projects'])
  const { status, body } = await clerk.get(path)
  expect(status).toBe(200)
  expect(body).toMatchObject({ days: 7, version: 1 })
  expect(body.rules.map((one: { act: string }) => one.act)).toEqual(guardedActs)
  for (const one of body.rules)
    expect(one).toMatchObject({ enabled: false, from_cents: 100_000, own_cents_today: 0, lowered_at: null })
  expect((await clerk.patch(path, { days: 3, version: 1 })).status).toBe(403)
})

test('a rule change is saved and audited once, and a change on a stale version is rejected', async () => {
  const changed = await staff.patch(path, { rules: [rule('refund', true, 5_000)], version: 1 })
  expect(changed.body.version).toBe(2)
  const refund = changed.body.rules.find((one: { act: string }) => one.act === 'refund')
  expect(refund).toMatchObject({ enabled: true, from_cents: 5_000, lowered_at: null })
  const stale = await staff.patch(path, { days: 9, version: 1 })
  expect([stale.status, stale.body.code, stale.body.current.days]).toEqual([409, 'edit_conflict', 7])
  const same = await staff.patch(path, { rules: [rule('refund', true, 5_000)], version: 2 })
  expect(same.body.version).toBe(2)
  const events = await app.db
    .selectFrom('audit_events')
    .select(['action', 'before', 'after'])
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    {
      action: 'change',
      before: { refund: false, refund_from_cents: 100_000 },
      after: { refund: true, refund_from_cents: 5_000 },
    },
  ])
})

test.each<[string, { rules?: object[]; days?: number }]>([
  ['switched off', { rules: [rule('fund', false, 100_000)] }],
  ['a higher sum', { rules: [rule('fund', true, 200_000)] }],
  ['proposals that last longer', { days: 30 }],
])(
  '%s: weakening the guard waits for a second person; a weakened rule shows by whom and when',
  async (_, next) => {
    const other = await app.as(['change_settings'])
    await staff.patch(path, { rules: [rule('fund', true, 100_000)], version: 1 })
    const proposed = await staff.patch(path, { ...next, version: 2 })
    expect([proposed.status, proposed.body.approval.act]).toEqual([202, 'lower_guard'])
    expect((await staff.get(path)).body).toMatchObject({ version: 2, days: 7 })
    const approve = (client: Client) =>
      client.post(`/api/v4/approvals/${proposed.body.approval.id}/approve/`, {})
    expect((await approve(staff)).body.code).toBe('approval_own')
    expect((await approve(await app.as(['view_settings']))).status).not.toBe(200)
    expect((await approve(other)).status).toBe(200)
    const { body } = await staff.get(path)
    expect(body.version).toBe(3)
    const fund = body.rules.find((one: { act: string }) => one.act === 'fund')
    expect(fund.lowered_at !== null && fund.lowered_by !== null).toBe('rules' in next)
  },
)

test('a stricter rule, or a change while rules are off, needs no second person', async () => {
  await staff.patch(path, { rules: [rule('fund', true, 100_000)], version: 1 })
  const lower = await staff.patch(path, { rules: [rule('fund', true, 50_000)], version: 2 })
  expect([lower.status, lower.body.version]).toEqual([200, 3])
  const shorter = await staff.patch(path, { days: 3, version: 3 })
  expect([shorter.status, shorter.body.days]).toEqual([200, 3])
})

test('weakening a rule is refused when nobody else could approve it', async () => {
  await staff.patch(path, { rules: [rule('fund', true, 100_000)], version: 1 })
  const alone = await staff.patch(path, { rules: [rule('fund', false, 100_000)], version: 2 })
  expect([alone.status, alone.body.code]).toEqual([409, 'approval_nobody_else'])
})

test('an invalid rule is rejected at its field', async () => {
  const refused = async (body: object) => {
    const answer = await staff.patch(path, { version: 1, ...body })
    return [answer.status, Object.keys(answer.body)]
  }
  expect(await refused({ days: 0 })).toEqual([400, ['days']])
  expect(await refused({ days: 91 })).toEqual([400, ['days']])
  expect(await refused({ rules: [rule('lunch', true, 1)] })).toEqual([400, ['rules.0.act']])
  expect(await refused({ rules: [rule('fund', true, -1)] })).toEqual([400, ['rules.0.from_cents']])
  expect(await refused({ rules: [rule('fund', true, 1.5)] })).toEqual([400, ['rules.0.from_cents']])
  expect(await refused({ rules: [rule('fund', true, 1), rule('fund', false, 1)] })).toEqual([400, ['rules']])
})
