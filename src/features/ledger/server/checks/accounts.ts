import { sql } from 'kysely'
import { accountDifferences, totalDifferences } from '../checks.ts'
import { brokenRow, type LedgerCheck } from './check.ts'

/** Stored debits less credits per account. */
const kept = sql`
  select id as account_id, balance_cents as cents from ledger_accounts where not is_shared
  union all
  select account_id, sum(cents) from ledger_day_balances group by account_id`

/** The same, computed from the rows. */
const booked = sql`
  select account_id, sum(cents) as cents from (
    select debit_account_id as account_id, sum(amount_cents) as cents from ledger_rows group by 1
    union all
    select credit_account_id, -sum(amount_cents) from ledger_rows group by 1
  ) side group by account_id`

const bothSides = sql`coalesce(sum(cents) filter (where cents > 0), 0)::bigint as debit,
  coalesce(-sum(cents) filter (where cents < 0), 0)::bigint as credit`

/** All accounts add up to zero, both stored and booked. */
const allBalanced: LedgerCheck = {
  key: 'all_balanced',
  unit: 'sums',
  checked: sql`select count(*) as checked, ${sql`coalesce(sum(cents) filter (where cents > 0), 0)::bigint as left_cents,
    coalesce(-sum(cents) filter (where cents < 0), 0)::bigint as right_cents`} from (${kept}) kept`,
  broken: sql`
    with kept as (select ${bothSides} from (${kept}) kept), booked as (select ${bothSides} from (${booked}) booked)
    select ${brokenRow({ subject: 'ledger', part: sql`compared.part`, left: sql`compared.one`, right: sql`compared.other` })}
    from kept, booked, lateral (values
      ('kept_sides', kept.debit, kept.credit),
      ('booked_sides', booked.debit, booked.credit),
      ('kept_and_booked', kept.debit, booked.debit)
    ) compared (part, one, other)
    where compared.one <> compared.other`,
}

/** Every stored balance, in total and per day, is the sum of its rows. */
const balances: LedgerCheck = {
  key: 'balances',
  unit: 'accounts',
  checked: sql`select count(*) as checked from ledger_accounts`,
  broken: sql`
    select ${brokenRow({
      subject: 'account',
      part: sql`'balance'`,
      id: sql`differing.account_id`,
      day: sql`differing.day`,
      left: sql`differing.kept_cents`,
      right: sql`differing.ledger_cents`,
    })}
    from (${accountDifferences}) differing
    union all
    select ${brokenRow({
      subject: 'funding_type',
      part: sql`'day_total'`,
      id: sql`differing.funding_type`,
      day: sql`differing.business_day`,
      left: sql`differing.kept_cents`,
      right: sql`differing.ledger_cents`,
    })}
    from (${totalDifferences}) differing
    order by subject, id, day`,
}

/** No budget was ever negative on any business day. */
const budgets: LedgerCheck = {
  key: 'budgets',
  unit: 'budgets',
  checked: sql`select count(*) as checked from ledger_accounts where kind = 'budget_available'`,
  broken: sql`
    with side as (
      select account.id as account_id, row.business_day, row.amount_cents as cents, row.transaction_id
      from ledger_accounts account join ledger_rows row on row.debit_account_id = account.id
      where account.kind = 'budget_available'
      union all
      select account.id, row.business_day, -row.amount_cents, row.transaction_id
      from ledger_accounts account join ledger_rows row on row.credit_account_id = account.id
      where account.kind = 'budget_available'
    ), running as (
      select account_id, business_day, max(transaction_id) as transaction_id,
        sum(sum(cents)) over (partition by account_id order by business_day) as cents
      from side group by account_id, business_day
    ), worst as (
      select distinct on (account_id) * from running where cents < 0 order by account_id, cents, business_day
    )
    select ${brokenRow({
      subject: 'budget',
      part: sql`'overdrawn'`,
      id: sql`account.id`,
      slug: sql`company.slug`,
      title: sql`company.title || case when coalesce(budget.title, '') = '' then '' else ' · ' || budget.title end`,
      day: sql`worst.business_day`,
      left: sql`worst.cents`,
      right: sql`0`,
      transaction: sql`worst.transaction_id`,
    })}
    from worst join ledger_accounts account on account.id = worst.account_id
    join companies company on company.id = account.company_id
    left join budgets budget on budget.id = account.budget_id
    order by account.id`,
}

export const accountChecks = { allBalanced, balances, budgets }
