import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'
import { createPayout, goodIban, setHouseIban } from '#test/payouts.ts'

// Waiting proposals show up at the act they block, and an act warns beforehand that it may wait.

let app: TestApp
let clerk: Client
eachOnNewPage(
  async (given) => {
    app = given
    clerk = await app.as('superuser')
    await app.db.updateTable('approval_rules').set({ enabled: true }).execute()
  },
  { sharesClock: true },
)

const otherIban = 'DE02120300000000202051'
const label = 'Waiting for second person'
const warning =
  'From €1,000.00 a second person approves. Until then nothing moves; after 7 days the request expires.'
const says = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text))

test('a waiting payout is marked next to its state, and the blocked action names the reason', async () => {
  const { slug } = await createPayout(app.db, {
    amount_cents: 150_000,
    paid_on: '2026-11-19',
    title: 'Demenzcafé',
  })
  const body = { payout_slugs: [slug], reason: 'Verklickt' }
  expect((await clerk.post('/api/v4/payouts/unmark/', body)).status).toBe(202)
  const page = await openPage(app, clerk, '/site-admin/payouts/')
  await says(`Marked paid${label}`)
  await page.press('More actions: Demenzcafé')
  const unmark = await page.found('[role=menuitem]', /^Unmark/)
  expect(unmark.getAttribute('aria-disabled')).toBe('true')
  expect(unmark.textContent).toContain('This act is already waiting for a second person.')
  await page.press(/^Unmark/)
  expect(document.querySelector('dialog[open]')).toBeNull()
})

test('a bank account: the hint appears when its details change, and the label when the change waits', async () => {
  await setHouseIban(app.db)
  await createPayout(app.db, { amount_cents: 150_000 })
  const page = await openPage(app, clerk, '/site-admin/settings/own-accounts/')
  await page.press(/^Edit/)
  const dialog = await page.dialog(/./)
  expect(dialog.textContent).not.toContain(warning)
  await page.type('IBAN', otherIban)
  await says(warning)
  await page.press('Save', dialog)
  await says(label)
})

test('an organization: the hint appears when only the BIC changes', async () => {
  const { slug } = await createOrganization(app.db, { iban: goodIban })
  const page = await openPage(app, clerk, `/site-admin/organization/${slug}/update/?edit=true`)
  await page.type('BIC', 'COBADEFFXXX')
  await says(warning)
})
