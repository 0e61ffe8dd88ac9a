import { z } from 'zod'
import { approvalStates } from '#shared/approvals.ts'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { Choice, Instant, Minimal } from '#shared/shapes.ts'

/** What reached a stage, in cents, and the latest business day of it; null while nothing has. */
const Stage = z.object({ cents: z.int(), on: z.string().nullable() }).meta({ id: 'MoneyStage' })
const stages = { allocated: Stage, settled: Stage, paid: Stage, arrived: Stage }

/** What one funding type brought a project. */
const MoneyOfType = z
  .object({
    funding_type: Choice,
    gifts: z.int(),
    /** How many of them came from a company's budget. */
    internal_gifts: z.int(),
    ...stages,
    /** A payout of it is open or in a file. */
    payout_open: z.boolean(),
    /** Since this day the oldest of its payouts that did not arrive yet is paid. */
    waiting_since: z.string().nullable(),
  })
  .meta({ id: 'MoneyOfType' })
export type MoneyOfType = z.infer<typeof MoneyOfType>

const PayoutLine = z
  .object({
    slug: z.string(),
    number: z.string(),
    funding_type: Choice,
    amount_cents: z.int(),
    state: z.enum(['open', 'exported', 'marked_paid', 'cancelled']),
    settled_on: z.string(),
    paid_on: z.string().nullable(),
    arrived_on: z.string().nullable(),
  })
  .meta({ id: 'PayoutLine' })
export type PayoutLine = z.infer<typeof PayoutLine>

/** What a project received and what became of it; cents, Berlin days. */
export const ProjectMoney = z
  .object({
    as_of: Instant,
    target_cents: z.int(),
    missing_cents: z.int(),
    over_cents: z.int(),
    ...stages,
    types: z.array(MoneyOfType),
    /** How many of all are open and paid, and the newest 200, newest first. */
    payouts: z.object({ open: z.int(), paid: z.int(), latest: z.array(PayoutLine) }),
    /** What of each need is covered when the money is given to them in their order. */
    needs: z.array(
      z.object({ id: z.int(), title: z.string(), amount_cents: z.int(), covered_cents: z.int() }),
    ),
  })
  .meta({ id: 'ProjectMoney' })
export type ProjectMoney = z.infer<typeof ProjectMoney>

/** What people decide, with a reason, or all that happened to a project's money. */
export const timelineQuery = pagingQuery.extend({ show: z.enum(['decisions', 'all']).default('decisions') })

const TimelineEntry = z
  .object({
    /** Number of its (first) transaction in the journal; of a proposal its own. */
    id: z.int(),
    kind: z.string(),
    business_day: z.string(),
    at: Instant,
    amount_cents: z.int(),
    funding_types: z.array(Choice),
    actor: z.string(),
    approver: z.string().nullable(),
    company: Minimal.nullable(),
    note: z.string(),
    payouts: z.array(z.object({ slug: z.string(), number: z.string() })),
    /** The transaction that took it back, and the one that it takes back. */
    reversed_by: z.int().nullable(),
    reverses: z.int().nullable(),
    /** An act that was proposed to a second person, and what became of it: no money by itself. */
    approval: z.object({ id: z.int(), act_display: z.string(), state: z.enum(approvalStates) }).nullable(),
  })
  .meta({ id: 'TimelineEntry' })
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const TimelinePage = pageOf(TimelineEntry).extend({ decisions: z.int(), all: z.int() })
