import type { Day } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import type { Budget } from '#features/ledger/server/fund.ts'
import type { PayoutState } from '#features/ledger/server/payouts.ts'
import { ModelProvider } from './money-world-provider.ts'

/** Three numbers that choose target and amount. */
export type Chance = { a: number; b: number; c: number }

export type Gift = {
  company: number | undefined
  type: number
  amount: number
  state:
    | 'pledged'
    | 'failed'
    | 'confirmed'
    | 'settled'
    | 'paid_out'
    | 'reversed'
    | 'recovery_open'
    | 'recovered'
  payout: number | undefined
  /** For a private donation. */
  given?: PrivateGift
}
/** The model's extra data of a private donation; cents. */
export type PrivateGift = {
  id: number
  slug: string
  pledged?: number
  returned: number
  /** Refunded but not paid out yet. */
  owed: number
  /** The amount already paid out when the gift was charged back. */
  charged: number
  line?: Line
  /** The provider's number of it. */
  ref?: string
}
export type Payout = {
  id: number
  slug: string
  state: PayoutState
  cents: number
  settledOn: Day
  gifts: Gift[]
  arrived: boolean
  line?: Line | undefined
}
export type Claim = { slug: string; gift: Gift; open: number }
export type Project = {
  id: number
  slug: string
  title: string
  organization_id: number
  target: number
  gifts: Gift[]
}

/** A statement line in the model; for a matched one, the effects of its parts. */
export type Line = {
  id: number
  day: Day
  cents: number
  state: 'open' | 'held' | 'matched' | 'ignored'
  gifts: Gift[]
  payout?: {
    payout: Payout
    act: 'marked_paid' | 'payout_seen' | 'payout_seen_arrived'
    arrived: Gift[]
  }
  /** For one matched with the provider. */
  provider?: 'told' | 'booked'
  /** The ignored lines whose money it returns. */
  sendsBack?: Line[]
  /** The line that returns its money. */
  sentBackBy?: Line
}

/** A budget in the model. */
export type ModelBudget = Budget & { title: string; left: number }

/** A plain model of the money: projects, companies, payouts, claims and lines in memory, and the effects of moves. */
export class MoneyModel {
  day: Day = '2026-03-01'
  readonly closed = new Set<string>()
  readonly projects: Project[] = []
  readonly budgets: ModelBudget[] = []
  readonly payouts: Payout[] = []
  readonly claims: Claim[] = []
  readonly lines: Line[] = []
  readonly provider = new ModelProvider()
  /** The current meaning of each of the provider's numbers. */
  readonly providerGifts = new Map<string, Gift & { given: PrivateGift }>()
  /** The provider's debt to the house, in cents. */
  psp = 0
  #calls = 0

  /** The model's amount of each project per stage: allocated, settled, paid, arrived. */
  stages(): number[][] {
    const sum = (gifts: Gift[]) =>
      gifts.reduce((cents, gift) => cents + (gift.given?.charged || leftOf(gift)), 0)
    return this.projects.map(({ gifts }) => {
      const live = gifts.filter((gift) => ['confirmed', 'settled', 'paid_out'].includes(gift.state))
      // Money charged back by a donor's bank had still been paid.
      const charged = gifts.filter((gift) => gift.given?.charged)
      const settled = [...live.filter((gift) => gift.state !== 'confirmed'), ...charged]
      const paid = [...live.filter((gift) => gift.state === 'paid_out'), ...charged]
      const arrived = paid.filter((gift) => this.payouts.find(({ id }) => id === gift.payout)?.arrived)
      return [sum(live), sum(settled), sum(paid), sum(arrived)]
    })
  }

  /** Settles these projects in the model: assigns the created payouts. */
  settled(projects: readonly Project[], made: MadePayout[]): void {
    for (const project of projects)
      for (const type of [1, 2, 3, 4]) {
        const gifts = project.gifts.filter((gift) => gift.state === 'confirmed' && gift.type === type)
        if (gifts.length === 0) continue
        const at = made.findIndex((one) => one.project_id === project.id && one.funding_type === type)
        const [payout] = at < 0 ? [] : made.splice(at, 1)
        if (!payout) throw new Error(`no payout was made for ${project.title} of type ${type}`)
        const cents = gifts.reduce((sum, gift) => sum + leftOf(gift), 0)
        const { id, slug } = payout
        this.payouts.push({ id, slug, state: 'open', cents, settledOn: this.day, gifts, arrived: false })
        for (const gift of gifts) Object.assign(gift, { state: 'settled', payout: id })
      }
  }

  context(): AuditContext {
    return { actor: { id: null, name: 'Model' }, now, requestId: `call-${(this.#calls += 1)}` }
  }
}

/** The fixed time of all moves. */
export const now = new Date('2026-11-21T11:00:00Z')

/** The action, the model's effect when it is not refused, and the expected refusal code; `outside` of a transaction. */
export type Plan = {
  run: (tx: Db) => Promise<unknown>
  keep?: () => unknown
  refused?: string | undefined
  outside?: boolean
}

/** A created payout. */
export type MadePayout = { id: number; slug: string; project_id: number; funding_type: number }

/** The payouts created after a given one. */
export const payoutsSince = (tx: Db, last: number): Promise<MadePayout[]> =>
  tx
    .selectFrom('payouts')
    .select(['id', 'slug', 'project_id', 'funding_type'])
    .where('id', '>', last)
    .orderBy('id')
    .execute()

/** A private donation in the model. */
export function newGift(
  amount: number,
  given: { id: number; slug: string },
  more: Partial<PrivateGift> = {},
): Gift & { given: PrivateGift } {
  const { id, slug } = given
  return {
    company: undefined,
    type: 1,
    amount,
    state: more.pledged === undefined ? 'confirmed' : 'pledged',
    payout: undefined,
    given: { id, slug, returned: 0, owed: 0, charged: 0, ...more },
  }
}

/** The remainder of a gift. */
export const leftOf = (gift: Gift) => gift.amount - (gift.given?.returned ?? 0)

/** A cancelled payout: its gifts wait for the next one. */
export function cancelled(payout: Payout): void {
  payout.state = 'cancelled'
  for (const gift of payout.gifts) Object.assign(gift, { state: 'confirmed', payout: undefined })
}
