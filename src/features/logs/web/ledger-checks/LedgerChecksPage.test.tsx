import { waitFor } from '@testing-library/dom'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '#test/app.ts'
import { createGift, createProject } from '#test/factories.ts'
import { newBrowser, openPage } from '#test/page.tsx'

let app: TestApp
let auditor: Client
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())
beforeEach(async () => {
  await newBrowser()
  await app.reset()
  auditor = await app.as(['view_logs'])
  await sql`insert into ledger_check_since (audited_after) values (1000) on conflict (id) do update
    set audited_after = 1000`.execute(app.db)
})
afterEach(() => newBrowser())

const checks = '/site-admin/logs/ledger-checks/'
const main = () => document.querySelector('main')!.textContent
const sees = (words: string | RegExp) => waitFor(() => expect(main()).toMatch(words))

test('“Check now” runs in the background, shows that every check holds and announces its end', async () => {
  await createGift(app.db, await createProject(app.db), 6_240)
  const page = await openPage(app, auditor, checks)
  await sees('Not checked yet')
  await sees('The ledger has not been checked for more than 26 hours')
  await page.press('Check now')
  const state = () => auditor.get('/api/v4/logs/ledger-checks/state/')
  await waitFor(async () => expect((await state()).body.running).toBe(true))
  await app.runJobs()
  await sees('Ledger check done. All 16 checks hold.')
  const results = () =>
    [...document.querySelectorAll('tr[data-row] .label')].map((label) => label.textContent)
  await waitFor(() => expect(results()).toEqual(Array.from({ length: 16 }, () => 'holds')))
  await sees('€62.40 = €62.40')
})

test('a broken check is expanded with both figures, and the audit page warns of it too', async () => {
  const project = await createProject(app.db, { title: 'Repair-Café' })
  await createGift(app.db, project, 6_240)
  await sql`update projects set funded_cents = 6290`.execute(app.db)
  await auditor.post('/api/v4/logs/ledger-checks/run/')
  await app.runJobs()
  const page = await openPage(app, auditor, checks)
  await sees('1 of 16 checks is broken.')
  await sees('Change nothing by hand. The task “Clear the ledger check” has been created.')
  await sees('1 broken')
  await sees(/kept €62.90booked €62.40Difference €0.50/)
  const link = await page.found<HTMLAnchorElement>('a', 'Repair-Café')
  expect(link.getAttribute('href')).toBe(`/site-admin/project/${project.slug}/update/`)
  const task = await page.found<HTMLAnchorElement>('a', 'Open task')
  expect(task.getAttribute('href')).toMatch(/^\/site-admin\/tasks\/all\/\?task=/)
  await page.press(/^Rows that break/)
  await waitFor(() => expect(main()).not.toMatch('Difference'))
  await page.press('Audit')
  await sees('1 of 16 checks is broken.')
})
