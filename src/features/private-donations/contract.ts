import { z } from 'zod'
import { isIban } from '#shared/bank-details.ts'
import { exportQuery, exportRoute } from '#features/exports/query.ts'
import { proposableActs } from '#shared/approvals.ts'
import { listQuery, pageOf } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { AmountCents, bySlug, DayShape, EmailAddress, line, Minimal, paragraph } from '#shared/shapes.ts'
import { donationChannels, donationList, donationStates } from './table.ts'

const reason = paragraph(2000).min(1, 'validation.required')
const slug = z.string().min(1, 'validation.required').max(200)

/** A donor. Without `change_private_donations` the name is masked; the IBAN is always masked. */
const Donor = z.object({
  slug: z.string(),
  name: z.string(),
  email: z.string(),
  iban: z.string(),
  is_masked: z.boolean(),
})

const Repeated = z.object({ since: z.string(), times: z.int(), next_on: z.string() })

/** A private donation in the list; cents. */
export const DonationRow = z
  .object({
    slug: z.string(),
    number: z.string(),
    project: Minimal,
    /** The amount that the project still needs to reach its goal; negative when over-funded. */
    project_lacks_cents: z.int(),
    donor: Donor.nullable(),
    amount_cents: z.int(),
    pledged_cents: z.int().nullable(),
    returned_cents: z.int(),
    left_cents: z.int(),
    /** Refunds that were not transferred yet. */
    owed_cents: z.int(),
    /** Charged back after the payout, and neither returned nor written off. */
    open_cents: z.int(),
    state: z.enum(donationStates),
    state_display: z.string(),
    channel: z.enum(donationChannels),
    channel_display: z.string(),
    received_on: z.string(),
    note: z.string(),
    /** The donation whose purpose was changed to this one. */
    moved_from: z.string().nullable(),
    /** Set for one of at least three monthly gifts of the same donor, project and amount. */
    repeated: Repeated.nullable(),
    receipt: z.object({ slug: z.string(), number: z.string() }).nullable(),
    /** Acts that wait for a second person. */
    waiting_acts: z.array(z.enum(proposableActs)),
  })
  .meta({ id: 'DonationRow' })
export type DonationRow = z.infer<typeof DonationRow>

const Totals = z.object({
  confirmed: z.int(),
  confirmed_cents: z.int(),
  pledged: z.int(),
  pledged_cents: z.int(),
  returned_cents: z.int(),
  rest_cents: z.int(),
})

export const NewDonor = z.strictObject({
  name: line(200).min(1, 'validation.required'),
  email: z.union([z.literal(''), EmailAddress], 'validation.email').default(''),
  street: line(200).default(''),
  postal_code: line(20).default(''),
  city: line(100).default(''),
  iban: line(42)
    .refine((text) => text === '' || isIban(text), 'validation.iban')
    .default(''),
})

const DonorDetails = z.object({
  slug: z.string(),
  name: z.string(),
  email: z.string(),
  street: z.string(),
  postal_code: z.string(),
  city: z.string(),
  iban: z.string(),
})

const donations = '/api/v4/private-donations/' as const
const one = `${donations}:slug/` as const

export const privateDonations = {
  list: route({
    method: 'GET',
    path: donations,
    shows: ['donation', 'approval'],
    access: 'view_private_donations',
    summary: 'List private donations with search, filters, ordering and paging; sums cover all matches',
    query: listQuery(donationList),
    response: pageOf(DonationRow).extend({ sum_cents: z.int(), totals: Totals }),
  }),
  export: exportRoute('private_donation', {
    path: `${donations}export/`,
    alsoNeeds: 'view_private_donations',
    summary: 'Export the rows of the list as XLSX or CSV; donors are masked as in the list',
    query: listQuery(donationList, exportQuery(donationList)),
  }),
  create: route({
    method: 'POST',
    path: donations,
    changes: ['donation', 'duplicate', 'money', 'project'],
    access: 'create_private_donations',
    orAccess: 'change_private_donations',
    summary: 'Record a received private donation, or a pledge',
    body: z.strictObject({
      project_slug: slug,
      amount_cents: AmountCents,
      received_on: DayShape,
      channel: z.enum(donationChannels, 'validation.unknown_value'),
      donor: NewDonor,
      note: paragraph(2000).default(''),
      /** A pledge books no money yet. */
      state: z.enum(['confirmed', 'pledged'], 'validation.unknown_value').default('confirmed'),
    }),
    response: DonationRow,
    status: 201,
    location: '/api/v4/private-donations/{slug}/',
    idempotent: true,
    refusals: [409],
  }),
  get: route({
    method: 'GET',
    path: one,
    shows: ['donation'],
    recorded: { action: 'read', object_type: 'private_donation' },
    access: 'view_private_donations',
    summary: 'Get a private donation as the list shows it',
    params: bySlug,
    response: DonationRow,
  }),
  confirm: route({
    method: 'POST',
    path: `${one}confirm/`,
    changes: ['donation', 'duplicate', 'money', 'project'],
    access: 'change_private_donations',
    summary: 'Confirm a pledge with the amount received',
    params: bySlug,
    body: z.strictObject({ amount_cents: AmountCents.optional(), received_on: DayShape }),
    response: DonationRow,
    idempotent: true,
    refusals: [409],
  }),
  refund: route({
    method: 'POST',
    path: `${one}refund/`,
    changes: ['donation', 'duplicate', 'money', 'project'],
    access: 'change_private_donations',
    summary: 'Refund a donation in full or in part; an unpaid payout that contains it is cancelled first',
    params: bySlug,
    body: z.strictObject({ amount_cents: AmountCents.optional(), reason }),
    response: DonationRow,
    idempotent: true,
    approval: 'refund',
    refusals: [409],
  }),
  chargeBack: route({
    method: 'POST',
    path: `${one}charge-back/`,
    changes: ['donation', 'duplicate', 'money', 'project'],
    access: 'change_private_donations',
    summary:
      'Record the chargeback of a donation’s remaining amount; a project that becomes negative raises a task',
    params: bySlug,
    body: z.strictObject({ reason }),
    response: DonationRow,
    idempotent: true,
    approval: 'refund',
    refusals: [409],
  }),
  end: route({
    method: 'POST',
    path: `${one}end/`,
    changes: ['donation', 'duplicate', 'money', 'project'],
    access: 'change_private_donations',
    summary: 'End an unpaid pledge that failed or expired',
    params: bySlug,
    body: z.strictObject({ state: z.enum(['failed', 'expired'], 'validation.unknown_value'), reason }),
    response: DonationRow,
    idempotent: true,
    refusals: [409],
  }),
  refundPaid: route({
    method: 'POST',
    path: `${one}refund-paid/`,
    changes: ['donation', 'duplicate', 'money', 'project'],
    access: 'change_private_donations',
    summary: 'Record the transfer of a refund, in full or in part',
    params: bySlug,
    body: z.strictObject({ amount_cents: AmountCents.optional(), paid_on: DayShape }),
    response: DonationRow,
    idempotent: true,
    refusals: [409],
  }),
  recover: route({
    method: 'POST',
    path: `${one}recover/`,
    changes: ['donation', 'duplicate', 'money', 'project'],
    access: 'change_private_donations',
    summary: 'Close a charged-back donation: record what the organization returned and write off the rest',
    params: bySlug,
    body: z.strictObject({
      returned_cents: z.int('validation.integer').min(0).max(AmountCents.maxValue!),
      received_on: DayShape,
      reason,
    }),
    response: DonationRow,
    idempotent: true,
    refusals: [409],
  }),
  changePurpose: route({
    method: 'POST',
    path: `${one}change-purpose/`,
    changes: ['donation', 'duplicate', 'money', 'project'],
    access: 'change_private_donations',
    summary: 'Move a donation to another project; returns the new donation',
    params: bySlug,
    body: z.strictObject({ project_slug: slug, reason }),
    response: DonationRow,
    idempotent: true,
    refusals: [409],
  }),
  reveal: route({
    method: 'POST',
    path: `${one}reveal/`,
    // Hands out what is hidden, and leaves it as it is.
    changes: [],
    access: 'change_private_donations',
    summary:
      'Reveal the donor, with the totals of their gifts and possible duplicates; requires a reason, which is logged',
    params: bySlug,
    body: z.strictObject({ reason }),
    response: z.object({
      donor: DonorDetails.nullable(),
      donations: z.int(),
      donated_cents: z.int(),
      /** Includes the day since which the next gift is missing. */
      repeated: Repeated.extend({ missing_since: z.string().nullable() }).nullable(),
      possible_duplicates: z.array(z.object({ slug: z.string(), name: z.string() })),
    }),
    // A stored response would keep the revealed data in clear text for 24 hours.
    idempotent: false,
  }),
}
