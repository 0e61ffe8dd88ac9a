import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { FundingType } from '../funding-types.ts'
import type { Db } from '#server/db/db.ts'

/**
 * Received cents of all projects in a range of days (inclusive), per month (YYYY-MM) and funding type: gifts less
 * reversals and returns, each on its own business day. Read from the stored totals; empty months are left out.
 */
export async function fundingByMonth(
  db: Db,
  { from, to }: { from: Day; to: Day },
): Promise<{ month: string; funding_type: FundingType; cents: number }[]> {
  const { rows } = await sql<{ month: string; funding_type: FundingType; cents: number }>`
    select to_char(business_day::timestamp, 'YYYY-MM') as month, funding_type, sum(cents)::bigint as cents
    from funding_totals where business_day between ${from}::date and ${to}::date
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
