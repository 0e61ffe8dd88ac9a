import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { refuseReceipted } from './receipted.ts'

/**
 * Reverses gifts when their import is undone: mirrors each standing booking on its own business day, so that every
 * month and year looks as if they had never come. They can be imported again. The caller holds their projects' locks
 * and has checked that only the import booked them and that none of their months is closed.
 */
export async function reverseImportedGifts(
  tx: Db,
  {
    ids,
    context: { actor, now },
    today,
    reason,
    event,
  }: { ids: RawBuilder<unknown>; context: AuditContext; today: Day; reason: string; event: number },
): Promise<void> {
  const { rows: certified } = await sql<{ funding_id: number }>`
    select funding_id from receipt_gifts where is_valid and funding_id = ${ids}`.execute(tx)
  if (certified.length > 0)
    await refuseReceipted(
      tx,
      certified.map((row) => row.funding_id),
    )
  await sql`
    with original as materialized (
      select nextval(pg_get_serial_sequence('ledger_transactions', 'id')) as mirror_id, standing.*
      from (
        select entry.id, entry.business_day, entry.payout_id, entry.amount_cents
        from ledger_transactions entry
        where entry.id in (select transaction_id from ledger_rows where funding_id = ${ids})
          and entry.reverses_id is null
          and not exists (select from ledger_transactions undone where undone.reverses_id = entry.id)
        order by entry.id
      ) standing
    ), entered as (
      insert into ledger_transactions (id, kind, business_day, note, reverses_id, payout_id, audit_event_id, created_by,
        created_at, amount_cents)
      overriding system value
      select mirror_id, 'import_undone', business_day, ${reason}, id, payout_id, ${event}::bigint, ${actor.id}::bigint,
        ${now}::timestamptz, amount_cents
      from original
    )
    insert into ledger_rows (transaction_id, business_day, purpose, debit_account_id, credit_account_id, amount_cents,
      funding_id, reverses_id)
    select original.mirror_id, row.business_day, row.purpose, row.credit_account_id, row.debit_account_id,
      row.amount_cents, row.funding_id, row.id
    from original join ledger_rows row on row.transaction_id = original.id
    order by row.id`.execute(tx)
  await sql`
    update fundings set state = 'reversed', undone_on = ${today}::date, import_key = null
    where id = ${ids}`.execute(tx)
}
