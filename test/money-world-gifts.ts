import type { Db } from '#server/db/db.ts'
import { accountId } from '#features/ledger/server/accounts.ts'
import { closeRecovery } from '#features/ledger/server/private-gift-recovery.ts'
import {
  changePurpose,
  postChargeback,
  postRefund,
  postRefundPaid,
  undoPrivateGift,
} from '#features/ledger/server/private-gift-returns.ts'
import {
  confirmPledge,
  endPledge,
  type LockedGift,
  lockGift,
  lockProjects,
  postPledge,
  postPrivateGift,
} from '#features/ledger/server/private-gifts.ts'
import {
  cancelled,
  type Chance,
  type Gift,
  leftOf,
  type MoneyModel,
  newGift,
  type Plan,
  type PrivateGift,
  type Project,
} from './money-world-model.ts'
import { providerCode } from './money-world-provider.ts'

/** Moves of private donations. */
export const giftMoves = [
  'donate',
  'pledge',
  'confirm',
  'end pledge',
  'take gift back',
  'refund',
  'pay refund',
  'charge back',
  'recover',
  'change purpose',
] as const
export type GiftMove = (typeof giftMoves)[number]

type Private = Gift & { given: PrivateGift }
type Chosen = { project: Project; gift: Private }

/** The plan of a move, or nothing without a target. */
export function giftPlan(world: MoneyModel, kind: GiftMove, move: Chance): Plan | undefined {
  const project = world.projects[move.a % world.projects.length]!
  if (kind === 'donate') return donate(world, project, 1 + (move.b % (project.target * 2)))
  if (kind === 'pledge') return pledge(world, project, 1 + (move.b % project.target))
  const chosen = giftAt(world, move.a, kind === 'recover' && move.c % 3 > 0 ? 'recovery_open' : undefined)
  return chosen && ofGift(world, kind, chosen, move)
}

function giftAt(world: MoneyModel, at: number, state?: Gift['state']): Chosen | undefined {
  const all = world.projects.flatMap((project) =>
    project.gifts.flatMap((gift) =>
      gift.given && (!state || gift.state === state) ? [{ project, gift: gift as Private }] : [],
    ),
  )
  // The latest ones, so that several moves meet the same gift.
  const latest = all.toSorted((one, other) => one.gift.given.id - other.gift.given.id).slice(-12)
  return latest[at % Math.max(1, latest.length)]
}

const psp = (tx: Db) => accountId(tx, { kind: 'psp', provider: providerCode })
const ofDonation = (world: MoneyModel, project: Project, amount_cents: number) => ({
  project,
  amount_cents,
  day: world.day,
  channel: 'psp' as const,
  donor_id: null,
  note: '',
  source: 'psp',
})

function donate(world: MoneyModel, project: Project, amount: number): Plan {
  let made: { id: number; slug: string }
  return {
    run: async (tx) => {
      await lockProjects(tx, [project.id])
      made = await postPrivateGift(tx, world.context(), {
        ...ofDonation(world, project, amount),
        debit: await psp(tx),
      })
    },
    keep: () => {
      world.psp += amount
      project.gifts.push(newGift(amount, made))
    },
  }
}

function pledge(world: MoneyModel, project: Project, amount: number): Plan {
  let made: { id: number; slug: string }
  return {
    run: async (tx) => {
      await lockProjects(tx, [project.id])
      made = await postPledge(tx, world.context(), ofDonation(world, project, amount))
    },
    keep: () => project.gifts.push(newGift(amount, made, { pledged: amount })),
  }
}

function ofGift(
  world: MoneyModel,
  kind: Exclude<GiftMove, 'donate' | 'pledge'>,
  { project, gift }: Chosen,
  { b, c }: Chance,
): Plan | undefined {
  const { given } = gift
  const on = (work: (tx: Db, locked: LockedGift) => Promise<unknown>) => async (tx: Db) =>
    work(tx, await lockGift(tx, { id: given.id }))
  const context = world.context()
  const why = { reason: 'x', business_day: world.day }
  const unreturnable =
    gift.state === 'paid_out'
      ? 'gift_paid_out'
      : ['confirmed', 'settled'].includes(gift.state)
        ? undefined
        : 'gift_not_confirmed'
  const release = () => {
    const payout = world.payouts.find(({ id }) => id === gift.payout)
    if (gift.state === 'settled') cancelled(payout!)
  }
  switch (kind) {
    case 'confirm': {
      const amount = 1 + (b % (gift.amount * 2))
      return {
        refused: gift.state === 'pledged' ? undefined : 'gift_not_pledged',
        run: on(async (tx, locked) =>
          confirmPledge(tx, context, locked, {
            debit: await psp(tx),
            amount_cents: amount,
            received_on: world.day,
          }),
        ),
        keep: () => {
          world.psp += amount
          Object.assign(gift, { state: 'confirmed', amount })
        },
      }
    }
    case 'end pledge':
      return {
        refused: gift.state === 'pledged' ? undefined : 'gift_not_pledged',
        run: on((tx, locked) => endPledge(tx, context, locked, { state: 'failed', reason: 'x' })),
        keep: () => (gift.state = 'failed'),
      }
    case 'take gift back':
      // A gift from a line is undone at the line.
      if (given.line) return undefined
      return {
        refused:
          gift.state !== 'confirmed'
            ? 'gift_not_confirmed'
            : given.returned > 0
              ? 'gift_returned'
              : undefined,
        run: on((tx, locked) => undoPrivateGift(tx, context, locked, why)),
        keep: () => {
          world.psp -= gift.amount
          reverseGift(gift)
        },
      }
    case 'refund': {
      const amount = c % 3 === 0 ? leftOf(gift) : 1 + (b % (leftOf(gift) + 1))
      if (amount === 0) return undefined
      return {
        refused: unreturnable ?? (amount > leftOf(gift) ? 'refund_exceeded' : undefined),
        run: on((tx, locked) => postRefund(tx, context, locked, { ...why, amount_cents: amount })),
        keep: () => {
          release()
          given.returned += amount
          given.owed += amount
          if (leftOf(gift) === 0) gift.state = 'reversed'
        },
      }
    }
    case 'pay refund': {
      const amount = 1 + (b % (given.owed + 1))
      return {
        refused: amount > given.owed ? 'refund_exceeded' : undefined,
        run: on(async (tx, locked) =>
          postRefundPaid(tx, context, locked, {
            amount_cents: amount,
            credit: await psp(tx),
            paid_on: world.day,
          }),
        ),
        keep: () => {
          world.psp -= amount
          given.owed -= amount
        },
      }
    }
    case 'charge back':
      return {
        refused: gift.state === 'paid_out' ? undefined : unreturnable,
        run: on(async (tx, locked) => postChargeback(tx, context, locked, { ...why, credit: await psp(tx) })),
        keep: () => {
          release()
          world.psp -= leftOf(gift)
          const wasPaid = gift.state === 'paid_out'
          if (wasPaid) given.charged = leftOf(gift)
          given.returned = gift.amount
          gift.state = wasPaid ? 'recovery_open' : 'reversed'
        },
      }
    case 'recover': {
      // Occasionally more than was paid; the rest is written off.
      const cents = b % 4 === 0 ? 0 : b % (given.charged + 2)
      return {
        refused:
          gift.state !== 'recovery_open'
            ? 'gift_not_open'
            : cents > given.charged
              ? 'recovery_exceeded'
              : undefined,
        run: on((tx, locked) =>
          closeRecovery(tx, context, locked, { returned_cents: cents, received_on: world.day, reason: 'x' }),
        ),
        keep: () => (gift.state = 'recovered'),
      }
    }
    case 'change purpose': {
      const to = world.projects[(world.projects.indexOf(project) + 1) % world.projects.length]!
      let made: { id: number; slug: string }
      return {
        refused: unreturnable ?? (given.returned > 0 ? 'gift_returned' : undefined),
        run: async (tx) => {
          await lockProjects(tx, [project.id, to.id])
          made = await changePurpose(tx, context, await lockGift(tx, { id: given.id }), {
            ...why,
            project: to,
          })
        },
        keep: () => {
          release()
          gift.state = 'reversed'
          const { line, ref } = given
          const moved = newGift(gift.amount, made, {
            ...(line && { line }),
            ...(ref !== undefined && { ref }),
          })
          to.gifts.push(moved)
          if (ref !== undefined) world.providerGifts.set(ref, moved)
        },
      }
    }
  }
}

/** The money did not arrive after all: it is a pledge again. */
export function reverseGift(gift: Gift): void {
  const { pledged } = gift.given!
  Object.assign(gift, pledged === undefined ? { state: 'reversed' } : { state: 'pledged', amount: pledged })
}
