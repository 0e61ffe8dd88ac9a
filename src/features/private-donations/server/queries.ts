import { type RawBuilder, sql } from 'kysely'
import type { ListQuery } from '#shared/list.ts'
import { storedOrderings } from '#shared/list-record.ts'
import type { Locale } from '#shared/messages.ts'
import { can, type Holder } from '#shared/permissions.ts'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/errors.ts'
import { allOf, anyOf, containsWords, paging } from '#server/list.ts'
import { text } from '#server/texts.ts'
import {
  type AskedBy,
  type AskedFor,
  exportColumns,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import { leftOf } from '#features/ledger/server/private-gift-returns.ts'
import { donationCells } from '../cells.ts'
import type { DonationRow } from '../contract.ts'
import { maskIban, maskName } from '../rules.ts'
import { donationList } from '../table.ts'

export type DonationQuery = ListQuery<typeof donationList>
type Asking = { user: Holder; locale: Locale }

type Stored = Pick<
  DonationRow,
  | 'slug'
  | 'number'
  | 'amount_cents'
  | 'pledged_cents'
  | 'returned_cents'
  | 'state'
  | 'channel'
  | 'note'
  | 'moved_from'
> & {
  received_on: Day
  project_slug: string
  project_title: string
  donor_slug: string | null
  donor_name: string
  donor_email: string
  donor_iban: string
}

const rowsWith = (condition: RawBuilder<boolean>, slice: RawBuilder<unknown>) => sql<Stored>`
  select gift.slug, gift.number, gift.amount_cents, gift.pledged_cents, gift.returned_cents, gift.state, gift.channel,
    gift.received_on, gift.note, project.slug as project_slug, project.title as project_title,
    donor.slug as donor_slug, donor.name as donor_name, donor.email as donor_email, donor.iban as donor_iban,
    (select number from fundings earlier where earlier.id = gift.moved_from_id) as moved_from
  from fundings gift
  join projects project on project.id = gift.project_id
  left join donors donor on donor.id = gift.donor_id
  where ${condition} ${slice}`

// Whoever must not read donors' names does not find by them either.
function conditionOf({ search, filters }: DonationQuery, user: Holder): RawBuilder<boolean> {
  const words = containsWords(search)
  const found = words && [
    sql<boolean>`gift.project_id in (select id from projects where ${words})`,
    sql<boolean>`lower(gift.number) = lower(${search.trim()})`,
    ...(seesDonors(user) ? [sql<boolean>`gift.donor_id in (select id from donors where ${words})`] : []),
  ]
  return allOf([
    sql<boolean>`gift.number is not null`,
    ...(found ? [anyOf(found)] : []),
    ...(filters.state ? [sql<boolean>`gift.state = any(${filters.state}::text[])`] : []),
    ...(filters.channel ? [sql<boolean>`gift.channel = any(${filters.channel}::text[])`] : []),
  ])
}

const seesDonors = (user: Holder) => can(user, 'change_private_donations')

type Sums = {
  n: number
  sum_cents: number
  confirmed: number
  confirmed_cents: number
  pledged: number
  pledged_cents: number
  returned_cents: number
}

const order = ({ ordering: { key, descending } }: DonationQuery) => {
  const way = descending ? sql`desc` : sql`asc`
  return sql`order by gift.${sql.ref(storedOrderings(donationList)[key])} ${way}, gift.id ${way}`
}

/** One page of the private donations, with what all that match come to. */
export async function listDonations(db: Db, query: DonationQuery, asking: Asking) {
  const where = conditionOf(query, asking.user)
  // What came: all that stands, and of what was taken back the part that went back to its donor.
  const came = sql`gift.state in ('confirmed', 'settled', 'paid_out', 'recovery_open', 'recovered')
    or gift.state = 'reversed' and gift.returned_cents > 0`
  const { rows: summed } = await sql<Sums>`
    select count(*)::integer as n, coalesce(sum(amount_cents), 0)::bigint as sum_cents,
      (count(*) filter (where ${came}))::integer as confirmed,
      coalesce(sum(amount_cents) filter (where ${came}), 0)::bigint as confirmed_cents,
      (count(*) filter (where gift.state = 'pledged'))::integer as pledged,
      coalesce(sum(amount_cents) filter (where gift.state = 'pledged'), 0)::bigint as pledged_cents,
      coalesce(sum(returned_cents), 0)::bigint as returned_cents
    from fundings gift where ${where}`.execute(db)
  const { n, sum_cents, ...sums } = summed[0]!
  const slice = sql`${order(query)}
    limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`
  const { rows } = await rowsWith(where, slice).execute(db)
  return {
    ...paging(n, query),
    sum_cents,
    totals: { ...sums, rest_cents: sums.confirmed_cents - sums.returned_cents },
    results: rows.map((row) => present(row, asking)),
  }
}

/** The export of the private donations: what the list shows, in its order; donors masked unless the query's extra says otherwise. */
export async function exportOfDonations(
  db: Db,
  query: DonationQuery & { extra: { unmasked?: boolean } },
  wanted: AskedFor,
  asked: AskedBy,
): Promise<ListExport<DonationRow>> {
  const { locale } = asked
  const permissions = query.extra.unmasked === true ? (['change_private_donations'] as const) : []
  const asking = { user: { is_superuser: false, permissions }, locale }
  const { rows } = await sql<{ id: number }>`
    select gift.id from fundings gift where ${conditionOf(query, asking.user)} ${order(query)}`.execute(db)
  return {
    ...asked,
    name: text(locale, 'private_donations.title'),
    list: donationList,
    query,
    ids: rows.map((row) => row.id),
    rowsByIds: async (reader, ids) => {
      const found = await rowsWith(
        sql`gift.id = any(${ids}::bigint[])`,
        sql`order by array_position(${ids}::bigint[], gift.id)`,
      ).execute(reader)
      return found.rows.map((row) => present(row, asking))
    },
    columns: exportColumns(donationList, donationCells, wanted, locale),
  }
}

/** One private donation as the list shows it; throws notFound. */
export async function getDonation(db: Db, slug: string, asking: Asking): Promise<DonationRow> {
  const { rows } = await rowsWith(sql`gift.slug = ${slug} and gift.number is not null`, sql``).execute(db)
  if (!rows[0]) throw notFound()
  return present(rows[0], asking)
}

function present(row: Stored, { user, locale }: Asking): DonationRow {
  const { project_slug, project_title, donor_slug, donor_name, donor_email, donor_iban, ...gift } = row
  const is_masked = !seesDonors(user)
  return {
    ...gift,
    left_cents: leftOf(gift),
    channel_display: text(locale, `private_donations.channel.${gift.channel}`),
    state_display: text(locale, `private_donations.state.${gift.state}`),
    project: { slug: project_slug, title: project_title },
    donor:
      donor_slug === null
        ? null
        : {
            slug: donor_slug,
            name: is_masked ? maskName(donor_name) : donor_name,
            email: is_masked ? '' : donor_email,
            iban: maskIban(donor_iban),
            is_masked,
          },
  }
}
