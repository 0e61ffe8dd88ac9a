import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { deliver, intakeSecret, makeProvider } from '#test/intake.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
let clerk: Client
eachOnNewPage(
  async (given) => {
    app = given
    clerk = await app.as(['change_private_donations', 'change_settings', 'view_projects'])
  },
  { sharesClock: true },
)

const isGone = () => waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())

test('a delivery that could not be booked is viewed, then booked or closed with a reason', async () => {
  await makeProvider(clerk)
  await createProject(app.db, { title: 'Demenzcafé', needs: [100_000] })
  await app.db.updateTable('platform_features').set({ max_gift_cents: 1_000 }).execute()
  const { slug } = await app.db.selectFrom('projects').select('slug').executeTakeFirstOrThrow()
  for (const gift of ['pay_1', 'pay_2'])
    await deliver(app, {
      id: `evt_${gift}`,
      type: 'pledged',
      at: '2026-11-20T10:00:00Z',
      gift,
      project_slug: slug,
      amount_cents: 2_500,
      currency: 'EUR',
      donor: { name: 'Maria Kern' },
    })
  const page = await openPage(app, clerk, '/site-admin/intake-deliveries/')
  expect(await page.rows()).toEqual(['pay_2', 'pay_1'])
  expect(document.body.textContent).toContain('the amount is above the maximum in the settings')
  await page.press('pay_1')
  const shown = await page.dialog('Paysafe: pay_1')
  await waitFor(() => expect(shown.textContent).toContain('Maria Kern'))
  await page.press('Close', shown)
  await isGone()
  await page.press('Book…: pay_1')
  const book = await page.dialog('Book this delivery')
  await page.press('Book', book)
  await waitFor(() => expect(book.textContent).toContain('This field is required'))
  await page.type('Reason', 'Angerufen')
  await page.press('Book', book)
  await isGone()
  await waitFor(async () => expect(await page.rows()).toEqual(['pay_2', 'PS-2026-0001']))
  await page.press('More actions: pay_2')
  await page.press('Close…')
  const close = await page.dialog('Close this delivery')
  await page.type('Reason', 'Testzahlung')
  await page.press('Close without booking', close)
  await isGone()
  const { results } = (await clerk.get('/api/v4/intake-deliveries/?ordering=received_at')).body
  expect(results).toMatchObject([
    { state: 'applied', note: 'Angerufen' },
    { state: 'closed', note: 'Testzahlung' },
  ])
})

test('a provider is added and gets a secret, of which only the last characters are shown', async () => {
  const page = await openPage(app, clerk, '/site-admin/settings/payment-providers/')
  await page.press('Add a provider')
  const dialog = await page.dialog('Add a provider')
  await page.type('Title', 'Paysafe')
  await page.type('Code', 'paysafe')
  await page.press('Save', dialog)
  await isGone()
  await page.press('New secret: Paysafe')
  const setting = await page.dialog('New secret: Paysafe')
  await page.type('Secret', 'short')
  await page.press('Save', setting)
  await waitFor(() => expect(setting.textContent).toContain('At least 32 characters'))
  await page.type('Secret', intakeSecret)
  await page.press('Save', setting)
  await isGone()
  await waitFor(() => expect(document.body.textContent).toContain('•••• cdef'))
  expect(document.body.innerHTML).not.toContain(intakeSecret)
})
