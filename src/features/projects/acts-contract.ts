import { z } from 'zod'
import { listQuery } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { selectionOf } from '#shared/lists/selection.ts'
import { DayShape, Instant, line, paragraph } from '#shared/shapes.ts'
import { reviewOutcome } from '#shared/statuses.ts'
import { type ApplicantMail, applicantMails } from '#features/email-templates/templates.ts'
import { type BulkAction, bulkActionNames, runStates } from '#features/bulk-runs/rules.ts'
import { Cause } from '#features/bulk-runs/contract.ts'
import { projectList } from './table.ts'

const byAction = z.object({ action: z.enum(bulkActionNames) })
const selection = selectionOf(listQuery(projectList)).meta({ example: { slugs: ['schulgarten'] } })

/** Time at which the dialog opened. If more rows match by now, the refusal names the new ones. */
const since = z.iso.datetime().optional()

const outcome = z.union(
  [z.literal(reviewOutcome.passed), z.literal(reviewOutcome.rejected), z.literal(reviewOutcome.accepted)],
  'validation.unknown_value',
)
const person = z.int('validation.integer').min(1)
const taskFields = {
  scheduled_for: DayShape,
  users: z.array(person).max(100),
  /** Assigns each project's reviewer as well; a project without one gets the person who starts the run. */
  to_reviewer: z.boolean().default(false),
  send_completed_mail: z.boolean().default(true),
}

/** The message to the people who receive the projects. */
const assignmentNotice = {
  /** Appears in the history of each project and in the mail. */
  note: paragraph(2000).default(''),
  /** Sends one mail per receiving person with the number of projects; none to a person who assigns to themselves. */
  tell: z.boolean().default(false),
}
const mostReviewers = 50

/** Input of each act, beside its selection. */
export const bulkInputs = {
  decide: z
    .strictObject({
      kind: z.enum(['review', 'content', 'voting']),
      outcome,
      reason: paragraph(2000).default(''),
      /** Mails each applicant, with the template of the outcome. */
      mail: z.boolean().default(false),
    })
    .refine(({ outcome: chosen, reason }) => chosen !== reviewOutcome.rejected || reason !== '', {
      path: ['reason'],
      error: 'bulk.reason_required',
    }),
  internal_status: z.strictObject({ internal_status: z.string().max(200).nullable() }),
  task: z
    .strictObject({
      title: line(200).optional(),
      description: paragraph(5000).default(''),
      /** In place of a title: one task per step of this template, counted from `scheduled_for`. */
      template: z.int('validation.integer').min(1).optional(),
      ...taskFields,
    })
    .refine(({ title, template }) => template !== undefined || !!title, {
      path: ['title'],
      error: 'tasks.title_required',
    })
    .refine(({ users, to_reviewer }) => users.length > 0 || to_reviewer, {
      path: ['users'],
      error: 'tasks.users_required',
    }),
  assign: z.strictObject({ reviewer: person.nullable(), ...assignmentNotice }),
  divide: z.strictObject({
    reviewers: z
      .array(person)
      .min(1, 'bulk.reviewers_required')
      .max(mostReviewers, 'bulk.too_many_reviewers')
      .transform((ids) => [...new Set(ids)]),
    /** Includes projects of other reviewers; otherwise only those without one. */
    all: z.boolean().default(false),
    ...assignmentNotice,
  }),
  archive: z.strictObject({}),
  unarchive: z.strictObject({}),
  duplicate: z.strictObject({}),
  mail: z
    .strictObject({
      template: z.enum(Object.keys(applicantMails) as [ApplicantMail, ...ApplicantMail[]]),
      reason: paragraph(5000).default(''),
    })
    .refine(({ template, reason }) => reason !== '' || !applicantMails[template].text, {
      path: ['reason'],
      error: 'bulk.text_required',
    }),
} satisfies Record<BulkAction, z.ZodType>
export type BulkInputs = { [A in BulkAction]: z.output<(typeof bulkInputs)[A]> }

const Named = z.object({ slug: z.string(), title: z.string() })

/** The effect of a run, counted over exactly the selected rows; the samples come from the same rows. */
const Preview = z
  .object({
    count: z.int(),
    will_change: z.int(),
    skipped: z.array(Cause),
    /** Random sample of the rows that will change, with the text before and after. */
    samples: z.array(
      Named.extend({
        organization: z.string(),
        before: z.object({ text: z.string(), tone: z.string().nullable() }),
        after: z.object({ text: z.string(), tone: z.string().nullable() }),
      }),
    ),
    /** The first hundred rows skipped for the requested cause. */
    shown: z.array(Named),
    undo_until: Instant.nullable(),
    /** Mails to be sent: to applicants after this many minutes, to staff at once (0). Null: none. */
    mails: z
      .object({
        count: z.int(),
        without_address: z.int(),
        template: z.string(),
        minutes: z.int(),
        letter: z.object({ to: z.string(), subject: z.string(), text: z.string() }).nullable(),
      })
      .nullable(),
    /** For a division: how many projects each person gets, and how many of the selected ones they already have. */
    shares: z.array(z.object({ id: z.int(), name: z.string(), gets: z.int(), has: z.int() })).nullable(),
  })
  .meta({ id: 'BulkPreview' })

const started = z.object({ bulk: z.object({ id: z.int(), status: z.enum(runStates) }) })
export const projectActs = {
  preview: route({
    method: 'POST',
    path: '/api/v4/projects/bulk/:action/preview/',
    changes: [],
    access: 'view_projects',
    summary: 'Preview what a bulk act would change and skip, with samples; stores nothing',
    params: byAction,
    body: z.looseObject({
      selection,
      since,
      /** Random seed: the same number draws the same samples. */
      seed: z
        .int()
        .min(0)
        .max(2 ** 31 - 1)
        .default(0),
      /** Cause whose skipped projects are listed by name. */
      show: z.string().max(100).optional(),
    }),
    response: Preview,
    idempotent: false,
  }),
  start: route({
    method: 'POST',
    path: '/api/v4/projects/bulk/:action/',
    changes: ['bulk_run'],
    access: 'view_projects',
    summary: 'Start a bulk act on projects; requires the right for the act itself',
    params: byAction,
    body: z.looseObject({ selection, since }),
    response: started,
    status: 202,
    idempotent: true,
    refusals: [409],
  }),
}
