import { type RawBuilder, sql } from 'kysely'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Locale } from '#shared/messages.ts'
import type { Holder } from '#shared/permissions.ts'
import { seesDonors } from '#shared/personal-data.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'
import { allOf, paging } from '#server/lists/list-query.ts'
import { text } from '#server/base/texts.ts'
import { maskedIban } from '#shared/iban.ts'
import { maskName } from '#shared/mask-name.ts'
import type { DeliveryRow, IntakeProvider } from '../contract.ts'
import type { DeliveryProblem } from '../problems.ts'
import type { deliveryList } from '../table.ts'
import { jsonOf } from './receive.ts'

type Stored = Omit<DeliveryRow, 'slug' | 'type_display' | 'state_display' | 'problem_display'> & {
  problem: DeliveryProblem | ''
}

const rowsWith = (condition: RawBuilder<boolean>, slice: RawBuilder<unknown>, more = sql``) => sql<
  Stored & { payload: string }
>`
  select delivery.id, delivery.event_id, delivery.ref, provider.title as provider, delivery.type, delivery.state,
    delivery.problem, gift.number as donation, delivery.attempts, delivery.note, delivery.received_at ${more}
  from intake_deliveries delivery
  join intake_providers provider on provider.id = delivery.provider_id
  left join fundings gift on gift.id = delivery.funding_id
  where ${condition} ${slice}`

export async function listDeliveries(db: Db, query: ListQuery<typeof deliveryList>, locale: Locale) {
  const { search, filters, ordering } = query
  const asked = search.trim()
  const where = allOf([
    sql<boolean>`true`,
    ...(asked === ''
      ? []
      : [
          sql<boolean>`(delivery.ref = ${asked} or delivery.event_id = ${asked}
      or delivery.funding_id in (select id from fundings where lower(number) = lower(${asked})))`,
        ]),
    ...(filters.state ? [sql<boolean>`delivery.state = any(${filters.state}::text[])`] : []),
    ...(filters.type ? [sql<boolean>`delivery.type = any(${filters.type}::text[])`] : []),
  ])
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::integer as n from intake_deliveries delivery where ${where}`.execute(db)
  const way = ordering.descending ? sql`desc` : sql`asc`
  const { rows } = await rowsWith(
    where,
    sql`order by delivery.received_at ${way}, delivery.id ${way}
      limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`,
  ).execute(db)
  return { ...paging(counted[0]!.n, query), results: rows.map((row) => present(row, locale)) }
}

/** One delivery of the list; throws notFound. */
export async function getDelivery(db: Db, id: number, locale: Locale): Promise<DeliveryRow> {
  const { rows } = await rowsWith(sql`delivery.id = ${id}::bigint`, sql``).execute(db)
  if (!rows[0]) throw notFound()
  return present(rows[0], locale)
}

/** One delivery with its content; the donor is masked for people who may not see donors. */
export async function readDelivery(db: Db, id: number, asking: { user: Holder; locale: Locale }) {
  const { rows } = await rowsWith(sql`delivery.id = ${id}::bigint`, sql``, sql`, delivery.payload`).execute(
    db,
  )
  if (!rows[0]) throw notFound()
  const { payload, ...row } = rows[0]
  const json = jsonOf(payload)
  const shown = seesDonors(asking.user) ? json : maskDonor(json)
  return { ...present(row, asking.locale), payload: JSON.stringify(shown, null, 2) ?? '' }
}

/** Content that is not understood shows only fields that certainly name nobody. */
function maskDonor(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return undefined
  const { donor, ...rest } = json as Record<string, unknown>
  const told = ['id', 'type', 'at', 'gift', 'payout', 'project_slug', 'amount_cents', 'fee_cents', 'currency']
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => told.includes(key)))
  if (typeof donor !== 'object' || donor === null) return kept
  const { name, iban } = donor as { name?: unknown; iban?: unknown }
  const masked = {
    ...(typeof name === 'string' && { name: maskName(name) }),
    ...(typeof iban === 'string' && { iban: maskedIban(iban) }),
  }
  return { ...kept, donor: masked }
}

function present(row: Stored, locale: Locale): DeliveryRow {
  return {
    ...row,
    slug: String(row.id),
    type_display: text(locale, `intake.type.${row.type}`),
    state_display: text(locale, `intake.state.${row.state}`),
    problem_display: row.problem && text(locale, `intake.problems.${row.problem}`),
  }
}

/** Providers by code (all without codes), with the last characters of their secrets. */
export async function presentProviders(db: Db, codes?: readonly string[]): Promise<IntakeProvider[]> {
  const { rows } = await sql<IntakeProvider>`
    select code, title, is_on, books_payouts, version, coalesce((
      select jsonb_agg(jsonb_build_object('tail', tail, 'created_at', to_char(created_at at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ends_on', ends_on) order by id desc)
      from intake_secrets where provider_id = provider.id), '[]') as secrets
    from intake_providers provider
    ${codes ? sql`where code = any(${codes}::text[])` : sql``} order by code`.execute(db)
  return rows
}
