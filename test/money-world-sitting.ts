import type { Day } from '#shared/dates.ts'
import { addDays } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { accountId } from '#features/ledger/server/accounts.ts'
import { closeRecovery } from '#features/ledger/server/private-gift-recovery.ts'
import { monthOf } from '#features/ledger/server/months.ts'
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
import { matchLine } from '#features/bank-statements/server/match.ts'
import type { WantedPart } from '#features/bank-statements/server/targets.ts'
import { holdLine, ignoreLine, undoLine } from '#features/bank-statements/server/undo.ts'
import {
  cancelled,
  type Gift,
  leftOf,
  type MoneyMove,
  type MoneyWorld,
  newGift,
  type Payout,
  type Plan,
  type PrivateGift,
  type Project,
} from './money-world.ts'
import { actOfLine } from './money-world-drain.ts'
import { providerCode } from './money-world-intake.ts'
import { bookStatement } from './statements.ts'

/** What happens to private donations and lines of statements. */
export const sittingMoves = [
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
  'statement',
  'match',
  'match again',
  'hold',
  'ignore',
  'undo',
] as const
export type SittingMove = (typeof sittingMoves)[number]

/** A line of a statement in the model; of a matched one what its parts did. */
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
  /** Of one that is matched with the provider. */
  provider?: 'told' | 'booked'
}

type Private = Gift & { given: PrivateGift }
type Chosen = { project: Project; gift: Private }

/** The plan of a move, or nothing to do it to. */
export function sittingPlan(world: MoneyWorld, kind: SittingMove, move: MoneyMove): Plan | undefined {
  const project = world.projects[move.a % world.projects.length]!
  switch (kind) {
    case 'donate':
      return donate(world, project, 1 + (move.b % (project.target * 2)))
    case 'pledge':
      return pledge(world, project, 1 + (move.b % project.target))
    case 'statement':
      return statement(world, move)
    case 'match':
      return match(world, lineAt(world, move.a, ['open', 'held']), move)
    case 'match again':
      return match(world, lineAt(world, move.a), move)
    case 'hold':
    case 'ignore':
      return setAside(world, lineAt(world, move.a), kind)
    case 'undo':
      return undo(world, lineAt(world, move.a))
    default: {
      const chosen = giftAt(world, move.a, kind === 'recover' && move.c % 3 > 0 ? 'recovery_open' : undefined)
      return chosen && ofGift(world, kind, chosen, move)
    }
  }
}

function giftAt(world: MoneyWorld, at: number, state?: Gift['state']): Chosen | undefined {
  const all = world.projects.flatMap((project) =>
    project.gifts.flatMap((gift) =>
      gift.given && (!state || gift.state === state) ? [{ project, gift: gift as Private }] : [],
    ),
  )
  // The latest ones, so that the same gift is met again while something can happen to it.
  const latest = all.toSorted((one, other) => one.gift.given.id - other.gift.given.id).slice(-12)
  return latest[at % Math.max(1, latest.length)]
}

function lineAt(world: MoneyWorld, at: number, states?: Line['state'][]): Line | undefined {
  const found = states ? world.lines.filter((line) => states.includes(line.state)) : world.lines.slice(-12)
  return found[at % Math.max(1, found.length)]
}

const psp = (tx: Db) => accountId(tx, { kind: 'psp', provider: providerCode })
const ofDonation = (world: MoneyWorld, project: Project, amount_cents: number) => ({
  project,
  amount_cents,
  day: world.day,
  channel: 'psp' as const,
  donor_id: null,
  note: '',
  source: 'psp',
})

function donate(world: MoneyWorld, project: Project, amount: number): Plan {
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

function pledge(world: MoneyWorld, project: Project, amount: number): Plan {
  let made: { id: number; slug: string }
  return {
    run: async (tx) => {
      await lockProjects(tx, [project.id])
      made = await postPledge(tx, world.context(), ofDonation(world, project, amount))
    },
    keep: () => project.gifts.push(newGift(amount, made, { pledged: amount })),
  }
}

type GiftMove =
  | 'confirm'
  | 'end pledge'
  | 'take gift back'
  | 'refund'
  | 'pay refund'
  | 'charge back'
  | 'recover'
  | 'change purpose'

function ofGift(
  world: MoneyWorld,
  kind: GiftMove,
  { project, gift }: Chosen,
  { b, c }: MoneyMove,
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
      // What a line brought is taken back at the line.
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
          takeBack(gift)
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
      // Now and then more than was paid; the rest is written off.
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

/** It did not come after all: a pledge is one again. */
function takeBack(gift: Gift): void {
  const { pledged } = gift.given!
  Object.assign(gift, pledged === undefined ? { state: 'reversed' } : { state: 'pledged', amount: pledged })
}

/** A statement of the day: what some payouts and pledges expect, and what nobody does; at most one a day. */
function statement(world: MoneyWorld, { a, b, c }: MoneyMove): Plan | undefined {
  const { day } = world
  if (world.lines.at(-1)?.day === day) return undefined
  const due = world.payouts.filter((payout) => payout.state !== 'cancelled' && !payout.line)
  const pledges = world.projects.flatMap(({ gifts }) => gifts.filter((gift) => gift.state === 'pledged'))
  const cents = [
    1 + (b % 70_000),
    ...(due.length > 0 ? [-due[a % due.length]!.cents] : []),
    ...(pledges.length > 0 ? [pledges[a % pledges.length]!.amount] : []),
    ...(c % 2 === 0 ? [-1 - (c % 2_000)] : []),
    ...(c % 3 === 0 ? [1000 * (1 + (b % 4))] : []),
  ]
  const opening_cents = world.lines.reduce((sum, line) => sum + line.cents, 0)
  let made: number[] = []
  return {
    run: async (tx) => (made = await bookStatement(tx, world.context(), { day, cents, opening_cents })),
    keep: () => {
      if (made.length !== cents.length) throw new Error(`${made.length} of ${cents.length} lines came in`)
      for (const [at, id] of made.entries())
        world.lines.push({ id, day, cents: cents[at]!, state: 'open', gifts: [] })
    },
  }
}

function match(world: MoneyWorld, line: Line | undefined, { b, c }: MoneyMove): Plan | undefined {
  if (!line) return undefined
  const cents = Math.abs(line.cents)
  const { parts, keep } = (line.cents > 0 ? creditParts : debitParts)(world, line, { b, c, cents }) ?? {}
  if (!parts) return undefined
  const isOpen = ['open', 'held'].includes(line.state)
  const wrong = isOpen && c % 11 === 0
  let made: { id: number; slug: string }[] = []
  return {
    // The parts sum to the line, or nothing is booked.
    refused: !isOpen ? 'line_done' : wrong ? 'invalid' : undefined,
    run: async (tx) => {
      await matchLine(tx, world.context(), line.id, {
        parts: wrong ? parts.map((part) => ({ ...part, amount_cents: part.amount_cents + 1 })) : parts,
        today: world.day,
      })
      made = await tx
        .selectFrom('bank_line_parts')
        .innerJoin('fundings', 'fundings.id', 'bank_line_parts.funding_id')
        .select(['fundings.id', 'fundings.slug'])
        .where('line_id', '=', line.id)
        .where('undone_at', 'is', null)
        .orderBy('bank_line_parts.id')
        .execute()
    },
    keep: () => {
      line.state = 'matched'
      keep!()
      if (made.length !== line.gifts.length) throw new Error(`${made.length} gifts came of line ${line.id}`)
      for (const [at, gift] of line.gifts.entries()) Object.assign(gift.given!, made[at])
    },
  }
}

type Parts = { parts: WantedPart[]; keep: () => unknown }
type Wanted = { b: number; c: number; cents: number }

/** Money that came: for a pledge, for one project or two, or from a provider. */
function creditParts(world: MoneyWorld, line: Line, { b, c, cents }: Wanted): Parts {
  const one = world.projects[b % world.projects.length]!
  const other = world.projects[(b + 1) % world.projects.length]!
  const pledges = world.projects.flatMap(({ gifts }) => gifts.filter((gift) => gift.state === 'pledged'))
  const promised = pledges[c % Math.max(1, pledges.length)]
  const toProject = (project: Project, amount_cents: number): WantedPart => ({
    target_type: 'project',
    target_slug: project.slug,
    amount_cents,
  })
  // What the provider pays out is told by both, in whatever order.
  if (b % 7 === 0 || (cents % 1000 === 0 && b % 4 !== 0))
    return {
      parts: [{ target_type: 'provider', target_slug: providerCode, amount_cents: cents }],
      keep: () => {
        line.provider = actOfLine(world, cents)
        if (line.provider === 'booked') world.psp -= cents
      },
    }
  const first = 1 + (c % cents)
  const isSplit = b % 3 === 0 && first < cents
  const confirmed = promised && b % 2 === 0 ? promised : undefined
  const amount = isSplit ? first : cents
  return {
    parts: [
      confirmed
        ? { target_type: 'private_donation', target_slug: confirmed.given!.slug, amount_cents: amount }
        : toProject(one, amount),
      ...(isSplit ? [toProject(other, cents - first)] : []),
    ],
    keep: () => {
      if (confirmed) {
        Object.assign(confirmed, { state: 'confirmed', amount })
        confirmed.given!.line = line
        line.gifts.push(confirmed)
      } else give(one, amount)
      if (isSplit) give(other, cents - first)
    },
  }
  function give(project: Project, given: number) {
    // Which one it is, the line tells once it is matched.
    const gift = newGift(given, { id: 0, slug: '' }, { line })
    project.gifts.push(gift)
    line.gifts.push(gift)
  }
}

/** Money that went: for a payout of exactly this amount, or fees. */
function debitParts(world: MoneyWorld, line: Line, { cents }: Wanted): Parts | undefined {
  const payout = world.payouts.find(
    (one) =>
      one.cents === cents &&
      one.state !== 'cancelled' &&
      !one.line &&
      one.settledOn <= openDay(world, line.day),
  )
  if (!payout)
    return { parts: [{ target_type: 'fees', target_slug: 'fees', amount_cents: cents }], keep: () => {} }
  return {
    parts: [{ target_type: 'payout', target_slug: payout.slug, amount_cents: cents }],
    keep: () => {
      const isFirst = payout.state !== 'marked_paid'
      if (isFirst) for (const gift of payout.gifts) gift.state = 'paid_out'
      const arrived = payout.gifts.filter((gift) => !isClaimed(gift))
      const act = isFirst ? 'marked_paid' : payout.arrived ? 'payout_seen' : 'payout_seen_arrived'
      line.payout = { payout, act, arrived }
      Object.assign(payout, { state: 'marked_paid', arrived: true, line })
    },
  }
}

const isClaimed = (gift: Gift) =>
  gift.company !== undefined && ['recovery_open', 'recovered'].includes(gift.state)

/** The first day from this one on that lies in no closed month. */
function openDay(world: MoneyWorld, day: Day): Day {
  let open = day
  while (world.closed.has(monthOf(open))) open = monthOf(addDays(monthOf(open), 40))
  return open
}

function setAside(world: MoneyWorld, line: Line | undefined, kind: 'hold' | 'ignore'): Plan | undefined {
  return (
    line && {
      refused: ['open', 'held'].includes(line.state) ? undefined : 'line_done',
      run: (tx) => (kind === 'hold' ? holdLine : ignoreLine)(tx, world.context(), line.id, 'x'),
      keep: () => (line.state = kind === 'hold' ? 'held' : 'ignored'),
    }
  )
}

function undo(world: MoneyWorld, line: Line | undefined): Plan | undefined {
  if (!line) return undefined
  const { payout } = line
  const movedOn =
    line.gifts.some((gift) => gift.state !== 'confirmed' || gift.given!.returned > 0) ||
    (payout?.act === 'payout_seen_arrived' && payout.arrived.some(isClaimed))
  const isClaimedPayment =
    payout?.act === 'marked_paid' && payout.payout.gifts.some((gift) => gift.state !== 'paid_out')
  return {
    refused:
      line.state === 'open'
        ? 'line_open'
        : movedOn
          ? 'line_moved_on'
          : isClaimedPayment
            ? 'claim_open'
            : undefined,
    run: (tx) => undoLine(tx, world.context(), line.id, world.day),
    keep: () => {
      for (const gift of line.gifts) {
        takeBack(gift)
        delete gift.given!.line
      }
      if (line.provider === 'booked') world.psp += line.cents
      delete line.provider
      if (payout?.act === 'marked_paid') {
        Object.assign(payout.payout, { state: 'open', arrived: false })
        for (const gift of payout.payout.gifts) gift.state = 'settled'
      } else if (payout?.act === 'payout_seen_arrived') payout.payout.arrived = false
      if (payout) payout.payout.line = undefined
      delete line.payout
      Object.assign(line, { state: 'open', gifts: [] })
    },
  }
}
