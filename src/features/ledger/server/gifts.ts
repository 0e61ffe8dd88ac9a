import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { FundingType } from '../funding-types.ts'
import type { Db } from '#server/db/db.ts'
import { randomToken } from '#server/base/tokens.ts'
import { accountId, mainBank } from './accounts.ts'
import { reverseTransaction } from './post.ts'

/** A received gift: amount in cents, and the Berlin day of receipt. */
export type ConfirmedGift = {
  project_id: number
  funding_type: FundingType
  amount_cents: number
  received_on: Day
  /** Origin of the information: import, demo, test; later also bank and psp. */
  source: string
  note: string
  created_by: number | null
  now: Date
  /** A gift with the same key is posted once. */
  import_key?: string
  import_id?: number
  /** The amount in the file's currency, if that is not the euro. */
  source_currency?: string
  source_cents?: number
  /** The audit event of the gift. */
  audit_event_id?: number
  /** History: counts as settled, paid and arrived on its day of receipt, so nothing remains to pay out. */
  is_past?: boolean
}

/** Posts one confirmed gift; see `postConfirmedGifts`. */
export async function postConfirmedGift(tx: Db, gift: ConfirmedGift) {
  const [id] = await postConfirmedGifts(tx, [gift])
  return tx.selectFrom('fundings').selectAll().where('id', '=', id!).executeTakeFirstOrThrow()
}

/**
 * Posts confirmed gifts: bank / project (product.md §4), each in a ledger transaction of its own. Past gifts also get
 * project / payable, payable / bank and arrived / in_transit, with one payout per project, type and day. Stored sums of
 * projects and accounts follow in the same statement. Returns the funding ids in the given order. Over-funding is
 * accepted, because late gifts cause it. Must run inside a transaction; a few thousand gifts at once are fine.
 */
export async function postConfirmedGifts(tx: Db, gifts: readonly ConfirmedGift[]): Promise<number[]> {
  if (gifts.length === 0) return []
  const given = JSON.stringify(
    gifts.map((gift, place) => ({
      is_past: false,
      ...gift,
      place,
      slug: `g-${randomToken().slice(0, 16)}`,
    })),
  )
  return postGiftsOf(
    tx,
    sql`jsonb_to_recordset(${given}::jsonb) as gift (
      place integer, slug text, project_id bigint, funding_type smallint, amount_cents bigint, received_on date,
      source text, note text, created_by bigint, now timestamptz, import_key text, import_id bigint, is_past boolean,
      audit_event_id bigint, source_currency text, source_cents bigint)`,
  )
}

/**
 * Like `postConfirmedGifts`, for gifts already in the database. `gifts` is a table expression named `gift` with the
 * columns of a `ConfirmedGift`, `slug`, and `place` for their order.
 */
export async function postGiftsOf(tx: Db, gifts: RawBuilder<unknown>): Promise<number[]> {
  await sql`
    insert into ledger_accounts (kind, project_id, funding_type)
    select distinct 'project', gift.project_id, gift.funding_type from ${gifts}
    on conflict do nothing`.execute(tx)
  // The transaction with the earlier number must change the project first, because the checks replay gifts by number.
  await sql`
    select from projects where id = any(array(select gift.project_id from ${gifts}))
    order by id for no key update`.execute(tx)
  return insertGifts(tx, gifts)
}

/**
 * Posts gifts of projects that this transaction inserted with their received amount already set, so that no project or
 * account is written twice. The caller runs `checkWrittenSums` before the transaction ends.
 */
export async function postWrittenGifts(tx: Db, gifts: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into ledger_accounts (kind, project_id, funding_type, balance_cents)
    select 'project', gift.project_id, gift.funding_type,
      coalesce(-sum(amount_cents) filter (where not is_past), 0)
    from ${gifts} group by gift.project_id, gift.funding_type
    on conflict (kind, project_id, funding_type, company_id, organization_id, bank_account_id, provider, payout_id,
      funding_id, budget_id)
    do update set balance_cents = ledger_accounts.balance_cents + excluded.balance_cents`.execute(tx)
  await sql`select set_config('almoner.sums_written', 'yes', true)`.execute(tx)
  await insertGifts(tx, gifts)
  await sql`select set_config('almoner.sums_written', '', true)`.execute(tx)
}

// Ids are drawn first and in the order of the gifts, so that one statement can link a gift, its transaction, payout and
// rows.
async function insertGifts(tx: Db, gifts: RawBuilder<unknown>): Promise<number[]> {
  const next = (table: string) => sql`nextval(pg_get_serial_sequence(${sql.lit(table)}, 'id'))`
  const bank = sql`${await mainBank(tx)}::bigint`
  const arrived = sql`${await accountId(tx, { kind: 'arrived' })}::bigint`
  const in_transit = sql`${await accountId(tx, { kind: 'in_transit' })}::bigint`
  const { rows } = await sql<{ funding_id: number }>`
    with given as materialized (
      select gift.*, ${next('fundings')} as funding_id, ${next('ledger_transactions')} as transaction_id
      from (select gift.* from ${gifts} order by place) gift
    ), summed as materialized (
      select project_id, funding_type, received_on, extract(year from received_on)::integer as year, import_id,
        created_by, now, sum(amount_cents) as cents
      from given where is_past group by 1, 2, 3, 4, 5, 6, 7
    ), drawn as materialized (
      select year, draw_numbers('payout', year, n) as first
      from (select year, count(*)::integer as n from summed group by year order by year) of_year
    ), paid as materialized (
      select ${next('payouts')} as payout_id, ${next('ledger_accounts')} as payable_id, summed.*,
        first - 1 + (row_number() over (partition by year))::integer as number
      from summed join drawn using (year)
    ), settled as (
      insert into payouts (id, slug, number, project_id, funding_type, amount_cents, state, settled_on, paid_on,
        arrived_on, bank_account_id, import_id, created_by, created_at)
      overriding system value
      select payout_id, 'p-' || left(replace(gen_random_uuid()::text, '-', ''), 24), show_number('AZ', year, number),
        project_id, funding_type, cents, 'marked_paid', received_on, received_on, received_on,
        (select bank_account_id from ledger_accounts where id = ${bank}), import_id, created_by, now
      from paid
    ), payable as (
      insert into ledger_accounts (id, kind, payout_id)
      overriding system value
      select payable_id, 'payable', payout_id from paid
    ), funded as (
      insert into fundings (id, slug, project_id, funding_type, amount_cents, state, received_on, source, note,
        import_key, import_id, source_currency, source_cents, created_by, created_at)
      overriding system value
      select funding_id, slug, project_id, funding_type, amount_cents,
        case when is_past then 'paid_out' else 'confirmed' end, received_on, source, note, import_key, import_id,
        source_currency, source_cents, created_by, now
      from given order by place
    ), known as materialized (
      select given.*, account.id as account_id, paid.payout_id, payable_id
      from given
      join ledger_accounts account on account.kind = 'project' and account.project_id = given.project_id
        and account.funding_type = given.funding_type
      left join paid on is_past and (paid.project_id, paid.funding_type, paid.received_on)
        = (given.project_id, given.funding_type, given.received_on)
    ), entered as (
      insert into ledger_transactions (id, kind, business_day, payout_id, audit_event_id, created_by, created_at,
        amount_cents)
      overriding system value
      select transaction_id, case when is_past then 'past_gift' else 'gift_confirmed' end, received_on, payout_id,
        audit_event_id, created_by, now, amount_cents
      from known order by place
    ), booked as (
      insert into ledger_rows (transaction_id, business_day, purpose, debit_account_id, credit_account_id, amount_cents,
        funding_id)
      select transaction_id, received_on, step.purpose, step.debit, step.credit, amount_cents, funding_id
      from known, lateral (values
        (1, 'gift', ${bank}, account_id),
        (2, 'settlement', account_id, payable_id),
        (3, 'payout', payable_id, ${bank}),
        (4, 'arrival', ${arrived}, ${in_transit})
      ) step (nth, purpose, debit, credit)
      where nth = 1 or is_past
      order by place, nth
    )
    select funding_id from given order by place`.execute(tx)
  return rows.map((row) => row.funding_id)
}

/**
 * Throws when the written sums of projects (a query of ids) or of their accounts differ from the ledger rows. No such
 * row may be older than `after`, an id from `lastLedgerRow`.
 */
export async function checkWrittenSums(tx: Db, projects: RawBuilder<unknown>, after: number): Promise<void> {
  // No limit: with one, the planner would compare every project with every sum.
  const { rows } = await sql<{ slug: string | null }>`
    with row as materialized (
      select debit_account_id, credit_account_id, amount_cents, received_cents, funding_id, purpose, reverses_id
      from ledger_rows where id > ${after}
    ), received as (
      select project_id, sum(received_cents) as cents,
        sum(stage_cents('settled', purpose, row.amount_cents, reverses_id)) as settled,
        sum(stage_cents('paid', purpose, row.amount_cents, reverses_id)) as paid,
        sum(stage_cents('arrived', purpose, row.amount_cents, reverses_id)) as arrived
      from row join fundings on fundings.id = funding_id group by project_id
    ), standing as (
      select project_id, sum(kept) as kept, sum(cents) as cents
      from (
        select debit_account_id as account_id, amount_cents as cents, 0 as kept from row
        union all
        select credit_account_id, -amount_cents, 0 from row
        union all
        select id, 0, balance_cents from ledger_accounts where kind = 'project' and project_id in (${projects})
      ) side join ledger_accounts account on account.id = account_id
      where project_id is not null group by project_id
    )
    select min(slug) as slug
    from (${projects}) written (id)
    join projects using (id)
    left join received on received.project_id = projects.id
    left join standing on standing.project_id = projects.id
    where (funded_cents, settled_cents, paid_cents, arrived_cents) <> (coalesce(received.cents, 0),
        coalesce(received.settled, 0), coalesce(received.paid, 0), coalesce(received.arrived, 0))
      or standing.kept <> standing.cents`.execute(tx)
  if (rows[0]?.slug) throw new Error(`the balance of ${rows[0].slug} does not agree with the ledger`)
}

/** Id of the latest ledger row; 0 when the ledger is empty. */
export async function lastLedgerRow(db: Db): Promise<number> {
  const row = await db
    .selectFrom('ledger_rows')
    .select((on) => on.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

/**
 * Reverses an unsettled gift: project / bank, the mirror of its booking. Its state becomes `reversed`. A second
 * reversal violates a unique key; reversing a settled or partly returned gift violates the ledger's constraints.
 */
export async function reverseGift(
  tx: Db,
  gift: { funding_id: number; business_day: Day; note: string; created_by: number | null; now: Date },
): Promise<void> {
  const { funding_id, ...entry } = gift
  const { transaction_id } = await tx
    .selectFrom('ledger_rows')
    .select('transaction_id')
    .where('funding_id', '=', funding_id)
    .where('purpose', '=', 'gift')
    .where('reverses_id', 'is', null)
    .executeTakeFirstOrThrow()
  await reverseTransaction(tx, transaction_id, { kind: 'gift_reversed', ...entry })
  await tx.updateTable('fundings').set({ state: 'reversed' }).where('id', '=', funding_id).execute()
}
