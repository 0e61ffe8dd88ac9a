import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Span } from '#shared/periods.ts'
import type { Db } from '#server/db/db.ts'

/** A period, and the day at whose end the ledger is read; null for the current state. */
export type FigurePeriod = Span & { as_of: Day | null }

const gifts = { days: sql.table('gift_days'), months: sql.table('gift_months') }
const sources = {
  members: { ...gifts, column: sql.ref('members') },
  by_organization: { ...gifts, column: sql.ref('by_organization') },
  sums: {
    days: sql.table('organization_days'),
    months: sql.table('organization_months'),
    column: sql.ref('sums'),
  },
}
type Source = keyof typeof sources

/** A stored value of a month `YYYY-MM`: of the whole month or of one of its days. Each rewrite changes its version. */
export type Cell = { month: string; grain: 'month' | 'day'; business: Day; posted: Day; version: string }

/**
 * The cells that answer for a period: whole months when the period covers the month and all of its bookings, otherwise
 * days.
 */
export async function cellsOf(db: Db, { from, to, as_of }: FigurePeriod, source: Source): Promise<Cell[]> {
  const { days, months } = sources[source]
  const { rows } = await sql<Cell>`
    with months as materialized (
      select business_month, posted_month, version from ${months}
      where business_month >= ${from}::date and (business_month + interval '1 month')::date <= ${to}::date + 1
        and (${as_of}::date is null or (posted_month + interval '1 month')::date <= ${as_of}::date + 1)
    )
    select to_char(business_month::timestamp, 'YYYY-MM') as month, 'month' as grain, business_month as business,
      posted_month as posted, version
    from months
    union all
    select to_char(business_day::timestamp, 'YYYY-MM'), 'day', business_day, posted_on, version
    from ${days} day
    where business_day between ${from}::date and ${to}::date and (${as_of}::date is null or posted_on <= ${as_of}::date)
      and not exists (select from months where business_month = date_trunc('month', day.business_day)
        and posted_month = date_trunc('month', day.posted_on))
    order by business, posted`.execute(db)
  return rows
}

/** Values read are cached up to this many bytes, evicting the oldest first, because past months hardly change. */
const held = recent<Uint8Array>(64 * 1024 * 1024, (bytes) => bytes.length + 200)

/** The contents of these cells, in order; the caller's transaction provides one snapshot. */
export async function bytesOf(db: Db, source: Source, cells: readonly Cell[]): Promise<Uint8Array[]> {
  const { days, months, column } = sources[source]
  const keyOf = ({ version }: { version: string }) => `${source} ${version}`
  const found = new Map<string, Uint8Array>()
  for (const cell of cells) {
    const bytes = held.get(keyOf(cell))
    if (bytes) found.set(keyOf(cell), bytes)
  }
  const missing = (grain: Cell['grain']) => {
    const of = cells.filter((cell) => cell.grain === grain && !found.has(keyOf(cell)))
    return sql`unnest(${of.map((one) => one.business)}::date[], ${of.map((one) => one.posted)}::date[]) place (business, posted)`
  }
  if (found.size < cells.length) {
    const { rows } = await sql<{ version: string; bytes: Uint8Array }>`
      select version, ${column} as bytes from ${missing('month')}
        join ${months} on business_month = place.business and posted_month = place.posted
      union all
      select version, ${column} from ${missing('day')}
        join ${days} on business_day = place.business and posted_on = place.posted`.execute(db)
    for (const { version, bytes } of rows) {
      found.set(keyOf({ version }), bytes)
      held.set(keyOf({ version }), bytes)
    }
  }
  return cells.map((cell) => {
    const bytes = found.get(keyOf(cell))
    if (!bytes) throw new Error('a kept value was written anew meanwhile: read them in one snapshot')
    return bytes
  })
}

const answers = recent<unknown>(200, () => 1)

/** Caches a result derived from cells of given versions and from everything else in `key`. */
export async function cached<T>(key: string, work: () => Promise<T>): Promise<T> {
  const known = answers.get(key)
  if (known !== undefined) return known as T
  const answer = await work()
  answers.set(key, answer)
  return answer
}

export const versionsOf = (cells: readonly Cell[]): string => cells.map((cell) => cell.version).join(' ')

/** A cache of recent values, limited by their total weight. */
function recent<T>(atMost: number, weightOf: (value: T) => number) {
  const values = new Map<string, T>()
  let weight = 0
  return {
    get(key: string): T | undefined {
      const value = values.get(key)
      if (value !== undefined) {
        values.delete(key)
        values.set(key, value)
      }
      return value
    },
    set(key: string, value: T): void {
      const known = values.get(key)
      if (known !== undefined) weight -= weightOf(known)
      values.delete(key)
      values.set(key, value)
      weight += weightOf(value)
      for (const [oldest, of] of values) {
        if (weight <= atMost) break
        values.delete(oldest)
        weight -= weightOf(of)
      }
    },
  }
}
