import { waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settle } from '#features/ledger/server/settle.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { auditContext } from '../../../../test/audit-chain.ts'
import { createGift, createProject } from '../../../../test/factories.ts'
import { makeCompany } from '../../../../test/money.ts'
import { newBrowser, openPage } from '../../../../test/page.tsx'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
beforeEach(async () => {
  await newBrowser()
  await app.reset()
})
afterAll(async () => {
  await newBrowser()
  await app.close()
})

test('of many payouts the newest five are shown, and all of them when asked for', async () => {
  const project = await createProject(app.db, { slug: 'halle', needs: [1_000_000] })
  for (const cents of [1_100, 1_200, 1_300, 1_400, 1_500, 1_600, 1_700]) {
    await createGift(app.db, project, cents)
    await app.db
      .transaction()
      .execute((tx) => settle(tx, auditContext(app.clock.now), { business_day: '2026-11-20', atMost: 10 }))
  }
  const page = await openPage(app, await app.as('superuser'), '/site-admin/project/halle/update/?tab=money')
  const amounts = async () => {
    const part = (await page.found('h2', 'Payouts')).closest('section')!
    return [...part.querySelectorAll('li > strong')].map((amount) => amount.textContent)
  }
  const five = ['€17.00', '€16.00', '€15.00', '€14.00', '€13.00']
  expect(await amounts()).toEqual(five)
  await page.press('Show all: Payouts')
  await waitFor(async () => expect(await amounts()).toEqual([...five, '€12.00', '€11.00']))
  expect(page.find('button', 'Show all: Payouts')).toBeUndefined()
})

test('while a second person is asked, defunding cannot be asked for again, from the record nor from the list', async () => {
  await app.db.updateTable('approval_rules').set({ enabled: true, from_cents: 1_000 }).execute()
  const project = await createProject(app.db, { slug: 'halle', title: 'Halle', needs: [1_000_000] })
  await createGift(app.db, project, 500_000)
  await makeCompany(app.db, { slug: 'bank', title: 'Bank', granted_cents: 1_000_000 })
  const staff = await app.as('superuser')
  const funding = { project_slug: 'halle', company_slug: 'bank', amount_cents: 400 }
  expect((await staff.post('/api/v4/projects/fund-internally/', funding)).status).toBe(201)
  await app.db.updateTable('approval_rules').set({ from_cents: 100 }).execute()
  const defunding = { project_slug: 'halle', confirm_title: 'Halle', reason: 'Irrtum' }
  expect((await staff.post('/api/v4/projects/defund-internally/', defunding)).status).toBe(202)

  const record = await openPage(app, staff, '/site-admin/project/halle/update/')
  const button = await record.found('button', 'Defund…')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.title).toBe('This act waits for a second person already.')
  await newBrowser()
  const list = await openPage(app, staff, '/site-admin/projects/')
  await list.press('More actions: Halle')
  const entry = await list.found('[role=menuitem]', /^Defund…This act waits/)
  expect(entry.getAttribute('aria-disabled')).toBe('true')
})
