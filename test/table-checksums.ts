import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Tables written beside changes: in parts that are folded later, or a moment after the answer. */
export const excludedTables: readonly string[] = [
  'sessions',
  'sign_in_failures',
  'project_counts',
  'funding_totals',
  'gifts_to_keep',
  'gift_days',
  'gift_months',
  'organization_sums_to_keep',
  'organization_days',
  'organization_months',
  'business_day',
  'searches',
]

/** A checksum per table: a refused call leaves all of them unchanged. */
export function databaseChecksums(db: Db): Promise<Record<string, string>> {
  return checksumsWithout(db, excludedTables)
}

/** A checksum per table, except for these tables. */
export async function checksumsWithout(db: Db, tables: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; rows: string }>`
    select * from test_seeds.contents(${tables}::text[])`.execute(db)
  return Object.fromEntries(rows.map(({ name, rows: sum }) => [name, sum]))
}
