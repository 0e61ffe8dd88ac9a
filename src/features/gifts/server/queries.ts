import { type RawBuilder, sql } from 'kysely'
import { storedOrderings } from '#shared/lists/list-record.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Locale } from '#shared/messages.ts'
import type { Holder } from '#shared/permissions.ts'
import { seesDonors } from '#shared/personal-data.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import {
  allIds,
  allOf,
  anyOf,
  containsWords,
  paging,
  readRows,
  type RowParts,
} from '#server/lists/list-query.ts'
import { text, textOf } from '#server/base/texts.ts'
import { type FundingType, fundingTypes } from '#features/ledger/funding-types.ts'
import type { GiftRow } from '../contract.ts'
import { giftList } from '../table.ts'

export type GiftQuery = ListQuery<typeof giftList>

export type StoredGift = Pick<
  GiftRow,
  'slug' | 'number' | 'amount_cents' | 'returned_cents' | 'state' | 'source' | 'received_on' | 'note'
> & {
  funding_type: FundingType
  created_at: Date
  project_slug: string
  project_title: string
  organization_slug: string
  organization_title: string
  register_number: string
  postcode: string
  city: string
  project_description: string
  starts_on: string | null
  ends_on: string | null
  target_cents: number
  street: string
  email_contact: string
  company_slug: string | null
  company_title: string | null
}

const rowParts: RowParts = {
  columns: sql`gift.slug, gift.number, gift.amount_cents, gift.returned_cents, gift.state, gift.source, gift.received_on,
    gift.note, gift.funding_type, gift.created_at, project.slug as project_slug, project.title as project_title,
    project.description as project_description, project.starts_on, project.ends_on, project.target_cents, organization.slug as organization_slug, organization.title as organization_title, organization.register_number,
    organization.postcode, organization.city, organization.street, organization.email_contact,
    company.slug as company_slug, company.title as company_title`,
  tables: sql`join fundings gift on gift.id = wanted.id
    join projects project on project.id = gift.project_id
    join organizations organization on organization.id = project.organization_id
    left join companies company on company.id = gift.company_id`,
}

/** Standing part of a gift: received and not reversed, less returns. */
export const isStanding = sql<boolean>`gift.state in ('confirmed', 'settled', 'paid_out')
  and gift.amount_cents > gift.returned_cents`

/** The SQL condition of a gift query; gifts of an undone import are excluded. Searches use the projects' word index. */
export function giftCondition({ search, filters }: GiftQuery): RawBuilder<boolean> {
  const words = containsWords(search)
  const types = filters.funding_type?.map((name) =>
    Number(Object.entries(fundingTypes).find(([, type]) => type.name === name)![0]),
  )
  return allOf([
    sql<boolean>`gift.undone_on is null`,
    ...(words
      ? [
          anyOf([
            sql<boolean>`gift.project_id in (select id from projects where ${words})`,
            sql<boolean>`gift.number = ${search.trim().toUpperCase()}`,
          ]),
        ]
      : []),
    ...(filters.state ? [sql<boolean>`gift.state = any(${filters.state}::text[])`] : []),
    ...(filters.source ? [sql<boolean>`gift.source = any(${filters.source}::text[])`] : []),
    ...(types ? [sql<boolean>`gift.funding_type = any(${types}::smallint[])`] : []),
    ...(filters.year ? [anyOf(filters.year.map(isInYear))] : []),
  ])
}

function isInYear(year: string): RawBuilder<boolean> {
  if (!/^(19|20|21)\d{2}$/.test(year)) throw invalid({ year: 'validation.unknown_filter' })
  return sql<boolean>`gift.received_on between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`
}

const order = ({ ordering: { key, descending } }: GiftQuery) => {
  const way = descending ? sql`desc` : sql`asc`
  return sql`order by gift.${sql.ref(storedOrderings(giftList)[key])} ${way}, gift.id ${way}`
}

/** One page of gifts, with the sum of all matches and the part that was not reversed. */
export async function listGifts(
  db: Db,
  query: GiftQuery,
  { user, locale }: { user: Holder; locale: Locale },
) {
  const where = giftCondition(query)
  const { rows: summed } = await sql<{ n: number; sum_cents: number; standing_cents: number }>`
    select count(*)::int as n, coalesce(sum(amount_cents), 0)::bigint as sum_cents,
      coalesce(sum(amount_cents - returned_cents) filter (where ${isStanding}), 0)::bigint as standing_cents
    from fundings gift where ${where}`.execute(db)
  const { n, ...sums } = summed[0]!
  const ids = await giftIds(db, query, where, {
    limit: query.page_size,
    offset: (query.page - 1) * query.page_size,
  })
  const rows = await giftsByIds(db, ids)
  return { ...paging(n, query), ...sums, results: rows.map((row) => presentGift(row, user, locale)) }
}

/** Ids of the gifts that match a condition, in the query's order. */
export function giftIds(
  db: Db,
  query: GiftQuery,
  where: RawBuilder<boolean>,
  page?: { limit: number; offset: number },
): Promise<number[]> {
  const slice = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
  return allIds(db, sql`select gift.id from fundings gift where ${where} ${order(query)} ${slice}`)
}

/** Gifts with exactly these ids, in the given order. */
export function giftsByIds(db: Db, ids: number[]): Promise<StoredGift[]> {
  return readRows(db, ids, rowParts)
}

/** A gift in the format of API and export; people who may not see donors do not see the donor's message. */
export function presentGift(row: StoredGift, holder: Holder, locale: Locale): GiftRow {
  const { slug, number, amount_cents, returned_cents, state, source, received_on, note, funding_type } = row
  return {
    slug,
    number,
    project: { slug: row.project_slug, title: row.project_title },
    organization: { slug: row.organization_slug, title: row.organization_title },
    company: row.company_slug === null ? null : { slug: row.company_slug, title: row.company_title! },
    amount_cents,
    returned_cents,
    funding_type: { choice: funding_type, display: textOf(locale, fundingTypes[funding_type].text) },
    state,
    state_display: text(locale, `ledger.states.${state}`),
    source,
    source_display: textOf(locale, `ledger.sources.${source}`),
    received_on,
    note: number === null || seesDonors(holder) ? note : '',
  }
}
