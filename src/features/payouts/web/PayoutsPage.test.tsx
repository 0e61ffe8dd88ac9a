import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { eachOnNewPage, openPage, type PageCall } from '#test/page.tsx'
import { createPayout, setHouseIban } from '#test/payouts.ts'

let app: TestApp
let clerk: Client
eachOnNewPage(
  async (given) => {
    app = given
    clerk = await app.as(['change_payouts', 'export_data'])
  },
  { sharesClock: true },
)

const list = '/site-admin/payouts/'
const bar = () => document.querySelector('[role=group][aria-label="Actions for the selection"]')!
const barSays = (text: string) => waitFor(() => expect(bar().querySelector('strong')?.textContent).toBe(text))
const states = async () =>
  (await app.db.selectFrom('payouts').select(['state', 'paid_on', 'reference']).orderBy('id').execute()).map(
    ({ state, paid_on, reference }) => [state, paid_on, reference],
  )
const escape = () => fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
/** True when the browser would ask before leaving the page. */
const asksToReload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
const isGone = () => waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())

test('a selection shows count and sum, and is marked paid after confirmation', async () => {
  await createPayout(app.db, { title: 'Garden', amount_cents: 64_018 })
  await createPayout(app.db, { title: 'Bike', amount_cents: 185_000 })
  await createPayout(app.db, { title: 'Paid', paid_on: '2026-11-19' })
  const page = await openPage(app, clerk, `${list}?state=open&ordering=number`)
  expect(await page.rows()).toEqual(['Garden', 'Bike'])
  await page.found('a[aria-current=page]', 'Open 2')
  await page.press('Select all')
  await barSays('2 selected · €2,490.18')
  await page.press('Mark paid…', bar())
  const dialog = await page.dialog('Mark paid')
  expect(dialog.textContent).toContain(
    'You confirm that the bank transferred €2,490.18 on 21.11.2026. The product moves no money.',
  )
  await page.type('Paid on', '20.11.2026')
  await page.type('Reference', 'Lauf 7')
  await waitFor(() => expect(dialog.textContent).toContain('€2,490.18 on 20.11.2026'))
  await page.press('Mark paid: 2, €2,490.18', dialog)
  await isGone()
  expect(await states()).toEqual([
    ['marked_paid', '2026-11-20', 'Lauf 7'],
    ['marked_paid', '2026-11-20', 'Lauf 7'],
    ['marked_paid', '2026-11-19', ''],
  ])
  expect(page.alerts()).toEqual([])
})

test('selecting all matches except one shows the sum too', async () => {
  for (let n = 1; n <= 12; n++) await createPayout(app.db, { title: `Well ${n}`, amount_cents: n * 100 })
  const page = await openPage(app, clerk, `${list}?page_size=10&ordering=number`)
  await page.rows()
  await page.press('Select all')
  await page.press('Select all 12 that match')
  await page.press('Select: Well 3')
  await barSays('11 selected: all 12 that match but 1 · €75.00')
})

test('a lost answer shows that nothing is booked twice, and the retry has the same key and body', async () => {
  await createPayout(app.db, { title: 'Garden' })
  const calls: PageCall[] = []
  let lost = true
  const page = await openPage(app, clerk, list, async (call) => {
    if (!call.path.endsWith('/mark-paid/')) return undefined
    calls.push(call)
    if (!lost) return undefined
    lost = false
    throw new TypeError('connection lost')
  })
  await page.rows()
  await page.press('Select: Garden')
  await page.press('Mark paid…', bar())
  const dialog = await page.dialog('Mark paid')
  await page.press('Mark paid: 1, €100.00', dialog)
  await waitFor(() => expect(page.alerts()).toEqual(['No answer yet. Nothing is booked twice, try again.']))
  expect((await states())[0]![0]).toBe('open')
  await page.press('Mark paid: 1, €100.00', dialog)
  await isGone()
  expect((await states())[0]![0]).toBe('marked_paid')
  expect(calls[0]!.idempotencyKey).toMatch(/^[\w-]{10,}$/)
  expect(calls).toEqual([calls[0], calls[0]])
})

test('a refused day is explained in the dialog, and an alert names the payout that blocks', async () => {
  const payout = await createPayout(app.db, { title: 'Garden' })
  const page = await openPage(app, clerk, list)
  await page.rows()
  await page.press('Select: Garden')
  await page.press('Mark paid…', bar())
  const dialog = await page.dialog('Mark paid')
  await page.type('Paid on', '10.11.2026')
  await page.press('Mark paid: 1, €100.00', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('Not before 18.11.2026'))
  await clerk.post('/api/v4/payouts/cancel/', { payout_slugs: [payout.slug], reason: 'Meanwhile' })
  await page.type('Paid on', '20.11.2026')
  await page.press('Mark paid: 1, €100.00', dialog)
  await waitFor(() =>
    expect(page.alerts()).toEqual([
      `Only payouts that are open or exported can be changed like this. ${payout.number}`,
    ]),
  )
})

test('references are resolved before anything is written, then marked', async () => {
  await createPayout(app.db, { title: 'Garden', amount_cents: 64_018 })
  await createPayout(app.db, { title: 'Done', paid_on: '2026-11-19' })
  const page = await openPage(app, clerk, list)
  await page.press('Paste references')
  const dialog = await page.dialog('Paste references')
  await page.type('References', 'AZ-2026-0001 640,19\nAZ-2026-0002\nAZ-2026-0099')
  await page.press('Find', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('2 found, 1 not found'))
  expect(dialog.textContent).toContain('Another amount')
  expect(dialog.textContent).toContain('1 not foundAZ-2026-0099')
  expect((await states()).map(([state]) => state)).toEqual(['open', 'marked_paid'])
  await page.press('Mark 1 paid: €640.18', dialog)
  const confirm = await page.dialog('Mark paid')
  await page.press('Mark paid: 1, €640.18', confirm)
  await isGone()
  expect(await states()).toEqual([
    ['marked_paid', '2026-11-21', ''],
    ['marked_paid', '2026-11-19', ''],
  ])
})

test('discarding pasted references or a chosen file asks first', async () => {
  const page = await openPage(app, clerk, list)
  await page.press('Paste references')
  const dialog = await page.dialog('Paste references')
  expect(asksToReload()).toBe(false)
  await page.type('References', 'AZ-2026-0001')
  for (const close of [escape, () => page.press('Cancel', dialog)]) {
    await close()
    await page.press('Keep editing', await page.dialog('Unsaved changes'))
  }
  expect(asksToReload()).toBe(true)
  await page.type('References', '')
  const file = new File(['AZ-2026-0001'], 'camt.xml')
  fireEvent.change(dialog.querySelector('input[type=file]')!, { target: { files: [file] } })
  await page.found('.drop > span', 'camt.xml', dialog)
  escape()
  await page.press('Discard', await page.dialog('Unsaved changes'))
  await isGone()
})

test('a row can be unmarked only with a reason', async () => {
  await createPayout(app.db, { title: 'Garden', paid_on: '2026-11-19' })
  const page = await openPage(app, clerk, list)
  await page.rows()
  await page.press('More actions: Garden')
  await page.press('Unmark…')
  const dialog = await page.dialog('Not paid after all')
  await page.press('Unmark: 1, €100.00', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('Give a reason'))
  expect(document.activeElement).toBe(page.find('input, textarea', 'Reason'))
  expect((await states())[0]![0]).toBe('marked_paid')
  await page.type('Reason', 'Wrong account')
  await page.press('Unmark: 1, €100.00', dialog)
  await isGone()
  expect((await states())[0]![0]).toBe('open')
})

test('without payouts the page explains where they come from', async () => {
  await openPage(app, clerk, list)
  await waitFor(() =>
    expect(document.querySelector('main')?.textContent).toContain(
      'No payouts yet. They come with the nightly settlement.',
    ),
  )
})

test('a payment file shows payments, control sum and left-out payouts, then the download and the next step', async () => {
  await setHouseIban(app.db)
  await createPayout(app.db, { title: 'Garten für alle', amount_cents: 64_018 })
  await createPayout(app.db, { title: 'Bike', amount_cents: 185_000 })
  const without = await createPayout(app.db, {
    title: 'Sea',
    amount_cents: 98_000,
    organization: { iban: '' },
  })
  const page = await openPage(app, clerk, `${list}?ordering=number`)
  await page.rows()
  await page.press('Select all')
  await page.press('SEPA file…', bar())
  const drawer = await page.dialog('SEPA file')
  expect(drawer.textContent).toContain('3 payouts selected · 2 go into the file')
  expect(drawer.textContent).toContain('AZ-2026-0001 - Garten für alle - Donation')
  expect(drawer.textContent).toContain('· → -')
  expect(drawer.textContent).toContain('Control sum · 2 payments, one batch€2,490.18')
  expect(drawer.textContent).toContain('Checked: 2 valid IBANs, no payout in an earlier file')
  expect(drawer.textContent).toContain('1 payout is left out: €980.00')
  expect(drawer.textContent).toContain(`${without.number}, Sea: no IBAN is known.`)
  expect(drawer.textContent).toContain(
    'The 2 payouts become “exported” and cannot go into a second file without a reason.',
  )
  await page.type('Execution day', '25.12.2026')
  await page.press('Take 28.12.2026, the next bank day', drawer)
  expect(drawer.textContent).toContain('The day is more than 15 days ahead.')
  expect(drawer.textContent).not.toContain('The file holds one payment.')
  await page.press('Create file: 2 payments, €2,490.18', drawer)
  await waitFor(() =>
    expect(document.querySelector('dialog[open] h3')?.textContent).toBe(
      'File created: 2 payments, €2,490.18',
    ),
  )
  expect(document.activeElement?.textContent).toBe('File created: 2 payments, €2,490.18')
  const done = document.querySelector('dialog[open]')!
  expect(done.textContent).toContain('SEPA-2026-0001.xml')
  expect(done.textContent).toContain('28.12.2026')
  expect((await states()).map(([state]) => state)).toEqual(['exported', 'exported', 'open'])
  await page.press('Mark these as paid', done)
  const confirm = await page.dialog('Mark paid')
  await page.press('Mark paid: 2, €2,490.18', confirm)
  await isGone()
  expect((await states()).map(([state]) => state)).toEqual(['marked_paid', 'marked_paid', 'open'])
})

test('an exported payout can go into another file only with a reason', async () => {
  await setHouseIban(app.db)
  const payout = await createPayout(app.db, { title: 'Garden' })
  await clerk.post('/api/v4/payouts/sepa-export/', { payout_slugs: [payout.slug], execute_on: '2026-11-23' })
  const page = await openPage(app, clerk, list)
  await page.rows()
  await page.press('Select: Garden')
  await page.press('SEPA file…', bar())
  const drawer = await page.dialog('SEPA file')
  await waitFor(() => expect(drawer.textContent).toContain('is in a file already'))
  await page.press(`Add with a reason: ${payout.number}`)
  await waitFor(() => expect(drawer.textContent).toContain('The file holds one payment.'))
  await page.press('Create file: 1 payment, €100.00')
  await waitFor(() => expect(document.querySelector('dialog[open]')!.textContent).toContain('Give a reason'))
  await page.type('Why once more?', 'The bank refused the file')
  escape()
  await page.press('Keep editing', await page.dialog('Unsaved changes'))
  expect(asksToReload()).toBe(true)
  await page.press('Create file: 1 payment, €100.00')
  await waitFor(() =>
    expect(document.querySelector('dialog[open]')!.textContent).toContain('SEPA-2026-0002.xml'),
  )
})
