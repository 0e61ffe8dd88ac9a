/** The self-checks of the ledger: what is kept beside its rows, held against the rows. Empty when all is well. */
import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'

/** All of them at once, for tests and benches. */
export async function findLedgerDifferences(db: Db): Promise<object[]> {
  return [
    ...(await findBalanceDifferences(db)),
    ...(await findAccountDifferences(db)),
    ...(await findFundingDifferences(db)),
    ...(await findTotalDifferences(db)),
  ]
}

/** Projects whose kept received amount differs from the rows of their gifts. */
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

/** Accounts whose kept balance, in the account or per day, differs from their rows; a shared account names the days. */
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
    group by account_id, account.kind, day having sum(kept) <> sum(booked) order by account_id, day`.execute(
    db,
  )
  return rows
}

/**
 * Gifts of which the ledger says something else than they do: a live one was booked with its amount and is not returned
 * in full, of any other nothing counts.
 */
export async function findFundingDifferences(
  db: Db,
): Promise<{ slug: string; amount_cents: number; ledger_cents: number }[]> {
  const { rows } = await sql<{ slug: string; amount_cents: number; ledger_cents: number }>`
    select fundings.slug, fundings.amount_cents, coalesce(booked.cents, 0)::bigint as ledger_cents
    from fundings left join (
      select funding_id, sum(received_cents)::bigint as cents,
        sum(received_cents) filter (where purpose = 'gift')::bigint as gift_cents
      from ledger_rows where funding_id is not null group by funding_id
    ) booked on booked.funding_id = fundings.id
    where case when state in ('confirmed', 'settled', 'paid_out')
      then coalesce(booked.gift_cents, 0) <> fundings.amount_cents or booked.cents <= 0
      else coalesce(booked.cents, 0) <> 0 end
    order by fundings.id`.execute(db)
  return rows
}

/** Days whose kept total of a funding type differs from the rows. */
export async function findTotalDifferences(
  db: Db,
): Promise<{ business_day: Day; funding_type: number; kept_cents: number; ledger_cents: number }[]> {
  const { rows } = await sql<{
    business_day: Day
    funding_type: number
    kept_cents: number
    ledger_cents: number
  }>`
    with both_sides as (
      select business_day, funding_type, cents as kept, 0::bigint as booked from funding_totals
      union all
      select business_day, funding_type, 0, received_cents
      from ledger_rows join fundings on fundings.id = funding_id
    )
    select business_day, funding_type, sum(kept)::bigint as kept_cents, sum(booked)::bigint as ledger_cents
    from both_sides group by 1, 2 having sum(kept) <> sum(booked) order by 1, 2`.execute(db)
  return rows
}
