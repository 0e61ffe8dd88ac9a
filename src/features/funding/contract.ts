import { z } from 'zod'
import { exportQuery, exportRoute } from '#features/exports/query.ts'
import { listQuery, pageOf } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { AmountCents, bySlug, Choice, DayShape, line, Minimal, paragraph } from '#shared/shapes.ts'
import { mostFundedAtOnce } from '#features/ledger/funding-types.ts'
import { BlockingReason } from '#features/projects/contract.ts'
import { claimList, claimStates } from './table.ts'

const slug = z.string().min(1, 'validation.required').max(200)
const fundingType = z.union(
  [z.literal(1), z.literal(2), z.literal(3), z.literal(4)],
  'validation.unknown_value',
)
const reason = paragraph(2000).min(1, 'validation.required')

/** Slugs of projects in a query, comma-separated, each once. */
const slugsInQuery = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter((one) => one !== ''))])
  .refine((slugs) => slugs.length > 0, 'validation.required')
  .refine((slugs) => slugs.length <= mostFundedAtOnce, 'funding.too_many')
  .meta({ description: `Comma-separated, at most ${mostFundedAtOnce}` })

/** A budget in the funding dialog: granted, used and available cents. */
export const BudgetChoice = z
  .object({
    slug: z.string(),
    title: z.string(),
    is_general: z.boolean(),
    funding_type: Choice,
    valid_from: z.string().nullable(),
    valid_until: z.string().nullable(),
    granted_cents: z.int(),
    used_cents: z.int(),
    available_cents: z.int(),
  })
  .meta({ id: 'BudgetChoice' })
export type BudgetChoice = z.infer<typeof BudgetChoice>

export const FundingPreview = z
  .object({
    slug: z.string(),
    title: z.string(),
    organization: Minimal,
    target_cents: z.int(),
    funded_cents: z.int(),
    missing_cents: z.int(),
    fundable: z.boolean(),
    reasons: z.array(BlockingReason),
  })
  .meta({ id: 'FundingPreview' })
export type FundingPreview = z.infer<typeof FundingPreview>

const Payments = z
  .object({
    slug: z.string(),
    title: z.string(),
    has_marked_payments: z.boolean(),
    marked_cents: z.int(),
    unsettled_cents: z.int(),
    open_payout_cents: z.int(),
  })
  .meta({ id: 'MarkedPayments' })

const ToDefund = z.object({
  company: Minimal,
  unsettled_cents: z.int(),
  settled_cents: z.int(),
  paid_cents: z.int(),
})

/** Money that was paid out and must be returned. */
export const ClaimRow = z
  .object({
    slug: z.string(),
    project: Minimal,
    organization: Minimal,
    company: Minimal,
    amount_cents: z.int(),
    returned_cents: z.int(),
    written_off_cents: z.int(),
    open_cents: z.int(),
    state: z.enum(claimStates),
    state_display: z.string(),
    opened_on: z.string(),
    closed_on: z.string().nullable(),
    reason: z.string(),
    version: z.int(),
  })
  .meta({ id: 'ClaimRow' })
export type ClaimRow = z.infer<typeof ClaimRow>

const funds = '/api/v4/projects/fund-internally/' as const
const defunds = '/api/v4/projects/defund-internally/' as const

export const funding = {
  fund: route({
    method: 'POST',
    path: funds,
    changes: ['money', 'project', 'payout'],
    access: 'fund_projects',
    summary: 'Fund a project from a company’s budget; a fully funded project is settled at once',
    body: z.strictObject({
      project_slug: slug,
      company_slug: slug,
      budget_slug: slug.optional(),
      amount_cents: AmountCents,
      funding_type: fundingType.optional(),
      business_day: DayShape.optional(),
      note: line(500).default(''),
    }),
    response: z.object({
      funding: z.object({
        slug: z.string(),
        amount_cents: z.int(),
        funding_type: Choice,
        state: z.string(),
        business_day: z.string(),
        company: Minimal,
        note: z.string(),
      }),
      project: z.object({
        slug: z.string(),
        title: z.string(),
        target_cents: z.int(),
        funded_cents: z.int(),
        missing_cents: z.int(),
        fully_funded: z.boolean(),
      }),
      budget: z.object({ slug: z.string(), title: z.string(), available_cents: z.int() }),
    }),
    status: 201,
    idempotent: true,
    approval: 'fund',
    refusals: [409],
  }),
  preview: route({
    method: 'GET',
    path: `${funds}preview/`,
    shows: ['project', 'company', 'money'],
    access: 'fund_projects',
    summary:
      'Preview a funding: what projects still need, which can be funded, why others cannot, and what the budgets have left',
    query: z.strictObject({
      project_slugs: slugsInQuery,
      company: slug.optional(),
      budget: slug.optional(),
      business_day: DayShape.optional(),
    }),
    response: z.object({
      results: z.array(FundingPreview),
      budgets: z.array(BudgetChoice),
      /** The first open day, when the business day is in a closed month. */
      first_open_day: z.string().nullable(),
      total: z.object({ fundable: z.int(), missing_cents: z.int() }),
    }),
  }),
  checkMarkedPayments: route({
    method: 'GET',
    path: '/api/v4/projects/check-marked-payments/',
    shows: ['project', 'payout'],
    access: 'defund_projects',
    orAccess: 'archive_projects',
    summary:
      'Get the amounts of projects that are paid out, unsettled, or settled but unpaid; read before defunding or archiving',
    query: z.strictObject({ project_slugs: slugsInQuery }),
    response: z.object({ results: z.array(Payments) }),
  }),
  previewDefunding: route({
    method: 'GET',
    path: `${defunds}preview/`,
    shows: ['project', 'money', 'claim'],
    access: 'defund_projects',
    summary: 'Preview what defunding a project would reverse, cancel and claim back, per company',
    query: z.strictObject({ project_slug: slug }),
    response: z.object({ project: Minimal, results: z.array(ToDefund) }),
  }),
  defund: route({
    method: 'POST',
    path: defunds,
    changes: ['money', 'project', 'payout', 'claim'],
    access: 'defund_projects',
    summary:
      'Cancel a project’s internal fundings, all or those of one company; amounts already paid out become claims',
    body: z.strictObject({
      project_slug: slug,
      confirm_title: z.string().max(1000),
      reason,
      acknowledge_marked_payments: z.boolean('validation.invalid').default(false),
      company_slug: slug
        .optional()
        .describe('Only this company’s fundings; a company user can cancel no others'),
      expected_fundings: z
        .array(slug)
        .max(10_000)
        .optional()
        .describe('The fundings shown; 409 approval_changed if others would be cancelled'),
      expected_paid: z
        .array(slug)
        .max(10_000)
        .optional()
        .describe('The fundings shown as paid; 409 approval_changed if others have been paid since'),
    }),
    response: z.object({
      reversed: z.int(),
      reversed_cents: z.int(),
      recovery_open_cents: z.int(),
    }),
    idempotent: true,
    approval: 'defund',
    refusals: [409],
  }),
}

const claims = '/api/v4/recovery-claims/' as const

export const recoveryClaims = {
  list: route({
    method: 'GET',
    path: claims,
    shows: ['claim'],
    access: 'view_payouts',
    summary: 'List claims for the return of paid-out money, with search by project',
    query: listQuery(claimList),
    response: pageOf(ClaimRow).extend({ open_cents: z.int() }),
  }),
  export: exportRoute('recovery_claim', {
    path: `${claims}export/`,
    alsoNeeds: 'view_payouts',
    summary: 'Export the claims of the list as XLSX or CSV',
    query: listQuery(claimList, exportQuery(claimList)),
  }),
  bookReturn: route({
    method: 'POST',
    path: `${claims}:slug/return/`,
    changes: ['claim', 'money', 'project'],
    access: 'defund_projects',
    summary: 'Record a full or partial return of a claim; the amount goes back to the budget',
    params: bySlug,
    body: z.strictObject({
      amount_cents: AmountCents,
      received_on: DayShape,
      note: line(500).default(''),
    }),
    response: ClaimRow,
    idempotent: true,
    refusals: [409],
  }),
  writeOff: route({
    method: 'POST',
    path: `${claims}:slug/write-off/`,
    changes: ['claim', 'money', 'project', 'task'],
    access: 'defund_projects',
    summary: 'Write off the open amount of a claim; it does not go back to the budget',
    params: bySlug,
    body: z.strictObject({ reason }),
    response: ClaimRow,
    idempotent: true,
    approval: 'defund',
    refusals: [409],
  }),
}
