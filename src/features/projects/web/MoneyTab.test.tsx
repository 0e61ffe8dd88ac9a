import { waitFor } from '@testing-library/dom'
import { readXlsx } from 'hucre'
import { expect, test } from 'vitest'
import { settle } from '#features/ledger/server/settle.ts'
import type { TestApp } from '#test/app.ts'
import { auditContext } from '#test/audit-chain.ts'
import { createGift, createProject } from '#test/factories.ts'
import { makeCompany } from '#test/money.ts'
import { eachOnNewPage, newBrowser, openPage } from '#test/page.tsx'

let app: TestApp
eachOnNewPage(async (given) => void (app = given))

test('the newest five of many payouts are shown, and all of them on request', async () => {
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

test('while defunding waits for a second person, it cannot be requested again, from record or list', async () => {
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
  expect(button.title).toBe('This act is already waiting for a second person.')
  await newBrowser()
  const list = await openPage(app, staff, '/site-admin/projects/')
  await list.press('More actions: Halle')
  const entry = await list.found('[role=menuitem]', /^Defund…This act is already waiting/)
  expect(entry.getAttribute('aria-disabled')).toBe('true')
})

test('people with both rights can export the money with its days, accounts and amounts', async () => {
  const project = await createProject(app.db, { slug: 'halle', title: 'Halle', needs: [1_000_000] })
  await createGift(app.db, project, 4_250, { received_on: '2026-11-02' })
  await app.db
    .transaction()
    .execute((tx) => settle(tx, auditContext(app.clock.now), { business_day: '2026-11-20', atMost: 10 }))
  await createGift(app.db, await createProject(app.db), 99_900)
  const path = '/api/v4/project/halle/money/export/'
  const answer = await (await app.as(['export_data', 'view_projects'])).get(path)
  const [sheet, about] = (await readXlsx(answer.bytes)).sheets
  const [headings, ...rows] = sheet!.rows
  expect(headings!.slice(0, 7)).toEqual([
    'Transaction', 'Business day', 'Event', 'Funding type', 'Debit', 'Credit', 'Amount',
  ]) // prettier-ignore
  expect(rows.map((row) => row.slice(2, 7))).toEqual([
    ['Donation allocated', 'Donation', 'bank:main', 'project:halle:1', 42.5],
    ['Settlement', 'Donation', 'project:halle:1', 'payable:AZ-2026-0001', 42.5],
  ])
  expect(rows.map((row) => row[1])).toEqual([new Date('2026-11-02'), new Date('2026-11-20')])
  expect(about!.rows.slice(0, 2)).toEqual([
    ['Project', 'Halle'],
    ['Rows', 2],
  ])
  const without = await Promise.all(
    [['export_data'], ['view_projects']].map(async (rights) => (await app.as(rights as never)).get(path)),
  )
  expect(without.map(({ status, body }) => [status, body.permission])).toEqual([
    [403, 'view_projects'],
    [403, 'export_data'],
  ])
  const page = await openPage(app, await app.as('superuser'), '/site-admin/project/halle/update/?tab=money')
  expect((await page.found('button', 'Export')).getAttribute('aria-disabled')).toBeNull()
})
