import { z } from 'zod'
import { approvalStates, guardedActs, proposableActs } from '#shared/approvals.ts'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { maxAmountCents } from '#shared/money.ts'
import { route } from '#shared/route.ts'
import { byId, Instant, paragraph, Version } from '#shared/shapes.ts'
import { approvalViews } from './rules.ts'

export const Approval = z
  .object({
    id: z.int(),
    act: z.enum(proposableActs),
    act_display: z.string(),
    state: z.enum(approvalStates),
    state_display: z.string(),
    amount_cents: z.int(),
    about: z.object({ type: z.string(), slug: z.string(), title: z.string() }),
    /** Effects in sentences; empty for a person who lost the right. */
    effects: z.array(z.string()),
    proposed_by: z.string(),
    proposed_at: Instant,
    expires_at: Instant,
    decided_by: z.string().nullable(),
    decided_at: Instant.nullable(),
    reason: z.string(),
    is_mine: z.boolean(),
    /** True when this person can approve or reject it now. */
    may_decide: z.boolean(),
  })
  .meta({ id: 'Approval' })
export type Approval = z.infer<typeof Approval>

const one = '/api/v4/approvals/:id/' as const
const reason = paragraph(2000).min(1, 'approvals.reason_required')

export const approvals = {
  list: route({
    method: 'GET',
    path: '/api/v4/approvals/',
    shows: ['approval'],
    access: 'any_right',
    summary: 'List proposals that the caller made or may decide, newest first, with their outcomes',
    query: pagingQuery.extend({
      whose: z.enum(approvalViews, 'validation.unknown_value').default('all'),
      state: z.enum(approvalStates, 'validation.unknown_value').optional(),
      act: z.enum(proposableActs, 'validation.unknown_value').optional(),
      /** One record: `project` and its slug. */
      about_type: z.string().max(50).optional(),
      about_slug: z.string().max(200).optional(),
    }),
    response: pageOf(Approval),
  }),
  summary: route({
    method: 'GET',
    path: '/api/v4/approvals/summary/',
    shows: ['approval'],
    access: 'any_right',
    summary: 'Count the proposals that wait for the caller’s decision, and the caller’s own waiting ones',
    response: z.object({ to_decide: z.int(), mine: z.int() }),
  }),
  read: route({
    method: 'GET',
    path: one,
    shows: ['approval'],
    recorded: { action: 'read', object_type: 'approval' },
    access: 'any_right',
    summary: 'Get a proposal',
    params: byId,
    response: Approval,
  }),
  approve: route({
    method: 'POST',
    path: `${one}approve/`,
    changes: 'anything',
    access: 'any_right',
    summary:
      'Approve a proposal and execute its call; the caller must hold its right and not be the proposer',
    params: byId,
    response: Approval,
    idempotent: true,
    refusals: [409],
  }),
  reject: route({
    method: 'POST',
    path: `${one}reject/`,
    changes: 'anything',
    access: 'any_right',
    summary: 'Reject a proposal, with a reason',
    params: byId,
    body: z.strictObject({ reason }),
    response: Approval,
    idempotent: true,
    refusals: [409],
  }),
  withdraw: route({
    method: 'POST',
    path: `${one}withdraw/`,
    changes: 'anything',
    access: 'any_right',
    summary: 'Withdraw one of the caller’s proposals',
    params: byId,
    response: Approval,
    idempotent: true,
    refusals: [409],
  }),
}

/** For which kind of act, from which sum on, a second person is needed. */
const Rule = z.object({
  act: z.enum(guardedActs),
  title: z.string(),
  enabled: z.boolean(),
  from_cents: z.int(),
  /**
   * Sum of the person's acts of this kind today without a second person; it counts towards the limit of the next one.
   */
  own_cents_today: z.int(),
  lowered_at: Instant.nullable(),
  lowered_by: z.string().nullable(),
})

export const ApprovalSettings = z
  .object({ rules: z.array(Rule), days: z.int(), version: z.int() })
  .meta({ id: 'ApprovalSettings' })
export type ApprovalSettings = z.infer<typeof ApprovalSettings>

export const approvalSettings = {
  read: route({
    method: 'GET',
    path: '/api/v4/settings/approvals/',
    shows: ['approval_rule', 'approval'],
    access: 'any_right',
    summary:
      'Get the acts that need a second person, the amounts from which they do, and when proposals expire',
    response: ApprovalSettings,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/settings/approvals/',
    changes: ['approval_rule'],
    access: 'change_settings',
    summary: 'Change when a second person is needed; requires the version last read',
    body: z
      .strictObject({
        rules: z
          .array(
            z.strictObject({
              act: z.enum(guardedActs, 'validation.unknown_value'),
              enabled: z.boolean('validation.invalid'),
              from_cents: z.int('validation.integer').min(0).max(maxAmountCents),
            }),
          )
          .max(guardedActs.length),
        days: z.int('validation.integer').min(1).max(90),
      })
      .partial()
      .extend({ version: Version.optional() }),
    approval: 'lower_guard',
    refusals: [409],
    response: ApprovalSettings,
  }),
}
