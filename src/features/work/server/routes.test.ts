import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { houseIban, camt } from '#test/statements.ts'
import { statementCalls } from '#test/statement-calls.ts'

const app = useApp()
let clerk: Client
beforeEach(async () => {
  clerk = await app.as('superuser')
  await app.db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
})
const { upload } = statementCalls(() => ({ app, clerk }))

const own = async (by = clerk) => (await by.get('/api/v4/work/')).body.results
const counted = async (by = clerk) => (await by.get('/api/v4/counts/')).body.work

async function startImport() {
  const form = new FormData()
  form.set('file', new Blob(['Organisation;Projekt;Betrag in Euro;Jahr\nA;B;1,00;2024\n']), 'gifts.csv')
  const { body } = await clerk.call('POST', '/api/v4/imports/', { raw: form })
  await clerk.post(`/api/v4/imports/${body.id}/check/`)
  return body.id as number
}

async function startRun() {
  const slugs = [(await createProject(app.db)).slug, (await createProject(app.db)).slug]
  const { body } = await clerk.post('/api/v4/projects/bulk/assign/', {
    selection: { slugs },
    reviewer: clerk.userId,
  })
  return body.bulk.id as number
}

const askedExport = () =>
  app.db
    .insertInto('exports')
    .values({
      user_id: clerk.userId,
      list: 'organizations',
      query: JSON.stringify({
        search: '',
        ordering: { key: 'title', descending: false },
        filters: {},
        extra: { format: 'csv' },
      }),
      language: 'en_US',
      created_at: app.clock.now,
    })
    .execute()

test('lists own work of every kind while it is under way, and how it ended', async () => {
  const imported = await startImport()
  const run = await startRun()
  await askedExport()
  const lines = Array.from({ length: 2100 }, (_, at) => ({ cents: 100 + at, name: `Donor ${at}` }))
  const statement = (await upload(camt([{ lines }]))).body.id
  await app.db
    .insertInto('generation_runs')
    .values({
      template: 'standard-donation-receipt',
      kind: 'donation_receipt',
      issue_day: '2026-11-21',
      user_id: clerk.userId,
      language: 'en_US',
      total: 7,
      gifts: 7,
      created_at: app.clock.now,
    })
    .execute()
  const started = await own()
  const under_way = { state: 'working', can_stop: true, done: 0 }
  expect(started).toHaveLength(5)
  expect(started).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'import', id: imported, about: 'gifts.csv', ...under_way }),
      expect.objectContaining({ kind: 'bulk_run', id: run, about: 'assign', total: 2, ...under_way }),
      expect.objectContaining({ kind: 'export', about: 'organizations', ...under_way }),
      expect.objectContaining({ kind: 'statement_file', id: statement, total: null, ...under_way }),
      expect.objectContaining({ kind: 'generation_run', about: 'donation_receipt', total: 7, ...under_way }),
    ]),
  )
  expect(await counted()).toBe(5)
  const other = await app.as('superuser')
  expect([await own(other), await counted(other)]).toEqual([[], 0])

  // The test ends these two itself, because they have no job.
  await app.db
    .updateTable('generation_runs')
    .set({ state: 'cancelled', finished_at: app.clock.now })
    .execute()
  await app.db.updateTable('exports').set({ status: 'failed', finished_at: app.clock.now }).execute()
  await app.runJobs()
  const ended = await own()
  const states = ended.map(({ kind, state, done, total }: Record<string, unknown>) => [
    kind,
    state,
    done,
    total,
  ])
  expect(states).toEqual(
    expect.arrayContaining([
      ['import', 'done', 1, 1],
      ['bulk_run', 'done', 2, 2],
      ['export', 'failed', 0, null],
      ['generation_run', 'stopped', 0, 7],
      ['statement_file', 'done', 2000, 2100],
    ]),
  )
  expect(await counted()).toBe(0)
})

test('forgets work that ended more than a day ago', async () => {
  await startRun()
  await app.runJobs()
  expect(await own()).toHaveLength(1)
  const now = app.clock.now
  app.clock.now = new Date(now.getTime() + 25 * 3_600_000)
  expect(await own(await app.asUser(clerk.userId))).toEqual([])
  app.clock.now = now
})
