import { readXlsx } from 'hucre'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeMonth } from '#features/ledger/server/months.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { type Client, useApp } from '#test/app.ts'
import { createPayout, goodIban } from '#test/payouts.ts'
import { databaseChecksums } from '#test/table-checksums.ts'

const app = useApp()
let clerk: Client
beforeEach(async () => void (clerk = await app.as(['change_payouts', 'export_data'])))

const base = '/api/v4/payouts/'
const read = async (query = '') => (await clerk.get(`${base}?${query}`)).body
const titles = async (query: string) =>
  (await read(query)).results.map((row: { project: { title: string } }) => row.project.title)
const state = async (slug: string) =>
  (await app.db.selectFrom('payouts').select('state').where('slug', '=', slug).executeTakeFirstOrThrow())
    .state

/** Makes a call that must be refused, and asserts that the database is unchanged. */
async function refused(path: string, body: object) {
  const before = await databaseChecksums(app.db)
  const answer = await clerk.post(`${base}${path}`, body)
  expect(await databaseChecksums(app.db)).toEqual(before)
  return answer
}

describe('the list', () => {
  test("shows recipients with the IBAN's last four characters, and count and sum of all matches", async () => {
    const payout = await createPayout(app.db, {
      title: 'Schulgarten',
      amount_cents: 64_018,
      organization: { title: 'Förderverein', bank_account_holder: 'Förderverein e. V.' },
    })
    await createPayout(app.db, { amount_cents: 100, paid_on: '2026-11-19' })
    const body = await read('ordering=number')
    expect([body.count, body.sum_cents]).toEqual([2, 64_118])
    expect(body.results[0]).toEqual({
      waiting_acts: [],
      slug: payout.slug,
      number: 'AZ-2026-0001',
      project: { slug: expect.any(String), title: 'Schulgarten' },
      organization: { slug: expect.any(String), title: 'Förderverein' },
      amount_cents: 64_018,
      state: 'open',
      state_display: 'Open',
      funding_type: { choice: 1, display: 'Donation' },
      settled_on: '2026-11-18',
      paid_on: null,
      arrived_on: null,
      reference: '',
      recipient: { name: 'Förderverein e. V.', iban: '•• 3000' },
      file: null,
      bank_said: { verification: null, status: null },
      version: 1,
    })
    expect(JSON.stringify(body)).not.toContain(goodIban)
    expect((await (await app.as(['view_projects'])).get(base)).status).toBe(403)
  })

  test('shows the project’s own account rather than the organization’s', async () => {
    const { project_id } = await createPayout(app.db)
    const account = await app.db
      .insertInto('individual_bank_accounts')
      .values({
        slug: 'own',
        title: 'Own account',
        iban: 'DE02120300000000202051',
        created_at: app.clock.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .updateTable('projects')
      .set({ individual_bank_account_id: account.id })
      .where('id', '=', project_id)
      .execute()
    expect((await read()).results[0].recipient).toEqual({ name: 'Own account', iban: '•• 2051' })
  })

  test('filters, sorts and searches; new titles are found at once', async () => {
    await createPayout(app.db, { title: 'A', amount_cents: 300 })
    await createPayout(app.db, {
      title: 'B',
      amount_cents: 100,
      paid_on: '2026-11-19',
      organization: { title: 'Örg' },
    })
    const c = await createPayout(app.db, { title: 'C', amount_cents: 200, paid_on: '2026-11-20' })
    await clerk.post(`${base}mark-arrived/`, { payout_slugs: [c.slug], arrived_on: '2026-11-21' })
    expect(await titles('ordering=amount')).toEqual(['B', 'C', 'A'])
    expect(await titles('ordering=-paid_on')).toEqual(['C', 'B', 'A'])
    expect(await titles('ordering=paid_on')).toEqual(['A', 'B', 'C'])
    expect(await titles('ordering=-number')).toEqual(['C', 'B', 'A'])
    expect(await titles('ordering=state')).toEqual(['A', 'B', 'C'])
    expect(await titles('state=marked_paid&ordering=number')).toEqual(['B', 'C'])
    expect(await titles('arrived=yes')).toEqual(['C'])
    expect(await titles('arrived=no&ordering=number')).toEqual(['A', 'B'])
    expect(await titles('funding_type=sponsoring')).toEqual([])
    expect(await titles('search=org%20az-2026-0002')).toEqual(['B'])
    const found = await read('search=az-2026&state=marked_paid')
    expect([found.count, found.sum_cents]).toEqual([2, 300])
    expect((await read('state=marked_paid')).sum_cents).toBe(300)
    await app.db.updateTable('projects').set({ title: 'Neu' }).where('title', '=', 'B').execute()
    await app.db.updateTable('organizations').set({ title: 'Umbenannt' }).where('title', '=', 'Örg').execute()
    expect(await titles('search=neu%20umbenannt')).toEqual(['Neu'])
  })

  test('sorts the ten-thousandth number after the one before', async () => {
    await createPayout(app.db, { title: 'A' })
    await createPayout(app.db, { title: 'B' })
    await app.db
      .updateTable('payouts')
      .set({ number: 'AZ-2026-9999' })
      .where('project_title', '=', 'A')
      .execute()
    await app.db
      .updateTable('payouts')
      .set({ number: 'AZ-2026-10000' })
      .where('project_title', '=', 'B')
      .execute()
    expect(await titles('ordering=number')).toEqual(['A', 'B'])
  })

  test('exports the list as shown, without full IBANs', async () => {
    await createPayout(app.db, { title: 'Schulgarten', amount_cents: 64_018 })
    const { bytes, status } = await clerk.get(`${base}export/?columns=amount,recipient,settled_on`)
    expect(status).toBe(200)
    const { rows } = (await readXlsx(bytes)).sheets[0]!
    expect(rows[0]).toEqual(['Payout', 'Project', 'Amount', 'Recipient', 'Settled on'])
    expect(rows[1]!.slice(0, 3)).toEqual(['AZ-2026-0001', 'Schulgarten', 640.18])
    expect(rows[1]![3]).toMatch(/^Organization \d+ •• 3000$/)
    const exporter = await app.as(['export_data'])
    expect((await exporter.get(`${base}export/`)).status).toBe(403)
  })
})

describe('marking paid', () => {
  test('marks several with day and reference, and repeating the idempotency key changes nothing', async () => {
    const [a, b] = [
      await createPayout(app.db, { amount_cents: 100 }),
      await createPayout(app.db, { amount_cents: 50 }),
    ]
    const body = { payout_slugs: [a.slug, b.slug], paid_on: '2026-11-20', reference: 'Lauf 7' }
    const headers = { 'idempotency-key': 'once-and-for-all-1' }
    const first = await clerk.post(`${base}mark-paid/`, body, { headers })
    expect([first.status, first.body]).toEqual([200, { changed: [a.slug, b.slug], sum_cents: 150 }])
    const before = await databaseChecksums(app.db)
    expect((await clerk.post(`${base}mark-paid/`, body, { headers })).body).toEqual(first.body)
    expect(await databaseChecksums(app.db)).toEqual(before)
    expect((await read()).results).toMatchObject([
      { state: 'marked_paid', paid_on: '2026-11-20', reference: 'Lauf 7', version: 2 },
      { state: 'marked_paid' },
    ])
    expect(await findLedgerDifferences(app.db)).toEqual([])
  })

  test('accepts a list selection unless its number of rows has changed', async () => {
    for (let n = 0; n < 3; n++) await createPayout(app.db)
    const out = (await read('ordering=number')).results[0].slug
    const selection = { query: 'state=open', exclude: [out], expected_count: 2 }
    const stale = await refused('mark-paid/', {
      selection: { ...selection, expected_count: 3 },
      paid_on: '2026-11-20',
    })
    expect([stale.status, stale.body.code]).toEqual([409, 'selection_changed'])
    const done = await clerk.post(`${base}mark-paid/`, { selection, paid_on: '2026-11-20' })
    expect(done.body.changed).toHaveLength(2)
    expect(await state(out)).toBe('open')
  })

  test('is all or nothing: a paid payout is named and nothing changes', async () => {
    const open = await createPayout(app.db)
    const paid = await createPayout(app.db, { paid_on: '2026-11-19' })
    const { status, body } = await refused('mark-paid/', {
      payout_slugs: [open.slug, paid.slug],
      paid_on: '2026-11-20',
    })
    expect([status, body.code]).toEqual([409, 'payout_not_open'])
    expect(body.blocking).toEqual([{ slug: paid.slug, title: paid.number, code: 'marked_paid' }])
  })

  test.each([
    ['in the future', '2026-11-22', 'The day cannot be in the future'],
    ['before the settlement', '2026-11-17', 'Not before 18.11.2026, when AZ-2026-0001 was settled'],
  ])('a day %s is rejected at its field', async (_, paid_on, message) => {
    const { slug } = await createPayout(app.db)
    const { status, body } = await refused('mark-paid/', { payout_slugs: [slug], paid_on })
    expect([status, body]).toEqual([400, { paid_on: [message] }])
  })

  test('a day in a closed month is rejected at its field, naming the first open day', async () => {
    const { slug } = await createPayout(app.db, { settled_on: '2026-10-20' })
    await app.db.transaction().execute((tx) =>
      closeMonth(
        tx,
        { actor: { id: null, name: 'Test' }, now: app.clock.now },
        {
          month: '2026-10-01',
          reason: 'Done',
          today: '2026-11-21',
        },
      ),
    )
    const { status, body } = await refused('mark-paid/', { payout_slugs: [slug], paid_on: '2026-10-30' })
    expect([status, body]).toEqual([400, { paid_on: ['10.2026 is closed. Choose 01.11.2026 or later.'] }])
  })

  test.each([
    ['no payout at all', { paid_on: '2026-11-20' }, 'payout_slugs'],
    ['an unknown payout', { payout_slugs: ['nobody'], paid_on: '2026-11-20' }, 'payout_slugs'],
    ['a day that is none', { payout_slugs: ['x'], paid_on: '2026-02-30' }, 'paid_on'],
    ['another payer', { payout_slugs: ['x'], paid_on: '2026-11-20', paid_from: 'cash' }, 'paid_from'],
  ])('%s is 400', async (_, body, field) => {
    const answer = await refused('mark-paid/', body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
  })
})

describe('unmarking', () => {
  test('reopens a payout only with a reason', async () => {
    const { slug } = await createPayout(app.db, { paid_on: '2026-11-19' })
    const without = await refused('unmark/', { payout_slugs: [slug], reason: ' ' })
    expect([without.status, without.body]).toEqual([400, { reason: ['Give a reason'] }])
    const done = await clerk.post(`${base}unmark/`, { payout_slugs: [slug], reason: 'Wrong account' })
    expect([done.status, await state(slug)]).toEqual([200, 'open'])
    const again = await refused('unmark/', { payout_slugs: [slug], reason: 'Twice' })
    expect([again.status, again.body.code]).toEqual([409, 'payout_not_paid'])
    expect(await findLedgerDifferences(app.db)).toEqual([])
  })

  test('a payout is cancelled only with a reason and only once', async () => {
    const payout = await createPayout(app.db)
    expect((await refused('cancel/', { payout_slugs: [payout.slug], reason: '' })).status).toBe(400)
    expect(
      (await clerk.post(`${base}cancel/`, { payout_slugs: [payout.slug], reason: 'Early' })).status,
    ).toBe(200)
    expect(await state(payout.slug)).toBe('cancelled')
    const again = await refused('cancel/', { payout_slugs: [payout.slug], reason: 'Twice' })
    expect([again.status, again.body.code]).toEqual([409, 'payout_not_open'])
    expect(await findLedgerDifferences(app.db)).toEqual([])
  })
})

describe('marking arrived', () => {
  test('accepts the organization’s word for a day from payment to today, and keeps the day marked first', async () => {
    const { slug } = await createPayout(app.db, { paid_on: '2026-11-19' })
    const early = await refused('mark-arrived/', { payout_slugs: [slug], arrived_on: '2026-11-18' })
    expect(early.body).toEqual({ arrived_on: ['Not before 19.11.2026, when AZ-2026-0001 was paid'] })
    expect((await refused('mark-arrived/', { payout_slugs: [slug], arrived_on: '2026-11-22' })).status).toBe(
      400,
    )
    await clerk.post(`${base}mark-arrived/`, { payout_slugs: [slug], arrived_on: '2026-11-20', note: 'Mail' })
    await clerk.post(`${base}mark-arrived/`, { payout_slugs: [slug], arrived_on: '2026-11-21' })
    expect((await read()).results[0].arrived_on).toBe('2026-11-20')
    const open = await createPayout(app.db)
    const refusal = await refused('mark-arrived/', { payout_slugs: [open.slug], arrived_on: '2026-11-21' })
    expect(refusal.body.code).toBe('payout_not_paid')
  })
})

test('pasted references are resolved before anything is written', async () => {
  const payout = await createPayout(app.db, { amount_cents: 12_345 })
  const { status, body } = await refused('find-references/', {
    text: `AZ-2026-0001 123,45\nAZ-2026-0999\nMiete`,
  })
  expect(status).toBe(200)
  expect(body.found).toMatchObject([{ slug: payout.slug, state: 'open', amount_seen: 'same' }])
  expect(body.not_found).toEqual(['AZ-2026-0999', 'Miete'])
  expect((await refused('find-references/', { text: '  ' })).status).toBe(400)
})

test('a viewer cannot change anything', async () => {
  const { slug } = await createPayout(app.db)
  const reader = await app.as(['view_payouts'])
  const before = await databaseChecksums(app.db)
  const answers = await Promise.all(
    ['mark-paid/', 'unmark/', 'cancel/', 'mark-arrived/', 'find-references/'].map((path) =>
      reader.post(`${base}${path}`, { payout_slugs: [slug] }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  expect(await databaseChecksums(app.db)).toEqual(before)
})
