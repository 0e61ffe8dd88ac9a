import type { Page } from '@playwright/test'
import { call } from './calls.ts'
import { look } from './looks.ts'
import { expect, test } from './signed-in.ts'
import { tooSmall } from './targets.ts'

/** Pages by subject; one visit covers a group, so that shared parts load once. */
const pages = {
  tasks: ['tasks/', 'tasks/all/', 'tasks/week/?whose=all', 'tasks/templates/'],
  mail: ['emails/', 'emails/templates/', 'email-template/task_created/update/'],
  people: ['users/', 'user/1/update/', 'permissions/?permission=reminders', 'profile/'],
  settings: [
    'settings/companies/',
    'settings/bank-accounts/',
    'settings/internal-statuses/',
    'settings/additional-fields/',
    'settings/approvals/',
    'settings/features/',
    'settings/limits/',
    'settings/jobs/',
    'settings/own-accounts/',
    'settings/payment-providers/',
    'settings/additional-fields/',
    'settings/approvals/',
  ],
  money: [
    'gifts/',
    'private-donations/',
    'payouts/',
    'recovery-claims/',
    'bank-statements/',
    'intake-deliveries/',
    'project/barrierefreier-zugang-zur-stadtbuecherei-2020/update/?tab=money',
  ],
  records: [
    'logs/accounts/',
    'logs/months/',
    'logs/ledger-checks/',
    'documents/administration/',
    'documents/log/',
    'exports/',
    'import/',
    'statistics/',
    'company/stadtwerke-lindenau/',
  ],
  logs: ['journal/', 'ledger-checks/', 'internal-fundings/', 'defunds/', 'audit/', 'searches/'].map(
    (address) => `logs/${address}`,
  ),
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Nothing scrolls sideways: neither the page nor a table inside it. */
const fits = (page: Page) =>
  page.evaluate(
    `document.documentElement.scrollWidth <= innerWidth &&
     [...document.querySelectorAll('.table-card')].every((card) => card.scrollWidth <= card.clientWidth)`,
  )

for (const [group, addresses] of Object.entries(pages))
  test(`pages of ${group} fit a small phone in German and are accessible in both themes`, async ({
    page,
  }) => {
    await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
    const faults: string[] = []
    for (const address of addresses)
      await test.step(address, async () => {
        await expectFitting(page, address)
        faults.push(...(await look(page)).map((fault) => `${address} ${fault}`))
      })
    expect(faults).toEqual([])
  })

async function expectFitting(page: Page, address: string) {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/site-admin/${address}`)
  await expect(heading(page)).toBeVisible()
  // Loading has ended: rows of lists and parts of the page are there.
  await expect(page.locator('[aria-busy="true"], .spinner')).toHaveCount(0)
  await expect.poll(() => fits(page)).toBe(true)
  // Twelve months share a chart's width; its table repeats them.
  if (address.includes('statistics/')) await page.setViewportSize({ width: 390, height: 700 })
  expect(await tooSmall(page)).toEqual([])
  // The checker cannot enter a sandboxed frame; the other view has the same text.
  if (address.includes('email-template/'))
    await page.getByRole('button', { name: 'Text', exact: true }).click()
}

test('the invitation with its permissions fits a small phone', async ({ page }) => {
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/site-admin/users/')
  await page.getByRole('button', { name: 'Einladen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Benutzerkonto einladen' })
  await expect(dialog.getByRole('checkbox', { name: 'Aufgaben: Nur ansehen' })).toBeVisible()
  await expect.poll(() => fits(page)).toBe(true)
  await dialog.getByLabel('Vorname').fill('Petra')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  const ask = page.getByRole('dialog', { name: 'Nicht gespeicherte Änderungen' })
  await ask.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(dialog.getByLabel('Vorname')).toHaveValue('Petra')
})

test('on a tablet the navigation scrolls separately, and the page does not overflow its window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 600 })
  const pinned_pages = [
    'payouts',
    'gifts',
    'exports',
    'users',
    'permissions',
    'import',
    'emails',
    'approvals',
  ]
  await call(page, 'PATCH', '/api/v4/users/profile/', {
    pinned_pages: pinned_pages.map((name) => `/site-admin/${name}/`),
  })
  await page.goto('/site-admin/documents/log/')
  await expect(page.locator('.side.rail')).toBeVisible()
  const below = (selector: string) =>
    page.evaluate<number>(`(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(
      document.querySelector('${selector}'))`)
  expect(await below('.side')).toBeGreaterThan(0)
  expect(await below('html')).toBe(0)
  await call(page, 'PATCH', '/api/v4/users/profile/', { pinned_pages: [] })
})
