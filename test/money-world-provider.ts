import type { DeliveryProblem } from '#features/intake/problems.ts'

/** The provider's code in its address. */
export const providerCode = 'model'
/** The largest gift of the model's provider without a manual check, in cents. */
export const maximumCents = 150_000

/** An event at the provider; cents. */
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
  /** For a payout: whether it moved money to the bank, which a statement line may have done before. */
  moved?: boolean
}

/** The provider: its events not delivered yet, and the results of its deliveries. */
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
