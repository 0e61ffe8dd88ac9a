import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { makeCompany } from '#test/money.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
eachOnNewPage((given) => void (app = given))

const said = () => document.querySelector('.bar-said')?.textContent

test('the budget chart updates when a budget is added', async () => {
  await makeCompany(app.db, { slug: 'werke', title: 'Stadtwerke', granted_cents: 500 })
  const page = await openPage(app, await app.as('superuser'), '/site-admin/company/werke/')
  await waitFor(() => expect(said()).toBe('Left at the end of each month; €5.00 are left today.'))
  await page.press('Add budget')
  const dialog = await page.dialog('Add budget')
  await page.type('Title', 'Fonds')
  await page.type('First budget', '1,000.00')
  await page.press('Save', dialog)
  await waitFor(() => expect(said()).toBe('Left at the end of each month; €1,005.00 are left today.'))
})
