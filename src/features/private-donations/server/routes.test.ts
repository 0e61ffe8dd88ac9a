import { beforeEach, describe, expect, test } from 'vitest'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { payAll, settleAll } from '#test/money.ts'
import { databaseChecksums } from '#test/table-checksums.ts'

const app = useApp()
let clerk: Client
let project: { id: number; slug: string }
beforeEach(async () => {
  clerk = await app.as(['change_private_donations'])
  project = await createProject(app.db, { title: 'Demenzcafé', needs: [100_000] })
})

const base = '/api/v4/private-donations/'
const donor = { name: 'Maria Kern', email: 'maria@example.org', iban: 'DE89 3704 0044 0532 0130 00' }
const sent = (more: object = {}) => ({
  project_slug: project.slug,
  amount_cents: 25_000,
  received_on: '2026-11-19',
  channel: 'bank_transfer',
  donor,
  ...more,
})
const give = async (more: object = {}) => {
  const answer = await clerk.post(base, sent(more))
  expect(answer.status).toBe(201)
  return answer.body
}
/** Makes a call that must be refused, and asserts that the database is unchanged. */
async function refused(path: string, body: object) {
  const before = await databaseChecksums(app.db)
  const answer = await clerk.post(`${base}${path}`, body)
  expect(await databaseChecksums(app.db)).toEqual(before)
  return [answer.status, answer.body.code ?? Object.keys(answer.body)]
}

describe('recording donations', () => {
  test("returns the donation's number and credits its project", async () => {
    expect(await give({ note: 'Brief vom 19.11.' })).toMatchObject({
      number: 'PS-2026-0001',
      project: { slug: project.slug, title: 'Demenzcafé' },
      amount_cents: 25_000,
      left_cents: 25_000,
      state: 'confirmed',
      state_display: 'Confirmed',
      channel: 'bank_transfer',
      donor: {
        name: 'Maria Kern',
        email: 'maria@example.org',
        iban: 'DE•• •••• •••• 3000',
        is_masked: false,
      },
    })
    const { headers } = await clerk.post(base, sent({ state: 'pledged' }))
    expect((await clerk.get(headers.get('location')!)).body.state).toBe('pledged')
    const row = await app.db.selectFrom('projects').select('funded_cents').executeTakeFirstOrThrow()
    expect(row.funded_cents).toBe(25_000)
    expect(await findLedgerDifferences(app.db)).toEqual([])
  })

  test('rejects a future day, an unknown project, too large an amount and a float at their fields', async () => {
    expect(await refused('', sent({ received_on: '2026-11-22' }))).toEqual([400, ['received_on']])
    expect(await refused('', sent({ project_slug: 'nowhere' }))).toEqual([400, ['project_slug']])
    expect(await refused('', sent({ amount_cents: 10_000_001 }))).toEqual([400, ['amount_cents']])
    expect(await refused('', sent({ amount_cents: 10.5 }))).toEqual([400, ['amount_cents']])
  })

  test('an archived or banned project takes no money', async () => {
    await app.db.updateTable('projects').set({ is_banned: true }).execute()
    expect(await refused('', sent())).toEqual([409, 'not_fundable'])
  })

  test('the same idempotency key books once', async () => {
    const options = { headers: { 'Idempotency-Key': 'k-1' } }
    const [first, second] = [await clerk.post(base, sent(), options), await clerk.post(base, sent(), options)]
    expect(second.body).toEqual(first.body)
    expect((await clerk.get(base)).body.count).toBe(1)
  })

  test('a pledge is confirmed once, with the received amount', async () => {
    const { slug } = await give({ state: 'pledged' })
    expect(await refused(`${slug}/confirm/`, { received_on: '2026-11-22' })).toEqual([400, ['received_on']])
    const { body } = await clerk.post(`${base}${slug}/confirm/`, {
      received_on: '2026-11-20',
      amount_cents: 20_000,
    })
    expect(body).toMatchObject({ state: 'confirmed', amount_cents: 20_000, pledged_cents: 25_000 })
    expect(await refused(`${slug}/confirm/`, { received_on: '2026-11-20' })).toEqual([
      409,
      'gift_not_pledged',
    ])
  })
})

describe('the list', () => {
  test('shows sums over the filtered donations: confirmed, pledged, returned, rest', async () => {
    const { slug } = await give()
    await give({ amount_cents: 5_000, channel: 'cash', donor: { name: 'Renate Albers' } })
    await give({ amount_cents: 700, state: 'pledged' })
    await clerk.post(`${base}${slug}/refund/`, { amount_cents: 4_000, reason: 'Bitte' })
    const { body } = await clerk.get(base)
    expect([body.count, body.sum_cents]).toEqual([3, 30_700])
    expect(body.totals).toEqual({
      confirmed: 2,
      confirmed_cents: 30_000,
      pledged: 1,
      pledged_cents: 700,
      returned_cents: 4_000,
      rest_cents: 26_000,
    })
    const cash = (await clerk.get(`${base}?channel=cash`)).body
    expect([cash.count, cash.totals.rest_cents]).toEqual([1, 5_000])
    expect((await clerk.get(`${base}?state=pledged`)).body.totals.rest_cents).toBe(0)
    expect((await clerk.get(`${base}?search=albers`)).body.count).toBe(1)
  })

  test('without the right the donor is masked and cannot be found by name', async () => {
    await give()
    const viewer = await app.as(['view_private_donations'])
    const { body } = await viewer.get(base)
    expect(body.results[0].donor).toMatchObject({ name: 'M•••• K••••', email: '', is_masked: true })
    expect(JSON.stringify(body)).not.toMatch(/Maria|Kern|maria@/)
    expect((await viewer.get(`${base}?search=Kern`)).body.count).toBe(0)
    expect((await viewer.get(`${base}?search=ps-2026-0001`)).body.count).toBe(1)
  })

  test('marks and filters monthly gifts, and shows whether the next one is expected or missing', async () => {
    for (const received_on of ['2026-08-01', '2026-09-03', '2026-10-01']) await give({ received_on })
    await give({ received_on: '2026-08-01', amount_cents: 700 })
    const others = ['2026-09-20', '2026-10-20', '2026-11-20']
    for (const received_on of others)
      await give({ received_on, donor: { name: 'Renate Albers', email: 'albers@example.org' } })
    const { slug } = await give({ received_on: '2026-11-20', state: 'pledged' })
    const found = (await clerk.get(`${base}?repeated=yes&ordering=received_on`)).body
    expect([found.count, found.totals.rest_cents]).toEqual([6, 150_000])
    const [first, last] = [found.results[0], found.results.at(-1)]
    expect(first.repeated).toEqual({ since: '2026-08-01', times: 3, next_on: '2026-11-01' })
    expect(last.repeated).toEqual({ since: '2026-09-20', times: 3, next_on: '2026-12-20' })
    expect((await clerk.get(`${base}${slug}/`)).body.repeated).toBeNull()
    const shown = async (one: { slug: string }) =>
      (await clerk.post(`${base}${one.slug}/reveal/`, { reason: 'Rückfrage' })).body.repeated
    expect((await shown(first)).missing_since).toBe('2026-11-01')
    expect((await shown(last)).missing_since).toBeNull()
    expect(await shown({ slug })).toBeNull()
    await clerk.post(`${base}${last.slug}/refund/`, { reason: 'Bitte' })
    expect((await clerk.get(`${base}?repeated=yes`)).body.count).toBe(3)
    expect((await clerk.get(`${base}?repeated=no`)).status).toBe(400)
  })

  test('reveals the donor for a reason, with the sum of gifts and possible duplicates', async () => {
    const { slug } = await give()
    await give({ amount_cents: 1_000 })
    await give({ donor: { name: 'Maria KERN' } })
    expect(await refused(`${slug}/reveal/`, { reason: ' ' })).toEqual([400, ['reason']])
    const { body } = await clerk.post(`${base}${slug}/reveal/`, { reason: 'Rückfrage' })
    expect(body).toMatchObject({
      donor: { name: 'Maria Kern', iban: 'DE89370400440532013000' },
      donations: 2,
      donated_cents: 26_000,
      possible_duplicates: [{ name: 'Maria KERN' }],
    })
  })
})

describe('returning donations', () => {
  test('a refund is limited to the remaining amount and refused after the payout', async () => {
    const { slug } = await give()
    expect(await refused(`${slug}/refund/`, { amount_cents: 25_001, reason: 'x' })).toEqual([
      409,
      'refund_exceeded',
    ])
    expect(await refused(`${slug}/refund/`, { reason: '' })).toEqual([400, ['reason']])
    await settleAll(app.db, app.clock.now)
    await payAll(app.db, app.clock.now)
    expect(await refused(`${slug}/refund/`, { reason: 'x' })).toEqual([409, 'gift_paid_out'])
  })

  test('a chargeback after the payout creates a task', async () => {
    const { slug } = await give()
    await settleAll(app.db, app.clock.now)
    await payAll(app.db, app.clock.now)
    const { body } = await clerk.post(`${base}${slug}/charge-back/`, { reason: 'Widerspruch' })
    expect(body).toMatchObject({ state: 'recovery_open', returned_cents: 25_000, left_cents: 0 })
    const tasks = await app.db.selectFrom('reminders').select('description').execute()
    expect(tasks).toEqual([{ description: expect.stringContaining('€250.00') }])
    expect(await refused(`${slug}/charge-back/`, { reason: 'x' })).toEqual([409, 'gift_not_confirmed'])
  })

  test('an unpaid pledge ends once, with a reason, and moves nothing', async () => {
    const { slug } = await give({ state: 'pledged' })
    expect(await refused(`${slug}/end/`, { state: 'confirmed', reason: 'x' })).toEqual([400, ['state']])
    expect(await refused(`${slug}/end/`, { state: 'failed', reason: ' ' })).toEqual([400, ['reason']])
    const { body } = await clerk.post(`${base}${slug}/end/`, { state: 'failed', reason: 'Karte abgelehnt' })
    expect(body).toMatchObject({ state: 'failed', left_cents: 0 })
    expect(await refused(`${slug}/end/`, { state: 'expired', reason: 'x' })).toEqual([
      409,
      'gift_not_pledged',
    ])
    expect(await app.db.selectFrom('ledger_rows').select('id').execute()).toEqual([])
  })

  test('a refund is owed until transferred, in parts, and never more than owed', async () => {
    const { slug } = await give()
    const paid = `${slug}/refund-paid/`
    expect(await refused(paid, { paid_on: '2026-11-20' })).toEqual([409, 'refund_exceeded'])
    const { body } = await clerk.post(`${base}${slug}/refund/`, { amount_cents: 4_000, reason: 'Bitte' })
    expect(body.owed_cents).toBe(4_000)
    expect(await refused(paid, { paid_on: '2026-11-22' })).toEqual([400, ['paid_on']])
    expect(await refused(paid, { paid_on: '2026-11-20', amount_cents: 4_001 })).toEqual([
      409,
      'refund_exceeded',
    ])
    const part = await clerk.post(`${base}${paid}`, { paid_on: '2026-11-20', amount_cents: 1_500 })
    expect([part.status, part.body.owed_cents]).toEqual([200, 2_500])
    expect((await clerk.post(`${base}${paid}`, { paid_on: '2026-11-21' })).body.owed_cents).toBe(0)
    const bank = await app.db
      .selectFrom('ledger_rows')
      .innerJoin('ledger_accounts', 'ledger_accounts.id', 'credit_account_id')
      .select(['kind', 'amount_cents'])
      .where('purpose', '=', 'refund_paid')
      .orderBy('ledger_rows.id')
      .execute()
    expect(bank).toEqual([
      { kind: 'bank', amount_cents: 1_500 },
      { kind: 'bank', amount_cents: 2_500 },
    ])
    expect(await findLedgerDifferences(app.db)).toEqual([])
  })

  test('the recovery of a chargeback after the payout closes with a partial return and a write-off of the rest', async () => {
    const { slug } = await give()
    const ends = (returned_cents: number, received_on = '2026-11-21') => ({
      returned_cents,
      received_on,
      reason: 'Verein aufgelöst',
    })
    expect(await refused(`${slug}/recover/`, ends(1))).toEqual([409, 'gift_not_open'])
    await settleAll(app.db, app.clock.now)
    await payAll(app.db, app.clock.now)
    const { body } = await clerk.post(`${base}${slug}/charge-back/`, { reason: 'Widerspruch' })
    expect(body.open_cents).toBe(25_000)
    expect(await refused(`${slug}/recover/`, ends(25_001))).toEqual([409, 'recovery_exceeded'])
    expect(await refused(`${slug}/recover/`, ends(-1))).toEqual([400, ['returned_cents']])
    expect(await refused(`${slug}/recover/`, ends(1, '2026-11-22'))).toEqual([400, ['received_on']])
    const ended = await clerk.post(`${base}${slug}/recover/`, ends(20_000))
    expect(ended.body).toMatchObject({ state: 'recovered', state_display: 'Recovered', open_cents: 0 })
    const rows = await app.db
      .selectFrom('ledger_rows')
      .innerJoin('ledger_accounts as debit', 'debit.id', 'debit_account_id')
      .innerJoin('ledger_accounts as credit', 'credit.id', 'credit_account_id')
      .select([
        'purpose',
        'debit.kind as debit',
        'credit.kind as credit',
        'amount_cents',
        'credit.balance_cents',
      ])
      .where('purpose', 'in', ['recovery', 'write_off'])
      .orderBy('ledger_rows.id')
      .execute()
    expect(rows).toEqual([
      { purpose: 'recovery', debit: 'bank', credit: 'project', amount_cents: 20_000, balance_cents: 0 },
      { purpose: 'write_off', debit: 'fees', credit: 'project', amount_cents: 5_000, balance_cents: 0 },
    ])
    expect(await findLedgerDifferences(app.db)).toEqual([])
    expect((await clerk.get(`${base}?state=recovered`)).body.count).toBe(1)
    expect(await refused(`${slug}/recover/`, ends(1))).toEqual([409, 'gift_not_open'])
  })

  test('the purpose changes to another project, which links back to the original gift', async () => {
    const other = await createProject(app.db, { title: 'Kletterwand', needs: [100_000] })
    const { slug, number } = await give()
    expect(await refused(`${slug}/change-purpose/`, { project_slug: project.slug, reason: 'x' })).toEqual([
      400,
      ['project_slug'],
    ])
    const { body } = await clerk.post(`${base}${slug}/change-purpose/`, {
      project_slug: other.slug,
      reason: 'Wunsch',
    })
    expect(body).toMatchObject({ project: { title: 'Kletterwand' }, moved_from: number, state: 'confirmed' })
    expect((await clerk.get(base)).body.totals.rest_cents).toBe(25_000)
    expect(await findLedgerDifferences(app.db)).toEqual([])
  })
})
