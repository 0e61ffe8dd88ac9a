import { describe, expect, test } from 'vitest'
import type { Permission } from '#shared/permissions.ts'
import { importApp, importHeader } from '#test/import-app.ts'

const imports = importApp()
const header = importHeader.replace('Jahr', 'Datum')
const thisYear = [header, 'Chor Süd e. V.;10967;Neue Noten;5.000,00;02.11.2026;']
const reversal = [header, 'Chor Süd e. V.;10967;Neue Noten;-5.000,00;02.11.2026;']
const lastYear = [header, 'Chor Süd e. V.;10967;Neue Noten;4.000,00;02.11.2025;']
const records: Permission[] = ['create_projects', 'create_organizations']
const money: Permission = 'create_private_donations'
const refund: Permission = 'change_private_donations'

const ready = async (lines: string[], client = imports.staff, options = {}) => {
  const id = await imports.uploaded(lines, options)
  expect((await client.post(`/api/v4/imports/${id}/check/`, {})).status).toBe(202)
  await imports.work()
  return id
}
const path = (id: number) => `/api/v4/imports/${id}/`
const run = async (id: number, client: typeof imports.staff) => {
  const { confirm } = (await client.get(path(id))).body
  const { gifts, cents, taken_cents } = confirm
  return client.post(`${path(id)}run/`, { expected: { gifts, cents, taken_cents } })
}
const gifts = async () => (await imports.app.db.selectFrom('fundings').select('id').execute()).length
const standing = async () => {
  const rows = await imports.app.db
    .selectFrom('fundings')
    .select('amount_cents')
    .where('undone_on', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.amount_cents)
}
const switchOnFourEyes = () =>
  imports.app.db
    .updateTable('approval_rules')
    .set({ enabled: true, from_cents: 100_000 })
    .where('act', '=', 'import_gifts')
    .execute()
const stateOf = async (id: number) =>
  imports.app.db
    .selectFrom('imports')
    .select(['state', 'failure'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('gifts of this year require the right to record donations, and gifts of past years do not', async () => {
  const without = await imports.app.as(records)
  const current = await ready(thisYear)
  const refused = await run(current, without)
  expect([refused.status, refused.body.permission]).toEqual([403, money])
  expect((await without.get(path(current))).body.confirm.this_year_cents).toBe(500_000)
  await imports.work()
  expect(await gifts()).toBe(0)
  const past = await ready(lastYear)
  expect((await run(past, without)).status).toBe(202)
  await imports.work()
  expect(await gifts()).toBe(1)
})

test('when a right is withdrawn after the confirmation, nothing is booked and the import shows why', async () => {
  const clerk = await imports.app.as([...records, money])
  const id = await ready(thisYear)
  expect((await run(id, clerk)).status).toBe(202)
  await imports.app.db.deleteFrom('user_permissions').where('permission', '=', money).execute()
  await imports.work()
  expect(await stateOf(id)).toEqual({ state: 'failed', failure: { code: 'money_right' } })
  expect(await gifts()).toBe(0)
})

describe('reversals of booked gifts of this year', () => {
  const booked = async () => {
    const id = await ready(thisYear)
    expect((await run(id, imports.staff)).status).toBe(202)
    await imports.work()
    expect(await standing()).toEqual([500_000])
  }
  const reversed = (client = imports.staff) => ready(reversal, client, { reversals: true })

  test('require the right to refund', async () => {
    await booked()
    const id = await reversed()
    const without = await imports.app.as([...records, money])
    expect((await without.get(path(id))).body.confirm).toMatchObject({
      this_year_cents: 0,
      taken_cents: 500_000,
      taken_this_year_cents: 500_000,
    })
    const refused = await run(id, without)
    expect([refused.status, refused.body.permission]).toEqual([403, refund])
    await imports.work()
    expect(await standing()).toEqual([500_000])
    expect((await run(id, await imports.app.as([...records, refund]))).status).toBe(202)
    await imports.work()
    expect(await standing()).toEqual([])
  })

  test('take nothing back when the right is withdrawn after the confirmation', async () => {
    await booked()
    const clerk = await imports.app.as([...records, refund])
    const id = await reversed()
    expect((await run(id, clerk)).status).toBe(202)
    await imports.app.db.deleteFrom('user_permissions').where('permission', '=', refund).execute()
    await imports.work()
    expect((await stateOf(id)).failure).toEqual({ code: 'money_right' })
    expect(await standing()).toEqual([500_000])
  })

  test('need a second person when four eyes are switched on', async () => {
    await booked()
    await switchOnFourEyes()
    const id = await reversed()
    const proposed = await run(id, await imports.app.as([...records, refund]))
    expect([proposed.status, proposed.body.approval.amount_cents]).toEqual([202, 500_000])
    await imports.work()
    expect(await standing()).toEqual([500_000])
    const other = await imports.app.as([...records, refund])
    const { body } = await other.get(`/api/v4/approvals/${proposed.body.approval.id}/`)
    expect(body.effects).toEqual([
      'Reversals in the file file.csv take €5,000.00 off booked gifts of this year.',
    ])
    expect((await other.post(`/api/v4/approvals/${proposed.body.approval.id}/approve/`, {})).status).toBe(200)
    await imports.work()
    expect(await standing()).toEqual([])
  })
})

test('a run of an unchecked file checks it first and requires the right as well', async () => {
  const without = await imports.app.as(records)
  const id = await imports.uploaded(thisYear)
  expect((await without.post(`${path(id)}run/`, {})).status).toBe(202)
  await imports.work()
  expect((await stateOf(id)).failure).toEqual({ code: 'money_right' })
})

test('when four eyes are switched on, a second person approves exactly the proposed plan', async () => {
  const { db } = imports.app
  await switchOnFourEyes()
  const [clerk, other] = [
    await imports.app.as([...records, money]),
    await imports.app.as([...records, money]),
  ]
  const unchecked = await imports.uploaded(thisYear)
  const early = await clerk.post(`${path(unchecked)}run/`, {})
  expect([early.status, early.body.code]).toEqual([409, 'import_check_first'])
  const id = await ready(thisYear)
  const proposed = await run(id, clerk)
  expect([proposed.status, proposed.body.approval.act, proposed.body.approval.amount_cents]).toEqual([
    202,
    'import_gifts',
    500_000,
  ])
  await imports.work()
  expect([await gifts(), (await stateOf(id)).state]).toEqual([0, 'checked'])
  const approve = (client: typeof clerk) =>
    client.post(`/api/v4/approvals/${proposed.body.approval.id}/approve/`, {})
  expect((await approve(clerk)).body.code).toBe('approval_own')
  // Another option makes another plan.
  await db
    .updateTable('imports')
    .set({ mapping: '{"header":true,"columns":{}}' })
    .where('id', '=', unchecked)
    .execute()
  const { options } = await db
    .selectFrom('imports')
    .select('options')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('imports')
    .set({ options: JSON.stringify({ ...(options as object), year: 2024 }) })
    .where('id', '=', id)
    .execute()
  expect((await approve(other)).body.code).toBe('import_changed')
  await db
    .updateTable('imports')
    .set({ options: JSON.stringify(options) })
    .where('id', '=', id)
    .execute()
  expect((await approve(other)).status).toBe(200)
  await imports.work()
  expect([await gifts(), (await stateOf(id)).state]).toEqual([1, 'done'])
})

test('undoing gifts of this year requires the right to refund', async () => {
  const chief = await imports.app.as([...records, money, 'delete_organizations', 'delete_projects'])
  const id = await ready(thisYear)
  expect((await run(id, chief)).status).toBe(202)
  await imports.work()
  const undo = await chief.post(`${path(id)}undo/`, { reason: 'x', confirm_filename: 'file.csv' })
  expect([undo.status, undo.body.permission]).toEqual([403, 'change_private_donations'])
})
