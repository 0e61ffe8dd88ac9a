import { z } from 'zod'
import { listQuery } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { byId, bySlug, Choice, DayShape, Instant, line, paragraph, Version } from '#shared/shapes.ts'
import { reviewOutcome } from '#shared/statuses.ts'
import { DocumentsInBrief } from '#features/documents/brief.ts'
import { OrganizationBrief, ProjectBrief, TaskBrief } from '#features/organizations/brief.ts'
import { ProjectDetail } from '#features/projects/contract.ts'
import { projectList } from '#features/projects/table.ts'
import { queueKinds } from '#features/reviews/queue.ts'
import { doubleReasons, longestReason, longestWindow, snippetPurposes } from './rules.ts'

/** The person who has a project open, and since when. */
const LeaseHolder = z.object({ id: z.int(), name: z.string(), since: Instant, slug: z.string() })
export type LeaseHolder = z.infer<typeof LeaseHolder>

const DecisionMade = z.object({
  kind: z.enum(queueKinds),
  outcome: Choice,
  reason: z.string(),
  by: z.string(),
  by_me: z.boolean(),
  at: Instant,
})
export type DecisionMade = z.infer<typeof DecisionMade>

/** One row of the list beside the record. */
const QueueRow = z.object({
  slug: z.string(),
  title: z.string(),
  organization: z.string(),
  waiting_since: Instant.nullable(),
  taken: LeaseHolder.nullable(),
  /** The decision made since the queue was opened. */
  decided: DecisionMade.nullable(),
})
export type QueueRow = z.infer<typeof QueueRow>

/** A project that may be the same as another, with the reasons. */
const Double = z.object({
  slug: z.string(),
  title: z.string(),
  organization: z.string(),
  description: z.string(),
  needs: z.array(z.object({ title: z.string(), amount_cents: z.int() })),
  target_cents: z.int(),
  iban: z.string().nullable(),
  starts_on: z.string().nullable(),
  ends_on: z.string().nullable(),
  review_status: Choice,
  decided_at: Instant.nullable(),
  reasons: z.array(z.object({ code: z.enum(doubleReasons), percent: z.int().nullable() })),
})
export type Double = z.infer<typeof Double>

/**
 * One project with everything needed for a decision; the bank account only for people who may see organizations, and
 * masked.
 */
export const ReviewRecord = z
  .object({
    project: ProjectDetail,
    organization: OrganizationBrief,
    /** The other projects of the organization, the newest first. */
    earlier: z.array(ProjectBrief),
    earlier_count: z.int(),
    reviews: z.array(z.object({ kind: z.enum(queueKinds), outcome: Choice, by: z.string().nullable() })),
    /** The last decision of the queue's kind. */
    decided: DecisionMade.nullable(),
    /** Current documents, the newest first; null without the right to see documents. */
    documents: DocumentsInBrief.nullable(),
    photos: z.int(),
    /** Open tasks; null without the right to see tasks. */
    tasks: z.array(TaskBrief).nullable(),
    doubles: z.array(Double),
    taken: LeaseHolder.nullable(),
  })
  .meta({ id: 'ReviewRecord' })
export type ReviewRecord = z.infer<typeof ReviewRecord>

const kind = z.enum(queueKinds, 'validation.unknown_value')
const outcome = z.union(
  [z.literal(reviewOutcome.passed), z.literal(reviewOutcome.rejected), z.literal(reviewOutcome.accepted)],
  'validation.unknown_value',
)
const reason = paragraph(longestReason).default('')
const slug = z.string().min(1).max(200)
/** A wording that replaces the template for this one mail. */
const OwnWords = z.strictObject({
  subject: line(200).min(1, 'validation.required'),
  text: paragraph(10_000).min(1, 'validation.required'),
})
const MailChoice = z.union([z.literal(true), OwnWords, z.null()])

export const Snippet = z
  .object({
    id: z.int(),
    purpose: z.enum(snippetPurposes),
    title: z.string(),
    text: z.string(),
    shared: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'ReviewSnippet' })
export type Snippet = z.infer<typeof Snippet>

const snippetFields = {
  purpose: z.enum(snippetPurposes, 'validation.unknown_value'),
  title: line(80).min(1, 'review_queue.snippet_title_required'),
  text: paragraph(longestReason).min(1, 'review_queue.snippet_text_required'),
  shared: z.boolean(),
}

const decisionOrQuestion = z.strictObject({
  about: z.enum(['decision', 'question'], 'validation.unknown_value'),
  kind: kind.default('review'),
  outcome: outcome.optional(),
  text: reason,
})

export const reviewQueue = {
  open: route({
    method: 'GET',
    path: '/api/v4/reviews/queue/',
    // The order stays as it was opened in; the desk looks for what has come in by itself.
    shows: [],
    access: 'view_projects',
    summary: 'Open a queue: the projects of a list that wait for one kind of review, in a fixed order',
    query: listQuery(projectList, { sort: z.enum(['waiting', 'list']).default('waiting') }),
    response: z.object({
      kind: z.enum(queueKinds),
      slugs: z.array(z.string()),
      /** Total number of matches; a queue holds the first ten thousand. */
      count: z.int(),
      opened_at: Instant,
      minutes_until_given_back: z.int(),
      minutes_until_mail: z.int(),
      days_until_overdue: z.int(),
    }),
  }),
  rows: route({
    method: 'GET',
    path: '/api/v4/reviews/queue/rows/',
    shows: ['project'],
    access: 'view_projects',
    summary: 'Get the current rows of a part of a queue: who has which project open, and the decisions made',
    query: z.strictObject({
      kind,
      opened_at: z.iso.datetime(),
      slugs: z
        .string()
        .transform((text) => [...new Set(text.split(',').filter((one) => one !== ''))])
        .refine((all) => all.length <= longestWindow, 'validation.too_big'),
    }),
    response: z.object({ results: z.array(QueueRow), others: z.array(LeaseHolder) }),
  }),
  record: route({
    method: 'GET',
    path: '/api/v4/reviews/queue/:slug/',
    shows: ['review_record'],
    access: 'view_projects',
    summary: 'Get a project with everything needed to decide on it',
    params: bySlug,
    query: z.strictObject({ kind: kind.default('review') }),
    response: ReviewRecord,
  }),
  take: route({
    method: 'POST',
    path: '/api/v4/reviews/take/',
    // Says for some minutes who looks at a project; nothing of it changes.
    changes: [],
    access: 'change_projects',
    summary:
      'Lease the first of these projects that nobody else holds; a new lease releases the caller’s previous one',
    body: z.strictObject({
      kind,
      slugs: z.array(slug).min(1).max(longestWindow),
      /** With it, projects decided since then are skipped. */
      opened_at: z.iso.datetime().optional(),
    }),
    response: z.object({ slug: z.string().nullable(), taken: LeaseHolder.nullable() }),
    idempotent: false,
  }),
  keep: route({
    method: 'POST',
    path: '/api/v4/reviews/keep/',
    // As taking it: nothing of the project changes.
    changes: [],
    access: 'change_projects',
    summary: 'Renew the caller’s lease on a project; `kept` is false when the caller no longer holds it',
    body: z.strictObject({ slug }),
    response: z.object({ kept: z.boolean() }),
    idempotent: false,
  }),
  leave: route({
    method: 'POST',
    path: '/api/v4/reviews/leave/',
    // As taking it: nothing of the project changes.
    changes: [],
    access: 'change_projects',
    summary: 'Release the caller’s lease',
    response: 'empty',
    idempotent: false,
  }),
  decide: route({
    method: 'POST',
    path: '/api/v4/reviews/queue/:slug/decide/',
    changes: ['project', 'email'],
    access: 'change_projects',
    summary:
      'Decide on a project that the caller holds; a requested mail to the applicant is sent after a delay',
    params: bySlug,
    body: z.strictObject({
      kind,
      outcome,
      reason,
      version: Version,
      /** True: the template's text; an object: custom text for this one mail; null: no mail. */
      mail: MailChoice.default(null),
    }),
    response: z.object({ event: z.int(), mail_at: Instant.nullable() }),
  }),
  mail: route({
    method: 'POST',
    path: '/api/v4/reviews/queue/:slug/mail/',
    // Shows what would be sent, keeps nothing.
    changes: [],
    access: 'change_projects',
    summary: 'Preview the mail that a decision or a question would send',
    params: bySlug,
    body: decisionOrQuestion,
    response: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
    idempotent: false,
  }),
  ask: route({
    method: 'POST',
    path: '/api/v4/reviews/queue/:slug/ask/',
    changes: ['project', 'review_record', 'task', 'email'],
    access: 'change_projects',
    summary:
      'Ask the applicant of a project that the caller holds, with optional mail, internal status and task',
    params: bySlug,
    body: z.strictObject({
      question: paragraph(longestReason).min(1, 'review_queue.question_required'),
      mail: MailChoice.default(true),
      internal_status: z.string().max(200).nullable().optional(),
      task: z
        .strictObject({
          title: line(64).min(1, 'tasks.title_required'),
          scheduled_for: DayShape,
          users: z.array(z.int().min(1)).min(1, 'tasks.users_required').max(100),
        })
        .nullable()
        .default(null),
      version: Version,
    }),
    response: z.object({ mail_at: Instant.nullable(), task: z.string().nullable(), version: z.int() }),
  }),
}

export const reviewSnippets = {
  list: route({
    method: 'GET',
    path: '/api/v4/reviews/snippets/',
    shows: ['snippet'],
    access: 'view_projects',
    summary: 'List shared and own snippets for reasons and questions, by title',
    response: z.object({ results: z.array(Snippet) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v4/reviews/snippets/',
    changes: ['snippet'],
    access: 'change_projects',
    summary: 'Create a snippet; a shared one requires the right to change e-mail templates',
    body: z.strictObject({ ...snippetFields, shared: z.boolean().default(false) }),
    response: Snippet,
    status: 201,
    location: '/api/v4/reviews/snippets/',
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/reviews/snippets/:id/',
    changes: ['snippet'],
    access: 'change_projects',
    summary: 'Change a snippet; requires the version last read',
    params: byId,
    body: z.strictObject(snippetFields).partial().extend({ version: Version.optional() }),
    response: Snippet,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v4/reviews/snippets/:id/',
    changes: ['snippet'],
    access: 'change_projects',
    summary: 'Delete a snippet; reasons given with it remain',
    params: byId,
    response: 'empty',
  }),
}
