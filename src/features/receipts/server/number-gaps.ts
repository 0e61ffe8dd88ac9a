import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { gapsIn, receiptNumber } from '../rules.ts'

export type Numbers = {
  organization_id: number
  title: string
  year: number
  first: string
  last: string
  count: number
  gaps: string[]
}

/** Whether an issuer's numbers have gaps: compares assigned numbers with drawn ones. */
export async function numbersOf(
  db: Db,
  only?: { organizations: readonly number[]; year: number },
): Promise<Numbers[]> {
  const { rows } = await sql<{
    organization_id: number
    title: string
    year: number
    places: number[]
    drawn: number
  }>`
    select receipts.organization_id, organizations.title, receipts.year, array_agg(receipts.place order by receipts.place) as places,
      coalesce(max(series.last), 0)::int as drawn
    from receipts join organizations on organizations.id = receipts.organization_id
    left join number_series series on series.name = 'receipt:' || receipts.organization_id and series.year = receipts.year
    where ${only ? sql`receipts.organization_id = any(${[...only.organizations]}::bigint[]) and receipts.year = ${only.year}` : sql`true`}
    group by receipts.organization_id, organizations.title, receipts.year
    order by count(*) desc, organizations.title`.execute(db)
  return rows.map(({ places, drawn, ...row }) => ({
    ...row,
    first: receiptNumber(row.year, places[0]!),
    last: receiptNumber(row.year, places.at(-1)!),
    count: places.length,
    gaps: [...gapsIn(places), ...rangeAfter(places.at(-1)!, drawn)].map((place) =>
      receiptNumber(row.year, place),
    ),
  }))
}

// Drawn but unused: lost at the end of the series.
const rangeAfter = (last: number, drawn: number) =>
  Array.from({ length: Math.max(0, drawn - last) }, (_, at) => last + at + 1)
