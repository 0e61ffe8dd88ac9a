import { type RawBuilder, sql } from 'kysely'
import { maskedIban } from '#shared/iban.ts'
import type { Locale } from '#shared/messages.ts'
import type { Holder } from '#shared/permissions.ts'
import { seesDonors } from '#shared/personal-data.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'
import { paging } from '#server/lists/list-query.ts'
import { text } from '#server/base/texts.ts'
import type { DonorPair, DuplicateReason } from '../duplicates-contract.ts'
import { maskName } from '#shared/mask-name.ts'

type Reader = { user: Holder; locale: Locale }
type Twin = Omit<DonorPair['donors'][number], 'is_masked'>
type Stored = Omit<DonorPair, 'reasons' | 'donors' | 'decided_at'> & {
  reasons: DuplicateReason[]
  first: Twin
  second: Twin
  decided_at: Date | null
}

const twin = (id: RawBuilder<unknown>) => sql`(
  select jsonb_build_object('slug', slug, 'name', name, 'email', email, 'street', street, 'postal_code', postal_code,
    'city', city, 'iban', iban, 'donations', gifts.n, 'donated_cents', gifts.cents)
  from donors, lateral (
    select count(*) as n,
      coalesce(sum(amount_cents - returned_cents) filter (where state in ('confirmed', 'settled', 'paid_out')), 0) as cents
    from fundings where donor_id = donors.id
      and state in ('pledged', 'confirmed', 'settled', 'paid_out', 'recovery_open', 'recovered')
  ) gifts where donors.id = ${id})`

const pairsWith = (rest: RawBuilder<unknown>) => sql<Stored>`
  select pair.id, pair.state, pair.reasons, pair.decided_at,
    (select slug from donors where id = pair.kept_id) as kept,
    ${twin(sql`pair.first_id`)} as first, ${twin(sql`pair.second_id`)} as second
  from donor_pairs pair ${rest}`

// Pairs of a merged donor were passed to the kept one, so they are no longer open.
const open = sql`pair.state = 'open' and not exists (
  select from donors where id in (pair.first_id, pair.second_id) and merged_into_id is not null)`

/** One page of possible duplicates, likeliest first; or of merged donors, latest first. */
export async function listPairs(
  db: Db,
  query: { state: 'open' | 'merged'; page: number; page_size: number },
  asking: Reader,
) {
  const [where, order] =
    query.state === 'open'
      ? [open, sql`pair.score desc, pair.id`]
      : [sql`pair.state = 'merged'`, sql`pair.decided_at desc, pair.id desc`]
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::integer as n from donor_pairs pair where ${where}`.execute(db)
  const { rows } = await pairsWith(
    sql`where ${where} order by ${order} limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`,
  ).execute(db)
  return { ...paging(counted[0]!.n, query), results: rows.map((row) => present(row, asking)) }
}

/** One pair of the list; throws notFound. */
export async function getPair(db: Db, id: number, asking: Reader): Promise<DonorPair> {
  const { rows } = await pairsWith(sql`where pair.id = ${id}::bigint`).execute(db)
  if (!rows[0]) throw notFound()
  return present(rows[0], asking)
}

function present({ first, second, reasons, ...pair }: Stored, { user, locale }: Reader): DonorPair {
  const is_masked = !seesDonors(user)
  const shown = (donor: Twin) => ({
    ...donor,
    iban: maskedIban(donor.iban),
    ...(is_masked && {
      name: maskName(donor.name),
      email: '',
      street: '',
      postal_code: '',
      city: '',
    }),
    is_masked,
  })
  return {
    ...pair,
    reasons: reasons.map((code) => ({ code, text: text(locale, `private_donations.same.${code}`) })),
    donors: [shown(first), shown(second)],
    decided_at: pair.decided_at && pair.decided_at.toISOString(),
  }
}
