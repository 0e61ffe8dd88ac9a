import { sql } from 'kysely'
import { brokenRow, type LedgerCheck } from './check.ts'

/** Rows that were not reversed. */
const stands = sql`row.reverses_id is null and undone.id is null`

/**
 * A payout holds what its settlement booked. It is marked paid exactly when a payment of that sum stands, on the
 * payment's day.
 */
const payouts: LedgerCheck = {
  key: 'payouts',
  unit: 'payouts',
  checked: sql`select count(*) as checked from payouts`,
  broken: sql`
    with booked as (
      select entry.payout_id,
        coalesce(sum(row.amount_cents) filter (where row.purpose = 'settlement'), 0) as ever,
        coalesce(sum(row.amount_cents) filter (where row.purpose = 'settlement' and ${stands}), 0) as settled,
        coalesce(sum(row.amount_cents) filter (where row.purpose = 'payout' and ${stands}), 0) as paid,
        coalesce(sum(row.amount_cents) filter (where row.purpose = 'arrival' and ${stands}), 0) as arrived,
        max(row.business_day) filter (where row.purpose = 'payout' and ${stands}) as paid_on,
        max(row.transaction_id) as transaction_id
      from ledger_transactions entry
      join ledger_rows row on row.transaction_id = entry.id and row.reverses_id is null
      left join ledger_rows undone on undone.reverses_id = row.id
      where entry.payout_id is not null group by entry.payout_id
    ), compared as (
      select payout.id, payout.slug, payout.number, payout.state, payout.amount_cents, payout.paid_on, payout.arrived_on,
        coalesce(ever, 0) as ever, coalesce(settled, 0) as settled, coalesce(paid, 0) as paid,
        coalesce(arrived, 0) as arrived, booked.paid_on as booked_on, transaction_id,
        case when payout.state = 'cancelled' then 0 else payout.amount_cents end as to_settle,
        case when payout.state = 'marked_paid' then payout.amount_cents else 0 end as to_pay
      from payouts payout left join booked on booked.payout_id = payout.id
    )
    select ${brokenRow({
      subject: 'payout',
      part: sql`case when ever < amount_cents then 'payout_amount' when settled <> to_settle then 'payout_settled'
        when paid <> to_pay then 'payout_paid' when arrived > 0 and arrived_on is null then 'payout_arrived'
        else 'payout_day' end`,
      id: sql`id`,
      slug: sql`slug`,
      title: sql`number`,
      day: sql`paid_on`,
      left: sql`case when ever < amount_cents then amount_cents when settled <> to_settle then to_settle
        when paid <> to_pay then to_pay when arrived > 0 and arrived_on is null then 0 end`,
      right: sql`case when ever < amount_cents then ever when settled <> to_settle then settled
        when paid <> to_pay then paid when arrived > 0 and arrived_on is null then arrived end`,
      transaction: sql`transaction_id`,
    })}
    from compared
    where ever < amount_cents or settled <> to_settle or paid <> to_pay or (arrived > 0 and arrived_on is null)
      or (state = 'marked_paid' and paid_on is distinct from booked_on)
    order by id`,
}

/** A claim equals what was claimed; its returns and write-offs equal what was booked. */
const claims: LedgerCheck = {
  key: 'claims',
  unit: 'claims',
  checked: sql`select count(*) as checked from recovery_claims`,
  broken: sql`
    with booked as (
      select claim.id,
        coalesce(sum(row.amount_cents) filter (where row.purpose = 'claim'), 0) as claimed,
        coalesce(sum(row.amount_cents) filter (where row.purpose = 'recovery'), 0) as returned,
        coalesce(sum(row.amount_cents) filter (where row.purpose = 'write_off'), 0) as written_off,
        max(row.transaction_id) as transaction_id
      from recovery_claims claim
      join ledger_rows row on row.funding_id = claim.funding_id and row.purpose in ('claim', 'recovery', 'write_off')
        and row.reverses_id is null
      left join ledger_rows undone on undone.reverses_id = row.id
      where ${stands} group by claim.id
    )
    select ${brokenRow({
      subject: 'claim',
      part: sql`figure.part`,
      id: sql`claim.id`,
      slug: sql`claim.slug`,
      title: sql`project.title`,
      left: sql`figure.said`,
      right: sql`figure.booked`,
      transaction: sql`booked.transaction_id`,
    })}
    from recovery_claims claim join projects project on project.id = claim.project_id
    left join booked on booked.id = claim.id,
    lateral (values
      ('claimed', claim.amount_cents, coalesce(claimed, 0)),
      ('returned', claim.returned_cents, coalesce(returned, 0)),
      ('written_off', claim.written_off_cents, coalesce(written_off, 0))
    ) figure (part, said, booked)
    where figure.said <> figure.booked
    order by claim.id`,
}

export const payoutChecks = { payouts, claims }
