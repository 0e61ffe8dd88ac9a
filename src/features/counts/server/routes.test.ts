import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Permission } from '#shared/permissions.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { createPayout } from '#test/payouts.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())
beforeEach(() => app.reset())

const read = async (rights: Permission[] | 'superuser') =>
  (await (await app.as(rights)).get('/api/v4/counts/')).body

test('the counts are those of the lists of what is in work', async () => {
  const organization = await createOrganization(app.db, {})
  await createOrganization(app.db, { status: 3 })
  for (const status of [1, 1, 2, 3]) await createProject(app.db, { status, organization_id: organization.id })
  const staff = await app.as('superuser')
  const countOf = async (path: string) =>
    (await staff.get(`/api/v4/${path}/?exclude_status=archived&page_size=10`)).body.count as number
  expect(await read('superuser')).toEqual({
    projects: await countOf('projects'),
    organizations: await countOf('organizations'),
    payouts: 0,
    payouts_open: 0,
    payouts_exported: 0,
  })
  expect((await read('superuser')).projects).toBe(3)
})

test('what a person may not see is left out, not counted as nothing', async () => {
  await createProject(app.db)
  expect(Object.keys(await read(['view_organizations']))).toEqual(['organizations'])
  expect(Object.keys(await read(['view_projects']))).toEqual(['projects'])
  expect(await read([])).toEqual({})
  await createPayout(app.db)
  await createPayout(app.db, { paid_on: '2026-11-20' })
  expect(await read(['view_payouts'])).toEqual({ payouts: 2, payouts_open: 1, payouts_exported: 0 })
})
