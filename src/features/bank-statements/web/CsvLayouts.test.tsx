import { waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Client, type TestApp, testApp } from '#test/app.ts'
import { newBrowser, openPage } from '#test/page.tsx'

let app: TestApp
let clerk: Client
beforeAll(async () => {
  app = await testApp()
  vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now })
})
beforeEach(async () => {
  await newBrowser()
  await app.reset()
  clerk = await app.as(['view_bank_statements', 'create_bank_statements'])
})
afterAll(async () => {
  vi.useRealTimers()
  await newBrowser()
  await app.close()
})

const base = '/api/v4/bank-statements/csv-layouts/'

test('layouts are shown with what their columns hold, renamed and removed; without any there is no section', async () => {
  await clerk.post(base, {
    bank_account: 'main',
    title: 'Giro',
    headings: ['Wann', ''],
    columns: { booked_on: 0, amount: 1 },
  })
  const page = await openPage(app, clerk, '/site-admin/bank-statements/')
  await page.found('h2', 'Layouts of CSV files')
  await page.found('td', 'Booking day: Wann · Amount: column 2')
  await page.press('Edit: Giro')
  await page.type('Name of the layout', 'House bank')
  await page.press('Save')
  await page.found('th', 'House bank')
  await page.press('Delete: House bank')
  await page.press('Delete')
  await waitFor(() => expect(document.querySelector('#csv-layouts')).toBeNull())
  expect((await clerk.get(base)).body.results).toEqual([])
})
