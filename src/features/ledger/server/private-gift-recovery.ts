import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'
import { accountId, mainBank } from './accounts.ts'
import { refuseClosedMonth } from './months.ts'
import { postEvents } from './post.ts'
import { event, giftType, type LockedGift } from './private-gifts.ts'

/** Cents that its project is short of after the chargeback of a gift that was already paid out. */
export async function recoveryOpen(db: Db, giftId: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_rows
    where funding_id = ${giftId}::bigint and purpose = 'chargeback' and reverses_id is null`.execute(db)
  return rows[0]!.cents
}

/**
 * Closes the recovery of a paid-out gift that was charged back: bank / project for what the organization returned, fees
 * / project for the rest, at the foundation's cost. Guards: in recovery (409 `gift_not_open`), at most the open amount
 * (409 `recovery_exceeded`), an open month (400 at `received_on`).
 */
export async function closeRecovery(
  tx: Db,
  context: AuditContext,
  gift: LockedGift,
  { returned_cents, received_on, reason }: { returned_cents: number; received_on: Day; reason: string },
): Promise<void> {
  const { id, number, slug, state, project_id } = gift
  if (state !== 'recovery_open')
    throw conflict('gift_not_open', { blocking: [{ slug, title: number, code: state }], current: { state } })
  await refuseClosedMonth(tx, received_on, 'received_on')
  const open_cents = await recoveryOpen(tx, id)
  if (returned_cents > open_cents) throw conflict('recovery_exceeded', { current: { open_cents } })
  const written_off_cents = open_cents - returned_cents
  const credit = await accountId(tx, { kind: 'project', project_id, funding_type: giftType })
  const postings = [
    {
      kind: 'gift_recovered' as const,
      purpose: 'recovery' as const,
      debit: await mainBank(tx),
      amount_cents: returned_cents,
    },
    {
      kind: 'gift_written_off' as const,
      purpose: 'write_off' as const,
      debit: await accountId(tx, { kind: 'fees' }),
      amount_cents: written_off_cents,
    },
  ]
    .filter((posting) => posting.amount_cents > 0)
    .map(({ kind, ...row }) => ({
      entry: { kind, business_day: received_on, note: reason },
      rows: [{ ...row, credit, funding_id: id }],
    }))
  const after = { state: 'recovered', returned_cents, written_off_cents, received_on, reason }
  await postEvents(tx, context, [{ event: event('close_recovery', gift, { state }, after), postings }])
  await tx.updateTable('fundings').set({ state: 'recovered' }).where('id', '=', id).execute()
}
