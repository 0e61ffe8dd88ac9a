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
  await page.type('Valid from', '01.01.2026')
  await page.type('Valid until', '31.12.2025')
  await page.type('First budget', '1,000.00')
  await page.press('Save', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('The budget ends before it begins'))
  await page.type('Valid until', '31.12.2026')
  await page.press('Save', dialog)
  await page.found('li', /Fonds.*€1,000\.00/)
  await waitFor(() => expect(said()).toBe('Left at the end of each month; €1,005.00 are left today.'))
  await page.press('Table')
  await waitFor(() =>
    expect([...document.querySelectorAll('main tr')].at(-1)?.textContent).toContain('€1,005.00'),
  )
})
