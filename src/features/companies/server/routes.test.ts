import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { violatedConstraint } from '#server/transaction.ts'
import { accountId } from '#features/ledger/server/accounts.ts'
import { post } from '#features/ledger/server/post.ts'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'

let app: TestApp
let staff: Client
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  staff = await app.as('superuser')
})
const path = '/api/v4/companies/donating-companies/'

/** What a funding takes from the budget: used / available, as product.md §4 has it. */
async function take(amount_cents: number) {
  const { id: company_id } = await app.db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
  const entry = { business_day: '2026-11-21', created_by: null, now: app.clock.now }
  await app.db.transaction().execute(async (tx) =>
    post(tx, { kind: 'internal_funding', ...entry }, [
      {
        purpose: 'budget_use',
        debit: await accountId(tx, { kind: 'budget_used', company_id }),
        credit: await accountId(tx, { kind: 'budget_available', company_id }),
        amount_cents,
      },
    ]),
  )
}

test('the budget stands on the ledger: added, taken from, and what is left', async () => {
  const made = await staff.post(path, { title: 'Stadtwerke', budget_cents: 500_000 })
  expect(made.status).toBe(201)
  expect(made.body).toEqual({
    slug: 'stadtwerke',
    title: 'Stadtwerke',
    budget_cents: 500_000,
    available_cents: 500_000,
    version: 1,
  })
  await take(123_456)
  const added = await staff.patch(`${path}stadtwerke/`, { add_budget_cents: 1000, version: 1 })
  expect(added.body).toMatchObject({ budget_cents: 501_000, available_cents: 377_544, version: 2 })
  const rows = await app.db.selectFrom('ledger_rows').select('amount_cents').orderBy('id').execute()
  expect(rows.map((row) => row.amount_cents)).toEqual([500_000, 123_456, 1000])
  const events = await app.db.selectFrom('audit_events').select(['before', 'after']).orderBy('id').execute()
  expect(events).toEqual([
    { before: null, after: { title: 'Stadtwerke', budget_cents: 500_000 } },
    { before: { budget_cents: 500_000 }, after: { budget_cents: 501_000 } },
  ])
})

test('a budget never becomes negative, however many take from it at once', async () => {
  await staff.post(path, { title: 'Stadtwerke', budget_cents: 1000 })
  const taken = await Promise.allSettled([400, 400, 400].map((cents) => take(cents)))
  const refused = taken.filter((one) => one.status === 'rejected')
  expect(refused.map((one) => violatedConstraint(one.reason))).toEqual(['budget_not_negative'])
  expect((await staff.get(path)).body.results).toMatchObject([{ budget_cents: 1000, available_cents: 200 }])
})

test('companies without a budget have nothing left, and the list is ordered by title', async () => {
  await staff.post(path, { title: 'Zoo' })
  await staff.post(path, { title: 'Äpfel & Co.', budget_cents: 0 })
  await staff.patch(`${path}zoo/`, { add_budget_cents: 7, version: 1 })
  const { body } = await staff.get(path)
  expect(body.count).toBe(2)
  expect(
    body.results.map((row: { title: string; available_cents: number }) => [row.title, row.available_cents]),
  ).toEqual([
    ['Äpfel & Co.', 0],
    ['Zoo', 7],
  ])
  for (let n = 0; n < 10; n++) await staff.post(path, { title: `Bank ${n}` })
  const second = await staff.get(`${path}?page_size=10&page=2`)
  expect(second.body.results.map((row: { slug: string }) => row.slug)).toEqual(['bank-9', 'zoo'])
})

test('repeating a call with its key adds to the budget once', async () => {
  await staff.post(path, { title: 'Bank' })
  const headers = { 'idempotency-key': 'once' }
  const first = await staff.patch(`${path}bank/`, { add_budget_cents: 100, version: 1 }, { headers })
  const again = await staff.patch(`${path}bank/`, { add_budget_cents: 100, version: 1 }, { headers })
  expect([first.body.available_cents, again.body.available_cents]).toEqual([100, 100])
  expect((await staff.get(path)).body.results[0].available_cents).toBe(100)
})

test('amounts that are not whole positive cents and stale versions are refused', async () => {
  await staff.post(path, { title: 'Bank' })
  for (const add_budget_cents of [0, -5, 1.5, '7', 1e15])
    expect((await staff.patch(`${path}bank/`, { add_budget_cents, version: 1 })).status).toBe(400)
  expect((await staff.post(path, { title: 'X', budget_cents: -1 })).status).toBe(400)
  expect((await staff.patch(`${path}bank/`, { title: 'Bank AG', version: 1 })).body.title).toBe('Bank AG')
  const stale = await staff.patch(`${path}bank/`, { title: 'Y', version: 1 })
  expect([stale.status, stale.body.code, stale.body.current.title]).toEqual([409, 'edit_conflict', 'Bank AG'])
  expect((await staff.patch(`${path}nothing/`, { title: 'Y', version: 1 })).status).toBe(404)
})

test('who asks for it is told of a company of the same name, and may keep both', async () => {
  const made = (await staff.post(path, { title: 'Stadtwerke Ulm' })).body
  const again = { title: ' STADTWERKE  ulm'.trim().replace('  ', ' ') }
  const told = await staff.post(path, { ...again, unless_known: true })
  expect([told.status, told.body.code, told.body.blocking]).toEqual([
    409,
    'already_known',
    [{ slug: made.slug, title: 'Stadtwerke Ulm', code: 'same_title' }],
  ])
  const second = await staff.post(path, again)
  expect(second.status).toBe(201)
  const other = (await staff.post(path, { title: 'Sparkasse', unless_known: true })).body
  const renamed = { title: 'Stadtwerke Ulm', version: 1 }
  expect((await staff.patch(`${path}${other.slug}/`, { ...renamed, unless_known: true })).status).toBe(409)
  expect((await staff.patch(`${path}${other.slug}/`, renamed)).status).toBe(200)
})
