import { z } from 'zod'
import { listQuery } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { selectionOf } from '#shared/lists/selection.ts'
import { DayShape, Instant, line, paragraph } from '#shared/shapes.ts'
import { type ApplicantMail, applicantMails } from '#features/email-templates/templates.ts'
import { type BulkAction, bulkActionNames, runStates } from '#features/bulk-runs/rules.ts'
import { Cause } from '#features/bulk-runs/contract.ts'
import { projectList } from './table.ts'

const byAction = z.object({ action: z.enum(bulkActionNames) })
const selection = selectionOf(listQuery(projectList)).meta({ example: { slugs: ['schulgarten'] } })

/** When the person began: a refusal because more match now then names what was created since. */
const since = z.iso.datetime().optional()

const outcome = z.union([z.literal(2), z.literal(3), z.literal(4)], 'validation.unknown_value')
const person = z.int('validation.integer').min(1)
const taskFields = {
  scheduled_for: DayShape,
  /** Whose tasks they are. */
  users: z.array(person).max(100),
  /** Each project's reviewer gets them as well, and where there is none, whoever starts the run. */
  to_reviewer: z.boolean().default(false),
  send_completed_mail: z.boolean().default(true),
}

/** What a hand-over says to whoever gets the projects. */
const handOver = {
  /** Stands in the history of each project, and in the mail. */
  note: paragraph(2000).default(''),
  /** One mail to each who gets some, with how many; to nobody about what they gave themselves. */
  tell: z.boolean().default(false),
}
const mostReviewers = 50

/** What each act is told beside its selection. */
export const bulkInputs = {
  decide: z
    .strictObject({
      kind: z.enum(['review', 'content', 'voting']),
      outcome,
      reason: paragraph(2000).default(''),
      /** Tells each applicant, in the words of the outcome's template. */
      mail: z.boolean().default(false),
    })
    .refine(({ outcome: chosen, reason }) => chosen !== 3 || reason !== '', {
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
  assign: z.strictObject({ reviewer: person.nullable(), ...handOver }),
  divide: z.strictObject({
    reviewers: z
      .array(person)
      .min(1, 'bulk.reviewers_required')
      .max(mostReviewers, 'bulk.too_many_reviewers')
      .transform((ids) => [...new Set(ids)]),
    /** Those too that somebody else is to review; else only those nobody is. */
    all: z.boolean().default(false),
    ...handOver,
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

/** What a run would do, counted and drawn from exactly the rows of the selection. */
const Preview = z
  .object({
    count: z.int(),
    will_change: z.int(),
    skipped: z.array(Cause),
    /** Some of those that will change, at random, with the words before and after. */
    samples: z.array(
      Named.extend({
        organization: z.string(),
        before: z.object({ text: z.string(), tone: z.string().nullable() }),
        after: z.object({ text: z.string(), tone: z.string().nullable() }),
      }),
    ),
    /** Those skipped for the cause that was asked for, the first hundred. */
    shown: z.array(Named),
    undo_until: Instant.nullable(),
    /** Mails that will go out: of applicants so many minutes after the run, of staff at once (0). Null: none. */
    mails: z
      .object({
        count: z.int(),
        without_address: z.int(),
        template: z.string(),
        minutes: z.int(),
        /** What one of the samples would get. */
        letter: z.object({ to: z.string(), subject: z.string(), text: z.string() }).nullable(),
      })
      .nullable(),
    /** Where the projects are dealt out: who gets how many, and has of them already. */
    shares: z.array(z.object({ id: z.int(), name: z.string(), gets: z.int(), has: z.int() })).nullable(),
  })
  .meta({ id: 'BulkPreview' })

const started = z.object({ bulk: z.object({ id: z.int(), status: z.enum(runStates) }) })
export const projectActs = {
  preview: route({
    method: 'POST',
    path: '/api/v4/projects/bulk/:action/preview/',
    // Shows what a run would do, keeps nothing.
    changes: [],
    access: 'view_projects',
    summary: 'What an act over many projects would change and skip, with samples; keeps nothing',
    params: byAction,
    body: z.looseObject({
      selection,
      since,
      /** Draws the samples: the same number, the same samples. */
      seed: z
        .int()
        .min(0)
        .max(2 ** 31 - 1)
        .default(0),
      /** A cause whose skipped projects are wanted by name. */
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
    summary: 'Do something to many projects; needs the right of the act itself',
    params: byAction,
    body: z.looseObject({ selection, since }),
    response: started,
    status: 202,
    idempotent: true,
    refusals: [409],
  }),
}
