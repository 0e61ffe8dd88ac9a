import { because } from '#server/routes/assessment.ts'
import type { Assess } from '#server/routes/implement.ts'
import { leftOf } from '#features/ledger/server/private-gift-returns.ts'
import { lockGift } from '#features/ledger/server/private-gifts.ts'
import type { privateDonations } from '../contract.ts'

/** A refund as a second person sees it; who gave is not said, since the queue is no place for it. */
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
    // What was left when it was proposed, and not what may be left later.
    body: { ...body, amount_cents },
  }
}

/**
 * A charge-back as a second person sees it, of a gift recorded by hand: no statement and no provider says that the money went
 * back. Undefined for gifts that came by a line or a provider, whose word the books follow.
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
