/** Self-checks of the ledger: compare stored sums with the rows. No rows means no differences. */
import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'

/** Runs all of them, for tests and benchmarks. */
export async function findLedgerDifferences(db: Db): Promise<object[]> {
  return [
    ...(await findBalanceDifferences(db)),
    ...(await findStageDifferences(db)),
    ...(await findAccountDifferences(db)),
    ...(await findFundingDifferences(db)),
    ...(await findTotalDifferences(db)),
  ]
}

/** Projects whose stored received amount differs from the rows of their gifts. */
export async function findBalanceDifferences(
  db: Db,
): Promise<{ slug: string; kept_cents: number; ledger_cents: number }[]> {
  const { rows } = await sql<{ slug: string; kept_cents: number; ledger_cents: number }>`
    with received as (
      select project_id, sum(received_cents)::bigint as cents
      from ledger_rows join fundings on fundings.id = funding_id
      group by project_id
    )
    select slug, funded_cents as kept_cents, coalesce(received.cents, 0)::bigint as ledger_cents
    from projects left join received on received.project_id = projects.id
    where funded_cents <> coalesce(received.cents, 0)
    order by projects.id`.execute(db)
  return rows
}

type Stages = {
  settled_cents: number
  paid_cents: number
  arrived_cents: number
  allocated_on: Day | null
  settled_on: Day | null
  paid_on: Day | null
  arrived_on: Day | null
}

/** Projects whose stored stages or latest stage days differ from the rows of their gifts. */
export async function findStageDifferences(
  db: Db,
): Promise<{ slug: string; kept: Stages; ledger: Stages }[]> {
  const { rows } = await sql<{ slug: string; kept: Stages; ledger: Stages }>`
${stageDifferences}`.execute(db)
  return rows
}

/** Accounts whose stored balance, in total or per day, differs from their rows; shared accounts are compared by day. */
export async function findAccountDifferences(
  db: Db,
): Promise<
  { account_id: number; kind: string; day: Day | null; kept_cents: number; ledger_cents: number }[]
> {
  const { rows } = await sql<{
    account_id: number
    kind: string
    day: Day | null
    kept_cents: number
    ledger_cents: number
  }>`
${accountDifferences}`.execute(db)
  return rows
}

/**
 * Gifts that contradict the ledger. A live gift was booked with its amount and is not fully returned; any other gift
 * counts nothing. Refunds and chargebacks equal the amount stored with the gift.
 */
export async function findFundingDifferences(
  db: Db,
): Promise<{ slug: string; amount_cents: number; ledger_cents: number }[]> {
  const { rows } = await sql<{ slug: string; amount_cents: number; ledger_cents: number }>`
    select fundings.slug, fundings.amount_cents, coalesce(booked.cents, 0)::bigint as ledger_cents
    from fundings left join (
      select funding_id, sum(received_cents)::bigint as cents,
        sum(received_cents) filter (where purpose = 'gift')::bigint as gift_cents,
        sum(refunded_cents(purpose, ledger_rows.amount_cents, reverses_id))::bigint as returned_cents
      from ledger_rows where funding_id is not null group by funding_id
    ) booked on booked.funding_id = fundings.id
    where case when state in ('confirmed', 'settled', 'paid_out')
      then coalesce(booked.gift_cents, 0) <> fundings.amount_cents or booked.cents <= 0
      else coalesce(booked.cents, 0) <> 0 end
      or coalesce(booked.returned_cents, 0) <> fundings.returned_cents
    order by fundings.id`.execute(db)
  return rows
}

/** Days whose stored total of a funding type and stage differs from the rows. */
export async function findTotalDifferences(
  db: Db,
): Promise<
  { business_day: Day; funding_type: number; stage: string; kept_cents: number; ledger_cents: number }[]
> {
  const { rows } = await sql<{
    business_day: Day
    funding_type: number
    stage: string
    kept_cents: number
    ledger_cents: number
  }>`
${totalDifferences}`.execute(db)
  return rows
}

/** Projects whose stored stages differ from the rows: slug, kept, ledger. */
export const stageDifferences: RawBuilder<unknown> = sql`
    with row as (
      select project_id, purpose, ledger_rows.amount_cents, reverses_id, business_day,
        reverses_id is null and not exists (select from ledger_rows undone where undone.reverses_id = ledger_rows.id)
          as stands
      from ledger_rows join fundings on fundings.id = funding_id
    ), summed as (
      select project_id,
        sum(stage_cents('allocated', purpose, amount_cents, reverses_id))::bigint as allocated,
        sum(stage_cents('settled', purpose, amount_cents, reverses_id))::bigint as settled,
        sum(stage_cents('paid', purpose, amount_cents, reverses_id))::bigint as paid,
        sum(stage_cents('arrived', purpose, amount_cents, reverses_id))::bigint as arrived,
        max(business_day) filter (where stands and purpose = 'gift') as allocated_day,
        max(business_day) filter (where stands and purpose = 'settlement') as settled_day,
        max(business_day) filter (where stands and purpose = 'payout') as paid_day,
        max(business_day) filter (where stands and purpose = 'arrival') as arrived_day
      from row group by project_id
    ), compared as (
      select slug,
        jsonb_build_object('settled_cents', settled_cents, 'paid_cents', paid_cents, 'arrived_cents', arrived_cents,
          'allocated_on', allocated_on, 'settled_on', settled_on, 'paid_on', paid_on, 'arrived_on', arrived_on) as kept,
        jsonb_build_object('settled_cents', coalesce(settled, 0), 'paid_cents', coalesce(paid, 0),
          'arrived_cents', coalesce(arrived, 0),
          'allocated_on', case when allocated > 0 then allocated_day end,
          'settled_on', case when settled > 0 then settled_day end,
          'paid_on', case when paid > 0 then paid_day end,
          'arrived_on', case when arrived > 0 then arrived_day end) as ledger
      from projects left join summed on summed.project_id = projects.id
    )
    select * from compared where kept <> ledger order by slug`

/**
 * Accounts whose stored balance differs from their rows, shared ones by day: account_id, kind, day, kept_cents,
 * ledger_cents.
 */
export const accountDifferences: RawBuilder<unknown> = sql`
    with side as (
      select debit_account_id as account_id, business_day, amount_cents as cents from ledger_rows
      union all
      select credit_account_id, business_day, -amount_cents from ledger_rows
    ), both_sides as (
      select id as account_id, null::date as day, balance_cents as kept, 0::bigint as booked
      from ledger_accounts where balance_cents <> 0
      union all
      select account_id, business_day, cents, 0 from ledger_day_balances
      union all
      select account_id, case when is_shared then business_day end, 0, cents
      from side join ledger_accounts account on account.id = side.account_id
    )
    select account_id, account.kind, day, sum(kept)::bigint as kept_cents, sum(booked)::bigint as ledger_cents
    from both_sides join ledger_accounts account on account.id = account_id
    group by account_id, account.kind, day having sum(kept) <> sum(booked) order by account_id, day`

/**
 * Days whose stored total of a funding type differs from the rows: business_day, funding_type, kept_cents,
 * ledger_cents.
 */
export const totalDifferences: RawBuilder<unknown> = sql`
    with both_sides as (
      select business_day, funding_type, stage, kept, 0::bigint as booked
      from funding_totals, lateral (values ('allocated', cents), ('settled', settled_cents), ('paid', paid_cents),
        ('arrived', arrived_cents), ('refunded', refunded_cents)) of_stage (stage, kept)
      union all
      select business_day, funding_type, stage, 0, booked
      from ledger_rows row join fundings on fundings.id = funding_id,
      lateral (values ('allocated', received_cents),
        ('settled', stage_cents('settled', purpose, row.amount_cents, reverses_id)),
        ('paid', stage_cents('paid', purpose, row.amount_cents, reverses_id)),
        ('arrived', stage_cents('arrived', purpose, row.amount_cents, reverses_id)),
        ('refunded', refunded_cents(purpose, row.amount_cents, reverses_id))) of_stage (stage, booked)
    )
    select business_day, funding_type, stage, sum(kept)::bigint as kept_cents, sum(booked)::bigint as ledger_cents
    from both_sides group by 1, 2, 3 having sum(kept) <> sum(booked) order by 1, 2, 3`
