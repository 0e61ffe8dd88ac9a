import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { slugList, wholeNumber } from '#shared/shapes.ts'

/** An organization whose proof ends before its projects do. */
export const EndingProof = z
  .object({
    organization: z.object({ id: z.int(), slug: z.string(), title: z.string() }),
    /** Where a draft would go; empty when no address is known. */
    email: z.string(),
    proof_until: z.string(),
    is_over: z.boolean(),
    /** The latest last day of its projects that run; of a run that makes receipts its day of issue. */
    project_until: z.string(),
    /** How many of them; of a run the receipts that were refused for it. */
    projects: z.int(),
    days_without: z.int(),
    /** Somebody was asked for a new notice of this proof already. */
    is_asked: z.boolean(),
  })
  .meta({ id: 'EndingProof' })
export type EndingProof = z.infer<typeof EndingProof>

/** Proofs of the forecast, and for how many of them somebody was asked for a new notice. */
const Counted = { proofs: z.int(), asked: z.int() }

/** The forecast by the month in which a proof ends; all of it together is the list. */
export const EndingMonths = z
  .object({
    over: z.object(Counted),
    months: z.array(z.object({ month: z.string(), ...Counted })),
    later: z.object(Counted),
  })
  .meta({ id: 'EndingMonths' })
export type EndingMonths = z.infer<typeof EndingMonths>

/** Only organizations whose ended proof kept receipts of this run from being issued. */
const run = wholeNumber(1, Number.MAX_SAFE_INTEGER).optional()

export const forecast = {
  list: route({
    method: 'GET',
    path: '/api/v4/proofs/forecast/',
    shows: ['organization', 'task', 'limit'],
    access: 'view_organizations',
    summary:
      'Organizations whose proof ends before their projects do, those that end first before the others',
    query: pagingQuery.extend({ run }),
    response: pageOf(EndingProof).extend({
      /** How many of them nobody was asked for. */
      open: z.int(),
    }),
  }),
  months: route({
    method: 'GET',
    path: '/api/v4/proofs/forecast/months/',
    shows: ['organization', 'task', 'limit'],
    access: 'view_organizations',
    summary: 'In which month how many of these proofs end: before today, in twelve months, and later',
    response: EndingMonths,
  }),
  monthsExport: route({
    method: 'GET',
    path: '/api/v4/proofs/forecast/months/export/',
    access: 'export_data',
    alsoNeeds: 'view_organizations',
    recorded: { action: 'export', object_type: 'organization' },
    summary: 'The same as XLSX',
    response: 'file',
  }),
  ask: route({
    method: 'POST',
    path: '/api/v4/proofs/forecast/ask/',
    changes: ['task'],
    access: 'create_reminders',
    summary:
      'Create one task for each of these organizations, with the draft of an e-mail that asks for a new notice; what was ' +
      'asked for already, or outlasts its projects by now, is left out',
    body: z.strictObject({ organization_slugs: slugList, run }),
    response: z.object({ created: z.int(), left_out: z.int() }),
    idempotent: true,
  }),
}
