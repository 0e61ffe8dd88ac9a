import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { mediaTypes, route } from '#shared/route.ts'
import { bySlug, DayShape, Instant, line, paragraph, slugList, wholeNumber } from '#shared/shapes.ts'
import { DocumentRow } from '#features/documents/contract.ts'
import { refusalCodes } from './rules.ts'
import { rowFilters, runStates } from './run-rules.ts'
import { templateKinds } from '#features/document-templates/tokens.ts'

const slug = z.string().min(1, 'validation.required').max(200)

/** Gifts by name, or all matches of a private-donation query with exclusions; projects for documents about projects. */
const chosen = {
  template_slug: slug,
  targets: slugList.optional(),
  selection: z
    .strictObject({
      slugs: slugList.optional(),
      query: z.string().max(8000).optional(),
      exclude: z.array(z.string().max(200)).max(1000).optional(),
      expected_count: z.int().min(0).optional(),
    })
    .optional(),
  issue_day: DayShape.optional(),
}

const Reason = z.object({ code: z.enum(refusalCodes), text: z.string() })

const Cause = z.object({
  code: z.enum(refusalCodes),
  text: z.string(),
  count: z.int(),
  /** Number of organizations, and the name if there is only one. */
  organizations: z.int(),
  organization: z.string().nullable(),
})

const Numbers = z.object({
  organization: z.string(),
  year: z.int(),
  first: z.string(),
  last: z.string(),
  count: z.int(),
  gaps: z.array(z.string()),
})

/** A run that makes documents, as its page shows it; cents. */
export const GenerationRun = z
  .object({
    id: z.int(),
    kind: z.enum(templateKinds),
    template: z.string(),
    state: z.enum([...runStates, 'interrupted']),
    issue_day: z.string(),
    by: z.string(),
    created_at: Instant,
    started_at: Instant.nullable(),
    finished_at: Instant.nullable(),
    gifts: z.int(),
    total: z.int(),
    issued: z.int(),
    issued_cents: z.int(),
    /** Documents that can be issued, waiting ones included. */
    issuable: z.int(),
    issuable_cents: z.int(),
    refused: z.int(),
    refused_cents: z.int(),
    left: z.int(),
    /** For a failed run: the right that its starter no longer holds. */
    lacks: z.string().nullable(),
    per_second: z.number().nullable(),
    causes: z.array(Cause),
    numbers: z.array(Numbers),
  })
  .meta({ id: 'GenerationRun' })
export type GenerationRun = z.infer<typeof GenerationRun>

export const GenerationRow = z
  .object({
    place: z.int(),
    state: z.enum(['in_work', 'waiting', 'issued', 'refused']),
    donor: z.string(),
    organization: z.string(),
    gift: z.string().nullable(),
    project_slug: z.string(),
    amount_cents: z.int(),
    gift_day: z.string(),
    number: z.string().nullable(),
    document: z.object({ slug: z.string(), title: z.string(), withdrawn: z.boolean() }).nullable(),
    reasons: z.array(Reason),
  })
  .meta({ id: 'GenerationRow' })
export type GenerationRow = z.infer<typeof GenerationRow>

const byRun = z.object({ id: wholeNumber(1, Number.MAX_SAFE_INTEGER) })
const create = 'create_documents'
const runs = '/api/v4/document-runs/' as const
const one = `${runs}:id/` as const

/** Stops or resumes a run; the answer is the run afterwards. */
const turnOfRun = <const Act extends string>(act: Act, summary: string) =>
  route({
    method: 'POST',
    path: `${one}${act}/` as const,
    changes: ['document_run'],
    access: create,
    summary,
    params: byRun,
    response: GenerationRun,
    refusals: [409],
  })

export const generation = {
  templates: route({
    method: 'GET',
    path: '/api/v4/documents/generate/templates/',
    shows: ['document_template'],
    access: create,
    summary: 'List the templates from which documents can be made, including built-in ones',
    response: z.object({
      results: z.array(z.object({ slug: z.string(), title: z.string(), kind: z.enum(templateKinds) })),
    }),
  }),
  preview: route({
    method: 'POST',
    path: '/api/v4/documents/generate/preview/',
    // Shows what could be issued, keeps nothing.
    changes: [],
    access: create,
    summary:
      'Preview how many documents can be made from a selection and why others cannot; nothing is stored',
    body: z.strictObject(chosen),
    response: z.object({
      kind: z.enum(templateKinds),
      gifts: z.int(),
      can: z.int(),
      can_cents: z.int(),
      cannot: z.int(),
      causes: z.array(Cause),
    }),
    idempotent: false,
  }),
  generate: route({
    method: 'POST',
    path: '/api/v4/documents/generate/',
    changes: ['document', 'document_log', 'document_run'],
    access: create,
    summary:
      'Generate one document at once, or several in a run. A test has a watermark and no number, and is not stored',
    body: z.strictObject({ ...chosen, mode: z.enum(['test', 'final'], 'validation.unknown_value') }),
    response: z.object({
      document: DocumentRow.nullable(),
      run: z.object({ id: z.int() }).nullable(),
      /** For a test: the PDF, base64. */
      pdf: z.string().nullable(),
    }),
    refusals: [409],
  }),
  withdraw: route({
    method: 'POST',
    path: '/api/v4/documents/:slug/withdraw/',
    changes: ['document', 'document_log'],
    access: 'change_documents',
    summary: 'Withdraw a receipt; requires its number as confirmation. The number is never used again',
    params: bySlug,
    body: z.strictObject({
      reason: paragraph(2000).min(1, 'validation.required'),
      confirm_number: line(40).min(1, 'validation.required'),
    }),
    response: DocumentRow,
    refusals: [409],
  }),
  reprint: route({
    method: 'GET',
    path: '/api/v4/documents/:slug/reprint/',
    changes: ['document_log'],
    recorded: { action: 'download', object_type: 'document' },
    access: 'view_documents',
    summary: 'Reprint a receipt with the same number, marked as a duplicate (ZWEITSCHRIFT) or as withdrawn',
    params: bySlug,
    response: 'file',
    media: [mediaTypes.pdf],
  }),
  run: route({
    method: 'GET',
    path: one,
    shows: ['document_run'],
    access: 'view_documents',
    summary: 'Get the progress of a run, its refusals with reasons, and any gaps in its issuers’ numbers',
    params: byRun,
    response: GenerationRun,
  }),
  rows: route({
    method: 'GET',
    path: `${one}rows/`,
    shows: ['document_run'],
    access: 'view_documents',
    summary: 'List the result of each document of a run, newest first',
    params: byRun,
    query: pagingQuery.extend({
      state: z.enum(rowFilters).optional(),
      reason: z.enum(refusalCodes).optional(),
      search: z.string().max(200).default(''),
    }),
    response: pageOf(GenerationRow),
  }),
  cancel: turnOfRun('cancel', 'Stop a run; issued documents remain, and the rest uses no numbers'),
  goOn: turnOfRun('continue', 'Resume a cancelled or failed run'),
  zip: route({
    method: 'GET',
    path: `${one}zip/`,
    changes: ['document_log'],
    recorded: { action: 'download', object_type: 'generation_run' },
    access: 'view_documents',
    summary: 'Download all documents that a run made, as one ZIP',
    params: byRun,
    response: 'file',
    media: [mediaTypes.zip],
    refusals: [409],
  }),
  list: route({
    method: 'GET',
    path: `${one}list/`,
    recorded: { action: 'export', object_type: 'generation_run' },
    access: 'export_data',
    alsoNeeds: 'view_documents',
    summary: 'Export the result of each document of a run, with all reasons, as CSV',
    params: byRun,
    response: 'file',
    media: [mediaTypes.csv],
  }),
}
