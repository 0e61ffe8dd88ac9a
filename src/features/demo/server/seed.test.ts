import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerChecks } from '#features/ledger/server/checks/all.ts'
import { runCheck } from '#features/ledger/server/checks/check.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { findCountDifferences } from '#features/projects/server/counts.ts'
import { isPermission } from '#shared/permissions.ts'
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
  for (const state of ['open', 'exported', 'marked_paid', 'cancelled'])
    expect([state, (await count(`/api/v4/payouts/?state=${state}`)) > 0]).toEqual([state, true])
  expect(await findLedgerDifferences(app.db)).toEqual([])
  expect(await findCountDifferences(app.db)).toEqual([])
  for (const check of ledgerChecks) {
    const { broken } = await app.db.transaction().execute((tx) => runCheck(tx, check))
    expect([check.key, broken]).toEqual([check.key, 0])
  }
})

test('every colleague of the demo has the rights of a role, none has them all, and each may see what is theirs to do', async () => {
  await seedDemo(app.db, app.clock.now, 'Europe/Berlin')
  const holders = await app.db
    .selectFrom('users')
    .leftJoin('user_permissions', 'user_permissions.user_id', 'users.id')
    .where('email', 'like', '%@almoner.example')
    .select(['username', 'is_superuser', 'permission'])
    .execute()
  const rights = Map.groupBy(holders, ({ username }) => username)
  expect(rights.size).toBe(4)
  for (const [username, held] of rights) {
    const names = held.map(({ permission }) => permission)
    expect([username, names.every((name) => name !== null && isPermission(name))]).toEqual([username, true])
    // Tasks of the demo are given to all of them.
    expect([username, names.some((name) => name?.endsWith('_reminders'))]).toEqual([username, true])
    expect(held.some(({ is_superuser }) => is_superuser)).toBe(false)
  }
  expect(new Set([...rights.values()].map((held) => held.length)).size).toBeGreaterThan(1)
})
