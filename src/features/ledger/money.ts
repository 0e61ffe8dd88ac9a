import { z } from 'zod'
import { approvalStates } from '#shared/approvals.ts'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { Choice, Instant, Minimal } from '#shared/shapes.ts'

/** The cents that reached a stage, and the latest business day of it; null before any did. */
const Stage = z.object({ cents: z.int(), on: z.string().nullable() }).meta({ id: 'MoneyStage' })
const stages = { allocated: Stage, settled: Stage, paid: Stage, arrived: Stage }

/** A project's money of one funding type. */
const MoneyOfType = z
  .object({
    funding_type: Choice,
    gifts: z.int(),
    internal_gifts: z.int(),
    ...stages,
    /** True when one of its payouts is open or exported. */
    payout_open: z.boolean(),
    /** The payment day of its oldest payout that has not arrived yet. */
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

/** The money a project received and how far each stage has come; cents, Berlin days. */
export const ProjectMoney = z
  .object({
    as_of: Instant,
    target_cents: z.int(),
    missing_cents: z.int(),
    over_cents: z.int(),
    ...stages,
    types: z.array(MoneyOfType),
    /** Total numbers of open and paid payouts, and the newest 200, newest first. */
    payouts: z.object({ open: z.int(), paid: z.int(), latest: z.array(PayoutLine) }),
    /** Coverage per need when the money is assigned to the needs in their order. */
    needs: z.array(
      z.object({ id: z.int(), title: z.string(), amount_cents: z.int(), covered_cents: z.int() }),
    ),
  })
  .meta({ id: 'ProjectMoney' })
export type ProjectMoney = z.infer<typeof ProjectMoney>

/** `decisions`: only what people decided and why; `all`: every event of a project's money. */
export const timelineQuery = pagingQuery.extend({ show: z.enum(['decisions', 'all']).default('decisions') })

const TimelineEntry = z
  .object({
    /** Journal number of its (first) transaction; for a proposal, the proposal's id. */
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
    /** The transaction that reversed this one, and the one that it reverses. */
    reversed_by: z.int().nullable(),
    reverses: z.int().nullable(),
    /** An act proposed to a second person, with its state; it moves no money by itself. */
    approval: z.object({ id: z.int(), act_display: z.string(), state: z.enum(approvalStates) }).nullable(),
  })
  .meta({ id: 'TimelineEntry' })
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const TimelinePage = pageOf(TimelineEntry).extend({ decisions: z.int(), all: z.int() })
