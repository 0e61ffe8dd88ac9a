import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  findBalanceDifferences,
  findFundingDifferences,
  findTotalDifferences,
} from '#features/ledger/server/queries.ts'
import { findCountDifferences } from '#features/projects/server/counts.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { seedDemo } from './seed.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())

test('the demo fills an empty database once, and its money adds up', async () => {
  await seedDemo(app.db, app.clock.now, 'Europe/Berlin')
  await seedDemo(app.db, app.clock.now, 'Europe/Berlin')
  const staff = await app.as('superuser')
  const count = async (path: string) => (await staff.get(path)).body.count
  expect(await count('/api/v4/projects/')).toBe(147)
  expect(await count('/api/v4/organizations/')).toBe(62)
  expect(await count('/api/v4/reminders/')).toBe(24)
  expect(await findBalanceDifferences(app.db)).toEqual([])
  expect(await findFundingDifferences(app.db)).toEqual([])
  expect(await findTotalDifferences(app.db)).toEqual([])
  expect(await findCountDifferences(app.db)).toEqual([])
})
