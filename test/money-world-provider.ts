import type { DeliveryProblem } from '#features/intake/problems.ts'

/** What the provider of the model is called in its address. */
export const providerCode = 'model'
/** As large as a gift of the model's provider may be without a person, in cents. */
export const maximumCents = 150_000

/** What happened at the provider; cents. */
export type ProviderEvent = { id: string; at: string } & (
  | { type: 'pledged'; gift: string; project_slug: string; amount_cents: number; currency: 'EUR' }
  | {
      type: 'confirmed' | 'refunded' | 'charged_back'
      gift: string
      amount_cents: number
      currency: 'EUR'
    }
  | { type: 'failed'; gift: string }
  | { type: 'paid_out'; payout: string; amount_cents: number; fee_cents: number; currency: 'EUR' }
)
/** A delivery in the model. */
export type Delivery = {
  id: number
  event: ProviderEvent
  ref: string
  state: 'waiting' | 'needs_person' | 'applied' | 'closed'
  problem: DeliveryProblem | ''
  /** Of a payout: whether it moved money to the bank, which a line of a statement may have done before. */
  moved?: boolean
}

/** The provider beside the house: what happened there and was not told yet, and what came of what was told. */
export class ModelProvider {
  id = 0
  readonly untold: ProviderEvent[] = []
  readonly deliveries: Delivery[] = []
  booksPayouts = true
  #numbers = 0

  next(): number {
    return (this.#numbers += 1)
  }
}
