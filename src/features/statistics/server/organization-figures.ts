import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Figures } from '../contract.ts'
import { atOnce, waitingGifts } from './gift-counts.ts'
import { bytesOf, cached, cellsOf, type FigurePeriod, versionsOf } from './kept-cells.ts'
import { countedByOrganization, joinedByOrganization, organizationsIn } from './organization-sets.ts'
import { type OrganizationSums, SumsByOrganization } from './organization-sums.ts'

/** Figures of an organization, or of a category; null collects organizations without one. */
export type OfOrganization = Figures & { id: number }
export type OfCategory = Figures & { category: string | null }

/** The organizations that received most in a period, at most `atMost`, largest first. */
export async function mostOf(db: Db, asked: FigurePeriod, atMost: number): Promise<OfOrganization[]> {
  const known = await knownOf(db, asked)
  return cached(`most ${atMost} ${known.key}`, async () => {
    const { sums, sets } = await known.read()
    for (const id of organizationsIn(sets)) sums.add(id, 0, 0, 0, 0, 0)
    // Finds the smallest sum that makes the list first, so that only a few need sorting.
    const cents = Float64Array.from(sums.ids, (id) => sums.of(id).allocated_cents).toSorted()
    const least = cents.at(-Math.min(atMost, cents.length)) ?? 0
    const found = sums.ids
      .filter((id) => sums.of(id).allocated_cents >= least)
      .toSorted((a, b) => sums.of(b).allocated_cents - sums.of(a).allocated_cents || a - b)
      .slice(0, atMost)
    const wanted = new Set(found)
    const counts = countedByOrganization(sets, (id) => (wanted.has(id) ? id : undefined))
    return found.map((id) => ({ id, ...sums.of(id), ...(counts.get(id) ?? nobody) }))
  })
}

/** Categories of organizations in a period, largest received sum first. */
export async function categoriesOf(db: Db, asked: FigurePeriod): Promise<OfCategory[]> {
  const known = await knownOf(db, asked)
  const { rows: categories } = await sql<{ category: string; ids: string }>`
    select category, string_agg(id::text, ' ' order by id) as ids from organizations where category <> ''
    group by category order by category`.execute(db)
  const said = createHash('sha256').update(JSON.stringify(categories)).digest('hex')
  return cached(`categories ${said} ${known.key}`, async () => {
    const { sums, sets } = await known.read()
    const places = new Map(
      categories.flatMap(({ ids }, n) => ids.split(' ').map((id) => [Number(id), n + 1] as const)),
    )
    const categoryOf = (id: number) => places.get(id) ?? 0
    const together = new SumsByOrganization()
    for (const id of sums.ids) together.addRow({ ...sums.of(id), organization_id: categoryOf(id) })
    const counts = countedByOrganization(sets, categoryOf)
    return [...new Set([...together.ids, ...counts.keys()])]
      .map((place) => ({
        category: place === 0 ? null : categories[place - 1]!.category,
        ...together.of(place),
        ...(counts.get(place) ?? nobody),
      }))
      .toSorted(
        (a, b) =>
          b.allocated_cents - a.allocated_cents || (a.category ?? '-').localeCompare(b.category ?? '-'),
      )
  })
}

const nobody = { projects: 0, organizations: 0, donors: 0 }

/** Stored values and pending gifts of a period; `key` changes with any of them. */
async function knownOf(db: Db, asked: FigurePeriod) {
  const keptSums = await cellsOf(db, asked, 'sums')
  const keptSets = await cellsOf(db, asked, 'by_organization')
  const gifts = await waitingGifts(db, asked)
  const rows = await waitingSums(db, asked)
  return {
    key: `${versionsOf(keptSums)} ${versionsOf(keptSets)} ${JSON.stringify([gifts, rows])}`,
    async read() {
      const sums = new SumsByOrganization()
      for (const bytes of await bytesOf(db, 'sums', keptSums)) sums.addKept(bytes)
      for (const row of rows) sums.addRow(row)
      const sets = await bytesOf(db, 'by_organization', keptSets)
      return { sums, sets: [...sets, joinedByOrganization([], gifts)] }
    },
  }
}

const inAll = sql`sum(allocated_cents)::bigint as allocated_cents, sum(settled_cents)::bigint as settled_cents,
  sum(paid_cents)::bigint as paid_cents, sum(arrived_cents)::bigint as arrived_cents,
  sum(refunded_cents)::bigint as refunded_cents`

async function waitingSums(db: Db, { from, to, as_of }: FigurePeriod): Promise<OrganizationSums[]> {
  const { rows } = await sql<OrganizationSums>`
    select organization_id, ${inAll} from organization_sums_to_keep
    where business_day between ${from}::date and ${to}::date and (${as_of}::date is null or posted_on <= ${as_of}::date)
    group by organization_id order by organization_id`.execute(db)
  return rows
}

type Waiting = OrganizationSums & { business_day: Day; posted_on: Day }

/**
 * Adds up to `atMost` pending sums to those of their days and months in one transaction; returns their number. Runs one
 * at a time, together with the sets; concurrent bookings do not wait.
 */
export function addWaitingSums(db: Db, atMost = atOnce): Promise<number> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('gift_sets'))`.execute(tx)
    const { rows } = await sql<Waiting>`
      delete from organization_sums_to_keep where ctid = any(array(
        select ctid from organization_sums_to_keep order by posted_on, business_day limit ${atMost}))
      returning *`.execute(tx)
    if (rows.length === 0) return 0
    const firstOf = (day: Day): Day => `${day.slice(0, 7)}-01`
    await add(tx, 'day', rows, (row) => [row.business_day, row.posted_on])
    await add(tx, 'month', rows, (row) => [firstOf(row.business_day), firstOf(row.posted_on)])
    return rows.length
  })
}

const tables = {
  day: {
    name: sql.table('organization_days'),
    business: sql.ref('business_day'),
    posted: sql.ref('posted_on'),
  },
  month: {
    name: sql.table('organization_months'),
    business: sql.ref('business_month'),
    posted: sql.ref('posted_month'),
  },
}

async function add(
  tx: Db,
  grain: keyof typeof tables,
  rows: readonly Waiting[],
  placeOf: (row: Waiting) => [business: Day, posted: Day],
): Promise<void> {
  const { name, business, posted } = tables[grain]
  const places = [...Map.groupBy(rows, (row) => placeOf(row).join(' '))].map(([place, of]) => {
    const [on, at] = place.split(' ') as [Day, Day]
    return { on, at, of }
  })
  const days = [places.map(({ on }) => on), places.map(({ at }) => at)]
  const { rows: kept } = await sql<{ place: string; sums: Uint8Array }>`
    select business || ' ' || posted as place, sums
    from unnest(${days[0]}::date[], ${days[1]}::date[]) place (business, posted)
    join ${name} on ${business} = place.business and ${posted} = place.posted`.execute(tx)
  const known = new Map(kept.map((one) => [one.place, one.sums]))
  const written = places.map(({ on, at, of }) => {
    const sums = new SumsByOrganization()
    const before = known.get(`${on} ${at}`)
    if (before) sums.addKept(before)
    for (const row of of) sums.addRow(row)
    return Buffer.from(sums.written())
  })
  await sql`
    insert into ${name} (${business}, ${posted}, sums)
    select * from unnest(${days[0]}::date[], ${days[1]}::date[], ${written}::bytea[])
    on conflict (${business}, ${posted}) do update set sums = excluded.sums, version = excluded.version`.execute(
    tx,
  )
}
