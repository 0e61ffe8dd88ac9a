import { readXlsx } from 'hucre'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createProject, createUser } from '#test/factories.ts'
import { texts } from '#app/texts.ts'
import { audit } from '#server/audit/audit.ts'
import { runJob } from '#server/work/worker.ts'
import { ledgerChecks } from '#features/ledger/server/checks/all.ts'
import { postConfirmedGift } from '#features/ledger/server/gifts.ts'
import { checkLedgerNightly } from '../jobs.ts'
import { requestRun } from './runs.ts'

const app = useApp({ now: '2026-11-23T01:00:00Z' })
let auditor: Client
beforeEach(async () => void (auditor = await app.as(['view_logs'])))

const path = '/api/v4/logs/ledger-checks/'
const state = async () => (await auditor.get(`${path}state/`)).body
const checkNow = async () => {
  const answer = await auditor.post(`${path}run/`)
  await app.runJobs()
  return answer
}
const nightly = () =>
  runJob(
    app.services,
    [checkLedgerNightly],
    { job: checkLedgerNightly.name, payload: { day: '2026-11-23', after: null } },
    new AbortController().signal,
  )

/** A project with a gift of €62.40, booked through the product. */
async function gift() {
  const project = await createProject(app.db, { title: 'Repair-Café: Werkzeug und Messgeräte' })
  const { now } = app.clock
  await app.db.transaction().execute(async (tx) => {
    const context = { actor: { id: null, name: 'Test' }, now }
    const audit_event_id = await audit(tx, context, {
      action: 'seed',
      object_type: 'system',
      object_id: null,
    })
    await postConfirmedGift(tx, {
      project_id: project.id,
      funding_type: 1,
      amount_cents: 6_240,
      received_on: '2026-11-20',
      source: 'test',
      note: '',
      created_by: null,
      now,
      audit_event_id,
    })
  })
  return project
}
const setFunded = (cents: number) => sql`update projects set funded_cents = ${cents}`.execute(app.db)

test('before the first run the checks show that they never ran, and the run counts as late', async () => {
  const { body } = await auditor.get(path)
  expect(body).toMatchObject({ count: ledgerChecks.length, total_pages: 1, current_page: 1 })
  expect(body.results[0]).toMatchObject({
    key: 'balanced',
    state: 'never',
    holds: null,
    checked: null,
    rows: [],
  })
  expect(body.run).toMatchObject({ running: false, as_of: null, is_late: true, broken: 0, task: null })
})

test('“check now” answers 202 and runs in the background; checks report their scope in the reader’s language', async () => {
  await gift()
  const answer = await auditor.post(`${path}run/`)
  expect([answer.status, answer.body.running]).toEqual([202, true])
  const waiting = (await auditor.get(path)).body.results
  expect(new Set(waiting.map((row: { state: string }) => row.state))).toEqual(new Set(['waiting']))
  await app.runJobs()
  const { body } = await auditor.get(path, { locale: 'sie_DE' })
  expect(body.run).toMatchObject({
    running: false,
    as_of: '2026-11-23T01:00:00.000Z',
    asked_by: expect.stringContaining('Test Person'),
    broken: 0,
    is_late: false,
    task: null,
  })
  const of = (key: string) => body.results.find((row: { key: string }) => row.key === key)
  expect(of('balanced')).toMatchObject({
    sentence: 'Soll und Haben sind in jeder Buchung gleich',
    state: 'done',
    holds: true,
    checked: 1,
    checked_display: '1 Buchung',
    broken: 0,
    as_of: '2026-11-23T01:00:00.000Z',
    duration_ms: expect.any(Number),
  })
  expect(of('all_balanced')).toMatchObject({
    figures_cents: [6_240, 6_240],
    checked_display: '62,40\u00a0€ = 62,40\u00a0€',
  })
  for (const row of body.results)
    expect([row.key, row.holds, row.sentence.startsWith('ledger_checks')]).toEqual([row.key, true, false])
  expect((await auditor.get(`${path}?page_size=10&page=2`)).body.results).toHaveLength(
    ledgerChecks.length - 10,
  )
  const events = await app.db
    .selectFrom('audit_events')
    .select(['action', 'object_type'])
    .where('object_type', '=', 'ledger_check')
    .orderBy('id')
    .execute()
  expect(events).toEqual([{ action: 'run', object_type: 'ledger_check' }])
})

test('a broken check names the rows with both figures, the difference and where to look, and raises one task', async () => {
  const project = await gift()
  const superuser = await app.as('superuser')
  const other = await app.as(['view_projects'])
  await createUser(app.db, { rights: ['view_logs'], state: 'disabled' })
  await setFunded(6_290)
  await checkNow()
  const { body } = await auditor.get(path, { locale: 'sie_DE' })
  expect(body.run).toMatchObject({ broken: 1, task: { title: 'Buchungsprüfung klären', is_open: true } })
  const [row] = body.results.filter((check: { holds: boolean }) => !check.holds)
  expect(row).toMatchObject({ key: 'funded', broken: 1 })
  expect(row.rows).toEqual([
    {
      subject: 'project',
      id: project.id,
      slug: project.slug,
      title: 'Repair-Café: Werkzeug und Messgeräte',
      text: 'gespeicherte Summe weicht ab',
      day: null,
      figures: [
        { label: 'gespeichert', cents: 6_290 },
        { label: 'gebucht', cents: 6_240 },
      ],
      difference_cents: 50,
      transaction_id: null,
    },
  ])
  const tasks = async () => (await superuser.get('/api/v4/reminders/')).body.results
  expect(await tasks()).toMatchObject([
    {
      title: 'Clear the ledger check',
      scheduled_for: '2026-11-23',
      target: { type: 'ledger', id: 1, title: 'Ledger' },
      users: [{ id: auditor.userId }, { id: superuser.userId }],
      created_by: { full_name_w_username: 'Almoner' },
    },
  ])
  expect((await superuser.get('/api/v4/reminders/?target_type=ledger&target_id=1')).body.count).toBe(1)
  expect((await superuser.get('/api/v4/reminders/?target_type=project')).body.count).toBe(0)
  expect(other.userId).not.toBe(auditor.userId)

  // An open task prevents a second one; after it is done, a check that is still broken raises another.
  await checkNow()
  expect(await tasks()).toHaveLength(1)
  const [{ slug }] = await tasks()
  expect((await superuser.post(`/api/v4/reminders/resolve/${slug}/`, { resolve: true })).status).toBe(200)
  await nightly()
  expect(await tasks()).toHaveLength(2)
  expect((await state()).asked_by).toBeNull()

  await setFunded(6_240)
  await checkNow()
  expect(await state()).toMatchObject({ broken: 0, task: null })
})

test('a wrong count is reported as a number, not as money', async () => {
  await sql`insert into closed_months (month, reason, closed_at) values ('2026-01-01', 'Abschluss', now())`.execute(
    app.db,
  )
  await sql`update closed_months set transactions = 7`.execute(app.db)
  await checkNow()
  const { body } = await auditor.get(`${path}?result=broken`)
  expect(body.results).toMatchObject([{ key: 'closed_months', broken: 1 }])
  expect(body.results[0].rows).toEqual([
    {
      subject: 'month',
      id: null,
      slug: '2026-01',
      title: '01.2026',
      text: 'a different number of transactions: 7 kept, 0 booked',
      day: '2026-01-01',
      figures: null,
      difference_cents: null,
      transaction_id: null,
    },
  ])
})

test('the list can be filtered by result, and the workbook has the same checks and their broken rows', async () => {
  await gift()
  await setFunded(6_290)
  await checkNow()
  const broken = (await auditor.get(`${path}?result=broken`)).body
  expect(broken.results.map(({ key }: { key: string }) => key)).toEqual(['funded'])
  const holds = (await auditor.get(`${path}?result=holds`)).body
  expect([broken.count, holds.count]).toEqual([1, ledgerChecks.length - 1])
  expect((await auditor.get(`${path}?result=perhaps`)).status).toBe(400)
  const exporting = await app.as(['view_logs', 'export_data'])
  const { bytes, status } = await exporting.get(`${path}export/?result=broken`)
  expect(status).toBe(200)
  const [checks, rows] = (await readXlsx(bytes)).sheets
  expect(checks!.rows).toHaveLength(2)
  expect(checks!.rows[1]!.slice(0, 2)).toEqual([
    broken.results[0].sentence,
    broken.results[0].checked_display,
  ])
  expect(rows!.rows[1]!.slice(1, 6)).toEqual([
    'Repair-Café: Werkzeug und Messgeräte',
    broken.results[0].rows[0].text,
    62.9,
    62.4,
    0.5,
  ])
  const all = (await readXlsx((await exporting.get(`${path}export/`)).bytes)).sheets[0]!
  expect(all.rows).toHaveLength(ledgerChecks.length + 1)
})

test('every check has a sentence and a unit, and every part a text and labels for both figures or neither', () => {
  const known = new Set(Object.keys(texts))
  const parts = [...known]
    .filter((key) => key.startsWith('ledger_checks.part.'))
    .map((key) => key.split('.')[2]!)
  for (const part of new Set(parts)) {
    const [left, right] = ['left', 'right'].map((side) => known.has(`ledger_checks.part.${part}.${side}`))
    expect([part, known.has(`ledger_checks.part.${part}`), left === right]).toEqual([part, true, true])
  }
  for (const { key, unit } of ledgerChecks)
    expect([
      known.has(`ledger_checks.sentence.${key}`),
      unit === 'sums' || known.has(`ledger_checks.unit.${unit}`),
    ]).toEqual([true, true])
})

test('only one run is queued at a time, and a lost run counts as failed after three hours', async () => {
  await auditor.post(`${path}run/`)
  expect((await auditor.post(`${path}run/`)).status).toBe(202)
  const runs = () => app.db.selectFrom('ledger_check_runs').select('state').orderBy('id').execute()
  expect(await runs()).toEqual([{ state: 'queued' }])
  expect(await requestRun(app.db, null, new Date('2026-11-23T03:59:00Z'))).toBeUndefined()
  expect(await requestRun(app.db, null, new Date('2026-11-23T04:01:00Z'))).toBeDefined()
  expect(await runs()).toEqual([{ state: 'failed' }, { state: 'queued' }])
})

test('the nightly run is skipped while another is queued, and a run counts as late after 26 hours', async () => {
  await auditor.post(`${path}run/`)
  await nightly()
  expect(await app.db.selectFrom('ledger_check_runs').select('id').execute()).toHaveLength(1)
  await app.runJobs()
  expect((await state()).is_late).toBe(false)
  app.clock.now = new Date('2026-11-24T03:00:00Z')
  auditor = await app.asUser(auditor.userId)
  expect((await state()).is_late).toBe(false)
  app.clock.now = new Date('2026-11-24T03:00:01Z')
  expect((await state()).is_late).toBe(true)
})

test('a run that ends with an error is shown as failed, and the previous figures stay', async () => {
  await checkNow()
  await sql`alter table closed_months rename to closed_months_gone`.execute(app.db)
  try {
    await auditor.post(`${path}run/`)
    await expect(app.runJobs()).rejects.toThrow(/closed_months/)
  } finally {
    await sql`alter table closed_months_gone rename to closed_months`.execute(app.db)
  }
  expect(await state()).toMatchObject({ running: false, has_failed: true, broken: 0, is_late: false })
  await checkNow()
  expect(await state()).toMatchObject({ has_failed: false })
})

test('a stopped run ends after the current check, and the previous figures stay', async () => {
  await checkNow()
  const before = await state()
  app.clock.now = new Date('2026-11-23T01:30:00Z')
  const follow = async () => (await auditor.get('/api/v4/work/')).body.results[0]
  await auditor.post(`${path}run/`)
  expect(await follow()).toMatchObject({ kind: 'ledger_check', state: 'working', done: 0, can_stop: true })
  // The run is stopped during the first check.
  await sql`
    create function stop() returns trigger language plpgsql as $$ begin new.state := 'cancelled';
      new.finished_at := now(); return new; end $$`.execute(app.db)
  await sql`
    create trigger stop before update on ledger_check_runs for each row
    when (new.state = 'running' and jsonb_array_length(new.results) = 1) execute function stop()`.execute(
    app.db,
  )
  await app.runJobs()
  await sql`drop trigger stop on ledger_check_runs`.execute(app.db)
  expect(await state()).toEqual(before)
  expect(await follow()).toMatchObject({ state: 'stopped', done: 1 })

  await auditor.post(`${path}run/`)
  expect(await auditor.post(`${path}cancel/`)).toMatchObject({ status: 200, body: { running: false } })
  expect(await auditor.post(`${path}cancel/`)).toMatchObject({
    status: 409,
    body: { code: 'ledger_check_not_running' },
  })
  await app.runJobs()
  expect(await state()).toEqual(before)
})

test('reading, running and exporting checks require the right to view the logs', async () => {
  const client = await app.as(['view_projects'])
  const exporting = await app.as(['export_data'])
  for (const answer of [
    await exporting.get(`${path}export/`),
    await client.get(path),
    await client.get(`${path}state/`),
    await client.post(`${path}run/`),
  ])
    expect([answer.status, answer.body.permission]).toEqual([403, 'view_logs'])
})
