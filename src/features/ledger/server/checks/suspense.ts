import { sql } from 'kysely'
import { brokenRow, type LedgerCheck } from './check.ts'

/** Each statement line's money in suspense, from its rows and their mirrors. */
const booked = sql`
  select coalesce(entry.bank_line_id, original.bank_line_id) as line_id, sum(side.cents) as cents,
    max(entry.id) as transaction_id, max(entry.business_day) as day
  from (
    select transaction_id, amount_cents as cents from ledger_rows row
    join ledger_accounts account on account.id = row.credit_account_id and account.kind = 'suspense'
    union all
    select transaction_id, -amount_cents from ledger_rows row
    join ledger_accounts account on account.id = row.debit_account_id and account.kind = 'suspense'
  ) side join ledger_transactions entry on entry.id = side.transaction_id
  left join ledger_transactions original on original.id = entry.reverses_id
  group by 1`

/** Suspense holds exactly the unmatched lines, each with its amount. */
export const suspense: LedgerCheck = {
  key: 'suspense',
  unit: 'lines',
  checked: sql`
    select count(*) as checked, coalesce(sum(amount_cents) filter (where state <> 'matched'), 0)::bigint as left_cents,
      (select coalesce(sum(cents), 0)::bigint from (${booked}) booked) as right_cents
    from bank_lines`,
  broken: sql`
    select ${brokenRow({
      part: sql`case when line.id is null then 'no_line' when line.state = 'matched' then 'line_matched' else 'line_waits' end`,
      subject: 'transaction',
      id: sql`booked.transaction_id`,
      title: sql`coalesce(nullif(line.name, ''), line.text)`,
      day: sql`coalesce(line.booked_on, booked.day)`,
      left: sql`case when line.state <> 'matched' then line.amount_cents else 0 end`,
      right: sql`coalesce(booked.cents, 0)`,
      transaction: sql`booked.transaction_id`,
    })}
    from bank_lines line full join (${booked}) booked on booked.line_id = line.id
    where coalesce(booked.cents, 0) <> case when line.state <> 'matched' then line.amount_cents else 0 end
    order by line.id`,
}
