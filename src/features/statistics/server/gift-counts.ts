import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type GiftCounts, type GiftMembers, counted, joined } from './gift-sets.ts'
import { bytesOf, cached, cellsOf, type FigurePeriod, versionsOf } from './kept-cells.ts'
import { joinedByOrganization } from './organization-sets.ts'

/** Members of a gift that is not in a set yet; `gift` is a row of `gifts_to_keep`. */
const named = sql`
  select gift.business_day, gift.posted_on, funding.funding_type, coalesce(funding.company_id, 0) as company_id,
    funding.project_id, project.organization_id, funding.donor_id, funding.id as funding_id`
const whom = sql`
  join fundings funding on funding.id = gift.funding_id join projects project on project.id = funding.project_id`

export type Grouped = { name: string; keyOf: Parameters<typeof counted>[1] }

/** Gifts of a period that are not in a set yet. */
export async function waitingGifts(
  db: Db,
  { from, to, as_of }: FigurePeriod,
): Promise<(GiftMembers & { month: string })[]> {
  const { rows } = await sql<GiftMembers & { month: string }>`
    select to_char(business_day::timestamp, 'YYYY-MM') as month, funding_type, company_id, project_id, organization_id,
      donor_id, funding_id
    from (${named} from gifts_to_keep gift ${whom}
      where gift.business_day between ${from}::date and ${to}::date
        and (${as_of}::date is null or gift.posted_on <= ${as_of}::date)
        and (gift.undone_on is null or gift.undone_on > ${as_of}::date)) gift
    order by funding_id`.execute(db)
  return rows
}

/**
 * The distinct projects, organizations and donors of gifts in a period, in total and per group. Combines the stored
 * sets with pending gifts; reads a whole month at once when the period covers the month and all of its bookings.
 */
export async function giftCounts(
  db: Db,
  asked: FigurePeriod,
  { name, keyOf }: Grouped,
): Promise<{ all: GiftCounts; groups: Map<string, GiftCounts> }> {
  const kept = await cellsOf(db, asked, 'members')
  const gifts = await waitingGifts(db, asked)
  return cached(`counts ${name} ${versionsOf(kept)} ${JSON.stringify(gifts)}`, async () => {
    const bytes = await bytesOf(db, 'members', kept)
    const waiting = Map.groupBy(gifts, (gift) => gift.month)
    const cells = [
      ...kept.map(({ month }, n) => ({ month, members: bytes[n]! })),
      ...[...waiting].map(([month, of]) => ({ month, members: joined([], of) })),
    ]
    return counted(cells, keyOf)
  })
}

type Sets = { members: Uint8Array; by_organization: Uint8Array }
type Cell = Place & Sets
type Waiting = GiftMembers & { business_day: Day; posted_on: Day }

/** Maximum number of gifts, or of organizations' sums, processed per transaction. */
export const atOnce = 50_000

/**
 * Adds up to `atMost` pending gifts to the sets of their days and months in one transaction; returns their number. Runs
 * one at a time; concurrent bookings do not wait.
 */
export function addWaitingGifts(db: Db, atMost = atOnce): Promise<number> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('gift_sets'))`.execute(tx)
    const { rows } = await sql<Waiting>`
      with gift as (
        delete from gifts_to_keep where ctid = any(array(
          select ctid from gifts_to_keep where undone_on is null order by posted_on, business_day limit ${atMost}))
        returning *
      ) ${named} from gift ${whom}`.execute(tx)
    if (rows.length === 0) return 0
    const days = groupedBy(rows, (gift) => [gift.business_day, gift.posted_on])
    await write(tx, 'day', await withKept(tx, 'day', days))
    const months = groupedBy(rows, (gift) => [firstOf(gift.business_day), firstOf(gift.posted_on)])
    const known = await keptOf(tx, 'month', months)
    const missing = months.filter(({ business, posted }) => !known.has(`${business} ${posted}`))
    await write(tx, 'month', [
      ...months.flatMap(({ business, posted, gifts }) => {
        const of = known.get(`${business} ${posted}`)
        return of ? [{ business, posted, ...withGifts([of], gifts) }] : []
      }),
      ...(await monthsOfDays(tx, missing)),
    ])
    return rows.length
  })
}

const firstOf = (day: Day): Day => `${day.slice(0, 7)}-01`

function groupedBy(rows: readonly Waiting[], placeOf: (gift: Waiting) => [business: Day, posted: Day]) {
  return [...Map.groupBy(rows, (gift) => placeOf(gift).join(' '))].map(([place, gifts]) => {
    const [business, posted] = place.split(' ') as [Day, Day]
    return { business, posted, gifts }
  })
}

const tables = {
  day: { name: sql.table('gift_days'), business: sql.ref('business_day'), posted: sql.ref('posted_on') },
  month: {
    name: sql.table('gift_months'),
    business: sql.ref('business_month'),
    posted: sql.ref('posted_month'),
  },
}
type Place = { business: Day; posted: Day }

const placesIn = (places: readonly Place[]) => sql`
  unnest(${places.map((one) => one.business)}::date[], ${places.map((one) => one.posted)}::date[]) as place (business, posted)`

/** The stored members of these cells, keyed by `business posted`. */
async function keptOf(tx: Db, grain: keyof typeof tables, places: readonly Place[]) {
  const { name, business, posted } = tables[grain]
  const { rows } = await sql<Cell>`
    select place.business, place.posted, members, by_organization
    from ${placesIn(places)} join ${name} on ${business} = place.business and ${posted} = place.posted`.execute(
    tx,
  )
  return new Map(rows.map((row) => [`${row.business} ${row.posted}`, row]))
}

const withGifts = (kept: readonly Sets[], gifts: readonly Waiting[]): Sets => ({
  members: joined(
    kept.map((one) => one.members),
    gifts,
  ),
  by_organization: joinedByOrganization(
    kept.map((one) => one.by_organization),
    gifts,
  ),
})

async function withKept(
  tx: Db,
  grain: keyof typeof tables,
  groups: (Place & { gifts: Waiting[] })[],
): Promise<Cell[]> {
  const known = await keptOf(tx, grain, groups)
  return groups.map(({ business, posted, gifts }) => {
    const of = known.get(`${business} ${posted}`)
    return { business, posted, ...withGifts(of ? [of] : [], gifts) }
  })
}

/** The members of whole months, merged from their days. */
async function monthsOfDays(tx: Db, months: readonly Place[]): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    select place.business, place.posted, members, by_organization
    from ${placesIn(months)} join gift_days
      on business_day >= place.business and business_day < place.business + interval '1 month'
      and posted_on >= place.posted and posted_on < place.posted + interval '1 month'`.execute(tx)
  return [...Map.groupBy(rows, (row) => `${row.business} ${row.posted}`).values()].map((cells) => ({
    ...cells[0]!,
    ...withGifts(cells, []),
  }))
}

async function write(tx: Db, grain: keyof typeof tables, cells: readonly Cell[]): Promise<void> {
  const { name, business, posted } = tables[grain]
  await sql`
    insert into ${name} (${business}, ${posted}, members, by_organization)
    select * from unnest(${cells.map((one) => one.business)}::date[], ${cells.map((one) => one.posted)}::date[],
      ${cells.map((one) => Buffer.from(one.members))}::bytea[],
      ${cells.map((one) => Buffer.from(one.by_organization))}::bytea[])
    on conflict (${business}, ${posted}) do update set members = excluded.members,
      by_organization = excluded.by_organization, version = excluded.version`.execute(tx)
}
