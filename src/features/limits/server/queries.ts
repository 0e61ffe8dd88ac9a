import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { type LimitKey, limitKeys, standardLimits, valueOn } from '../rules.ts'

type DatedValue = { valid_from: Day; value: number }

/** Values of each limit, newest first. */
export async function allLimits(db: Db): Promise<Record<LimitKey, DatedValue[]>> {
  const rows = await db
    .selectFrom('dated_settings')
    .select(['key', 'valid_from', 'value'])
    .where('key', 'in', [...limitKeys])
    .orderBy('valid_from', 'desc')
    .execute()
  const of = (key: LimitKey) =>
    rows.filter((row) => row.key === key).map(({ valid_from, value }) => ({ valid_from, value }))
  return Object.fromEntries(limitKeys.map((key) => [key, of(key)])) as Record<LimitKey, DatedValue[]>
}

/** The limits valid on a day; defaults apply until a value is set. */
export async function limitsOn(db: Db, day: Day): Promise<Record<LimitKey, number>> {
  const all = await allLimits(db)
  return Object.fromEntries(
    limitKeys.map((key) => [key, valueOn(all[key], day) ?? standardLimits[key]]),
  ) as Record<LimitKey, number>
}

/** Sets a limit from a day on; replaces a value set for the same day. */
export async function setLimit(
  tx: Db,
  limit: { key: LimitKey; valid_from: Day; value: number },
): Promise<void> {
  await tx
    .insertInto('dated_settings')
    .values(limit)
    .onConflict((on) => on.columns(['key', 'valid_from']).doUpdateSet({ value: limit.value }))
    .execute()
}
