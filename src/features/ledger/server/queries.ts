import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { FundingType } from '../funding-types.ts'
import type { Db } from '#server/db/db.ts'
import { randomToken } from '#server/secrets.ts'

/** A gift that has arrived: amount in cents, the Berlin day it was received. */
export type ConfirmedGift = {
  project_id: number
  funding_type: FundingType
  amount_cents: number
  received_on: Day
  /** Where the word of it came from: import, demo, test; later also bank and psp. */
  source: string
  note: string
  created_by: number | null
  now: Date
  /** A gift with the same key is posted once. */
  import_key?: string
}

/** Code of a project's liability account for one funding type (product.md §4). */
export const projectAccount = (projectId: number, type: FundingType) => `project:${projectId}:${type}`
/** The account gifts without a statement line arrive on. */
export const bankAccount = 'bank:main'

/** Posts one confirmed gift; see `postConfirmedGifts`. */
export async function postConfirmedGift(tx: Db, gift: ConfirmedGift) {
  const [id] = await postConfirmedGifts(tx, [gift])
  return tx.selectFrom('fundings').selectAll().where('id', '=', id!).executeTakeFirstOrThrow()
}

/**
 * Posts confirmed gifts: bank / project (product.md §4), each in a ledger transaction of its own; returns the ids of
 * their fundings in the order given. The projects' balances follow in the same statement. Over-funding is accepted
 * here; it is what late gifts do. Must run inside a transaction; some thousand gifts at once are fine.
 */
export async function postConfirmedGifts(tx: Db, gifts: readonly ConfirmedGift[]): Promise<number[]> {
  if (gifts.length === 0) return []
  const given = JSON.stringify(
    gifts.map((gift, place) => ({ ...gift, place, slug: `g-${randomToken().slice(0, 16)}` })),
  )
  return postGiftsOf(
    tx,
    sql`jsonb_to_recordset(${given}::jsonb) as gift (
      place integer, slug text, project_id bigint, funding_type smallint, amount_cents bigint, received_on date,
      source text, note text, created_by bigint, now timestamptz, import_key text)`,
  )
}

/**
 * The same for gifts that lie in the database already: `gifts` is a table expression named `gift`, with the columns of
 * a `ConfirmedGift`, `slug`, and `place` for their order.
 */
export async function postGiftsOf(tx: Db, gifts: RawBuilder<unknown>): Promise<number[]> {
  await sql`
    insert into ledger_accounts (code, project_id)
    select ${bankAccount}, null::bigint
    union all
    select distinct ${accountCode}, gift.project_id from ${gifts}
    on conflict (code) do nothing`.execute(tx)
  // The ids are drawn first, so that a gift, its transaction and its ledger row know each other in one statement.
  const { rows } = await sql<{ funding_id: number }>`
    with given as materialized (
      select gift.*, nextval(pg_get_serial_sequence('fundings', 'id')) as funding_id,
        nextval(pg_get_serial_sequence('ledger_transactions', 'id')) as transaction_id
      from ${gifts}
    ), funded as (
      insert into fundings (id, slug, project_id, funding_type, amount_cents, state, received_on, source, note,
        import_key, created_by, created_at)
      overriding system value
      select funding_id, slug, project_id, funding_type, amount_cents, 'confirmed', received_on, source, note,
        import_key, created_by, now
      from given order by place
    ), entered as (
      insert into ledger_transactions (id, kind, business_date, created_by, created_at)
      overriding system value
      select transaction_id, 'gift_confirmed', received_on, created_by, now from given order by place
    ), booked as (
      insert into ledger_rows (transaction_id, debit_account_id, credit_account_id, amount_cents, funding_id)
      select transaction_id, bank.id, account.id, amount_cents, funding_id
      from given as gift
      join ledger_accounts account on account.code = ${accountCode}
      join ledger_accounts bank on bank.code = ${bankAccount}
      order by place
    )
    select funding_id from given order by place`.execute(tx)
  return rows.map((row) => row.funding_id)
}

/**
 * Posts gifts of projects that were inserted in this transaction with their balance already in the row, so that no
 * project is written twice. Whoever does so calls `checkWrittenBalances` before the transaction ends.
 */
export async function postWrittenGifts(tx: Db, gifts: RawBuilder<unknown>): Promise<void> {
  await sql`select set_config('almoner.balance_written', 'yes', true)`.execute(tx)
  await postGiftsOf(tx, gifts)
  await sql`select set_config('almoner.balance_written', '', true)`.execute(tx)
}

/**
 * Throws when the written balance of a project (a query of ids) is not the sum of its ledger rows; none of them may be
 * older than `after`, an id of `lastLedgerRow`.
 */
export async function checkWrittenBalances(
  tx: Db,
  projects: RawBuilder<unknown>,
  after: number,
): Promise<void> {
  // No limit: it would have the planner compare each project with each sum.
  const { rows } = await sql<{ slug: string | null }>`
    select min(slug) as slug
    from (${projects}) written (id)
    join projects using (id)
    left join (
      select project_id, sum(amount_cents) as cents
      from ledger_rows row join ledger_accounts account on account.id = row.credit_account_id
      where row.id > ${after} and funding_id is not null and project_id is not null
      group by project_id
    ) received on received.project_id = projects.id
    where funded_cents <> coalesce(received.cents, 0)`.execute(tx)
  if (rows[0]?.slug) throw new Error(`the balance of ${rows[0].slug} does not agree with the ledger`)
}

/** The latest row of the ledger; 0 while it is empty. */
export async function lastLedgerRow(db: Db): Promise<number> {
  const row = await db
    .selectFrom('ledger_rows')
    .select((on) => on.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

/** The same as `projectAccount`, for the columns of a query. */
const accountCode = sql<string>`'project:' || gift.project_id || ':' || gift.funding_type`

type LedgerRow = {
  debit_account_id: number
  credit_account_id: number
  amount_cents: number
  funding_id?: number | null
  reverses_id?: number | null
}

/** Posts one transaction of one or more rows. The ledger only grows: nothing here updates or deletes. */
export async function post(
  tx: Db,
  entry: {
    kind: string
    business_date: Day
    created_by: number | null
    now: Date
    note?: string
    reverses_id?: number
    rows: LedgerRow[]
  },
) {
  const { rows, now, ...columns } = entry
  const transaction = await tx
    .insertInto('ledger_transactions')
    .values({ ...columns, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('ledger_rows')
    .values(rows.map((row) => ({ ...row, transaction_id: transaction.id })))
    .execute()
  return transaction.id
}

/** Reverses a confirmed gift with mirror rows; the funding's state becomes `reversed`. A second reversal violates a unique key. */
export async function reverseGift(
  tx: Db,
  gift: { funding_id: number; business_date: Day; note: string; created_by: number | null; now: Date },
): Promise<void> {
  const rows = await tx
    .selectFrom('ledger_rows')
    .selectAll()
    .where('funding_id', '=', gift.funding_id)
    .where('reverses_id', 'is', null)
    .orderBy('id')
    .execute()
  const { funding_id, ...rest } = gift
  await post(tx, {
    kind: 'gift_reversed',
    ...rest,
    reverses_id: rows[0]?.transaction_id,
    rows: rows.map((row) => ({
      debit_account_id: row.credit_account_id,
      credit_account_id: row.debit_account_id,
      amount_cents: row.amount_cents,
      funding_id,
      reverses_id: row.id,
    })),
  })
  await tx.updateTable('fundings').set({ state: 'reversed' }).where('id', '=', funding_id).execute()
}

/** The id of an account, made when missing; two makers at once end up with the same one. */
export async function accountId(tx: Db, code: string, projectId: number | null): Promise<number> {
  const known = await tx
    .selectFrom('ledger_accounts')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirst()
  if (known) return known.id
  await tx
    .insertInto('ledger_accounts')
    .values({ code, project_id: projectId })
    .onConflict((on) => on.column('code').doNothing())
    .execute()
  return (
    await tx.selectFrom('ledger_accounts').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  ).id
}

/** Projects whose kept balance differs from the sum of their ledger rows; empty when all is well. */
export async function findBalanceDifferences(
  db: Db,
): Promise<{ slug: string; kept_cents: number; ledger_cents: number }[]> {
  const { rows } = await sql<{ slug: string; kept_cents: number; ledger_cents: number }>`
    with moved as (
      select credit_account_id as account_id, amount_cents as cents from ledger_rows where funding_id is not null
      union all
      select debit_account_id, -amount_cents from ledger_rows where funding_id is not null
    ), received as (
      select account.project_id, sum(cents)::bigint as cents
      from moved join ledger_accounts account on account.id = moved.account_id
      where account.project_id is not null
      group by account.project_id
    )
    select slug, funded_cents as kept_cents, coalesce(received.cents, 0)::bigint as ledger_cents
    from projects left join received on received.project_id = projects.id
    where funded_cents <> coalesce(received.cents, 0)
    order by projects.id`.execute(db)
  return rows
}

/** Gifts of live state whose amount differs from what the ledger says about them; empty when all is well. */
export async function findFundingDifferences(
  db: Db,
): Promise<{ slug: string; amount_cents: number; ledger_cents: number }[]> {
  const { rows } = await sql<{ slug: string; amount_cents: number; ledger_cents: number }>`
    select fundings.slug, fundings.amount_cents, coalesce(booked.cents, 0)::bigint as ledger_cents
    from fundings left join (
      select funding_id, sum(case when reverses_id is null then amount_cents else -amount_cents end)::bigint as cents
      from ledger_rows where funding_id is not null group by funding_id
    ) booked on booked.funding_id = fundings.id
    where coalesce(booked.cents, 0) <>
      case when state in ('confirmed', 'settled', 'paid_out') then fundings.amount_cents else 0 end
    order by fundings.id`.execute(db)
  return rows
}

/**
 * What projects received from the first to the last day, both included, per month (YYYY-MM) and funding type: gifts
 * less reversals, each on its own business day, in cents. Read from the kept totals; months without any are left out.
 */
export async function fundingByMonth(
  db: Db,
  { from, to }: { from: Day; to: Day },
): Promise<{ month: string; funding_type: FundingType; cents: number }[]> {
  const { rows } = await sql<{ month: string; funding_type: FundingType; cents: number }>`
    select to_char(business_date::timestamp, 'YYYY-MM') as month, funding_type, sum(cents)::bigint as cents
    from funding_totals where business_date between ${from}::date and ${to}::date
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** Days whose kept total of a funding type differs from the ledger rows themselves; empty when all is well. */
export async function findTotalDifferences(
  db: Db,
): Promise<{ business_date: Day; funding_type: number; kept_cents: number; ledger_cents: number }[]> {
  const { rows } = await sql<{
    business_date: Day
    funding_type: number
    kept_cents: number
    ledger_cents: number
  }>`
    with moved as (
      select transaction_id, funding_id, credit_account_id as account_id, amount_cents as cents
      from ledger_rows where funding_id is not null
      union all
      select transaction_id, funding_id, debit_account_id, -amount_cents from ledger_rows where funding_id is not null
    ), both_sides as (
      select business_date, funding_type, cents as kept, 0::bigint as booked from funding_totals
      union all
      select entry.business_date, funding.funding_type, 0, moved.cents
      from moved
      join ledger_accounts account on account.id = moved.account_id
      join ledger_transactions entry on entry.id = moved.transaction_id
      join fundings funding on funding.id = moved.funding_id
      where account.project_id is not null
    )
    select business_date, funding_type, sum(kept)::bigint as kept_cents, sum(booked)::bigint as ledger_cents
    from both_sides group by 1, 2 having sum(kept) <> sum(booked) order by 1, 2`.execute(db)
  return rows
}
