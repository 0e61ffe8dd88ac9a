import { sql } from 'kysely'
import { brokenRow, type LedgerCheck } from './check.ts'

/** A transaction summed up from its own rows. */
const summed = sql`
  select transaction_id, count(*) as n, count(reverses_id) as reversals, sum(amount_cents) as cents,
    min(business_day) as first_day, max(business_day) as last_day,
    coalesce(sum(amount_cents) filter (where purpose = 'gift'), sum(amount_cents) filter (where purpose = 'claim'),
      sum(amount_cents) filter (where purpose = 'recovery'), sum(amount_cents) filter (where purpose = 'write_off'),
      sum(amount_cents) filter (where purpose = 'settlement'), sum(amount_cents) filter (where purpose = 'payout'),
      sum(amount_cents)) as leading_cents,
    count(*) filter (where amount_cents <= 0 or debit_account_id = credit_account_id) as one_sided
  from ledger_rows group by transaction_id`

const onItsDay = sql`summed.one_sided = 0 and summed.first_day = entry.business_day and summed.last_day = entry.business_day`

/**
 * A row moves one amount between two accounts, so debits equal credits by design. A transaction has such rows, all on
 * its day, and states the amount moved; a reversal reverses its transaction completely.
 */
const balanced: LedgerCheck = {
  key: 'balanced',
  unit: 'transactions',
  checked: sql`select count(*) as checked from ledger_transactions`,
  broken: sql`
    with summed as materialized (${summed})
    select ${brokenRow({
      part: sql`case when entry.id is null then 'no_transaction' when summed.n is null then 'no_rows'
        when summed.one_sided > 0 then 'one_sided' when summed.first_day <> entry.business_day or summed.last_day <> entry.business_day
        then 'other_day' when entry.amount_cents <> summed.leading_cents then 'other_amount' else 'half_reversed' end`,
      subject: 'transaction',
      id: sql`coalesce(entry.id, summed.transaction_id)`,
      day: sql`entry.business_day`,
      left: sql`case when ${onItsDay} then case when entry.amount_cents <> summed.leading_cents then entry.amount_cents
        else coalesce(original.cents, 0) end end`,
      right: sql`case when ${onItsDay} then case when entry.amount_cents <> summed.leading_cents then summed.leading_cents else summed.cents end end`,
      transaction: sql`coalesce(entry.id, summed.transaction_id)`,
    })}
    from ledger_transactions entry
    full join summed on summed.transaction_id = entry.id
    left join summed original on original.transaction_id = entry.reverses_id
    where entry.id is null or summed.n is null or summed.one_sided > 0
      or summed.first_day <> entry.business_day or summed.last_day <> entry.business_day
      or entry.amount_cents <> summed.leading_cents
      or (entry.reverses_id is not null and (summed.reversals <> summed.n
        or (original.n, original.cents) is distinct from (summed.n, summed.cents)))
    order by coalesce(entry.id, summed.transaction_id) desc`,
}

/** A row is reversed at most once, by its mirror, which is never reversed itself. */
const reversedOnce: LedgerCheck = {
  key: 'reversed_once',
  unit: 'reversals',
  checked: sql`select count(*) as checked from ledger_rows where reverses_id is not null`,
  broken: sql`
    select ${brokenRow({
      part: sql`case when taken_back.n > 1 then 'reversed_twice' else 'no_mirror' end`,
      subject: 'transaction',
      id: sql`coalesce(original.transaction_id, taken_back.transaction_id)`,
      left: sql`coalesce(original.amount_cents, 0)`,
      right: sql`taken_back.cents`,
      transaction: sql`taken_back.transaction_id`,
    })}
    from (
      select mirror.reverses_id, count(*) as n, sum(mirror.amount_cents) as cents, max(mirror.transaction_id) as transaction_id,
        bool_and(original.debit_account_id is not distinct from mirror.credit_account_id
          and original.credit_account_id is not distinct from mirror.debit_account_id
          and original.amount_cents is not distinct from mirror.amount_cents
          and original.purpose is not distinct from mirror.purpose
          and original.funding_id is not distinct from mirror.funding_id and original.reverses_id is null) as is_mirror
      from ledger_rows mirror left join ledger_rows original on original.id = mirror.reverses_id
      where mirror.reverses_id is not null group by mirror.reverses_id
    ) taken_back
    left join ledger_rows original on original.id = taken_back.reverses_id
    where taken_back.n > 1 or not is_mirror
    order by taken_back.transaction_id desc`,
}

// Set by the migration that introduced the link to audit events.
const auditedAfter = sql`coalesce((select audited_after from ledger_check_since), 0)`

/** Every transaction names its audit event; transactions from before that link existed are exempt. */
const audited: LedgerCheck = {
  key: 'audited',
  unit: 'transactions',
  checked: sql`select count(*) as checked from ledger_transactions where id > ${auditedAfter}`,
  broken: sql`
    select ${brokenRow({
      part: sql`case when entry.audit_event_id is null then 'no_event' else 'event_missing' end`,
      subject: 'transaction',
      id: sql`entry.id`,
      day: sql`entry.business_day`,
      transaction: sql`entry.id`,
    })}
    from ledger_transactions entry left join audit_events event on event.id = entry.audit_event_id
    where entry.id > ${auditedAfter} and event.id is null
    order by entry.id desc`,
}

const inItsMonth = sql`entry.business_day >= closed.month and entry.business_day < (closed.month + interval '1 month')::date`

/** Transactions of a closed month were booked before the closing, and their number equals the count taken then. */
const closedMonths: LedgerCheck = {
  key: 'closed_months',
  unit: 'months',
  checked: sql`select count(*) as checked from closed_months`,
  broken: sql`
    select ${brokenRow({
      part: sql`'booked_after_closing'`,
      subject: 'month',
      slug: sql`to_char(closed.month, 'YYYY-MM')`,
      title: sql`to_char(closed.month, 'MM.YYYY')`,
      day: sql`entry.business_day`,
      transaction: sql`entry.id`,
    })}
    from closed_months closed join ledger_transactions entry on ${inItsMonth}
    where entry.created_at > closed.closed_at
    union all
    select ${brokenRow({
      part: sql`'month_count'`,
      subject: 'month',
      slug: sql`to_char(closed.month, 'YYYY-MM')`,
      title: sql`to_char(closed.month, 'MM.YYYY')`,
      day: sql`closed.month`,
      leftCount: sql`closed.transactions`,
      rightCount: sql`booked.n`,
    })}
    from closed_months closed, lateral (select count(*) as n from ledger_transactions entry where ${inItsMonth}) booked
    where closed.transactions <> booked.n
    order by transaction_id desc nulls first, day desc`,
}

export const transactionChecks = { balanced, reversedOnce, audited, closedMonths }
