import { z } from 'zod'
import { exportQuery, exportRoute } from '#features/exports/query.ts'
import { listQuery, pageOf } from '#shared/lists/list.ts'
import { mediaTypes, route } from '#shared/route.ts'
import { locales } from '#shared/messages.ts'
import { bySlug, DayShape, EmailAddress, Instant, paragraph, Version, wholeNumber } from '#shared/shapes.ts'
import { maxPdfBytes } from '#shared/pdf-files.ts'
import { foundFields } from '#features/document-reading/findings.ts'
import { documentActions, documentLogList } from './log-table.ts'
import {
  documentLinkStates,
  documentStates,
  documentTypes,
  longestLinkDays,
  sendingWays,
  targetTypes,
  uploadKinds,
} from './rules.ts'
import { documentList } from './table.ts'

const Target = z.object({ type: z.enum(targetTypes), id: z.int(), slug: z.string(), title: z.string() })

export const DocumentRow = z
  .object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    /** The document's name in words: its kind with its number or year, `Notice of exemption 2022`. */
    name: z.string(),
    /** The donor of a receipt; masked for readers who may not see donors. */
    donor: z.string().nullable(),
    type: z.enum(documentTypes),
    type_display: z.string(),
    /** `art60a` for a finding after § 60a AO, `donor_letter` for a letter to a donor. */
    kind: z.string(),
    target: Target,
    issued_on: z.string().nullable(),
    expires_on: z.string().nullable(),
    /** Whether a person typed the last day; otherwise it follows from the issue day. */
    expires_typed: z.boolean(),
    state: z.enum(documentStates),
    state_display: z.string(),
    source: z.enum(['upload', 'generated']),
    number: z.string().nullable(),
    size_bytes: z.int(),
    pages: z.int(),
    /** The document that superseded it, and when. */
    superseded: z.object({ at: Instant, by: z.string().nullable() }).nullable(),
    withdrawn_at: Instant.nullable(),
    /** End of the legal retention period, during which it cannot be deleted. */
    kept_until: z.string().nullable(),
    download_url: z.string(),
    created_by: z.string(),
    created_at: Instant,
    version: z.int(),
  })
  .meta({ id: 'DocumentRow' })
export type DocumentRow = z.infer<typeof DocumentRow>

/** A link that a document was sent as; its address is known to the recipient alone. */
export const DocumentLink = z
  .object({
    id: z.int(),
    email: z.string(),
    /** The last day on which it opens. */
    until: z.string(),
    state: z.enum(documentLinkStates),
    state_display: z.string(),
    downloads: z.int(),
    last_download_at: Instant.nullable(),
    created_by: z.string(),
    created_at: Instant,
  })
  .meta({ id: 'DocumentLink' })
export type DocumentLink = z.infer<typeof DocumentLink>

export const DocumentLogRow = z
  .object({
    id: z.int(),
    at: Instant,
    actor: z.string(),
    action: z.enum(documentActions),
    action_display: z.string(),
    /** Without an address when the document was deleted; `name` is its name in words, if known. */
    document: z.object({ slug: z.string().nullable(), title: z.string(), name: z.string().nullable() }),
    type: z.enum(documentTypes).nullable(),
    type_display: z.string(),
    target_title: z.string(),
    is_personal: z.boolean(),
    request_id: z.string().nullable(),
  })
  .meta({ id: 'DocumentLogRow' })
export type DocumentLogRow = z.infer<typeof DocumentLogRow>

const part = z.number()
const FoundValue = z.object({
  value: z.string(),
  text: z.string(),
  page: z.int(),
  place: z.object({ x: part, y: part, width: part, height: part }),
})

/** Values found in the text of a notice: suggestions, the likeliest first, never applied without a person. */
export const DocumentFindings = z
  .object({
    /** False for a scan: a picture without text. */
    has_text: z.boolean(),
    fields: z.array(z.object({ field: z.enum(foundFields), candidates: z.array(FoundValue) })),
  })
  .meta({ id: 'DocumentFindings' })

/** Effects of a document's days. */
export const DocumentEffects = z
  .object({
    valid_until: z.string().nullable(),
    /** How long the law lets such a proof count; null when the last day was typed or there is none. */
    months: z.int().nullable(),
    /** The file that this one has superseded. */
    supersedes: z.string().nullable(),
    /** Days on which a task to request a new proof is raised. */
    task_days: z.array(z.string()),
  })
  .meta({ id: 'DocumentEffects' })
export type DocumentEffects = z.infer<typeof DocumentEffects>

const DocumentChange = z.strictObject({
  issued_on: DayShape.nullable().optional(),
  /** Null: derived from the issue day. */
  expires_on: DayShape.nullable().optional(),
  version: Version.optional(),
})
export type DocumentChange = Omit<z.output<typeof DocumentChange>, 'version'>

const id = wholeNumber(1, Number.MAX_SAFE_INTEGER)
const byToken = z.object({ token: z.string().min(1).max(200) })
const day = z.string().pipe(z.union([z.literal(''), DayShape], 'validation.day_on_the_wire'))

const Fields = z.object({
  type: z.enum(documentTypes, 'validation.unknown_value'),
  /** `art60a`: the notice is a finding after § 60a AO; `donor_letter`: the letter holds personal data of a donor. */
  kind: z.enum(uploadKinds, 'validation.unknown_value').default(''),
  target_type: z.enum(targetTypes, 'validation.unknown_value'),
  target_id: id,
  issued_on: day.optional(),
  expires_on: day.optional(),
})
export type UploadFields = z.output<typeof Fields>

const view = 'view_documents'
const ofTarget = { target_type: z.enum(targetTypes).optional(), target_id: id.optional() }

export const documents = {
  list: route({
    method: 'GET',
    path: '/api/v4/documents/',
    shows: ['document', 'organization'],
    access: view,
    summary: 'List documents of projects and organizations, newest first, including their history',
    query: listQuery(documentList, ofTarget),
    response: pageOf(DocumentRow),
  }),
  upload: route({
    method: 'POST',
    path: '/api/v4/documents/',
    changes: ['document', 'document_log'],
    access: 'create_documents',
    summary:
      'Upload a PDF of at most 8 MB for a project or organization; a document of a type that exists once supersedes the ' +
      'previous one, and a notice sets the day of its organization’s proof',
    upload: {
      maxBytes: maxPdfBytes,
      fields: Fields,
      whole: {
        begins: /%PDF-/,
        within: 1024,
        otherwise: { code: 'not_a_pdf', reason: 'documents.refused.not_a_pdf' },
      },
    },
    response: DocumentRow,
    status: 201,
    location: '/api/v4/documents/{slug}/',
    ownTransaction: true,
    idempotent: true,
  }),
  export: exportRoute('document_list', {
    path: '/api/v4/documents/export/',
    alsoNeeds: 'view_documents',
    summary: 'Export the documents of the list as XLSX or CSV; more than 20,000 rows become a background job',
    query: listQuery(documentList, { ...exportQuery(documentList), ...ofTarget }),
  }),
  read: route({
    method: 'GET',
    path: '/api/v4/documents/:slug/',
    shows: ['document', 'organization'],
    access: view,
    summary: 'Get the metadata of a document',
    params: bySlug,
    response: DocumentRow,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/documents/:slug/',
    changes: ['document', 'document_log'],
    access: 'change_documents',
    summary:
      'Change the days of an uploaded document; those of a current notice also become those of its organization’s proof, ' +
      'which an explicit last day can only shorten. Requires the version last read',
    params: bySlug,
    body: DocumentChange,
    response: DocumentRow,
    refusals: [409],
  }),
  effects: route({
    method: 'GET',
    path: '/api/v4/documents/:slug/effects/',
    shows: ['document', 'organization'],
    access: view,
    summary: 'Preview the effects of a document’s days; changes nothing',
    params: bySlug,
    query: z.object({ issued_on: day.optional(), expires_on: day.optional() }),
    response: DocumentEffects,
  }),
  findings: route({
    method: 'GET',
    path: '/api/v4/documents/:slug/findings/',
    // Read from the file alone, which never changes.
    shows: [],
    access: view,
    summary:
      'Get issue day, tax number, tax office, period and purposes as found in the text of a notice, each with its place',
    params: bySlug,
    response: DocumentFindings,
    refusals: [409],
  }),
  send: route({
    method: 'POST',
    path: '/api/v4/documents/:slug/send/',
    changes: ['document_link', 'document_log', 'email'],
    access: 'change_documents',
    summary:
      'Send the PDF through the outbox, attached to an e-mail or as a link that opens it until a given day, at most ' +
      `${longestLinkDays} days ahead; the recipient is logged`,
    params: bySlug,
    body: z.strictObject({
      email: EmailAddress,
      language: z.enum(locales, 'validation.unknown_value'),
      /** Replaces the template's default text. */
      message: paragraph(2000).default(''),
      way: z.enum(sendingWays, 'validation.unknown_value').default('attachment'),
      /** For a link: the last day on which it opens. */
      until: DayShape.optional(),
    }),
    response: z.object({ email: z.string(), file: z.string() }),
    refusals: [409],
  }),
  links: route({
    method: 'GET',
    path: '/api/v4/documents/:slug/links/',
    shows: ['document_link'],
    // Not recorded under the document: its log would say that the document itself was viewed.
    recorded: { action: 'read', object_type: 'document_links' },
    access: 'change_documents',
    summary:
      'List the links that a document was sent as, newest first, with recipient, last day and number of downloads',
    params: bySlug,
    response: z.array(DocumentLink),
  }),
  endLink: route({
    method: 'DELETE',
    path: '/api/v4/documents/:slug/links/:id/',
    changes: ['document_link', 'document_log'],
    access: 'change_documents',
    summary: 'End a link at once; a link that has already ended stays unchanged',
    params: bySlug.extend({ id }),
    response: 'empty',
  }),
  openLink: route({
    method: 'GET',
    path: '/document-link/:token/',
    access: 'public',
    summary: 'Show the page of a document link; all links that do not open look the same',
    params: byToken,
    response: 'html',
    refusals: [410, 429],
  }),
  takeByLink: route({
    method: 'GET',
    path: '/document-link/:token/file/',
    access: 'public',
    summary:
      'Download the PDF of a link, counted and logged; a link that does not open returns a page that says so',
    params: byToken,
    response: 'file',
    media: [mediaTypes.pdf],
    refusals: [409, 410, 429],
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v4/documents/:slug/',
    changes: ['document', 'document_log'],
    access: 'delete_documents',
    summary:
      'Delete a document; its predecessor becomes current again and its log remains. Receipts cannot be deleted during ' +
      'their legal retention period',
    params: bySlug,
    response: 'empty',
    refusals: [409],
  }),
  download: route({
    method: 'GET',
    path: '/api/v4/documents/:slug/download/',
    changes: ['document_log'],
    recorded: { action: 'download', object_type: 'document' },
    access: view,
    summary: 'Download the PDF, verified against its hash',
    params: bySlug,
    response: 'file',
    media: [mediaTypes.pdf],
    refusals: [409],
  }),
  view: route({
    method: 'GET',
    path: '/api/v4/documents/:slug/view/',
    changes: ['document_log'],
    recorded: { action: 'read', object_type: 'document' },
    access: view,
    summary: 'View the PDF in the page, verified against its hash; logged as viewed',
    params: bySlug,
    response: 'file',
    media: [mediaTypes.pdf],
    refusals: [409],
  }),
  logs: route({
    method: 'GET',
    path: '/api/v4/document-logs/',
    shows: ['document_log'],
    access: view,
    summary:
      'List who uploaded, viewed, downloaded, sent or deleted which document; entries cannot be changed',
    query: listQuery(documentLogList),
    response: pageOf(DocumentLogRow),
  }),
  exportLogs: exportRoute('document_log', {
    path: '/api/v4/document-logs/export/',
    alsoNeeds: 'view_documents',
    summary:
      'Export the entries of the document log as XLSX or CSV; more than 20,000 rows become a background job',
    query: listQuery(documentLogList, exportQuery(documentLogList)),
  }),
}
