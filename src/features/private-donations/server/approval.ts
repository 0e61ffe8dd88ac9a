import { because } from '#server/routes/assessment.ts'
import type { Assess } from '#server/routes/implement.ts'
import { leftOf } from '#features/ledger/server/private-gift-returns.ts'
import { lockGift } from '#features/ledger/server/private-gifts.ts'
import type { privateDonations } from '../contract.ts'

/** Shows a second person a refund, without the donor, because more people read the approval queue. */
export const assessRefund: Assess<typeof privateDonations.refund> = async ({ db, params, body }) => {
  const gift = await lockGift(db, params)
  const amount_cents = body.amount_cents ?? leftOf(gift)
  return {
    amount_cents,
    about: { type: 'private_donation', slug: gift.slug, title: gift.number },
    targets: [`funding:${gift.id}`],
    effects: [
      {
        key: 'approvals.effects.refund',
        values: { amount: { cents: amount_cents }, number: gift.number, project: gift.project_title },
      },
      because(body.reason),
    ],
    // The amount left at the time of the proposal, not at the time of the approval.
    body: { ...body, amount_cents },
  }
}

/**
 * Shows a second person the chargeback of a gift recorded by hand, since no statement or provider proves it. Undefined
 * for gifts from a statement line or provider, whose records are trusted.
 */
export const assessChargeBack: Assess<typeof privateDonations.chargeBack> = async ({ db, params, body }) => {
  const gift = await lockGift(db, params)
  if (gift.source !== 'by_hand') return undefined
  const amount_cents = leftOf(gift)
  return {
    amount_cents,
    about: { type: 'private_donation', slug: gift.slug, title: gift.number },
    targets: [`funding:${gift.id}`],
    effects: [
      {
        key: 'approvals.effects.charge_back',
        values: { amount: { cents: amount_cents }, number: gift.number, project: gift.project_title },
      },
      because(body.reason),
    ],
  }
}
