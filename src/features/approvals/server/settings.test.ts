import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { guardedActs } from '#shared/approvals.ts'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'

let app: TestApp
let staff: Client
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  staff = await app.as(['change_settings'])
})
const path = '/api/v4/settings/approvals/'
const rule = (act: string, enabled: boolean, from_cents: number) => ({ act, enabled, from_cents })

test('off until switched on, then from 1,000 euros, for 7 days; everybody with a right may know', async () => {
  const clerk = await app.as(['view_projects'])
  const { status, body } = await clerk.get(path)
  expect(status).toBe(200)
  expect(body).toMatchObject({ days: 7, version: 1 })
  expect(body.rules.map((one: { act: string }) => one.act)).toEqual(guardedActs)
  for (const one of body.rules)
    expect(one).toMatchObject({ enabled: false, from_cents: 100_000, own_cents_today: 0, lowered_at: null })
  expect((await clerk.patch(path, { days: 3, version: 1 })).status).toBe(403)
})

test('a rule is changed on the version it was read with, and the change is kept', async () => {
  const changed = await staff.patch(path, { rules: [rule('refund', true, 5_000)], version: 1 })
  expect(changed.body.version).toBe(2)
  const refund = changed.body.rules.find((one: { act: string }) => one.act === 'refund')
  expect(refund).toMatchObject({ enabled: true, from_cents: 5_000, lowered_at: null })
  const stale = await staff.patch(path, { days: 9, version: 1 })
  expect([stale.status, stale.body.code, stale.body.current.days]).toEqual([409, 'edit_conflict', 7])
  const same = await staff.patch(path, { rules: [rule('refund', true, 5_000)], version: 2 })
  expect(same.body.version).toBe(2)
  const events = await app.db.selectFrom('audit_events').select(['action', 'before', 'after']).execute()
  expect(events).toEqual([
    {
      action: 'change',
      before: { refund: false, refund_from_cents: 100_000 },
      after: { refund: true, refund_from_cents: 5_000 },
    },
  ])
})

test.each([
  ['switched off', rule('fund', false, 100_000), true],
  ['a higher sum', rule('fund', true, 200_000), true],
  ['a lower sum', rule('fund', true, 50_000), false],
])('%s: a weaker guard is audited as such and shown with its day and person', async (_, next, isWeaker) => {
  await staff.patch(path, { rules: [rule('fund', true, 100_000)], version: 1 })
  const { body } = await staff.patch(path, { rules: [next], version: 2 })
  const fund = body.rules.find((one: { act: string }) => one.act === 'fund')
  expect(fund.lowered_at !== null && fund.lowered_by !== null).toBe(isWeaker)
  const events = await app.db.selectFrom('audit_events').select('action').orderBy('id').execute()
  expect(events.map(({ action }) => action)).toEqual(['change', isWeaker ? 'lower_guard' : 'change'])
})

test('what is no rule is refused at its field', async () => {
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
