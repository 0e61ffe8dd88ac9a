import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { mediaTypes, route } from '#shared/route.ts'
import { bySlug, DayShape, Instant, line, Version, wholeNumber } from '#shared/shapes.ts'
import { maxPdfBytes } from '#shared/pdf-files.ts'
import { fieldTypes, formats, sizeLimits } from './places.ts'
import { templateKinds } from './tokens.ts'

/** States of a version: a draft never applies; the others follow from their days. */
export const versionStates = ['draft', 'planned', 'in_use', 'ended'] as const
export type VersionState = (typeof versionStates)[number]

const VersionSummary = z.object({
  number: z.int(),
  state: z.enum(versionStates),
  state_display: z.string(),
  valid_from: z.string(),
  /** The last day as set; null if open-ended. */
  valid_until: z.string().nullable(),
  /** The last day: as set, or the day before the next version begins. */
  ends: z.string().nullable(),
  made: z.int(),
  /** True once a document was made from it; it can then no longer change. */
  read_only: z.boolean(),
  filename: z.string(),
  version: z.int(),
})

/** A template with its versions, the earliest first. */
export const DocumentTemplate = z
  .object({
    slug: z.string(),
    title: z.string(),
    kind: z.enum(templateKinds),
    kind_display: z.string(),
    versions: z.array(VersionSummary),
    /** Periods between versions in which none is in use. */
    gaps: z.array(z.object({ from: z.string(), until: z.string() })),
    created_at: Instant,
    version: z.int(),
  })
  .meta({ id: 'DocumentTemplate' })
export type DocumentTemplate = z.infer<typeof DocumentTemplate>

const points = z.number().min(-20_000).max(20_000)
const box = { x: points, y: points, width: points, height: points }
const written = {
  token: z.string().min(1).max(60),
  format: z.enum(formats, 'validation.unknown_value'),
  size: z.strictObject({
    from: z.number().min(sizeLimits.smallest).max(sizeLimits.largest),
    to: z.number().min(sizeLimits.smallest).max(sizeLimits.largest),
  }),
}
const page = z.int().min(1).max(10_000)
const mostPlaces = 500
/** The mapping of a version: tokens in fields of its PDF and on its pages. */
export const MappingShape = z.strictObject({
  fields: z.array(z.strictObject({ field: z.string().min(1).max(500), ...written })).max(mostPlaces),
  placed: z
    .array(z.strictObject({ id: z.string().min(1).max(40), page, ...written, ...box }))
    .max(mostPlaces),
})

/** The pages and fields of a version's PDF, and the places of its tokens. */
export const TemplateFields = z
  .object({
    pages: z.array(z.object(box)),
    found: z.array(
      z.object({
        name: z.string(),
        type: z.enum(fieldTypes),
        max_length: z.int().nullable(),
        /** The form's own format for days or amounts in this field. */
        own_format: z
          .union([
            z.object({ day: z.string() }),
            z.object({
              decimals: z.int(),
              group: z.string(),
              decimal: z.string(),
              currency: z.string(),
              currency_first: z.boolean(),
            }),
          ])
          .optional(),
        places: z.array(z.object({ page: z.int(), ...box })),
      }),
    ),
    fields: MappingShape.shape.fields,
    placed: MappingShape.shape.placed,
    /** Mapped fields that the PDF does not contain. */
    gone: z.array(z.string()),
    /** Required tokens without a place. */
    missing: z.array(z.string()),
    /** Width of the sample values' letters at a size of one point, to check what fits. */
    letters: z.record(z.string(), z.number()),
    read_only: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'TemplateFields' })
export type TemplateFields = z.infer<typeof TemplateFields>

const TemplateSample = z
  .object({
    project: z.object({ slug: z.string(), title: z.string() }),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    /** Width of the values' letters at a size of one point. */
    letters: z.record(z.string(), z.number()),
  })
  .meta({ id: 'TemplateSample' })

/** Statements that the law requires of a receipt; empty for other documents. */
export const TemplateChecklist = z
  .object({
    complete: z.boolean(),
    items: z.array(
      z.object({
        kind: z.enum(['words', 'value']),
        /** A part of the official text, or a token. */
        key: z.string(),
        text: z.string(),
        required: z.boolean(),
        found: z.boolean(),
        /** The required words; for a missing part, the words that were not found. */
        looked_for: z.string(),
      }),
    ),
  })
  .meta({ id: 'TemplateChecklist' })

const view = 'view_document_templates'
const change = 'change_document_templates'
const byNumber = bySlug.extend({ number: wholeNumber(1, 10_000) })
const Title = line(120).min(1)
const days = { valid_from: DayShape, valid_until: DayShape.nullable().optional() }
const pdf = {
  begins: /%PDF-/,
  within: 1024,
  otherwise: { code: 'not_a_pdf', reason: 'documents.refused.not_a_pdf' },
}
const base = '/api/v4/document-templates/' as const

export const documentTemplates = {
  list: route({
    method: 'GET',
    path: base,
    shows: ['document_template'],
    access: view,
    summary: 'List document templates with their versions',
    query: pagingQuery,
    response: pageOf(DocumentTemplate),
  }),
  create: route({
    method: 'POST',
    path: base,
    changes: ['document_template'],
    access: 'create_document_templates',
    summary: 'Create a template from a PDF of at most 8 MB; its first version is a draft',
    upload: {
      maxBytes: maxPdfBytes,
      fields: z.object({
        title: Title,
        kind: z.enum(templateKinds, 'validation.unknown_value'),
        valid_from: DayShape,
      }),
      whole: pdf,
    },
    response: DocumentTemplate,
    status: 201,
    location: '/api/v4/document-templates/{slug}/',
    ownTransaction: true,
    idempotent: true,
  }),
  import: route({
    method: 'POST',
    path: `${base}import/`,
    changes: ['document_template'],
    access: 'create_document_templates',
    summary: 'Create a template from an exported file, which is validated like any untrusted upload',
    upload: {
      maxBytes: 12 * 1024 * 1024,
      whole: {
        begins: /\{"almoner_template":/,
        within: 64,
        otherwise: { code: 'invalid_file_type', reason: 'documents.templates.not_an_export' },
      },
    },
    response: DocumentTemplate,
    status: 201,
    location: '/api/v4/document-templates/{slug}/',
    ownTransaction: true,
    idempotent: true,
  }),
  read: route({
    method: 'GET',
    path: `${base}:slug/`,
    shows: ['document_template'],
    access: view,
    summary: 'Get a template with its versions',
    params: bySlug,
    response: DocumentTemplate,
  }),
  change: route({
    method: 'PATCH',
    path: `${base}:slug/`,
    changes: ['document_template'],
    access: change,
    summary: 'Rename a template; requires the version last read',
    params: bySlug,
    body: z.strictObject({ title: Title, version: Version.optional() }),
    response: DocumentTemplate,
    refusals: [409],
  }),
  delete: route({
    method: 'DELETE',
    path: `${base}:slug/`,
    changes: ['document_template'],
    access: 'delete_document_templates',
    summary: 'Delete a template; existing documents remain, and receipts can still be reprinted unchanged',
    params: bySlug,
    response: 'empty',
    refusals: [409],
  }),
  copy: route({
    method: 'POST',
    path: `${base}:slug/copy/`,
    changes: ['document_template'],
    access: 'create_document_templates',
    summary: 'Copy a template; the copy starts as a draft with the PDF and mapping of the newest version',
    params: bySlug,
    body: z.strictObject({ title: Title, valid_from: DayShape }),
    response: DocumentTemplate,
    status: 201,
    location: '/api/v4/document-templates/{slug}/',
  }),
  export: route({
    method: 'GET',
    path: `${base}:slug/export/`,
    recorded: { action: 'export', object_type: 'document_template' },
    access: 'export_data',
    alsoNeeds: 'view_document_templates',
    summary:
      'Export the newest version, with its PDF and mapping, as a file for import into another installation',
    params: bySlug,
    response: 'file',
    media: [mediaTypes.grants360],
    refusals: [409],
  }),
  newVersion: route({
    method: 'POST',
    path: `${base}:slug/versions/`,
    changes: ['document_template'],
    access: change,
    summary: 'Create a draft version with the PDF and mapping of the newest version',
    params: bySlug,
    body: z.strictObject(days),
    response: DocumentTemplate,
    status: 201,
    location: '/api/v4/document-templates/{slug}/',
    refusals: [409],
  }),
  changeVersion: route({
    method: 'PATCH',
    path: `${base}:slug/versions/:number/`,
    changes: ['document_template'],
    access: change,
    summary: 'Change the days of a version; versions must not overlap',
    params: byNumber,
    body: z.strictObject({ ...days, version: Version.optional() }),
    response: DocumentTemplate,
    refusals: [409],
  }),
  activate: route({
    method: 'POST',
    path: `${base}:slug/versions/:number/activate/`,
    changes: ['document_template'],
    access: change,
    summary: 'Activate a version from its first day; every required token must have a place',
    params: byNumber,
    response: DocumentTemplate,
    refusals: [409],
  }),
  fields: route({
    method: 'GET',
    path: `${base}:slug/versions/:number/fields/`,
    shows: ['document_template'],
    access: view,
    summary: 'Get the pages and fields of a version’s PDF and the places of its tokens',
    params: byNumber,
    response: TemplateFields,
  }),
  changeFields: route({
    method: 'PATCH',
    path: `${base}:slug/versions/:number/fields/`,
    changes: ['document_template'],
    access: change,
    summary: 'Replace the mapping of tokens to fields and pages; requires the version last read',
    params: byNumber,
    body: MappingShape.extend({ version: Version.optional() }),
    response: TemplateFields,
    refusals: [409],
  }),
  checklist: route({
    method: 'GET',
    path: `${base}:slug/versions/:number/checklist/`,
    shows: ['document_template'],
    access: view,
    summary:
      'Check a version, filled with sample values, for the statements that the law requires on a receipt',
    params: byNumber,
    response: TemplateChecklist,
  }),
  pdf: route({
    method: 'GET',
    path: `${base}:slug/versions/:number/pdf/`,
    access: view,
    summary: 'Download the PDF of a version as it was uploaded',
    params: byNumber,
    response: 'file',
    media: [mediaTypes.pdf],
    refusals: [409],
  }),
  changePdf: route({
    method: 'POST',
    path: `${base}:slug/versions/:number/pdf/`,
    changes: ['document_template'],
    access: change,
    summary: 'Replace the PDF of a version; fields keep their tokens by name, and missing fields are listed',
    params: byNumber,
    upload: { maxBytes: maxPdfBytes, whole: pdf },
    response: TemplateFields,
    ownTransaction: true,
    refusals: [409],
  }),
  sample: route({
    method: 'GET',
    path: `${base}:slug/sample/`,
    shows: ['document_template'],
    access: view,
    summary:
      'Get the sample values for a preview with a project and its organization; donor, amount and days stay invented. ' +
      'Also requires view_projects and view_organizations',
    params: bySlug,
    query: z.strictObject({ project: line(300) }),
    response: TemplateSample,
  }),
  preview: route({
    method: 'GET',
    path: `${base}:slug/versions/:number/preview/`,
    access: view,
    summary:
      'Render a test print marked TEST with sample values, or with a project and its organization; nothing is stored',
    params: byNumber,
    query: z.strictObject({ project: line(300).optional() }),
    response: 'file',
    media: [mediaTypes.pdf],
    refusals: [409],
  }),
}
