import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { createGift, createProject } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
eachOnNewPage((given) => void (app = given), { sharesClock: true })

test('a month is closed with a reason, and its row and its transactions show it', async () => {
  await createGift(app.db, await createProject(app.db), 6_240, { received_on: '2026-09-10' })
  const page = await openPage(app, await app.as('superuser'), '/site-admin/logs/months/')
  const row = () => document.querySelector('tr[data-row="2026-09"]')!
  await page.press(/^Close…: .*09\.2026$/)
  const dialog = await page.dialog(/09\.2026/)
  await page.press('Save', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('This field is required'))
  await page.type(/^Reason/, 'Closing')
  await page.press('Save', dialog)
  await waitFor(() => expect(row().textContent).toContain('Closed'))
  expect(row().textContent).toContain('Closing')
  await page.press(/./, row())
  await page.found('main', /closed on /)
})
