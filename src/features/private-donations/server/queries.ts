import { type RawBuilder, sql } from 'kysely'
import { type ListQuery, listQuery } from '#shared/lists/list.ts'
import { selectionOf } from '#shared/lists/selection.ts'
import { storedOrderings } from '#shared/lists/list-record.ts'
import type { Locale } from '#shared/messages.ts'
import type { Holder } from '#shared/permissions.ts'
import { personalData, seesDonors } from '#shared/personal-data.ts'
import type { Day } from '#shared/dates.ts'
import { waitingActs } from '#server/approvals/second-person.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import { parsePart } from '#server/routes/validation.ts'
import { allOf, anyOf, containsWords, paging } from '#server/lists/list-query.ts'
import { text } from '#server/base/texts.ts'
import {
  exportColumns,
  type ExportContext,
  type ExportParameters,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import { leftOf } from '#features/ledger/server/private-gift-returns.ts'
import { donationCells } from '../cells.ts'
import type { DonationRow } from '../contract.ts'
import { maskedIban } from '#shared/iban.ts'
import type { Rhythm } from '../rhythm.ts'
import { maskName } from '#shared/mask-name.ts'
import { donationList } from '../table.ts'
import { repeatedGifts, rhythmsByGift } from './rhythms.ts'

export type DonationQuery = ListQuery<typeof donationList>
type Reader = { user: Holder; locale: Locale }

type Stored = Pick<
  DonationRow,
  | 'slug'
  | 'number'
  | 'amount_cents'
  | 'pledged_cents'
  | 'returned_cents'
  | 'owed_cents'
  | 'open_cents'
  | 'project_lacks_cents'
  | 'state'
  | 'channel'
  | 'note'
  | 'moved_from'
  | 'waiting_acts'
  | 'receipt'
> & {
  id: number
  received_on: Day
  project_slug: string
  project_title: string
  donor_slug: string | null
  donor_name: string
  donor_email: string
  donor_iban: string
}

const rowsWith = (condition: RawBuilder<boolean>, slice: RawBuilder<unknown>) => sql<Stored>`
  select gift.id, gift.slug, gift.number, gift.amount_cents, gift.pledged_cents, gift.returned_cents, gift.state, gift.channel,
    gift.received_on, gift.note,
    case when gift.returned_cents = 0 then 0 else (select coalesce(sum(-balance_cents), 0)::bigint
      from ledger_accounts where funding_id = gift.id and kind = 'refund') end as owed_cents,
    case when gift.state <> 'recovery_open' then 0 else (select coalesce(sum(amount_cents), 0)::bigint from ledger_rows
      where funding_id = gift.id and purpose = 'chargeback' and reverses_id is null) end as open_cents, project.slug as project_slug, project.title as project_title,
    project.target_cents - project.funded_cents as project_lacks_cents, donor.slug as donor_slug, donor.name as donor_name, donor.email as donor_email, donor.iban as donor_iban,
    ${waitingActs(sql`array['funding:' || gift.id]`)} as waiting_acts,
    (select json_build_object('slug', documents.slug, 'number', documents.number)
      from receipt_gifts join documents on documents.id = receipt_gifts.receipt_id
      where receipt_gifts.funding_id = gift.id and receipt_gifts.is_valid) as receipt,
    (select number from fundings earlier where earlier.id = gift.moved_from_id) as moved_from
  from fundings gift
  join projects project on project.id = gift.project_id
  left join donors donor on donor.id = gift.donor_id
  where ${condition} ${slice}`

// People who may not see donors' names cannot search by them either.
async function conditionOf(
  db: Db,
  { search, filters }: DonationQuery,
  user: Holder,
): Promise<RawBuilder<boolean>> {
  const repeated = filters.repeated && (await repeatedGifts(db))
  const words = containsWords(search)
  const found = words && [
    sql<boolean>`gift.project_id in (select id from projects where ${words})`,
    sql<boolean>`lower(gift.number) = lower(${search.trim()})`,
    ...(seesDonors(user)
      ? [sql<boolean>`gift.donor_id in (select donor_kept(id) from donors where ${words})`]
      : []),
  ]
  return allOf([
    sql<boolean>`gift.number is not null`,
    ...(found ? [anyOf(found)] : []),
    ...(repeated ? [repeated.where] : []),
    ...(filters.state ? [sql<boolean>`gift.state = any(${filters.state}::text[])`] : []),
    ...(filters.channel ? [sql<boolean>`gift.channel = any(${filters.channel}::text[])`] : []),
  ])
}

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

/** Sums over all matches: from the stored totals if they cover the filter, else from the gifts. */
async function sumsOf(db: Db, query: DonationQuery, user: Holder): Promise<Sums> {
  const { search, filters } = query
  const isKept =
    containsWords(search) === undefined && (!filters.repeated || (await repeatedGifts(db)).isKept)
  const ofFilters = [
    ...(filters.repeated ? [sql<boolean>`is_repeated`] : []),
    ...(filters.state ? [sql<boolean>`state = any(${filters.state}::text[])`] : []),
    ...(filters.channel ? [sql<boolean>`channel = any(${filters.channel}::text[])`] : []),
  ]
  const source = isKept
    ? sql`private_gift_totals where ${allOf(ofFilters)}`
    : sql`(select state, returned_cents > 0 as is_returned, 1 as n, amount_cents, returned_cents from fundings gift
        where ${await conditionOf(db, query, user)}) gift`
  // Received money: everything not reversed, plus the returned part of reversed gifts.
  const came = sql`state in ('confirmed', 'settled', 'paid_out', 'recovery_open', 'recovered')
    or state = 'reversed' and is_returned`
  const { rows } = await sql<Sums>`
    select coalesce(sum(n), 0)::bigint as n, coalesce(sum(amount_cents), 0)::bigint as sum_cents,
      coalesce(sum(n) filter (where ${came}), 0)::bigint as confirmed,
      coalesce(sum(amount_cents) filter (where ${came}), 0)::bigint as confirmed_cents,
      coalesce(sum(n) filter (where state = 'pledged'), 0)::bigint as pledged,
      coalesce(sum(amount_cents) filter (where state = 'pledged'), 0)::bigint as pledged_cents,
      coalesce(sum(returned_cents), 0)::bigint as returned_cents
    from ${source}`.execute(db)
  return rows[0]!
}

/** One page of the private donations, with the sums over all matches. */
export async function listDonations(db: Db, query: DonationQuery, asking: Reader) {
  const { n, sum_cents, ...sums } = await sumsOf(db, query, asking.user)
  const where = await conditionOf(db, query, asking.user)
  const slice = sql`${order(query)}
    limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`
  const { rows } = await rowsWith(where, slice).execute(db)
  return {
    ...paging(n, query),
    sum_cents,
    totals: { ...sums, rest_cents: sums.confirmed_cents - sums.returned_cents },
    results: await presentAll(db, rows, asking),
  }
}

const selection = selectionOf(listQuery(donationList))

/** Ids of the private donations selected in a body; 409 `selection_changed` for another number. */
export async function pickDonations(db: Db, user: Holder, sent: unknown): Promise<number[]> {
  const chosen = parsePart(selection, sent)
  if ('slugs' in chosen) {
    const { rows } = await sql<{ id: number }>`
      select id from fundings gift where gift.number is not null and slug = any(${chosen.slugs}::text[]) order by id`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  }
  const { rows } = await sql<{ id: number }>`
    select gift.id from fundings gift where ${await conditionOf(db, chosen.query, user)}
      and not gift.slug = any(${chosen.exclude}::text[]) order by gift.id`.execute(db)
  if (rows.length !== chosen.expected_count)
    throw conflict('selection_changed', {
      current: { count: rows.length, exclude: chosen.exclude },
      parameters: { count: rows.length, expected: chosen.expected_count },
    })
  return rows.map(({ id }) => id)
}

/** Exports the private donations as listed, with donors masked as in the list. */
export async function exportOfDonations(
  db: Db,
  query: DonationQuery,
  wanted: ExportParameters,
  asked: ExportContext,
): Promise<ListExport<DonationRow>> {
  const { locale, holder } = asked
  const asking = { user: holder, locale }
  const { rows } = await sql<{ id: number }>`
    select gift.id from fundings gift where ${await conditionOf(db, query, asking.user)} ${order(query)}`.execute(
    db,
  )
  return {
    ...asked,
    name: text(locale, 'private_donations.title'),
    list: donationList,
    query,
    needs: seesDonors(holder) ? [...personalData.donor] : [],
    ids: rows.map((row) => row.id),
    rowsByIds: async (reader, ids) => {
      const found = await rowsWith(
        sql`gift.id = any(${ids}::bigint[])`,
        sql`order by array_position(${ids}::bigint[], gift.id)`,
      ).execute(reader)
      return presentAll(reader, found.rows, asking)
    },
    columns: exportColumns(donationList, donationCells, wanted, locale),
  }
}

/** One private donation of the list; throws notFound. */
export async function getDonation(db: Db, slug: string, asking: Reader): Promise<DonationRow> {
  const { rows } = await rowsWith(sql`gift.slug = ${slug} and gift.number is not null`, sql``).execute(db)
  if (!rows[0]) throw notFound()
  const [donation] = await presentAll(db, rows, asking)
  return donation!
}

async function presentAll(db: Db, rows: readonly Stored[], asking: Reader): Promise<DonationRow[]> {
  const rhythms = await rhythmsByGift(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => present(row, repeatedOf(rhythms.get(row.id)), asking))
}

export function repeatedOf(rhythm: Rhythm | undefined): DonationRow['repeated'] {
  return rhythm ? { since: rhythm.since, times: rhythm.gifts.length, next_on: rhythm.next_on } : null
}

function present(row: Stored, repeated: DonationRow['repeated'], { user, locale }: Reader): DonationRow {
  const { id: _, project_slug, project_title, donor_slug, donor_name, donor_email, donor_iban, ...gift } = row
  const is_masked = !seesDonors(user)
  return {
    ...gift,
    // A donor's own message may contain their name.
    note: is_masked ? '' : gift.note,
    repeated,
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
            iban: maskedIban(donor_iban),
            is_masked,
          },
  }
}
