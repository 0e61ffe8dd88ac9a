import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type Reference, referencesIn } from '../references.ts'
import { payoutsByIds, type StoredPayout } from './queries.ts'

export async function findReferences(
  db: Db,
  text: string,
): Promise<{ found: { payout: StoredPayout; reference: Reference }[]; not_found: string[] }> {
  const { references, others } = referencesIn(text)
  const { rows } = await sql<{ id: number; number: string }>`
    select id, number from payouts where number = any(${references.map(({ number }) => number)}::text[])`.execute(
    db,
  )
  const idOf = new Map(rows.map((row) => [row.number, row.id]))
  const known = references.filter(({ number }) => idOf.has(number))
  const payouts = await payoutsByIds(
    db,
    known.map(({ number }) => idOf.get(number)!),
  )
  return {
    found: payouts.map((payout, at) => ({ payout, reference: known[at]! })),
    not_found: [
      ...references.filter(({ number }) => !idOf.has(number)).map(({ number }) => number),
      ...others,
    ],
  }
}
