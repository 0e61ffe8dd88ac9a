import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { dayOf } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { hasLineForPayout } from '#features/bank-statements/server/provider-payouts.ts'
import { accountId, mainBank } from '#features/ledger/server/accounts.ts'
import { firstOpenDay } from '#features/ledger/server/months.ts'
import { movePledge, originOf, reopenPledge } from '#features/ledger/server/private-gift-origin.ts'
import {
  leftOf,
  postChargeback,
  postProviderPayout,
  postRefund,
  postRefundPaid,
  refundOwed,
} from '#features/ledger/server/private-gift-returns.ts'
import {
  confirmPledge,
  endPledge,
  type GiftProject,
  lockGift,
  lockGiftProject,
  type LockedGift,
  postPledge,
  settleIfFull,
} from '#features/ledger/server/private-gifts.ts'
import { donorId } from '#features/private-donations/server/donors.ts'
import { raiseNegative, raiseReceipted } from '#features/private-donations/server/raise-task.ts'
import type { IntakeEvent } from '../events.ts'
import { refOf } from '../events.ts'
import type { DeliveryProblem } from '../problems.ts'

/** Thrown for a delivery that cannot be booked automatically; a person must decide. */
export class NeedsPerson extends Error {
  readonly problem: DeliveryProblem
  constructor(problem: DeliveryProblem) {
    super(problem)
    this.problem = problem
  }
}

export type DeliveryToBook = {
  id: number
  provider: { id: number; code: string; books_payouts: boolean }
  /** A person's decision: ignore the maximum amount, and book the gift for this project. */
  decided?: { project_slug?: string | undefined } | undefined
}
type BookingContext = { today: Day; auditContext: AuditContext }
type Outcome = { waits: DeliveryProblem } | { funding_id: number | null }
type EventOf<T extends IntakeEvent['type']> = Extract<IntakeEvent, { type: T }>

/**
 * Books a provider's event. An event that depends on an undelivered one waits for it, so any order of delivery gives the same
 * ledger. The caller holds the lock of the gift's number. Throws NeedsPerson.
 */
export async function applyEvent(
  tx: Db,
  when: BookingContext,
  delivered: DeliveryToBook,
  event: IntakeEvent,
): Promise<Outcome> {
  const day = await bookingDay(tx, event, when.today)
  if (event.type === 'paid_out') return paidOut(tx, when, delivered, event, day)
  const gift = await giftOf(tx, delivered.provider.code, refOf(event))
  if (event.type === 'pledged') return pledged(tx, when, delivered, event, gift)
  if (!gift) return { waits: 'before_pledge' }
  if (event.type === 'confirmed') return confirmed(tx, when, delivered, event, day, gift)
  if (event.type === 'failed') {
    // Money received already overrides a later report of failure.
    if (gift.state === 'pledged')
      await endPledge(tx, when.auditContext, gift, { state: 'failed', reason: event.reason })
    return { funding_id: gift.id }
  }
  if (['pledged', 'failed', 'expired'].includes(gift.state)) return { waits: 'before_confirmation' }
  const why = { reason: event.reason, business_day: day, amount_cents: event.amount_cents }
  return event.type === 'refunded'
    ? refunded(tx, when, delivered, gift, why)
    : chargedBack(tx, when, delivered, gift, why)
}

async function pledged(
  tx: Db,
  { auditContext, today }: BookingContext,
  { provider, decided }: DeliveryToBook,
  event: EventOf<'pledged'>,
  known: LockedGift | undefined,
): Promise<Outcome> {
  if (known) {
    if ((known.pledged_cents ?? known.amount_cents) !== event.amount_cents) throw new NeedsPerson('differs')
    return { funding_id: known.id }
  }
  if (!decided && event.amount_cents > (await maximum(tx))) throw new NeedsPerson('over_maximum')
  const project = await lockGiftProject(tx, decided?.project_slug ?? event.project_slug)
  if (!project) throw new NeedsPerson('unknown_project')
  const { id } = await postPledge(tx, auditContext, {
    project,
    amount_cents: event.amount_cents,
    day: dayOfEvent(event, today),
    channel: 'psp',
    donor_id: event.donor ? await donorId(tx, event.donor, auditContext.now) : null,
    note: event.note,
    source: 'psp',
    provider: { code: provider.code, ref: event.gift },
  })
  return { funding_id: id }
}

async function confirmed(
  tx: Db,
  { auditContext, today }: BookingContext,
  { id, provider, decided }: DeliveryToBook,
  event: EventOf<'confirmed'>,
  day: Day,
  known: LockedGift,
): Promise<Outcome> {
  const { amount_cents } = event
  if (!['pledged', 'failed', 'expired'].includes(known.state)) {
    if (known.amount_cents !== amount_cents) throw new NeedsPerson('differs')
    return { funding_id: known.id }
  }
  // Not for a pledge of at least that size, which was already accepted.
  if (!decided && amount_cents > (await maximum(tx)) && amount_cents > (known.pledged_cents ?? 0))
    throw new NeedsPerson('over_maximum')
  const project = await lockGiftProject(tx, decided?.project_slug ?? known.project_slug)
  if (!project) throw new NeedsPerson('unknown_project')
  const gift = await asPledgeFor(tx, auditContext, known, project)
  const debit = await accountId(tx, { kind: 'psp', provider: provider.code })
  const given = { debit, amount_cents, received_on: dayOfEvent(event, today), booked_on: day }
  await confirmPledge(tx, auditContext, gift, given, { provider_event_id: id })
  await settleIfFull(tx, auditContext, project.id, today)
  return { funding_id: gift.id }
}

/** Makes the gift a pledge for this project: reopens an ended pledge, or creates one if the project differs. */
async function asPledgeFor(
  tx: Db,
  context: AuditContext,
  known: LockedGift,
  project: GiftProject,
): Promise<LockedGift> {
  const gift = known.state === 'pledged' ? known : await reopenPledge(tx, context, known)
  return project.id === gift.project_id ? gift : movePledge(tx, context, gift, project)
}

type ReturnedMoney = { reason: string; business_day: Day; amount_cents: number }

async function refunded(
  tx: Db,
  when: BookingContext,
  { id, provider }: DeliveryToBook,
  gift: LockedGift,
  { amount_cents, ...why }: ReturnedMoney,
): Promise<Outcome> {
  const { auditContext } = when
  // If staff already recorded the refund by hand, the provider now only reports its transfer.
  if ((await refundOwed(tx, gift.id)) < amount_cents) {
    if (amount_cents > leftOf(gift)) throw new NeedsPerson('refund_exceeded')
    await postRefund(tx, auditContext, gift, { ...why, amount_cents, told: true })
  }
  const credit = await accountId(tx, { kind: 'psp', provider: provider.code })
  await raiseReceipted(tx, when, gift)
  const paid = { amount_cents, credit, paid_on: why.business_day }
  await postRefundPaid(tx, auditContext, gift, paid, { provider_event_id: id })
  return { funding_id: gift.id }
}

async function chargedBack(
  tx: Db,
  when: BookingContext,
  { id, provider }: DeliveryToBook,
  gift: LockedGift,
  { amount_cents, ...why }: ReturnedMoney,
): Promise<Outcome> {
  const left = leftOf(gift)
  if (amount_cents > left) throw new NeedsPerson('chargeback_exceeded')
  // A chargeback takes the whole rest of a gift; a smaller amount means that a refund was not delivered yet.
  if (amount_cents < left) return { waits: 'before_refund' }
  const credit = await accountId(tx, { kind: 'psp', provider: provider.code })
  const known = { provider_event_id: id }
  const { negative_cents } = await postChargeback(
    tx,
    when.auditContext,
    gift,
    { ...why, credit, told: true },
    known,
  )
  await raiseReceipted(tx, when, gift)
  if (negative_cents > 0) await raiseNegative(tx, when, gift, negative_cents)
  return { funding_id: gift.id }
}

async function paidOut(
  tx: Db,
  { auditContext }: BookingContext,
  { id, provider }: DeliveryToBook,
  event: EventOf<'paid_out'>,
  business_day: Day,
): Promise<Outcome> {
  const twin = await tx
    .selectFrom('intake_deliveries')
    .select('id')
    .where('provider_id', '=', provider.id)
    .where('ref', '=', event.payout)
    .where('type', '=', 'paid_out')
    .where('state', '=', 'applied')
    .executeTakeFirst()
  if (twin) throw new NeedsPerson('differs')
  const debit = await mainBank(tx)
  const { amount_cents } = event
  const isBooked =
    !provider.books_payouts || (await hasLineForPayout(tx, { provider: provider.code, amount_cents }))
  await postProviderPayout(
    tx,
    auditContext,
    {
      provider: provider.code,
      ref: event.payout,
      // The statement line moves this money, so it must not move again.
      amount_cents: isBooked ? 0 : amount_cents,
      fee_cents: event.fee_cents,
      business_day,
      debit,
    },
    { provider_event_id: id },
  )
  await tx
    .updateTable('intake_deliveries')
    .set({ paid_out_cents: amount_cents })
    .where('id', '=', id)
    .execute()
  return { funding_id: null }
}

/** The locked gift of a provider's number; after a change of purpose, the latest one. */
async function giftOf(tx: Db, provider: string, ref: string): Promise<LockedGift | undefined> {
  const id = await originOf(tx, { provider, ref })
  return id === undefined ? undefined : lockGift(tx, { id })
}

/** Berlin day of an event; today if the provider's clock is ahead of ours. */
function dayOfEvent({ at }: IntakeEvent, today: Day): Day {
  const day = dayOf(new Date(at))
  return day > today ? today : day
}

/** Day on which an event is booked: its own, or today if that is in a closed month. */
async function bookingDay(tx: Db, event: IntakeEvent, today: Day): Promise<Day> {
  const day = dayOfEvent(event, today)
  return (await firstOpenDay(tx, day)) === undefined ? day : today
}

async function maximum(tx: Db): Promise<number> {
  const { rows } = await sql<{
    cents: number
  }>`select max_gift_cents as cents from platform_features`.execute(tx)
  return rows[0]!.cents
}
