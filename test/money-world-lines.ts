import { addDays, type Day } from '#shared/dates.ts'
import { monthOf } from '#features/ledger/server/months.ts'
import { matchLine } from '#features/bank-statements/server/match.ts'
import type { WantedPart } from '#features/bank-statements/server/targets.ts'
import { holdLine, ignoreLine, undoLine } from '#features/bank-statements/server/undo.ts'
import { actOfLine } from './money-world-drain.ts'
import { reverseGift } from './money-world-gifts.ts'
import {
  type Chance,
  type Gift,
  type Line,
  type MoneyModel,
  newGift,
  type Plan,
  type Project,
} from './money-world-model.ts'
import { providerCode } from './money-world-provider.ts'
import { bookStatement } from './statements.ts'

/** Moves of statement lines. */
export const lineMoves = [
  'statement',
  'match',
  'match again',
  'send back',
  'hold',
  'ignore',
  'undo',
  'undo what was sent back',
] as const
export type LineMove = (typeof lineMoves)[number]

/** The plan of a move, or nothing without a target. */
export function linePlan(world: MoneyModel, kind: LineMove, move: Chance): Plan | undefined {
  switch (kind) {
    case 'statement':
      return statement(world, move)
    case 'match':
      return match(world, lineAt(world, move.a, ['open', 'held']), move)
    case 'match again':
      return match(world, lineAt(world, move.a), move)
    case 'send back':
      return sendBack(world, move)
    case 'hold':
    case 'ignore':
      return setAside(world, lineAt(world, move.a), kind)
    case 'undo':
      return undo(world, lineAt(world, move.a))
    case 'undo what was sent back': {
      const found = world.lines.filter((line) => line.sendsBack || line.sentBackBy).slice(-12)
      return undo(world, found[move.a % Math.max(1, found.length)])
    }
  }
}

function lineAt(world: MoneyModel, at: number, states?: Line['state'][]): Line | undefined {
  const found = states ? world.lines.filter((line) => states.includes(line.state)) : world.lines.slice(-12)
  return found[at % Math.max(1, found.length)]
}

/** A statement of the day: lines that payouts and pledges expect, and unexpected ones; at most one a day. */
function statement(world: MoneyModel, { a, b, c }: Chance): Plan | undefined {
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
    ...goingBack(world, b),
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

/** Money that banks send back for ignored lines: one of them, or two of the same direction at once. */
function goingBack({ lines }: MoneyModel, at: number): number[] {
  const ignored = lines.filter(({ state }) => state === 'ignored')
  const one = ignored[at % Math.max(1, ignored.length)]
  if (!one) return []
  const other = ignored.find((line) => line !== one && line.cents > 0 === one.cents > 0)
  return [-one.cents - (at % 3 === 0 && other ? other.cents : 0)]
}

function match(world: MoneyModel, line: Line | undefined, { b, c }: Chance): Plan | undefined {
  if (!line) return undefined
  const cents = Math.abs(line.cents)
  const { parts, keep } = (line.cents > 0 ? creditParts : debitParts)(world, line, { b, c, cents }) ?? {}
  if (!parts) return undefined
  const isOpen = ['open', 'held'].includes(line.state)
  const wrong = isOpen && c % 11 === 0
  let made: { id: number; slug: string }[] = []
  return {
    // The parts add up to the line, or nothing is booked.
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
type SplitAmounts = { b: number; c: number; cents: number }

/** Incoming money: for a pledge, for one project or two, or from a provider. */
function creditParts(world: MoneyModel, line: Line, { b, c, cents }: SplitAmounts): Parts {
  const one = world.projects[b % world.projects.length]!
  const other = world.projects[(b + 1) % world.projects.length]!
  const pledges = world.projects.flatMap(({ gifts }) => gifts.filter((gift) => gift.state === 'pledged'))
  const promised = pledges[c % Math.max(1, pledges.length)]
  const toProject = (project: Project, amount_cents: number): WantedPart => ({
    target_type: 'project',
    target_slug: project.slug,
    amount_cents,
  })
  // Provider and bank both report a payout, in any order.
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
    // The matched line identifies the gift.
    const gift = newGift(given, { id: 0, slug: '' }, { line })
    project.gifts.push(gift)
    line.gifts.push(gift)
  }
}

/** Outgoing money: for a payout of exactly this amount, or fees. */
function debitParts(world: MoneyModel, line: Line, { cents }: SplitAmounts): Parts | undefined {
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

/**
 * Returned money: for one ignored line or two of them; occasionally for one that is not ignored, with a wrong sum, or
 * for a decided line.
 */
function sendBack(world: MoneyModel, { a, b, c }: Chance): Plan | undefined {
  const isOpen = (line: Line) => line.state === 'open' || line.state === 'held'
  const fitting = world.lines.flatMap((one) =>
    isOpen(one) || c % 7 === 0 ? ignoredOf(world, one).map((others) => ({ line: one, others })) : [],
  )
  const latest = fitting.slice(-12)
  const wrong = c % 5 === 0 || latest.length === 0
  const [line, others] = wrong
    ? [lineAt(world, a, ['open', 'held']), [lineAt(world, b)!]]
    : [latest[a % latest.length]!.line, latest[a % latest.length]!.others]
  if (!line) return undefined
  const [cents, sum] = [Math.abs(line.cents), Math.abs(sumOf(others))]
  const fits = sumOf(others) === -line.cents && others.every(({ state }) => state === 'ignored') && c % 11 > 0
  return {
    refused: !isOpen(line) ? 'line_done' : fits ? undefined : 'invalid',
    run: (tx) =>
      matchLine(tx, world.context(), line.id, {
        parts: others.map(({ id, cents: brought }) => ({
          target_type: 'bank_line',
          target_slug: String(id),
          // A line that does not fit stands for its whole amount, so that it is refused for the right reason.
          amount_cents: (sum === cents ? Math.abs(brought) : cents) + (c % 11 === 0 ? 1 : 0),
        })),
        today: world.day,
      }),
    keep: () => {
      Object.assign(line, { state: 'matched', sendsBack: others })
      for (const other of others) Object.assign(other, { state: 'matched', sentBackBy: line })
    },
  }
}

/** The ignored lines, or pairs of them, whose money a line would return. */
function ignoredOf({ lines }: MoneyModel, { cents }: Line): Line[][] {
  const ignored = lines.filter((line) => line.state === 'ignored' && line.cents > 0 !== cents > 0)
  const pairs = ignored.flatMap((one, at) => ignored.slice(at + 1).map((other) => [one, other]))
  return [...ignored.map((one) => [one]), ...pairs].filter((some) => sumOf(some) === -cents)
}

const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { cents }) => sum + cents, 0)

const isClaimed = (gift: Gift) =>
  gift.company !== undefined && ['recovery_open', 'recovered'].includes(gift.state)

/** The first day from this one on in an open month. */
function openDay(world: MoneyModel, day: Day): Day {
  let open = day
  while (world.closed.has(monthOf(open))) open = monthOf(addDays(monthOf(open), 40))
  return open
}

function setAside(world: MoneyModel, line: Line | undefined, kind: 'hold' | 'ignore'): Plan | undefined {
  return (
    line && {
      refused: ['open', 'held'].includes(line.state) ? undefined : 'line_done',
      run: (tx) => (kind === 'hold' ? holdLine : ignoreLine)(tx, world.context(), line.id, 'x'),
      keep: () => (line.state = kind === 'hold' ? 'held' : 'ignored'),
    }
  )
}

function undo(world: MoneyModel, line: Line | undefined): Plan | undefined {
  if (!line) return undefined
  const { payout } = line
  const movedOn =
    line.sentBackBy !== undefined ||
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
        reverseGift(gift)
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
      for (const other of line.sendsBack ?? []) {
        other.state = 'ignored'
        delete other.sentBackBy
      }
      delete line.sendsBack
      Object.assign(line, { state: 'open', gifts: [] })
    },
  }
}
