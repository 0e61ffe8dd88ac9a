import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { slugList, wholeNumber } from '#shared/shapes.ts'

/** An organization whose proof expires before its projects end. */
export const EndingProof = z
  .object({
    organization: z.object({ id: z.int(), slug: z.string(), title: z.string() }),
    /** Recipient of the draft e-mail; empty when no address is known. */
    email: z.string(),
    proof_until: z.string(),
    is_over: z.boolean(),
    /** The latest end day of its running projects; for a receipt run, the run's day of issue. */
    project_until: z.string(),
    /** Number of those projects; for a receipt run, the number of receipts refused because of the proof. */
    projects: z.int(),
    days_without: z.int(),
    /** Whether someone has already requested a new notice for this proof. */
    is_asked: z.boolean(),
  })
  .meta({ id: 'EndingProof' })
export type EndingProof = z.infer<typeof EndingProof>

/** Number of proofs in the forecast, and how many already have a requested notice. */
const Counted = { proofs: z.int(), asked: z.int() }

/** The forecast grouped by the month in which a proof expires; the months add up to the list. */
export const EndingMonths = z
  .object({
    over: z.object(Counted),
    months: z.array(z.object({ month: z.string(), ...Counted })),
    later: z.object(Counted),
  })
  .meta({ id: 'EndingMonths' })
export type EndingMonths = z.infer<typeof EndingMonths>

/** Restricts the list to organizations whose expired proof blocked receipts of this run. */
const run = wholeNumber(1, Number.MAX_SAFE_INTEGER).optional()

export const forecast = {
  list: route({
    method: 'GET',
    path: '/api/v4/proofs/forecast/',
    shows: ['organization', 'task', 'limit'],
    access: 'view_organizations',
    summary: 'List organizations whose proof expires before their projects end, earliest expiry first',
    query: pagingQuery.extend({ run }),
    response: pageOf(EndingProof).extend({
      /** Number of proofs for which no new notice was requested. */
      open: z.int(),
    }),
  }),
  months: route({
    method: 'GET',
    path: '/api/v4/proofs/forecast/months/',
    shows: ['organization', 'task', 'limit'],
    access: 'view_organizations',
    summary:
      'Count expiring proofs by month of expiry: before today, in each of the next twelve months, and later',
    response: EndingMonths,
  }),
  monthsExport: route({
    method: 'GET',
    path: '/api/v4/proofs/forecast/months/export/',
    access: 'export_data',
    alsoNeeds: 'view_organizations',
    recorded: { action: 'export', object_type: 'organization' },
    summary: 'Export the number of expiring proofs by month of expiry as XLSX',
    response: 'file',
  }),
  ask: route({
    method: 'POST',
    path: '/api/v4/proofs/forecast/ask/',
    changes: ['task'],
    access: 'create_reminders',
    summary:
      'Create a task for each of these organizations, with a drafted e-mail that requests a new notice; proofs that were ' +
      'already requested, or now outlast the projects, are left out',
    body: z.strictObject({ organization_slugs: slugList, run }),
    response: z.object({ created: z.int(), left_out: z.int() }),
    idempotent: true,
  }),
}
