import { expect, test } from 'vitest'
import type { Permission } from '#shared/permissions.ts'
import type { Client, TestApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { createPayout } from '#test/payouts.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'

let app: TestApp
let clerk: Client
eachOnStatementApp((given) => ({ app, clerk } = given))
const { act, oneLine } = statementCalls(() => ({ app, clerk }))

const read = async (rights: Permission[] | 'superuser', account: { user_type?: 'company' } = {}) =>
  (await (await app.as(rights, account)).get('/api/v4/counts/')).body

test('counts reviews like the list of projects to review', async () => {
  await createProject(app.db, { needs_donation_review: true })
  await createProject(app.db, { needs_donation_review: true, needs_voting_review: true })
  await createProject(app.db, { needs_donation_review: true, status: 3 })
  await createProject(app.db)
  const staff = await app.as('superuser')
  const list = '/api/v4/projects/?needs_review=review,voting_review&exclude_status=archived&page_size=10'
  expect((await staff.get(list)).body.count).toBe(2)
  expect((await read('superuser')).reviews).toBe(2)
})

test('counts a line until it is decided, and again after an undo', async () => {
  const project = await createProject(app.db)
  const line = await oneLine(4800)
  const counted = async () => (await read(['change_bank_statements'])).lines_to_match
  expect(await counted()).toBe(1)
  await act(line.id, 'match', {
    parts: [{ target_type: 'project', target_slug: project.slug, amount_cents: 4800 }],
  })
  expect(await counted()).toBe(0)
  await act(line.id, 'undo')
  expect(await counted()).toBe(1)
})

test('leaves out what the person may not see or work on', async () => {
  await createPayout(app.db)
  await createPayout(app.db, { paid_on: '2026-11-20' })
  expect(await read([])).toEqual({ work: 0 })
  expect(await read(['view_projects', 'view_organizations', 'view_bank_statements'])).toEqual({ work: 0 })
  expect(await read(['change_projects'])).toEqual({ reviews: 0, work: 0 })
  expect(await read(['view_payouts'])).toEqual({ payouts_open: 1, payouts_exported: 0, work: 0 })
  expect(Object.keys(await read('superuser')).sort()).toEqual([
    'lines_to_match',
    'payouts_exported',
    'payouts_open',
    'reviews',
    'work',
  ])
})

test('shows company users nothing of the bank’s payouts and statements', async () => {
  await createPayout(app.db)
  await oneLine(4800)
  expect(await read(['change_payouts', 'change_bank_statements'], { user_type: 'company' })).toEqual({
    work: 0,
  })
})
