import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { InvalidInput } from '#server/base/errors.ts'
import { parsePart } from '#server/routes/validation.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { deliver, intakeSecret, makeProvider } from '#test/intake.ts'
import { payAll, settleAll } from '#test/money.ts'
import { runJobs } from '#test/run-jobs.ts'
import { databaseChecksums } from '#test/table-checksums.ts'
import { IntakeEvent } from '../events.ts'
import { retryWaiting } from './waiting.ts'

const app = useApp()
let clerk: Client
let settings: Client
let slug: string
beforeEach(async () => {
  clerk = await app.as(['change_private_donations'])
  settings = await app.as(['change_settings'])
  await makeProvider(settings)
  slug = (await createProject(app.db, { title: 'Demenzcafé', needs: [100_000] })).slug
})

let n = 0
const said = (type: string, more: object = {}) => ({
  id: `evt_${++n}`,
  type,
  at: '2026-11-20T10:00:00+01:00',
  gift: 'pay_1',
  ...(type === 'failed' ? {} : { amount_cents: 25_000, currency: 'EUR' }),
  ...(type === 'pledged' && { project_slug: slug }),
  ...more,
})
const tell = async (type: string, more: object = {}) => {
  const answer = await deliver(app, said(type, more))
  expect([answer.status, answer.body]).toEqual([200, { id: `evt_${n}`, received: true }])
}
const gifts = async () => (await clerk.get('/api/v4/private-donations/')).body.results
const deliveries = async (query = '') =>
  (await clerk.get(`/api/v4/intake-deliveries/?ordering=received_at${query}`)).body.results
const states = async () =>
  (await deliveries()).map((row: { type: string; state: string; problem: string }) => [
    row.type,
    row.state,
    row.problem,
  ])
const psp = async () => {
  const rows = await app.db
    .selectFrom('ledger_rows as row')
    .innerJoin('ledger_accounts as debit', 'debit.id', 'debit_account_id')
    .innerJoin('ledger_accounts as credit', 'credit.id', 'credit_account_id')
    .select(['debit.kind as debit', 'credit.kind as credit', 'amount_cents', 'purpose'])
    .orderBy('row.id')
    .execute()
  expect(await findLedgerDifferences(app.db)).toEqual([])
  return rows.map((row) => [row.purpose, row.debit, row.credit, row.amount_cents])
}
const events = (action: string) =>
  app.db.selectFrom('audit_events').selectAll().where('action', '=', action).orderBy('id').execute()

describe('deliveries of a provider', () => {
  test('pledges, confirmations, partial refunds and chargebacks are booked against the provider', async () => {
    await tell('pledged', { donor: { name: 'Maria Kern', email: 'maria@example.org' } })
    expect(await gifts()).toMatchObject([
      { state: 'pledged', channel: 'psp', amount_cents: 25_000, donor: { name: 'Maria Kern' } },
    ])
    await tell('confirmed')
    await tell('refunded', { amount_cents: 4_000, reason: 'Bitte' })
    await tell('charged_back', { amount_cents: 21_000 })
    expect(await gifts()).toMatchObject([{ state: 'reversed', returned_cents: 25_000 }])
    expect(await psp()).toEqual([
      ['gift', 'psp', 'project', 25_000],
      ['refund', 'project', 'refund', 4_000],
      ['refund_paid', 'refund', 'psp', 4_000],
      ['chargeback', 'project', 'psp', 21_000],
    ])
    const transactions = await app.db
      .selectFrom('ledger_transactions')
      .select('provider_event_id')
      .orderBy('id')
      .execute()
    expect(transactions.filter((row) => row.provider_event_id !== null)).toHaveLength(3)
    expect(JSON.stringify(await events('create'))).not.toContain('Kern')
  })

  test('a payout with fees is booked once, however often it is delivered', async () => {
    const payout = { payout: 'po_1', amount_cents: 24_300, fee_cents: 700 }
    await tell('paid_out', payout)
    await tell('paid_out', payout)
    expect(await psp()).toEqual([
      ['transfer', 'bank', 'psp', 24_300],
      ['fee', 'fees', 'psp', 700],
    ])
    expect((await states())[1]).toEqual(['paid_out', 'needs_person', 'differs'])
    const { version } = (await settings.get('/api/v4/intake-providers/')).body.results[0]
    await settings.patch('/api/v4/intake-providers/paysafe/', { books_payouts: false, version })
    await tell('paid_out', { ...payout, payout: 'po_2' })
    expect((await psp()).slice(2)).toEqual([['fee', 'fees', 'psp', 700]])
  })

  test('a failed pledge is reopened when its money arrives', async () => {
    await tell('pledged')
    await tell('failed', { reason: 'card declined' })
    expect((await gifts())[0].state).toBe('failed')
    await tell('confirmed')
    await tell('failed')
    expect((await gifts())[0].state).toBe('confirmed')
    expect(await psp()).toEqual([['gift', 'psp', 'project', 25_000]])
  })

  test('a chargeback after the payout makes the project negative and creates a task', async () => {
    await tell('pledged')
    await tell('confirmed')
    await settleAll(app.db, app.clock.now)
    await payAll(app.db, app.clock.now)
    await tell('refunded')
    expect((await states())[2]).toEqual(['refunded', 'needs_person', 'gift_paid_out'])
    await tell('charged_back')
    expect((await gifts())[0].state).toBe('recovery_open')
    expect(await app.db.selectFrom('reminders').select('title').execute()).toHaveLength(2)
  })

  test('a gift with a changed purpose is refunded at its current project, against the provider', async () => {
    const other = await createProject(app.db, { title: 'Kletterwand', needs: [100_000] })
    await tell('pledged')
    await tell('confirmed')
    const [gift] = await gifts()
    const path = `/api/v4/private-donations/${gift.slug}/change-purpose/`
    expect((await clerk.post(path, { project_slug: other.slug, reason: 'Wunsch' })).status).toBe(200)
    await tell('refunded', { amount_cents: 5_000 })
    expect((await gifts())[0]).toMatchObject({ project: { slug: other.slug }, left_cents: 20_000 })
    expect((await psp()).at(-1)).toEqual(['refund_paid', 'refund', 'psp', 5_000])
    const moved = (await gifts())[0].slug
    await clerk.post(`/api/v4/private-donations/${moved}/charge-back/`, { reason: 'Bank' })
    expect((await psp()).at(-1)).toEqual(['chargeback', 'project', 'psp', 20_000])
  })

  test('for a refund made here first, the delivery only books the transfer', async () => {
    await tell('pledged')
    await tell('confirmed')
    const [gift] = await gifts()
    await clerk.post(`/api/v4/private-donations/${gift.slug}/refund/`, { amount_cents: 5_000, reason: 'x' })
    await tell('refunded', { amount_cents: 5_000 })
    expect((await gifts())[0]).toMatchObject({ returned_cents: 5_000 })
    expect((await psp()).slice(1).map(([purpose]) => purpose)).toEqual(['refund', 'refund_paid'])
  })

  test('an event of a closed month is posted today and keeps its day; one dated in the future is dated today', async () => {
    await app.db
      .insertInto('closed_months')
      .values({ month: '2026-10-01', reason: 'x', closed_by: null, closed_at: app.clock.now })
      .execute()
    await tell('pledged')
    await tell('confirmed', { at: '2026-10-30T10:00:00Z' })
    await tell('pledged', { gift: 'pay_2', at: '2026-12-30T10:00:00Z' })
    expect((await gifts()).map((gift: { received_on: string }) => gift.received_on)).toEqual([
      '2026-11-21',
      '2026-10-30',
    ])
    const posted = await app.db.selectFrom('ledger_rows').select('business_day').orderBy('id').execute()
    expect(posted).toEqual([{ business_day: '2026-11-21' }])
  })
})

describe('delivery order', () => {
  test('an early event waits and is booked once its prerequisite arrives', async () => {
    await tell('charged_back', { amount_cents: 20_000 })
    await tell('refunded', { amount_cents: 5_000 })
    await tell('confirmed')
    expect(await states()).toEqual([
      ['charged_back', 'waiting', 'before_pledge'],
      ['refunded', 'waiting', 'before_pledge'],
      ['confirmed', 'waiting', 'before_pledge'],
    ])
    await tell('pledged')
    expect((await states()).map(([, state]: string[]) => state)).toEqual(Array(4).fill('applied'))
    expect((await psp()).map(([purpose]) => purpose)).toEqual(['gift', 'refund', 'refund_paid', 'chargeback'])
  })

  test('repeating a delivery, even days later, returns the same answer and changes nothing', async () => {
    await tell('pledged')
    const body = said('confirmed')
    const first = await deliver(app, body)
    const before = await databaseChecksums(app.db)
    expect((await deliver(app, body)).body).toEqual(first.body)
    app.clock.now = new Date('2026-11-21T20:00:00Z')
    expect((await deliver(app, body)).body).toEqual(first.body)
    expect(await databaseChecksums(app.db)).toEqual(before)
    const other = await deliver(app, { ...body, amount_cents: 26_000 })
    expect([other.status, other.body.code]).toEqual([409, 'delivery_changed'])
    expect(await databaseChecksums(app.db)).toEqual(before)
  })

  test('a delivery that waits longer than a day raises a task; one left by a killed process is booked', async () => {
    await tell('confirmed')
    app.clock.now = new Date('2026-11-22T09:01:00Z')
    clerk = await app.as(['change_private_donations'])
    await app.runJobs()
    expect(await app.db.selectFrom('reminders').select('description').execute()).toEqual([
      { description: expect.stringContaining('its pledge has not arrived yet') },
    ])
    await app.runJobs()
    expect(await tasks()).toEqual(['open'])
    await tell('pledged')
    expect(await tasks()).toEqual(['done'])
    await leave('refunded', { amount_cents: 100 })
    await app.runJobs()
    expect((await gifts())[0]).toMatchObject({ returned_cents: 100 })
  })

  /** A delivery whose process was killed between storing and booking. */
  async function leave(type: string, more: object = {}): Promise<void> {
    const event = { ...said(type, more), type }
    const { id } = await app.db.selectFrom('intake_providers').select('id').executeTakeFirstOrThrow()
    await app.db
      .insertInto('intake_deliveries')
      .values({
        provider_id: id,
        event_id: event.id,
        type,
        ref: event.gift,
        payload: JSON.stringify(event),
        state: 'waiting',
        problem: 'new',
        received_at: new Date(app.clock.now.getTime() - 3_600_000),
      })
      .execute()
  }

  /** Lets the worker look once, while the database refuses gifts of 666 cents; returns what it logs. */
  async function look(): Promise<object[]> {
    const logged: object[] = []
    const log = { info: () => {}, warn: () => {}, error: (entry: object) => void logged.push(entry) }
    await sql`create function refuse_gift() returns trigger language plpgsql as $$
      begin raise exception 'no such gift' using detail = 'Maria Kern'; end $$`.execute(app.db)
    await sql`create trigger refuse_gift before insert on fundings for each row
      when (new.amount_cents = 666) execute function refuse_gift()`.execute(app.db)
    try {
      await runJobs(app.services, { jobs: [], chores: [retryWaiting] }, log)
    } finally {
      await sql`drop function refuse_gift cascade`.execute(app.db)
    }
    return logged
  }

  test('a delivery whose booking fails holds up no other one', async () => {
    await leave('pledged', { amount_cents: 666, donor: { name: 'Maria Kern' } })
    await leave('confirmed')
    await leave('pledged', { gift: 'pay_2' })
    await leave('confirmed', { gift: 'pay_2' })
    const logged = await look()
    expect(await states()).toEqual([
      ['pledged', 'waiting', 'failed'],
      ['confirmed', 'waiting', 'before_pledge'],
      ['pledged', 'applied', ''],
      ['confirmed', 'applied', ''],
    ])
    expect(await tasks()).toEqual([])
    expect(logged).toEqual([
      { work: 'retry deliveries', delivery: expect.any(Number), err: expect.any(Error) },
    ])
  })

  test('a failed booking is tried again, and needs a person after a day', async () => {
    await leave('pledged', { amount_cents: 666 })
    await leave('pledged', { gift: 'pay_2', amount_cents: 666 })
    await look()
    await app.runJobs()
    expect((await states()).map(([, state]: string[]) => state)).toEqual(['applied', 'applied'])
    await leave('pledged', { gift: 'pay_3', amount_cents: 666 })
    await look()
    app.clock.now = new Date('2026-11-22T09:01:00Z')
    clerk = await app.as(['change_private_donations'])
    expect(await look()).toHaveLength(1)
    expect((await states())[2]).toEqual(['pledged', 'needs_person', 'failed'])
    expect(await app.db.selectFrom('reminders').select('description').execute()).toEqual([
      { description: expect.stringContaining('booking it failed unexpectedly') },
    ])
    expect(await look()).toEqual([])
    const [row] = await deliveries('&state=needs_person')
    expect((await clerk.post(`/api/v4/intake-deliveries/${row.id}/retry/`, {})).body.state).toBe('applied')
    expect(await tasks()).toEqual(['done'])
  })

  test.each(['0001-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'])(
    'an event at %s is refused at its field and kept for a person',
    async (at) => {
      const read = () => parsePart(IntakeEvent, said('pledged', { at }))
      expect(read).toThrow(InvalidInput)
      expect(read).toThrow(
        expect.objectContaining({ fields: { at: [{ key: 'validation.invalid', parameters: {} }] } }),
      )
      await tell('pledged', { at })
      await tell('pledged', { gift: 'pay_2', at: '2000-01-01T00:00:00Z' })
      expect(await states()).toEqual([
        ['unknown', 'needs_person', 'unreadable'],
        ['pledged', 'applied', ''],
      ])
    },
  )
})

describe('rejected callers', () => {
  const refusedBy = async (signing: Parameters<typeof deliver>[2]) => {
    const { status, body } = await deliver(app, said('pledged'), signing)
    return [status, body.code]
  }

  test('a wrong, missing or old signature is 401 and audited once an hour, without the secret', async () => {
    expect(await refusedBy({ secret: 'x'.repeat(40) })).toEqual([401, 'signature_invalid'])
    expect(await refusedBy({ headers: { 'intake-signature': '' } })).toEqual([401, 'signature_invalid'])
    expect(await refusedBy({ headers: { 'intake-timestamp': '1' } })).toEqual([401, 'signature_invalid'])
    expect(await refusedBy({ provider: 'nobody' })).toEqual([401, 'signature_invalid'])
    const ago = (ms: number) => new Date(app.clock.now.getTime() - ms)
    expect(await refusedBy({ at: ago(301_000) })).toEqual([401, 'signature_old'])
    expect(await refusedBy({ at: ago(-301_000) })).toEqual([401, 'signature_old'])
    expect(await events('intake_refused')).toHaveLength(1)
    expect(await app.db.selectFrom('intake_refusals').select('n').execute()).toEqual([{ n: 5 }])
    app.clock.now = new Date('2026-11-21T10:00:00Z')
    await refusedBy({ secret: 'x'.repeat(40) })
    const noted = await events('intake_refused')
    expect(noted.map((event) => event.after)).toEqual([{ signature: 'wrong' }, { signature: 'wrong' }])
    expect(JSON.stringify(await databaseChecksums(app.db))).not.toContain(intakeSecret)
    expect(await deliveries()).toEqual([])
    expect(await refusedBy({ at: ago(299_000) })).toEqual([200, undefined])
  })

  test('a modified body is rejected, and so is a cookie instead of a signature', async () => {
    const time = String(Math.floor(app.clock.now.getTime() / 1000))
    const body = said('pledged')
    const right = await deliver(app, body)
    expect(right.status).toBe(200)
    const cookie = await clerk.post('/api/v4/intake/paysafe/', body)
    expect([cookie.status, cookie.body.code]).toEqual([401, 'signature_invalid'])
    const { signatureOf } = await import('./signature.ts')
    const signature = `v1=${signatureOf(intakeSecret, time, Buffer.from(JSON.stringify(body)))}`
    const changed = await deliver(
      app,
      { ...body, amount_cents: 1 },
      { headers: { 'intake-timestamp': time, 'intake-signature': signature } },
    )
    expect(changed.status).toBe(401)
  })

  test('a body that is too large is 413, one without id 400, and an unreadable one is kept for a person', async () => {
    expect((await deliver(app, { id: 'x', note: 'x'.repeat(70_000) })).status).toBe(413)
    expect((await deliver(app, 'no json')).status).toBe(400)
    expect((await deliver(app, { type: 'pledged' })).body).toEqual({ id: [expect.any(String)] })
    expect((await deliver(app, { id: 'a\u0000b' })).status).toBe(400)
    expect(
      (await deliver(app, { id: 'odd', type: 'disputed', donor: { name: 'Maria Kern\u0000' } })).status,
    ).toBe(200)
    expect(await states()).toEqual([['unknown', 'needs_person', 'unreadable']])
    const [row] = await deliveries()
    const path = `/api/v4/intake-deliveries/${row.id}/`
    expect((await clerk.get(path)).body.payload).toContain('Maria Kern')
    const viewer = await app.as(['view_private_donations'])
    expect((await viewer.get(path)).body.payload).not.toContain('Kern')
    expect(await events('read')).toHaveLength(2)
  })

  test('an invisible donor name needs a person, and an invisible provider title is rejected', async () => {
    const unseen = '\u200B\u00AD\u2800'
    expect((await deliver(app, said('pledged', { donor: { name: unseen } }))).status).toBe(200)
    expect(await states()).toEqual([['unknown', 'needs_person', 'unreadable']])
    const titled = await settings.post('/api/v4/intake-providers/', { code: 'other', title: unseen })
    expect([titled.status, titled.body]).toEqual([400, { title: ['This field is required'] }])
  })

  test('a disabled provider is asked to retry, and nothing is stored', async () => {
    await settings.patch('/api/v4/intake-providers/paysafe/', { is_on: false, version: 1 })
    const { status, headers, body } = await deliver(app, said('pledged'))
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'intake_off', '3600'])
    expect(await deliveries()).toEqual([])
  })
})

describe('secrets', () => {
  const path = '/api/v4/intake-providers/paysafe/secrets/'
  const next = 'whsec_fedcba9876543210fedcba9876543210'

  test('cannot be read again and are stored encrypted', async () => {
    const { body } = await settings.get('/api/v4/intake-providers/')
    expect(body.results).toMatchObject([{ code: 'paysafe', secrets: [{ tail: 'cdef', ends_on: null }] }])
    expect(JSON.stringify(body)).not.toContain(intakeSecret)
    expect(JSON.stringify(await databaseChecksums(app.db))).not.toContain(intakeSecret)
    const strange = await app.db.selectFrom('intake_secrets').select('sealed').executeTakeFirstOrThrow()
    await app.db
      .updateTable('intake_secrets')
      .set({ sealed: `${strange.sealed}x` })
      .execute()
    expect((await deliver(app, said('pledged'))).status).toBe(401)
  })

  test('two are accepted until the old one’s end day, then only the new one', async () => {
    const { status, body } = await settings.post(path, { secret: next, old_ends_on: '2026-11-22' })
    expect([status, body.secrets.map((secret: { ends_on: string }) => secret.ends_on)]).toEqual([
      201,
      [null, '2026-11-22'],
    ])
    app.clock.now = new Date('2026-11-22T22:30:00Z')
    expect((await deliver(app, said('pledged'))).status).toBe(200)
    expect((await deliver(app, said('confirmed'), { secret: next })).status).toBe(200)
    app.clock.now = new Date('2026-11-22T23:30:00Z')
    expect((await deliver(app, said('failed'))).status).toBe(401)
    expect((await deliver(app, said('failed'), { secret: next })).status).toBe(200)
  })

  test('without an end day the old one is rejected at once; short or reused ones and a past end day are refused', async () => {
    await settings.post(path, { secret: next })
    expect((await deliver(app, said('pledged'))).status).toBe(401)
    expect((await settings.post(path, { secret: 'short' })).body).toEqual({
      secret: ['At least 32 characters'],
    })
    expect((await settings.post(path, { secret: intakeSecret })).body.code).toBe('secret_known')
    const past = await settings.post(path, { secret: `${next}1`, old_ends_on: '2026-11-20' })
    expect(past.body).toEqual({ old_ends_on: ['The day has passed'] })
    expect(JSON.stringify(await events('set_secret'))).not.toMatch(/whsec/)
  })
})

/** Whether each task is still open, in their order. */
async function tasks(): Promise<string[]> {
  const rows = await app.db.selectFrom('reminders').select('status').orderBy('id').execute()
  return rows.map(({ status }) => (status === 1 ? 'open' : 'done'))
}

describe('deliveries that need a person', () => {
  test('money for an unknown project is kept, creates a task, and is booked to the chosen project', async () => {
    await tell('pledged', { project_slug: 'nowhere' })
    await tell('confirmed')
    expect(await states()).toEqual([
      ['pledged', 'needs_person', 'unknown_project'],
      ['confirmed', 'waiting', 'before_pledge'],
    ])
    expect(await app.db.selectFrom('reminders').select('description').execute()).toEqual([
      { description: expect.stringContaining('there is no such project') },
    ])
    const [row] = await deliveries('&state=needs_person')
    const path = `/api/v4/intake-deliveries/${row.id}/`
    expect((await clerk.post(`${path}retry/`, {})).body.state).toBe('needs_person')
    const before = await databaseChecksums(app.db)
    expect((await clerk.post(`${path}book/`, { reason: ' ' })).status).toBe(400)
    expect((await clerk.post(`${path}book/`, { reason: 'x', project_slug: 'never' })).body).toEqual({
      project_slug: ['There is no such project'],
    })
    expect(await databaseChecksums(app.db)).toEqual(before)
    expect(await tasks()).toEqual(['open'])
    const { body } = await clerk.post(`${path}book/`, { project_slug: slug, reason: 'Meinte das Café' })
    expect(body).toMatchObject({ state: 'applied', note: 'Meinte das Café', donation: 'PS-2026-0001' })
    expect(await psp()).toEqual([['gift', 'psp', 'project', 25_000]])
    expect((await clerk.post(`${path}retry/`, {})).body.code).toBe('delivery_settled')
    expect(await tasks()).toEqual(['done'])
  })

  test('money for a project banned after the pledge is booked to another project by a person', async () => {
    const other = await createProject(app.db, { title: 'Kletterwand', needs: [100_000] })
    await tell('pledged', { donor: { name: 'Maria Kern' } })
    await app.db.updateTable('projects').set({ is_banned: true }).where('slug', '=', slug).execute()
    await tell('confirmed')
    const [row] = await deliveries('&state=needs_person')
    expect(row.problem).toBe('not_fundable')
    await clerk.post(`/api/v4/intake-deliveries/${row.id}/book/`, { project_slug: other.slug, reason: 'x' })
    expect(await gifts()).toMatchObject([
      {
        project: { slug: other.slug },
        state: 'confirmed',
        moved_from: 'PS-2026-0001',
        donor: { name: 'Maria Kern' },
      },
      { state: 'failed' },
    ])
    await tell('refunded', { amount_cents: 100 })
    expect((await gifts())[0].returned_cents).toBe(100)
  })

  test('an amount above the maximum is accepted or closed by a person with a reason', async () => {
    await app.db.updateTable('platform_features').set({ max_gift_cents: 20_000 }).execute()
    await tell('pledged')
    await tell('pledged', { gift: 'pay_2' })
    expect(await tasks()).toEqual(['open', 'open'])
    const [first, second] = await deliveries('&state=needs_person')
    expect(first.problem_display).toBe('the amount is above the maximum in the settings')
    await clerk.post(`/api/v4/intake-deliveries/${first.id}/book/`, { reason: 'Geprüft' })
    await tell('confirmed')
    expect((await gifts())[0]).toMatchObject({ state: 'confirmed', amount_cents: 25_000 })
    const closed = await clerk.post(`/api/v4/intake-deliveries/${second.id}/close/`, { reason: 'Test' })
    expect(closed.body).toMatchObject({ state: 'closed', note: 'Test', problem: '' })
    expect(await tasks()).toEqual(['done', 'done'])
    await tell('refunded', { gift: 'pay_2' })
    const [waits] = await deliveries('&state=waiting')
    const book = await clerk.post(`/api/v4/intake-deliveries/${waits.id}/book/`, { reason: 'x' })
    expect(book.body.code).toBe('delivery_not_bookable')
  })

  test('contradictions are reported: another amount, a refund above the rest', async () => {
    await tell('pledged')
    await tell('confirmed')
    await tell('confirmed', { amount_cents: 1 })
    await tell('refunded', { amount_cents: 26_000 })
    await tell('charged_back', { amount_cents: 26_000 })
    expect((await states()).slice(2)).toEqual([
      ['confirmed', 'needs_person', 'differs'],
      ['refunded', 'needs_person', 'refund_exceeded'],
      ['charged_back', 'needs_person', 'chargeback_exceeded'],
    ])
    expect(await psp()).toHaveLength(1)
  })
})
