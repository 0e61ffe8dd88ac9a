import { beforeAll, expect, test } from 'vitest'
import { ledgerChecks } from '#features/ledger/server/checks/all.ts'
import { runCheck } from '#features/ledger/server/checks/check.ts'
import { receipts } from '#features/ledger/server/checks/receipts.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { findAnswerCountDifferences } from '#features/additional-fields/server/counts.ts'
import { findCountDifferences } from '#features/projects/server/counts.ts'
import { isPermission } from '#shared/permissions.ts'
import { useApp } from '#test/app.ts'
import { textOfPdf } from '#test/pdf.ts'
import { seedDemo } from './seed.ts'
import { simulateWorkDay } from './work-day.ts'

const app = useApp({ resets: false })
beforeAll(async () => {
  await seed()
})

const seed = () => seedDemo(app.db, app.clock.now, 'Europe/Berlin', app.services.files.contents)

test('the demo fills an empty database once, and its money adds up', async () => {
  await seed()
  const staff = await app.as('superuser')
  const count = async (path: string) => (await staff.get(path)).body.count
  expect(await count('/api/v4/projects/')).toBe(147)
  expect(await count('/api/v4/organizations/')).toBe(62)
  expect(await count('/api/v4/reminders/')).toBe(24)
  for (const state of ['open', 'exported', 'marked_paid', 'cancelled'])
    expect([state, (await count(`/api/v4/payouts/?state=${state}`)) > 0]).toEqual([state, true])
  for (const state of ['pledged', 'confirmed', 'settled', 'paid_out', 'failed', 'expired', 'reversed'])
    expect([state, (await count(`/api/v4/private-donations/?state=${state}`)) > 0]).toEqual([state, true])
  expect(await findLedgerDifferences(app.db)).toEqual([])
  expect(await findCountDifferences(app.db)).toEqual([])
  expect(await findAnswerCountDifferences(app.db)).toEqual([])
  expect((await staff.get('/api/v4/additional-steps-fields/')).body.results).toMatchObject([
    { key: 'reaches', answers: expect.toSatisfy((n: number) => n > 100) },
    { key: 'first_time' },
    { key: 'own_share' },
  ])
  for (const check of ledgerChecks) {
    const { broken } = await app.db.transaction().execute((tx) => runCheck(tx, check))
    expect([check.key, broken]).toEqual([check.key, 0])
  }
})

test('the demo has original, superseded and withdrawn documents, and an unread notice with five findings', async () => {
  const staff = await app.as('superuser')
  const { results } = (await staff.get('/api/v4/documents/?page_size=25')).body
  const states = results.map(({ state }: { state: string }) => state)
  const counts = Object.fromEntries(
    [...Map.groupBy(states, (state: string) => state)].map(([state, all]) => [state, all.length]),
  )
  expect(counts).toMatchObject({ superseded: 4, original: expect.any(Number), withdrawn: 1 })
  expect(states.length).toBeGreaterThan(16)
  const unread = results.find(
    ({ issued_on, state }: { issued_on: string; state: string }) => !issued_on && state === 'current',
  )
  const { fields } = (await staff.get(`/api/v4/documents/${unread.slug}/findings/`)).body
  expect(fields.length).toBe(5)
})

test('the demo has a collective and a withdrawn receipt, numbers without gaps, and a run with its refusals', async () => {
  const staff = await app.as('superuser')
  const { results } = (await staff.get('/api/v4/documents/?type=receipt&page_size=25')).body
  const kinds = results.map(
    ({ title, state }: { title: string; state: string }) => `${title.split('_')[0]} ${state}`,
  )
  expect(kinds).toContain('Sammelbestätigung original')
  expect(kinds).toContain('Zuwendungsbestätigung withdrawn')
  const { body: run } = await staff.get('/api/v4/document-runs/1/')
  expect(run).toMatchObject({ state: 'done', left: 0 })
  expect(run.numbers.flatMap(({ gaps }: { gaps: string[] }) => gaps)).toEqual([])
  expect(run.causes.map(({ code }: { code: string }) => code)).toEqual(
    expect.arrayContaining(['gift_refunded', 'proof_ended', 'issuer_incomplete', 'address_missing']),
  )
  const { broken } = await app.db.transaction().execute((tx) => runCheck(tx, receipts))
  expect(broken).toBe(0)
})

test('demo statements are done, half done and not begun; their balances continue and are fully explained', async () => {
  const staff = await app.as('superuser')
  const { results } = (await staff.get('/api/v4/bank-statements/')).body
  const counts = results.map((one: { counts: object }) => Object.values(one.counts).map((n) => Number(n) > 0))
  // Open, held, matched, ignored lines per statement, the newest first.
  expect(counts).toEqual([
    [true, false, false, false],
    [true, true, true, true],
    [false, false, true, false],
    [false, false, true, false],
  ])
  // A later statement returned one ignored line; another line's return waits with its suggested match.
  const back = await app.db
    .selectFrom('bank_line_parts')
    .innerJoin('bank_lines', 'bank_lines.id', 'bank_line_parts.line_id')
    .select(['bank_lines.amount_cents', 'state'])
    .where('act', '=', 'sent_back')
    .orderBy('amount_cents')
    .execute()
  expect(back).toEqual([
    { amount_cents: -8900, state: 'matched' },
    { amount_cents: 8900, state: 'matched' },
  ])
  const { id } = await app.db
    .selectFrom('bank_lines')
    .select('id')
    .where('amount_cents', '=', -4500)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  expect((await staff.get(`/api/v4/bank-transactions/${id}/`)).body.suggestions[0]).toMatchObject({
    target_type: 'bank_line',
    title: 'Fahrradhaus Stein',
  })
  for (const { id } of results) {
    const { body } = await staff.get(`/api/v4/bank-statements/${id}/`)
    expect([id, body.break, body.reconciliation.unexplained_cents]).toEqual([id, null, 0])
  }
  const lines = await app.db.selectFrom('bank_lines').select(['state', 'is_auto']).execute()
  expect(lines.filter((line) => line.is_auto && line.state === 'matched').length).toBeGreaterThan(3)
  const twins = await app.db
    .selectFrom('donors')
    .select('id')
    .where('name', '=', 'Josef Kern')
    .orderBy('id')
    .execute()
  expect(twins).toHaveLength(2)
})

test('each demo colleague has valid rights and may see tasks, none is a superuser, and their rights differ', async () => {
  const holders = await app.db
    .selectFrom('users')
    .leftJoin('user_permissions', 'user_permissions.user_id', 'users.id')
    .where('email', 'like', '%@almoner.example')
    .select(['username', 'is_superuser', 'permission'])
    .execute()
  const rights = Map.groupBy(holders, ({ username }) => username)
  expect(rights.size).toBe(4)
  for (const [username, held] of rights) {
    const names = held.map(({ permission }) => permission)
    expect([username, names.every((name) => name !== null && isPermission(name))]).toEqual([username, true])
    // Demo tasks have all of them as assignees.
    expect([username, names.some((name) => name?.endsWith('_reminders'))]).toEqual([username, true])
    expect(held.some(({ is_superuser }) => is_superuser)).toBe(false)
  }
  expect(new Set([...rights.values()].map((held) => held.length)).size).toBeGreaterThan(1)
})

test('the accountant of the demo opens receipts and issues them', async () => {
  const { id } = await app.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'ademir')
    .executeTakeFirstOrThrow()
  const client = await app.asUser(id)
  const receipt = await app.db
    .selectFrom('documents')
    .select('slug')
    .where('type', '=', 'receipt')
    .executeTakeFirstOrThrow()
  expect((await client.get(`/api/v4/documents/${receipt.slug}/download/`)).status).toBe(200)
  const expected_count = (await client.get('/api/v4/private-donations/')).body.count
  const made = await client.post('/api/v4/documents/generate/', {
    template_slug: 'standard-donation-receipt',
    mode: 'final',
    selection: { query: '', expected_count },
  })
  expect([made.status, made.body.code]).toEqual([200, undefined])
})

test('the demo has finished and waiting work in several lists, and its ledger and counts are consistent', async () => {
  await simulateWorkDay(app.app, app.services, () => app.runJobs())
  const staff = await app.as('superuser')
  const list = async (path: string) => (await staff.get(path)).body.results
  expect(
    (await list('/api/v4/imports/')).map(
      ({ state, counts }: { state: string; counts: { refused: number } }) => [state, counts.refused],
    ),
  ).toEqual([
    ['checked', 3],
    ['done', 0],
  ])
  expect(await list('/api/v4/import-recipes/')).toMatchObject([{ title: 'Förderliste der Stadtwerke' }])
  expect(await list('/api/v4/projects/bulk/')).toMatchObject([{ action: 'internal_status', status: 'done' }])
  expect(await list('/api/v4/approvals/')).toMatchObject([
    { act: 'refund', state: 'waiting', amount_cents: 120_000 },
    { act: 'bank_details', state: 'waiting' },
  ])
  expect(await list('/api/v4/intake-deliveries/')).toHaveLength(3)
  const states = (await list('/api/v4/emails/')).map(({ state }: { state: string }) => state)
  expect(new Set(states)).toEqual(new Set(['sent', 'failed', 'queued', 'skipped']))
  expect(await findLedgerDifferences(app.db)).toEqual([])
  expect(await findCountDifferences(app.db)).toEqual([])
})

test('the demo has a letter in use with mapped fields, project photos, and a test print with the project', async () => {
  await app.reset()
  const { contents } = app.services.files
  await seedDemo(app.db, app.clock.now, 'Europe/Berlin', contents)
  const staff = await app.as('superuser')
  const { results } = (await staff.get('/api/v4/document-templates/')).body
  const states = results.map(({ title, versions }: { title: string; versions: { state: string }[] }) => [
    title,
    versions[0]!.state,
  ])
  expect(states).toEqual(
    expect.arrayContaining([
      ['Brief mit Bild', 'in_use'],
      ['Dank zum Jahreswechsel', 'planned'],
      ['Fördervereinbarung 2027', 'draft'],
    ]),
  )
  const template = results.find(({ title }: { title: string }) => title === 'Brief mit Bild')
  const base = `/api/v4/document-templates/${template.slug}/`
  const { body } = await staff.get(`${base}versions/1/fields/`)
  expect([body.fields.length, body.placed.length, body.missing]).toEqual([4, 4, []])
  const photos = await app.db
    .selectFrom('photos')
    .innerJoin('projects', 'projects.id', 'photos.project_id')
    .select(['projects.slug', 'projects.title', 'photos.sha256', 'photos.is_title'])
    .orderBy('photos.id')
    .execute()
  expect(photos.map(({ is_title }) => is_title)).toEqual([true, false, true, true])
  const [first] = photos
  expect(await contents.has(first!.sha256)).toBe(true)
  const print = await staff.get(`${base}versions/1/preview/?project=${first!.slug}`)
  expect(await textOfPdf(print.bytes)).toContain(first!.title)
})
