import { waitFor } from '@testing-library/dom'
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { createProject } from '../../../../test/factories.ts'
import { newBrowser, openPage } from '../../../../test/page.tsx'

let app: TestApp
let clerk: Client
beforeAll(async () => {
  app = await testApp()
  vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now })
})
beforeEach(async () => {
  await newBrowser()
  await app.reset()
  clerk = await app.as([
    'create_private_donations',
    'change_private_donations',
    'export_data',
    'view_projects',
  ])
  await createProject(app.db, { title: 'Demenzcafé', needs: [1_000_000] })
})
afterAll(async () => {
  vi.useRealTimers()
  await newBrowser()
  await app.close()
})

const list = '/site-admin/private-donations/'
const api = '/api/v4/private-donations/'
const isGone = () => waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
const sums = () => document.querySelector('.donation-sums')?.textContent ?? ''

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

test('part of a donation is refunded with a reason; the sums are those of the filter', async () => {
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
  expect(dialog.textContent).toContain('At most €250.00 are left')
  await page.type('Amount', '100.00')
  await waitFor(() => expect(dialog.textContent).toContain('€150.00 stay in the project'))
  await page.press('Refund €100.00', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('This field is required'))
  await page.type('Reason', 'Doppelt überwiesen')
  await page.press('Refund €100.00', dialog)
  await isGone()
  await waitFor(() => expect(sums()).toContain('stays€150.00'))
  const { results } = (await clerk.get(`${api}?state=confirmed`)).body
  expect(results).toMatchObject([{ amount_cents: 25_000, returned_cents: 10_000, left_cents: 15_000 }])
})

test('a pledge is confirmed with what came', async () => {
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

test('the export has what the list shows; without the right the donor is masked there too', async () => {
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
