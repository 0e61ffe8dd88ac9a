import { auditOf } from '#server/audit/audit.ts'
import { sql } from 'kysely'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { Day } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'
import { accountId } from './accounts.ts'
import { refuseClosedMonth } from './months.ts'
import { cancelPayouts, lockPayouts } from './payouts.ts'
import { mirrorsOf, postEvents } from './post.ts'
import { refuseReceipted } from './receipted.ts'
import {
  event,
  giftType,
  type GiftProject,
  type EntryDetails,
  type LockedGift,
  postPrivateGift,
  refuseOtherThan,
} from './private-gifts.ts'

type ReturnReason = { reason: string; business_day: Day }
/** The bank or provider has already done it, so it is booked even if a receipt certifies the gift. */
type ReportedByBank = { told?: true }

/** The remaining cents of a gift: 0 if it never arrived or was reversed. */
export const leftOf = (gift: Pick<LockedGift, 'state' | 'amount_cents' | 'returned_cents'>): number =>
  ['confirmed', 'settled', 'paid_out'].includes(gift.state) ? gift.amount_cents - gift.returned_cents : 0

/**
 * Undoes the confirmation of a gift booked by mistake: mirrors its row. A former pledge is pledged again, any other
 * gift is reversed. Guards: confirmed and in no payout (409 `gift_not_confirmed`), nothing returned (409
 * `gift_returned`).
 */
export async function undoPrivateGift(
  tx: Db,
  context: AuditContext,
  gift: LockedGift,
  { reason, business_day }: ReturnReason,
  known: EntryDetails = {},
): Promise<void> {
  refuseOtherThan(gift, ['confirmed'], 'gift_not_confirmed')
  await refuseReceipted(tx, [gift.id])
  await refuseClosedMonth(tx, business_day)
  refuseReturned(gift)
  await mirror(tx, context, gift, 'undo', 'gift_reversed', { reason, business_day }, known)
  const isPledge = gift.pledged_cents !== null
  await tx
    .updateTable('fundings')
    .set(isPledge ? { state: 'pledged', amount_cents: gift.pledged_cents! } : { state: 'reversed' })
    .where('id', '=', gift.id)
    .execute()
}

/**
 * Refunds a gift in full or in part: project / refund; the money is in transit until `postRefundPaid`. A payout with
 * the gift is cancelled first, and the rest waits for the next one. Guards: confirmed or settled (409
 * `gift_not_confirmed`; paid out is 409 `gift_paid_out`), at most the remaining amount (409 `refund_exceeded`), an open
 * month.
 */
export async function postRefund(
  tx: Db,
  context: AuditContext,
  gift: LockedGift,
  { amount_cents = leftOf(gift), told, ...why }: ReturnReason & ReportedByBank & { amount_cents?: number },
): Promise<void> {
  if (!told) await refuseReceipted(tx, [gift.id])
  await refuseUnreturnable(tx, gift, why.business_day)
  if (amount_cents > leftOf(gift))
    throw conflict('refund_exceeded', { current: { left_cents: leftOf(gift) } })
  await releaseFromPayout(tx, context, gift, why)
  const debit = await projectAccount(tx, gift)
  const credit = await accountId(tx, { kind: 'refund', funding_id: gift.id })
  const left_cents = leftOf(gift) - amount_cents
  await postEvents(tx, context, [
    {
      event: event('refund', gift, { left_cents: leftOf(gift) }, { amount_cents, left_cents, ...why }),
      postings: [
        {
          entry: { kind: 'refunded', business_day: why.business_day, note: why.reason },
          rows: [{ purpose: 'refund', debit, credit, amount_cents, funding_id: gift.id }],
        },
      ],
    },
  ])
  await recordReturned(tx, gift, amount_cents, left_cents === 0 ? 'reversed' : undefined)
}

/** Cents of a gift's refunds that were not transferred yet. */
export async function refundOwed(db: Db, giftId: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(-balance_cents), 0)::bigint as cents from ledger_accounts
    where kind = 'refund' and funding_id = ${giftId}::bigint`.execute(db)
  return rows[0]!.cents
}

/**
 * Books the transfer of a refund: refund / `credit` (bank, psp or suspense). Guards: at most the amount owed (409
 * `refund_exceeded`), an open month (400 at `paid_on`).
 */
export async function postRefundPaid(
  tx: Db,
  context: AuditContext,
  gift: LockedGift,
  { amount_cents, credit, paid_on }: { amount_cents?: number; credit: number; paid_on: Day },
  known: EntryDetails = {},
): Promise<void> {
  await refuseClosedMonth(tx, paid_on, 'paid_on')
  const debit = await accountId(tx, { kind: 'refund', funding_id: gift.id })
  const owed_cents = await refundOwed(tx, gift.id)
  const cents = amount_cents ?? owed_cents
  if (cents > owed_cents || cents === 0)
    throw conflict('refund_exceeded', { current: { left_cents: owed_cents } })
  await postEvents(tx, context, [
    {
      event: event('pay_refund', gift, { owed_cents }, { amount_cents: cents, paid_on }),
      postings: [
        {
          entry: { kind: 'refund_paid', business_day: paid_on, ...known },
          rows: [{ purpose: 'refund_paid', debit, credit, amount_cents: cents, funding_id: gift.id }],
        },
      ],
    },
  ])
}

/**
 * Books the forced return of a gift's rest by bank or provider: project / `credit` (psp, bank or suspense). An unpaid
 * payout with the gift is cancelled first; after a paid one the project becomes negative. Returns the shortfall.
 * Guards: something is left (409 `gift_not_confirmed`), an open month.
 */
export async function postChargeback(
  tx: Db,
  context: AuditContext,
  gift: LockedGift,
  { credit, told, ...why }: ReturnReason & ReportedByBank & { credit: number },
  known: EntryDetails = {},
): Promise<{ negative_cents: number }> {
  refuseOtherThan(gift, ['confirmed', 'settled', 'paid_out'], 'gift_not_confirmed')
  if (!told) await refuseReceipted(tx, [gift.id])
  await refuseClosedMonth(tx, why.business_day)
  await releaseFromPayout(tx, context, gift, why)
  const debit = await projectAccount(tx, gift)
  const amount_cents = leftOf(gift)
  await postEvents(tx, context, [
    {
      event: event('charge_back', gift, { state: gift.state }, { amount_cents, ...why }),
      postings: [
        {
          entry: { kind: 'charged_back', business_day: why.business_day, note: why.reason, ...known },
          rows: [{ purpose: 'chargeback', debit, credit, amount_cents, funding_id: gift.id }],
        },
      ],
    },
  ])
  await recordReturned(tx, gift, amount_cents, gift.state === 'paid_out' ? 'recovery_open' : 'reversed')
  const { balance_cents } = await tx
    .selectFrom('ledger_accounts')
    .select('balance_cents')
    .where('id', '=', debit)
    .executeTakeFirstOrThrow()
  return { negative_cents: Math.max(0, balance_cents) }
}

/**
 * Moves a gift to another project: mirrors its row and books a new, linked gift of the same donor against the same
 * debit account. Both are posted on `business_day`; the new gift keeps the day of receipt, because receipts certify
 * that day. The caller holds both projects' locks, by id. Guards: confirmed or settled (as a refund), nothing returned
 * (409 `gift_returned`), an open month.
 */
export async function changePurpose(
  tx: Db,
  context: AuditContext,
  gift: LockedGift,
  { project, ...why }: ReturnReason & { project: GiftProject },
): Promise<{ id: number; slug: string; number: string }> {
  await refuseUnreturnable(tx, gift, why.business_day)
  await refuseReceipted(tx, [gift.id])
  refuseReturned(gift)
  await releaseFromPayout(tx, context, gift, why)
  const { debit, bank_line_id } = await mirror(
    tx,
    context,
    gift,
    'change_purpose',
    'gift_moved',
    why,
    {},
    { to: project.title },
  )
  await tx.updateTable('fundings').set({ state: 'reversed' }).where('id', '=', gift.id).execute()
  const moved = {
    project,
    amount_cents: gift.amount_cents,
    day: gift.received_on,
    booked_on: why.business_day,
    channel: gift.channel,
    donor_id: gift.donor_id,
    note: why.reason,
    source: gift.source,
    moved_from_id: gift.id,
    debit,
  }
  return postPrivateGift(tx, context, moved, bank_line_id === null ? {} : { bank_line_id })
}

/**
 * Books a provider's payout less its fees, which the operator carries: `debit` (bank or suspense) / psp, and fees /
 * psp; cents. Guard: an open month.
 */
export async function postProviderPayout(
  tx: Db,
  context: AuditContext,
  given: {
    provider: string
    ref: string
    amount_cents: number
    fee_cents: number
    business_day: Day
    debit: number
  },
  known: EntryDetails = {},
): Promise<void> {
  const { provider, ref, amount_cents, fee_cents, business_day, debit } = given
  await refuseClosedMonth(tx, business_day)
  const credit = await accountId(tx, { kind: 'psp', provider })
  const fees = await accountId(tx, { kind: 'fees' })
  await postEvents(tx, context, [
    {
      event: {
        action: 'provider_payout',
        ...auditOf('provider', { id: null, title: provider }),
        after: { ref, amount_cents, fee_cents, business_day },
      },
      // Two transactions, so that each states the amount it moved.
      postings: [
        { purpose: 'transfer' as const, debit, amount_cents },
        { purpose: 'fee' as const, debit: fees, amount_cents: fee_cents },
      ]
        .filter((row) => row.amount_cents > 0)
        .map((row) => ({
          entry: { kind: 'provider_paid_out', business_day, note: ref, ...known },
          rows: [{ ...row, credit }],
        })),
    },
  ])
}

const projectAccount = (tx: Db, gift: LockedGift) =>
  accountId(tx, { kind: 'project', project_id: gift.project_id, funding_type: giftType })

function refuseReturned({ slug, number, returned_cents }: LockedGift): void {
  if (returned_cents > 0)
    throw conflict('gift_returned', { blocking: [{ slug, title: number, code: 'gift_returned' }] })
}

async function refuseUnreturnable(tx: Db, gift: LockedGift, day: Day): Promise<void> {
  const { slug, number } = gift
  if (gift.state === 'paid_out')
    throw conflict('gift_paid_out', { blocking: [{ slug, title: number, code: 'paid_out' }] })
  refuseOtherThan(gift, ['confirmed', 'settled'], 'gift_not_confirmed')
  await refuseClosedMonth(tx, day)
}

/** Cancels the payout of a settled gift; its other gifts wait for the next settlement. */
async function releaseFromPayout(
  tx: Db,
  context: AuditContext,
  gift: LockedGift,
  why: ReturnReason,
): Promise<void> {
  if (gift.state !== 'settled') return
  const { rows } = await sql<{ payout_id: number }>`
    select entry.payout_id from ledger_rows row join ledger_transactions entry on entry.id = row.transaction_id
    where row.funding_id = ${gift.id}::bigint and row.purpose = 'settlement' and row.reverses_id is null
      and not exists (select from ledger_rows undone where undone.reverses_id = row.id)`.execute(tx)
  await cancelPayouts(tx, context, await lockPayouts(tx, { ids: rows.map((row) => row.payout_id) }), why)
}

async function recordReturned(
  tx: Db,
  gift: LockedGift,
  amount_cents: number,
  state: 'reversed' | 'recovery_open' | undefined,
): Promise<void> {
  await tx
    .updateTable('fundings')
    .set({ returned_cents: gift.returned_cents + amount_cents, ...(state && { state }) })
    .where('id', '=', gift.id)
    .execute()
}

/**
 * Posts the mirror of the gift's standing row and names its statement line; returns that line and the debited account.
 */
async function mirror(
  tx: Db,
  context: AuditContext,
  gift: LockedGift,
  action: AuditAction,
  kind: 'gift_reversed' | 'gift_moved',
  why: ReturnReason,
  known: EntryDetails,
  more: object = {},
): Promise<{ debit: number; bank_line_id: number | null }> {
  const { rows } = await sql<{ transaction_id: number; debit: number; bank_line_id: number | null }>`
    select transaction_id, debit_account_id as debit, bank_line_id
    from ledger_rows row join ledger_transactions entry on entry.id = row.transaction_id
    where funding_id = ${gift.id}::bigint and purpose = 'gift' and row.reverses_id is null
      and not exists (select from ledger_rows undone where undone.reverses_id = row.id)`.execute(tx)
  const { transaction_id, debit, bank_line_id } = rows[0]!
  const [mirrored] = await mirrorsOf(tx, [transaction_id])
  const { amount_cents, project_title } = gift
  await postEvents(tx, context, [
    {
      event: event(
        action,
        gift,
        { project: project_title, amount_cents, state: gift.state },
        { ...why, ...more },
      ),
      postings: [
        {
          entry: {
            kind,
            business_day: why.business_day,
            note: why.reason,
            reverses_id: transaction_id,
            ...(bank_line_id !== null && { bank_line_id }),
            ...known,
          },
          rows: mirrored!,
        },
      ],
    },
  ])
  return { debit, bank_line_id }
}
