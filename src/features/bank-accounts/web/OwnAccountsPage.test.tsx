import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
let staff: Client
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as(['view_settings', 'change_settings'])
})

const path = '/api/v4/bank-accounts/'
const iban = 'DE89370400440532013000'
const kept = async () =>
  ((await staff.get(path)).body.results as { title: string; iban: string }[]).map((row) => [
    row.title,
    row.iban,
  ])

test('the page warns about a new account with a known name and IBAN, and saving again keeps both', async () => {
  expect((await staff.post(path, { title: 'Spendenkonto', iban })).status).toBe(201)
  const page = await openPage(app, staff, '/site-admin/settings/own-accounts/')
  await page.press('Add account')
  const dialog = await page.dialog('Add account')
  await page.type('Title', 'Spendenkonto')
  await page.type('IBAN', 'DE89 3704 0044 0532 0130 00')
  await page.press('Save', dialog)
  const told =
    'This name already exists: “Spendenkonto”. This IBAN already exists: “Spendenkonto”. Save again to keep both.'
  await waitFor(() => expect(dialog.textContent).toContain(told))
  expect(await kept()).toEqual([
    ['Main account', ''],
    ['Spendenkonto', iban],
  ])
  await page.press('Save', dialog)
  await waitFor(async () =>
    expect(await kept()).toEqual([
      ['Main account', ''],
      ['Spendenkonto', iban],
      ['Spendenkonto', iban],
    ]),
  )
})

test("the page warns when an account is renamed to another account's name", async () => {
  await staff.post(path, { title: 'Spendenkonto', iban })
  const page = await openPage(app, staff, '/site-admin/settings/own-accounts/')
  await page.press(/^Edit.*Spendenkonto/)
  const dialog = await page.dialog(/Spendenkonto/)
  await page.type('Title', 'Main account')
  await page.press('Save', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('This name already exists: “Main account”.'))
  await page.press('Save', dialog)
  await waitFor(async () => expect((await kept())[1]).toEqual(['Main account', iban]))
})
