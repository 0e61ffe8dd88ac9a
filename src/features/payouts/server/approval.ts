import type { Db } from '#server/db/db.ts'
import { type Assessment, because } from '#server/routes/assessment.ts'
import type { Assess } from '#server/routes/implement.ts'
import type { payouts } from '../contract.ts'
import { type ChosenPayouts, lockChosenPayouts } from './chosen.ts'

/** How many numbers of payouts a proposal names; the others are counted. */
const namedAtMost = 5

/** Unmarking payouts as a second person sees it. */
export const assessUnmarking: Assess<typeof payouts.unmark> = (context) =>
  assessPayouts(context, 'approvals.effects.unmark')

/** Cancelling payouts as a second person sees it. */
export const assessCancelling: Assess<typeof payouts.cancel> = (context) =>
  assessPayouts(context, 'approvals.effects.cancel')

/**
 * Unmarking or cancelling as a second person sees it. A selection waits as the payouts it holds now: later it may
 * hold others.
 */
async function assessPayouts(
  { db, body }: { db: Db; body: ChosenPayouts & { reason: string } },
  key: 'approvals.effects.unmark' | 'approvals.effects.cancel',
): Promise<Assessment | undefined> {
  const chosen = await lockChosenPayouts(db, body)
  const [first] = chosen
  if (!first) return undefined
  const amount_cents = chosen.reduce((sum, payout) => sum + payout.amount_cents, 0)
  const named = chosen.slice(0, namedAtMost).map(({ number }) => number)
  const numbers = named.join(', ') + (chosen.length > namedAtMost ? ' …' : '')
  return {
    amount_cents,
    about: { type: 'payout', slug: first.slug, title: numbers },
    targets: chosen.map(({ id }) => `payout:${id}`),
    effects: [
      { key, values: { count: chosen.length, amount: { cents: amount_cents }, numbers } },
      because(body.reason),
    ],
    body: { payout_slugs: chosen.map(({ slug }) => slug), reason: body.reason },
  }
}
