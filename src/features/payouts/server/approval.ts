import type { Db } from '#server/db/db.ts'
import { type Assessment, because } from '#server/routes/assessment.ts'
import type { Assess } from '#server/routes/implement.ts'
import type { payouts } from '../contract.ts'
import { type ChosenPayouts, lockChosenPayouts } from './chosen.ts'

/** A proposal names at most this many payout numbers and counts the rest. */
const namedAtMost = 5

/** Shows a second person the unmarking of payouts. */
export const assessUnmarking: Assess<typeof payouts.unmark> = (context) =>
  assessPayouts(context, 'approvals.effects.unmark')

/** Shows a second person the cancellation of payouts. */
export const assessCancelling: Assess<typeof payouts.cancel> = (context) =>
  assessPayouts(context, 'approvals.effects.cancel')

/**
 * Assesses unmarking or cancelling. A selection is stored as the payouts it holds now, because it may hold others
 * later.
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
