import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type Rhythm, rhythmRule, rhythmsOf } from '../rhythm.ts'

/** Gifts of the same donor, project and amount. */
type Alike = { donor_id: number; project_id: number; amount_cents: number }

/** The rhythm of each of these gifts that belongs to one. */
export function rhythmsByGift(db: Db, ids: readonly number[]): Promise<Map<number, Rhythm>> {
  return rhythmsAmong(
    db,
    sql`select donor_id, project_id, amount_cents from fundings where id = any(${[...ids]}::bigint[]) and ${stands}`,
  )
}

const stands = sql`number is not null and donor_id is not null and gift_stands(state)`

/** Rhythms among all gifts that share donor, project and amount with some given ones. */
async function rhythmsAmong(db: Db, alike: RawBuilder<unknown>): Promise<Map<number, Rhythm>> {
  const { rows } = await sql<{ came: { id: number; day: Day }[] }>`
    select jsonb_agg(jsonb_build_object('id', id, 'day', received_on)) as came from fundings
    where ${stands} and (donor_id, project_id, amount_cents) in (${alike})
    group by donor_id, project_id, amount_cents having count(*) >= ${rhythmRule.least}`.execute(db)
  const rhythms = rows.flatMap(({ came }) => rhythmsOf(came))
  return new Map(rhythms.flatMap((rhythm) => rhythm.gifts.map((id) => [id, rhythm])))
}

const waiting = sql`select donor_id, project_id, amount_cents from rhythms_to_keep`

/** Condition for gifts in a rhythm; `isKept` is true when every change is already processed. */
export async function repeatedGifts(db: Db): Promise<{ where: RawBuilder<boolean>; isKept: boolean }> {
  const { rows } = await sql`${waiting} limit 1`.execute(db)
  if (rows.length === 0) return { where: sql<boolean>`gift.is_repeated`, isKept: true }
  const changed = [...(await rhythmsAmong(db, waiting)).keys()]
  return {
    where: sql<boolean>`(gift.id = any(${changed}::bigint[]) or gift.is_repeated
      and (gift.donor_id, gift.project_id, gift.amount_cents) not in (${waiting}))`,
    isKept: false,
  }
}

/**
 * Recomputes the rhythms of up to `atMost` changed groups of gifts; returns the number processed. It never waits for
 * locks: a locked gift is processed later.
 */
export function updateRhythms(db: Db, atMost: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows: found } = await sql<Alike>`
      with alike as (
        delete from rhythms_to_keep where ctid = any(array(
          select ctid from rhythms_to_keep limit ${atMost} for update skip locked))
        returning *
      ) select distinct * from alike`.execute(tx)
    if (found.length === 0) return 0
    const alike = sql`select * from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as alike (donor_id bigint, project_id bigint, amount_cents bigint)`
    const repeated = [...(await rhythmsAmong(tx, alike)).keys()]
    const differing = sql`from fundings where number is not null and (donor_id, project_id, amount_cents) in (${alike})
      and is_repeated <> (id = any(${repeated}::bigint[]))`
    await sql`
      update fundings set is_repeated = not is_repeated
      where id in (select id ${differing} for no key update skip locked)`.execute(tx)
    await sql`
      insert into rhythms_to_keep select distinct donor_id, project_id, amount_cents ${differing}`.execute(tx)
    return found.length
  })
}
