import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
let clerk: Client
eachOnNewPage(
  async (given) => {
    app = given
    clerk = await app.as(['view_bank_statements', 'create_bank_statements'])
  },
  { sharesClock: true },
)

const base = '/api/v4/bank-statements/csv-layouts/'

test('lists layouts with their columns, renames and removes them, and shows no section without any', async () => {
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
