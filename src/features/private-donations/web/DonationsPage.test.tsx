import { waitFor } from '@testing-library/dom'
import { readXlsx } from 'hucre'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { settleAll } from '#test/money.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
let clerk: Client
eachOnNewPage(
  async (given) => {
    app = given
    clerk = await app.as([
      'create_private_donations',
      'change_private_donations',
      'export_data',
      'view_projects',
    ])
    await createProject(app.db, { title: 'Demenzcafé', needs: [1_000_000] })
  },
  { sharesClock: true },
)

const list = '/site-admin/private-donations/'
const api = '/api/v4/private-donations/'
const isGone = () => waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
const sums = () => document.querySelector('.list-sums')?.textContent ?? ''

async function give(name: string, amount_cents: number, more: object = {}) {
  const { slug } = await app.db.selectFrom('projects').select('slug').executeTakeFirstOrThrow()
  const { body, status } = await clerk.post(api, {
    project_slug: slug,
    amount_cents,
    received_on: '2026-11-19',
    channel: 'cash',
    donor: { name },
    ...more,
  })
  expect(status).toBe(201)
  return body as { slug: string; number: string }
}

test('a donation is partly refunded with a reason, and the sums follow the filter', async () => {
  await give('Maria Kern', 25_000)
  await give('Emre Yılmaz', 2_500, { state: 'pledged' })
  const page = await openPage(app, clerk, `${list}?ordering=-amount`)
  expect(await page.rows()).toEqual(['Maria Kern', 'Emre Yılmaz'])
  await waitFor(() => expect(sums()).toContain('Confirmed, 1 donations€250.00'))
  expect(sums()).toContain('pledged, not money yet, 1€25.00')
  await page.press('More actions: Maria Kern')
  await page.press('Refund…')
  const dialog = await page.dialog('Refund')
  expect(dialog.textContent).toContain('PS-2026-0001 · at most €250.00')
  await page.press('In part', dialog)
  await page.type('Amount', '300.00')
  await page.press('Refund €300.00', dialog)
  expect(dialog.textContent).toContain('At most €250.00 is left')
  await page.type('Amount', '100.00')
  await waitFor(() => expect(dialog.textContent).toContain('€150.00 stays in the project'))
  expect(dialog.textContent).toContain('then needs €9,850.00 again')
  await page.press('Refund €100.00', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('This field is required'))
  await page.type('Reason', 'Doppelt überwiesen')
  await page.press('Refund €100.00', dialog)
  await isGone()
  await waitFor(() => expect(sums()).toContain('stays€150.00'))
  const { results } = (await clerk.get(`${api}?state=confirmed`)).body
  expect(results).toMatchObject([{ amount_cents: 25_000, returned_cents: 10_000, left_cents: 15_000 }])
})

test('a pledge is confirmed with the received amount', async () => {
  const { slug } = await give('Emre Yılmaz', 2_500, { state: 'pledged' })
  const page = await openPage(app, clerk, list)
  await page.rows()
  await page.press('Confirm…: Emre Yılmaz')
  const dialog = await page.dialog('Confirm the pledge')
  await page.type('Amount', '20.00')
  await waitFor(() =>
    expect(dialog.textContent).toContain('Pledge PS-2026-0001 is confirmed with €20.00 for 21.11.2026.'),
  )
  await page.press('Confirm €20.00', dialog)
  await isGone()
  expect((await clerk.get(`${api}${slug}/`)).body).toMatchObject({
    state: 'confirmed',
    amount_cents: 2_000,
    pledged_cents: 2_500,
  })
})

test('the export equals the list; without the right the donor is masked there too', async () => {
  await give('Maria Kern', 25_000)
  const sheet = async (client: Client) =>
    (await readXlsx((await client.get(`${api}export/?columns=donor,project,number,amount`)).bytes)).sheets[0]!
      .rows
  expect((await sheet(clerk))[1]).toEqual(['Maria Kern', 'Demenzcafé', 'PS-2026-0001', 250])
  const masked = await sheet(await app.as(['view_private_donations', 'export_data']))
  expect(masked[1]![0]).not.toContain('Maria')
  expect(masked[1]!.slice(1)).toEqual(['Demenzcafé', 'PS-2026-0001', 250])
  expect((await (await app.as(['export_data'])).get(`${api}export/`)).body.permission).toBe(
    'view_private_donations',
  )
})

test('an unpaid pledge is ended, a refund is transferred, and the donor is revealed for a reason', async () => {
  await give('Emre Yılmaz', 2_500, { state: 'pledged' })
  const donor = { name: 'Maria Kern', iban: 'DE89370400440532013000' }
  const { slug } = await give('Maria Kern', 25_000, { donor })
  await clerk.post(`${api}${slug}/refund/`, { amount_cents: 4_000, reason: 'Bitte' })
  const page = await openPage(app, clerk, `${list}?ordering=-amount`)
  await page.rows()
  await page.press('More actions: Emre Yılmaz')
  await page.press('Nothing came…')
  const end = await page.dialog('End the pledge')
  await page.press('Expired', end)
  await page.type('Reason', 'Keine Antwort')
  await page.press('End the pledge', end)
  await isGone()
  await page.press('More actions: Maria Kern')
  await page.press('Refund transferred…')
  const paid = await page.dialog('Refund transferred')
  await page.type('Amount', '50.00')
  await page.press('Mark €40.00 as transferred', paid)
  await waitFor(() => expect(paid.textContent).toContain('At most €40.00 is left'))
  await page.type('Amount', '40.00')
  await page.press('Mark €40.00 as transferred', paid)
  await isGone()
  await page.press('More actions: Maria Kern')
  await page.press('Show donor…')
  const ask = await page.dialog('Show who gave')
  await page.type('Reason', 'Rückfrage')
  await page.press('Show', ask)
  const shown = await page.dialog('Donor')
  for (const text of ['Maria Kern', 'DE89370400440532013000', '1 with €210.00'])
    expect(shown.textContent).toContain(text)
  const { results } = (await clerk.get(`${api}?ordering=-amount`)).body
  expect(results).toMatchObject([{ owed_cents: 0 }, { state: 'expired' }])
})

test('two duplicate donors are merged from the list, and the merge is undone', async () => {
  await give('Maria Kern', 25_000)
  await give('Maria Kern', 2_500, { donor: { name: 'Maria Kern', email: 'kern@example.org' } })
  const page = await openPage(app, clerk, list)
  await page.rows()
  await waitFor(() => expect(document.body.textContent).toContain('Duplicates: 1'))
  await page.press('Duplicates: 1')
  const dialog = await page.dialog('The same donor?')
  await waitFor(() => expect(dialog.textContent).toContain('Same or similar name'))
  expect(dialog.textContent).toContain('kern@example.org1 with €25.00')
  expect(dialog.querySelector('.callout')).toBeNull()
  const [keep] = [...dialog.querySelectorAll('button')].filter((one) => one.textContent === 'Keep Maria Kern')
  keep!.click()
  await waitFor(() => expect(dialog.textContent).toContain('No donor seems to appear twice'))
  const donors = (await clerk.get(api)).body.results.map((row: { donor: { slug: string } }) => row.donor.slug)
  expect(new Set(donors).size).toBe(1)
  await page.press('Merged', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('Kept'))
  await give('', 500, { donor: { name: 'Maria Kern', email: 'kern@example.org' } })
  await page.press('Undo', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('This merge can no longer be undone'))
  await app.db.updateTable('donor_pairs').set({ is_followed: false }).execute()
  await page.press('Undo', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('Nobody has been merged yet'))
  expect((await clerk.get('/api/v4/donors/duplicates/')).body.count).toBe(1)
})

test('monthly gifts are marked and filtered, and the donor dialog shows since when one is missing', async () => {
  const donor = { name: 'Maria Kern', email: 'maria@example.org' }
  for (const received_on of ['2026-08-01', '2026-09-01', '2026-10-01'])
    await give('', 1_000, { donor, received_on })
  await give('Emre Yılmaz', 1_000)
  const page = await openPage(app, clerk, `${list}?repeated=yes`)
  expect(await page.rows()).toEqual(['Maria Kern', 'Maria Kern', 'Maria Kern'])
  const labels = [...document.querySelectorAll('.label')].map((label) => label.textContent)
  expect(labels.filter((label) => label === 'Repeated')).toHaveLength(3)
  document.querySelector<HTMLElement>('[aria-label="More actions: Maria Kern"]')!.click()
  await page.press('Show donor…')
  const ask = await page.dialog('Show who gave')
  await page.type('Reason', 'Rückfrage')
  await page.press('Show', ask)
  expect((await page.dialog('Donor')).textContent).toContain(
    'Monthly since 01.08.2026, 3 times; the next one was expected on 01.11.2026 and has been missing since.',
  )
})

test('more possible duplicates than fit are shown on demand', async () => {
  // Eight donors with one address make 28 pairs.
  for (const name of ['Anna', 'Berta', 'Cem', 'Dora', 'Emre', 'Fatma', 'Gerd', 'Heidi'])
    await app.db
      .insertInto('donors')
      .values({ slug: name, name, email: 'chor@example.org', created_at: app.clock.now })
      .execute()
  const page = await openPage(app, clerk, list)
  await page.press('Duplicates: 28')
  const dialog = await page.dialog('The same donor?')
  const shown = () => dialog.querySelectorAll('.donor-pair').length
  await waitFor(() => expect(shown()).toBe(25))
  await page.press('Show more', dialog)
  await waitFor(() => expect(shown()).toBe(28))
  expect([...dialog.querySelectorAll('button')].map((one) => one.textContent)).not.toContain('Show more')
})

test('a chargeback after the payout is closed with the returned amount, and the rest is lost', async () => {
  const { slug } = await give('Maria Kern', 25_000)
  const superuser = await app.as('superuser')
  await settleAll(app.db, app.clock.now)
  const { body: payouts } = await superuser.get('/api/v4/payouts/')
  const paid = { payout_slugs: [payouts.results[0].slug], paid_on: '2026-11-21', reference: '' }
  expect((await superuser.post('/api/v4/payouts/mark-paid/', paid)).status).toBe(200)
  expect((await clerk.post(`${api}${slug}/charge-back/`, { reason: 'Konto leer' })).status).toBe(200)
  const page = await openPage(app, clerk, list)
  await page.rows()
  await page.press('More actions: Maria Kern')
  await page.press('Settle the chargeback…')
  const dialog = await page.dialog('Settle the chargeback')
  expect(dialog.textContent).toContain('PS-2026-0001 · at most €250.00')
  await page.type('Came back from the organization', '300.00')
  await page.type('Reason', 'Verein hat erstattet')
  await page.press('Settle €250.00', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('At most €250.00 is left'))
  await page.type('Came back from the organization', '100.00')
  await waitFor(() => expect(dialog.textContent).toContain('€150.00'))
  await page.press('Settle €250.00', dialog)
  await isGone()
  expect((await clerk.get(api)).body.results).toMatchObject([{ state: 'recovered', open_cents: 0 }])
  const rows = await app.db
    .selectFrom('ledger_rows')
    .select(['purpose', 'amount_cents'])
    .where('purpose', 'in', ['recovery', 'write_off'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { purpose: 'recovery', amount_cents: 10_000 },
    { purpose: 'write_off', amount_cents: 15_000 },
  ])
})
