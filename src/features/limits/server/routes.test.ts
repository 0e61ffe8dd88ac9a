import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as(['change_settings'])))
const path = '/api/v4/settings/limits/'
const notice = (answer: { body: { results: { key: string; value: number; values: unknown[] }[] } }) =>
  answer.body.results.find((limit) => limit.key === 'exemption_notice_months')!

test('a limit applies from its day, and earlier days keep the earlier value', async () => {
  const planned = { key: 'exemption_notice_months', valid_from: '2026-12-01', value: 48 }
  expect((await staff.post(path, planned)).body).toEqual(planned)
  expect(notice(await staff.get(path))).toMatchObject({
    title: 'Notice of exemption is valid for (months)',
    value: 60,
    values: [
      { valid_from: '2026-12-01', value: 48 },
      { valid_from: '1900-01-01', value: 60 },
    ],
  })
  app.clock.now = new Date('2026-11-30T23:00:00Z')
  staff = await app.as(['view_settings'])
  expect(notice(await staff.get(path)).value).toBe(48)
})

test('a planned value can be replaced, and each change is audited', async () => {
  await staff.post(path, { key: 'exemption_notice_months', valid_from: '2026-12-01', value: 48 })
  await staff.post(path, { key: 'exemption_notice_months', valid_from: '2026-12-01', value: 36 })
  expect(notice(await staff.get(path)).values).toHaveLength(2)
  const events = await app.db.selectFrom('audit_events').select(['before', 'after']).orderBy('id').execute()
  expect(events).toEqual([
    { before: { value: 60 }, after: { value: 48, valid_from: '2026-12-01' } },
    { before: { value: 48 }, after: { value: 36, valid_from: '2026-12-01' } },
  ])
})

test('past days, unknown limits and invalid values are rejected', async () => {
  const refused = async (body: object) => {
    const sent = { key: 'exemption_notice_months', valid_from: '2026-11-21', value: 1, ...body }
    const answer = await staff.post(path, sent)
    return [answer.status, Object.keys(answer.body)]
  }
  expect(await refused({ valid_from: '2026-11-20' })).toEqual([400, ['valid_from']])
  expect(await refused({ valid_from: '2026-11-31' })).toEqual([400, ['valid_from']])
  expect(await refused({ key: 'speed' })).toEqual([400, ['key']])
  expect(await refused({ value: 0 })).toEqual([400, ['value']])
  expect(await refused({ value: 2.5 })).toEqual([400, ['value']])
})
