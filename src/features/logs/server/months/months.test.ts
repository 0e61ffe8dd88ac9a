import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createGift, createProject } from '#test/factories.ts'
import { mostCounted } from '../../journal/table.ts'

const app = useApp()
let chief: Client
beforeEach(async () => {
  chief = await app.as(['view_logs', 'change_settings'])
  await createGift(app.db, await createProject(app.db), 5_000, { received_on: '2026-09-30' })
})

const path = '/api/v4/logs/months/'
const months = async () => (await chief.get(path)).body.results
const close = (month: string, reason = 'Abschluss Q3') => chief.post(`${path}${month}/close/`, { reason })
const reopen = (month: string, reason = 'Nachbuchung') => chief.post(`${path}${month}/reopen/`, { reason })

test('months are listed from the first booking on, newest first; the current one cannot be closed yet', async () => {
  expect(await months()).toMatchObject([
    { month: '2026-11', transactions: 0, is_closed: false, can_close: false },
    { month: '2026-10', transactions: 0, is_closed: false, can_close: true },
    { month: '2026-09', transactions: 1, is_closed: false, can_close: true },
  ])
})

test('a month is closed with a reason and opened again with one; both are in the audit log', async () => {
  const closed = await close('2026-09')
  expect([closed.status, closed.body]).toMatchObject([
    200,
    {
      month: '2026-09',
      is_closed: true,
      can_close: false,
      closed_at: '2026-11-21T09:00:00.000Z',
      closed_by: expect.stringMatching(/^Test Person/),
      reason: 'Abschluss Q3',
    },
  ])
  const project = await createProject(app.db)
  await expect(createGift(app.db, project, 100, { received_on: '2026-09-15' })).rejects.toMatchObject({
    constraint: 'month_closed',
  })
  expect((await reopen('2026-09')).body).toMatchObject({ is_closed: false, can_close: true, reason: '' })
  await createGift(app.db, project, 100, { received_on: '2026-09-15' })
  const events = await app.db
    .selectFrom('audit_events')
    .select(['action', 'object_title', 'after'])
    .where('object_type', '=', 'month')
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { action: 'close_month', object_title: '2026-09', after: { reason: 'Abschluss Q3' } },
    { action: 'reopen_month', object_title: '2026-09', after: { reason: 'Nachbuchung' } },
  ])
})

test("a month's transactions are counted at each closing", async () => {
  const project = await createProject(app.db)
  await createGift(app.db, project, 100, { received_on: '2026-09-01' })
  await createGift(app.db, project, 100, { received_on: '2026-10-01' })
  const kept = async () =>
    (await app.db.selectFrom('closed_months').select(['month', 'transactions']).execute()).map((row) => [
      row.month,
      row.transactions,
    ])
  expect((await close('2026-09')).body).toMatchObject({ transactions: 2 })
  expect(await kept()).toEqual([['2026-09-01', 2]])
  expect((await reopen('2026-09')).body).toMatchObject({ transactions: 2 })
  await createGift(app.db, project, 100, { received_on: '2026-09-30' })
  expect((await reopen('2026-09')).status).toBe(404)
  await close('2026-09')
  expect(await kept()).toEqual([['2026-09-01', 3]])
  expect(await months()).toMatchObject([
    { month: '2026-11', transactions: 0 },
    { month: '2026-10', transactions: 1 },
    { month: '2026-09', transactions: 3 },
  ])
})

test("transactions of an open month are counted up to the journal's limit, those of a closed one completely", async () => {
  await sql`insert into ledger_transactions (kind, business_day, created_at)
    select 'settled', '2026-09-10', '2026-09-10' from generate_series(1, ${mostCounted + 50})`.execute(app.db)
  const september = async () => (await months()).find(({ month }: { month: string }) => month === '2026-09')
  expect(await september()).toMatchObject({ transactions: mostCounted, more: true })
  await close('2026-09')
  expect(await september()).toMatchObject({ transactions: mostCounted + 51, more: false })
})

test('a month that cannot be closed or reopened names the reason and stays unchanged', async () => {
  expect((await close('2026-11')).body).toEqual({ month: ['Only a month that is over can be closed.'] })
  expect((await close('2026-13')).body).toHaveProperty('month')
  expect((await close('2026-09', ' ')).body).toHaveProperty('reason')
  expect((await reopen('2026-09')).status).toBe(404)
  await close('2026-09')
  const again = await close('2026-09')
  expect([again.status, again.body.code]).toEqual([409, 'month_closed'])
  expect(await app.db.selectFrom('closed_months').select('month').execute()).toHaveLength(1)
})

test('seeing months needs view_logs, closing them change_settings', async () => {
  const auditor = await app.as(['view_logs'])
  expect((await auditor.get(path)).status).toBe(200)
  for (const act of ['close', 'reopen']) {
    const answer = await auditor.post(`${path}2026-09/${act}/`, { reason: 'x' })
    expect([answer.status, answer.body.permission]).toEqual([403, 'change_settings'])
  }
  const other = await app.as(['view_settings'])
  expect((await other.get(path)).body.permission).toBe('view_logs')
})
