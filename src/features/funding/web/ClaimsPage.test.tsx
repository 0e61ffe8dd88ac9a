import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { createClaim } from '#test/claims.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
eachOnNewPage((given) => void (app = given), { sharesClock: true })

test('a claim is returned in part, and its rest is written off with a reason', async () => {
  await createClaim(app, { title: 'Garden' })
  const page = await openPage(app, await app.as('superuser'), '/site-admin/recovery-claims/')
  expect(await page.rows()).toEqual(['Garden'])
  const row = () => document.querySelector('tbody tr')!.textContent
  const isGone = () => waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
  expect(row()).toContain('Open')
  await page.press(/^Book return/, document.querySelector('tbody')!)
  const booking = await page.dialog('Book return')
  await page.type('Amount', '100.00')
  await page.press('Book €100.00', booking)
  await isGone()
  await waitFor(() => expect(row()).toContain('€200.00'))

  await page.press('More actions: Garden')
  await page.press(/^Write off/)
  const ending = await page.dialog('Write off')
  await page.press('Write off €200.00', ending)
  await waitFor(() => expect(ending.textContent).toContain('This field is required'))
  await page.type('Reason', 'Verein aufgelöst')
  await page.press('Write off €200.00', ending)
  await isGone()
  await waitFor(() => expect(row()).toContain('Closed'))
  const claims = await app.db.selectFrom('recovery_claims').select('open_cents').execute()
  expect(claims).toEqual([{ open_cents: 0 }])
})
