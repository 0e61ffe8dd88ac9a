import { addDays } from '#shared/dates.ts'
import { everyCompany } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { postBudgetGrant } from '#features/ledger/server/budgets.ts'
import { lockClaim, postClaimReturn, postClaimWriteOff } from '#features/ledger/server/claims.ts'
import { postDefunding } from '#features/ledger/server/defund.ts'
import { postInternalFunding } from '#features/ledger/server/fund.ts'
import { postConfirmedGift } from '#features/ledger/server/gifts.ts'
import { closeMonth, monthOf } from '#features/ledger/server/months.ts'
import {
  cancelPayouts,
  lockPayouts,
  markArrived,
  markPaid,
  type PayoutState,
  unmarkPaid,
} from '#features/ledger/server/payouts.ts'
import { settle } from '#features/ledger/server/settle.ts'
import {
  cancelled,
  type Chance,
  type Claim,
  type Gift,
  type MadePayout,
  type ModelBudget,
  type MoneyModel,
  now,
  type Payout,
  payoutsSince,
  type Plan,
  type Project,
} from './money-world-model.ts'

/** Moves of fundings, payouts, claims, budgets and months. */
export const fundingMoves = [
  'gift',
  'fund',
  'settle',
  'pay',
  'unmark',
  'cancel',
  'arrive',
  'defund',
  'return',
  'write off',
  'grant',
  'close month',
] as const
export type FundingMove = (typeof fundingMoves)[number]

/** The plan of a move, or nothing without a target. */
export function fundingPlan(world: MoneyModel, kind: FundingMove, move: Chance): Plan | undefined {
  const project = world.projects[move.a % world.projects.length]!
  const budget = world.budgets[move.a % Math.max(1, world.budgets.length)]!
  const payoutIn = (...states: PayoutState[]) => {
    const found = world.payouts.filter((payout) => states.includes(payout.state))
    return found[move.a % Math.max(1, found.length)]
  }
  const claim = world.claims.filter(({ open }) => open > 0)[move.a % Math.max(1, world.claims.length)]
  switch (kind) {
    case 'gift':
      return gift(world, project, move)
    case 'fund':
      return fund(world, project, world.budgets[move.b % world.budgets.length]!, move)
    case 'settle':
      return settleAll(world)
    case 'pay':
      return pay(world, payoutIn('open', 'exported'))
    case 'unmark':
      return unmark(world, payoutIn('marked_paid'))
    case 'cancel':
      return cancel(world, payoutIn('open', 'exported'))
    case 'arrive':
      return arrive(world, payoutIn('marked_paid'))
    case 'defund':
      return defund(world, project, move.b % 2 === 0)
    case 'return':
      return claim && returnClaim(world, claim, 1 + (move.b % (claim.open + 1)))
    case 'write off':
      return claim && writeOff(world, claim)
    case 'grant':
      return grant(world, budget, 1 + move.b)
    case 'close month':
      return close(world)
  }
}

function gift(world: MoneyModel, project: Project, { b, c }: Chance): Plan {
  const gift: Gift = {
    company: undefined,
    type: 1 + (c % 4),
    amount: 1 + (b % (project.target * 2)),
    state: 'confirmed',
    payout: undefined,
  }
  return {
    run: (tx) =>
      postConfirmedGift(tx, {
        project_id: project.id,
        funding_type: gift.type as 1,
        amount_cents: gift.amount,
        received_on: world.day,
        source: 'test',
        note: '',
        created_by: null,
        now,
      }),
    keep: () => project.gifts.push(gift),
  }
}

function fund(world: MoneyModel, project: Project, budget: ModelBudget, { c }: Chance): Plan {
  const [allocated] = world.stages()[world.projects.indexOf(project)]!
  const missing = Math.max(0, project.target - allocated!)
  // Occasionally more than is missing.
  const amount = 1 + (c % Math.max(1, Math.floor(missing * 1.1) + 1))
  const type = 1 + (c % 4)
  return {
    refused: amount > missing ? 'exceeds_missing' : amount > budget.left ? 'budget_exceeded' : undefined,
    run: async (tx) => {
      await lockProject(tx, project)
      await postInternalFunding(tx, world.context(), {
        project,
        company: budget,
        budget,
        funding_type: type as 1,
        amount_cents: amount,
        business_day: world.day,
        note: '',
      })
    },
    keep: () => {
      budget.left -= amount
      project.gifts.push({ company: budget.id, type, amount, state: 'confirmed', payout: undefined })
    },
  }
}

function settleAll(world: MoneyModel): Plan {
  let made: MadePayout[] = []
  return {
    run: async (tx) => {
      const last = await tx
        .selectFrom('payouts')
        .select((on) => on.fn.max('id').as('id'))
        .executeTakeFirst()
      await settle(tx, world.context(), { business_day: world.day, atMost: 10_000 })
      made = await payoutsSince(tx, last?.id ?? 0)
    },
    keep: () => {
      world.settled(world.projects, made)
      if (made.length > 0) throw new Error(`${made.length} payouts were made that were not due`)
    },
  }
}

function pay(world: MoneyModel, payout: Payout | undefined): Plan | undefined {
  return (
    payout && {
      run: async (tx) =>
        markPaid(tx, world.context(), await lockPayouts(tx, { ids: [payout.id] }), {
          paid_on: world.day,
          reference: '',
        }),
      keep: () => {
        payout.state = 'marked_paid'
        for (const gift of payout.gifts) gift.state = 'paid_out'
      },
    }
  )
}

function unmark(world: MoneyModel, payout: Payout | undefined): Plan | undefined {
  return (
    payout && {
      refused: payout.gifts.some((gift) => gift.state !== 'paid_out')
        ? 'claim_open'
        : payout.line
          ? 'payout_on_statement'
          : undefined,
      run: async (tx) =>
        unmarkPaid(tx, world.context(), await lockPayouts(tx, { ids: [payout.id] }), {
          reason: 'x',
          business_day: world.day,
        }),
      keep: () => {
        Object.assign(payout, { state: 'open', arrived: false })
        for (const gift of payout.gifts) gift.state = 'settled'
      },
    }
  )
}

function cancel(world: MoneyModel, payout: Payout | undefined): Plan | undefined {
  return (
    payout && {
      run: async (tx) =>
        cancelPayouts(tx, world.context(), await lockPayouts(tx, { ids: [payout.id] }), {
          reason: 'x',
          business_day: world.day,
        }),
      keep: () => cancelled(payout),
    }
  )
}

function arrive(world: MoneyModel, payout: Payout | undefined): Plan | undefined {
  if (!payout) return undefined
  return {
    run: async (tx) =>
      markArrived(tx, world.context(), await lockPayouts(tx, { ids: [payout.id] }), {
        arrived_on: world.day,
        note: '',
      }),
    keep: () => (payout.arrived = true),
  }
}

function defund(world: MoneyModel, project: Project, acknowledged: boolean): Plan {
  const live = project.gifts.filter(
    (gift) => gift.company !== undefined && ['confirmed', 'settled', 'paid_out'].includes(gift.state),
  )
  const paid = live.filter((gift) => gift.state === 'paid_out')
  let opened: { slug: string; amount_cents: number }[] = []
  return {
    refused:
      live.length === 0
        ? 'nothing_to_defund'
        : paid.length > 0 && !acknowledged
          ? 'marked_payments'
          : undefined,
    run: async (tx) => {
      await lockProject(tx, project)
      const last = await tx
        .selectFrom('recovery_claims')
        .select((on) => on.fn.max('id').as('id'))
        .executeTakeFirst()
      await postDefunding(tx, world.context(), {
        project,
        reason: 'x',
        business_day: world.day,
        acknowledged,
        scope: everyCompany,
      })
      opened = await tx
        .selectFrom('recovery_claims')
        .select(['slug', 'amount_cents'])
        .where('id', '>', last?.id ?? 0)
        .orderBy('id')
        .execute()
    },
    keep: () => {
      for (const id of new Set(live.filter((gift) => gift.state === 'settled').map((gift) => gift.payout)))
        cancelled(world.payouts.find((payout) => payout.id === id)!)
      for (const gift of live.filter((one) => one.state === 'confirmed')) {
        gift.state = 'reversed'
        world.budgets.find((budget) => budget.id === gift.company)!.left += gift.amount
      }
      for (const [at, gift] of paid.entries()) {
        gift.state = 'recovery_open'
        world.claims.push({ slug: opened[at]!.slug, gift, open: gift.amount })
      }
    },
  }
}

function returnClaim(world: MoneyModel, claim: Claim, amount: number): Plan {
  return {
    refused: amount > claim.open ? 'claim_exceeded' : undefined,
    run: async (tx) =>
      postClaimReturn(tx, world.context(), await lockClaim(tx, claim.slug, everyCompany), {
        amount_cents: amount,
        received_on: world.day,
        note: '',
      }),
    keep: () => {
      claim.open -= amount
      world.budgets.find((budget) => budget.id === claim.gift.company)!.left += amount
      if (claim.open === 0) claim.gift.state = 'recovered'
    },
  }
}

function writeOff(world: MoneyModel, claim: Claim): Plan {
  return {
    run: async (tx) =>
      postClaimWriteOff(tx, world.context(), await lockClaim(tx, claim.slug, everyCompany), {
        reason: 'x',
        business_day: world.day,
      }),
    keep: () => {
      claim.open = 0
      claim.gift.state = 'recovered'
    },
  }
}

function grant(world: MoneyModel, budget: ModelBudget, amount_cents: number): Plan {
  return {
    run: (tx) =>
      postBudgetGrant(tx, {
        company_id: budget.company_id,
        amount_cents,
        business_day: world.day,
        created_by: null,
        now,
      }),
    keep: () => (budget.left += amount_cents),
  }
}

function close(world: MoneyModel): Plan {
  const month = monthOf(addDays(monthOf(world.day), -1))
  return {
    refused: world.closed.has(month) ? 'month_closed' : undefined,
    run: (tx) => closeMonth(tx, world.context(), { month, reason: 'x', today: world.day }),
    keep: () => world.closed.add(month),
  }
}

const lockProject = (tx: Db, { id }: Project) =>
  tx.selectFrom('projects').select('id').where('id', '=', id).forNoKeyUpdate().execute()
