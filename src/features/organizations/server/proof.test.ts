import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { createOrganization } from '../../../../test/factories.ts'
import { isExemptionExpired } from '../rules.ts'
import { organizationRowsByIds } from './queries.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

test('the database judges every proof on every day as the rule does', async () => {
  const { db } = database
  const today = '2027-02-28'
  const judged: { id: number; expired: boolean }[] = []
  const proofs = [
    ...(['none', 'public_body'] as const).map((exemption_kind) => ({ exemption_kind, exemption_date: null })),
    ...(['notice', 'art60a'] as const).flatMap((exemption_kind) =>
      // around the last day that counts, where months of different lengths meet
      [-4, -3, -2, -1, 0, 1, 2, 3].map((days) => ({
        exemption_kind,
        exemption_date: addDays(exemption_kind === 'notice' ? '2022-02-28' : '2024-02-29', days),
      })),
    ),
  ]
  for (const proof of proofs) {
    const { id } = await createOrganization(db, proof)
    judged.push({ id, expired: isExemptionExpired(proof, today, { notice: 60, art60a: 36 }) })
  }
  const rows = await organizationRowsByIds(
    db,
    judged.map((row) => row.id),
    today,
  )
  expect(rows.map((row) => ({ id: row.id, expired: row.exemption_expired }))).toEqual(judged)
  expect(new Set(judged.map((row) => row.expired)).size).toBe(2)
})
