import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { type Rhythm, rhythmRule, rhythmsOf } from '../rhythm.ts'

/** The rhythm of each gift that is part of one: of these gifts, or of all there are. Read by donor, project and amount. */
export async function rhythmsByGift(db: Db, ids?: readonly number[]): Promise<Map<number, Rhythm>> {
  const stands = sql`number is not null and donor_id is not null and state in ('confirmed', 'settled', 'paid_out')`
  const of = ids
    ? sql`and (donor_id, project_id, amount_cents) in (
        select donor_id, project_id, amount_cents from fundings where id = any(${[...ids]}::bigint[]) and ${stands})`
    : sql``
  const { rows } = await sql<{ came: { id: number; day: Day }[] }>`
    select jsonb_agg(jsonb_build_object('id', id, 'day', received_on)) as came from fundings where ${stands} ${of}
    group by donor_id, project_id, amount_cents having count(*) >= ${rhythmRule.least}`.execute(db)
  const rhythms = rows.flatMap(({ came }) => rhythmsOf(came))
  return new Map(rhythms.flatMap((rhythm) => rhythm.gifts.map((id) => [id, rhythm])))
}
