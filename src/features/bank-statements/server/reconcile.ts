import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { accountIds, balanceOf } from '#features/ledger/server/accounts.ts'
import type { Cause } from '../rules.ts'
import { breaksOf, type Chained, inOrder, replacedReports } from '../chain.ts'

export type Reconciliation = {
  statement_cents: number
  ledger_cents: number
  difference_cents: number
  causes: { cause: Cause; count: number; cents: number }[]
  unexplained_cents: number
  suspense_cents: number
  ignored: { count: number; cents: number }
}

/**
 * Compares a statement's closing balance with the ledger account at the end of that day, and explains the difference:
 * bookings without a statement, gaps between statements, and the balance before the first one. Also returns the money
 * in suspense, and the part that stays there because its lines are ignored.
 */
export async function reconcile(
  db: Db,
  statement: Chained & { bank_account_id: number },
): Promise<Reconciliation> {
  const { bank_account_id, to_day, closing_cents } = statement
  const [bank, suspense] = await accountIds(db, [{ kind: 'bank', bank_account_id }, { kind: 'suspense' }])
  const ledger_cents = await balanceOf(db, bank!, to_day)
  const found = [...(await fromStatements(db, statement)), ...(await fromLedger(db, bank!, to_day))].filter(
    (one) => one.cents !== 0,
  )
  const difference_cents = closing_cents - ledger_cents
  const explained = found.reduce((sum, one) => sum + one.cents, 0)
  return {
    statement_cents: closing_cents,
    ledger_cents,
    difference_cents,
    causes: found,
    unexplained_cents: difference_cents - explained,
    suspense_cents: 0 - (await balanceOf(db, suspense!)),
    ignored: await ignoredLines(db),
  }
}

async function ignoredLines(db: Db): Promise<Reconciliation['ignored']> {
  const { rows } = await sql<Reconciliation['ignored']>`
    select count(*)::int as count, coalesce(sum(amount_cents), 0)::bigint as cents from bank_lines
    where state = 'ignored'`.execute(db)
  return rows[0]!
}

type CauseRow = Reconciliation['causes'][number]

async function fromStatements(db: Db, statement: Chained & { bank_account_id: number }): Promise<CauseRow[]> {
  const { rows } = await sql<Chained & { own_cents: number }>`
    select id, from_day, to_day, opening_cents, closing_cents, has_balances, is_day_report,
      (select coalesce(sum(amount_cents), 0) from bank_lines where statement_id = statement.id)::bigint as own_cents
    from bank_statements statement where bank_account_id = ${statement.bank_account_id}::bigint`.execute(db)
  const replaced = replacedReports(rows)
  // A replaced report keeps its own view; otherwise the lines of its replacement count.
  const counts = (id: number) => replaced.has(statement.id) || !replaced.has(id)
  const standsFor = (id: number) => (counts(id) ? id : replaced.get(id)!)
  const own = new Map<number, number>()
  for (const { id, own_cents } of rows) own.set(standsFor(id), (own.get(standsFor(id)) ?? 0) + own_cents)
  const ordered = inOrder(rows.filter(({ id }) => counts(id))).map((one) => ({
    ...one,
    known_cents: one.closing_cents - one.opening_cents - own.get(one.id)!,
  }))
  const upTo = ordered.slice(0, ordered.findIndex((one) => one.id === statement.id) + 1)
  const breaks = breaksOf(ordered.map((one) => ({ ...one, is_day_report: false })))
  const gaps = upTo.flatMap((one) => {
    const found = breaks.get(one.id)
    return found?.kind === 'gap' ? [found.difference_cents] : []
  })
  const overlapping = upTo.flatMap((one, at) => {
    if (breaks.get(one.id)?.kind !== 'overlap') return []
    // Its own lines begin where the previous statement ended, so its opening balance includes what it repeats.
    return [one.opening_cents - upTo[at - 1]!.closing_cents + one.known_cents]
  })
  const repeated = upTo.reduce(
    (sum, one) => sum + (breaks.get(one.id)?.kind === 'overlap' ? 0 : one.known_cents),
    0,
  )
  const told = new Set(upTo.map((one) => one.id))
  const counted = rows.flatMap(({ id }) => (told.has(standsFor(id)) ? [id] : []))
  const { rows: later } = await sql<{ count: number; cents: number }>`
    select count(*)::int as count, coalesce(-sum(line.amount_cents), 0)::bigint as cents from bank_lines line
    where line.bank_account_id = ${statement.bank_account_id}::bigint and line.booked_on <= ${statement.to_day}::date
      and line.statement_id <> all(${counted}::bigint[])`.execute(db)
  const sum = (all: number[]) => all.reduce((total, cents) => total + cents, 0)
  return [
    { cause: 'before_first', count: 1, cents: upTo[0]!.opening_cents },
    { cause: 'gaps', count: gaps.length, cents: sum(gaps) },
    { cause: 'overlaps', count: overlapping.length, cents: sum(overlapping) + repeated },
    { cause: 'later_lines', count: later[0]!.count, cents: later[0]!.cents },
  ]
}

/** Ledger rows of the account that came from no line; from the bank's view, they are still to come. */
async function fromLedger(db: Db, bank: number, to_day: Day): Promise<CauseRow[]> {
  const { rows } = await sql<CauseRow>`
    with side as (
      select amount_cents as cents, row.transaction_id, purpose, funding_id from ledger_rows row
      where debit_account_id = ${bank}::bigint and business_day <= ${to_day}::date
      union all
      select -amount_cents, row.transaction_id, purpose, funding_id from ledger_rows row
      where credit_account_id = ${bank}::bigint and business_day <= ${to_day}::date
    ), told as (
      select side.cents, case
          when entry.payout_id is not null then 'payouts_not_debited'
          when purpose in ('gift', 'chargeback') then 'gifts_not_credited'
          when purpose in ('refund', 'refund_paid') then 'refunds_not_debited'
          when purpose = 'recovery' then 'claims_not_credited'
          when purpose = 'transfer' then 'transfers_not_seen'
          else 'other' end as cause,
        coalesce(entry.payout_id, side.funding_id, side.transaction_id) as object
      from side join ledger_transactions entry on entry.id = side.transaction_id
      left join ledger_transactions original on original.id = entry.reverses_id
      -- Both lines of money that was sent back take from the account what they brought: nothing is to come.
      where purpose <> 'statement' and coalesce(original.kind, entry.kind) <> 'line_sent_back'
    ), objects as (
      select cause, object, sum(cents) as cents from told group by cause, object having sum(cents) <> 0
    )
    select cause, count(*)::int as count, -sum(cents)::bigint as cents from objects group by cause order by cause`.execute(
    db,
  )
  return rows
}
