import { type RawBuilder, sql } from 'kysely'
import { audit, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { personName } from '#server/base/person-name.ts'
import type { Locale } from '#shared/messages.ts'
import type { Tone } from '#shared/labels.ts'
import { financing, recordStatus, reviewOutcome, statuses, statusLabel } from '#shared/statuses.ts'
import type { Day } from '#shared/dates.ts'
import type { TemplateKey } from '#features/email-templates/templates.ts'
import { fundingTypes } from '#features/ledger/funding-types.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { getPlatformFeatures } from '#features/platform-features/server/queries.ts'
import { needsReview, reviewLabel } from '#features/reviews/outcomes.ts'
import { templateOf } from '#features/reviews/server/applicant-mail.ts'
import { decide } from '#features/reviews/server/decide.ts'
import { createTasks, type NewTask, type TaskContext } from '#features/tasks/server/change.ts'
import { checkAssignees } from '#features/tasks/server/queries.ts'
import { getTemplate, tasksOf } from '#features/tasks/server/templates.ts'
import type { BulkAction } from '#features/bulk-runs/rules.ts'
import type { BulkInputs } from '../../acts-contract.ts'
import { archiveProjects, duplicateProjects, unarchiveProjects } from './archive-and-duplicate.ts'
import { changeProject } from '../change.ts'
import type { StoredDetail } from '../queries.ts'
import { assignReviewer, nameOfReviewer } from '../reviewer.ts'

/** Context of one act: the person's rights and name, as in a single call. */
export type ActContext = TaskContext & { locale: Locale }

/** A project before and after, as samples show it. */
export type SampleValue = { text: string; tone: string | null }

export type Words = string | { text: string; tone: Tone }

export type PreviewContext = { user: { id: number }; now: Date; today: Day }

/** The mail template and reason with which an act notifies the applicant. */
export type ApplicantNotice = { template: TemplateKey; reason: string }

type Act<Input> = {
  /** Rejects an input that fits no row; returns the input with values fixed for the whole run. */
  prepare?: (db: Db, input: Input, today: Day) => Promise<Input>
  /** Why a row is skipped, as an SQL expression on `projects`; null for rows to be changed. Preview and run share it. */
  skip: (db: Db, input: Input, asking: PreviewContext) => Promise<RawBuilder<string | null>>
  before: (row: StoredDetail, input: Input) => Words
  after: (row: StoredDetail, input: Input, db: Db) => Promise<Words>
  /** Applies the act to a locked project; returns the audit event for an undo. `to` is the assigned person in a division. */
  run: (
    tx: Db,
    doing: ActContext,
    row: StoredDetail,
    input: Input,
    to: number | null,
  ) => Promise<number | undefined>
  /** People among whom a run divides the projects at its start. */
  among?: (input: Input) => number[]
  told?: (input: Input) => ApplicantNotice | undefined
  /** Number of staff mails per changed project, as an SQL expression on `projects`. */
  staffMails?: (input: Input, asking: PreviewContext) => RawBuilder<number>
}

type PreparedInputs = Omit<BulkInputs, 'task'> & { task: BulkInputs['task'] & { tasks?: NewTask[] } }

const reviewColumns = {
  review: 'review_status',
  content: 'content_review_status',
  voting: 'voting_review_status',
} as const
const reviewFlags = { review: 'needs_donation_review', voting: 'needs_voting_review' } as const
const flagOf = (kind: BulkInputs['decide']['kind']) => (kind === 'content' ? undefined : reviewFlags[kind])

const nothingSkipped = sql<string | null>`null::text`
const archived = sql<boolean>`projects.status = ${sql.lit(recordStatus.archived)}`

/** The effect of each act on one project; single calls and runs of any size share it. */
export const bulkActs: { [A in BulkAction]: Act<PreparedInputs[A]> } = {
  decide: {
    prepare: async (_db, input) => {
      if (!reviewLabel(input.kind, 'project', input.outcome))
        throw invalid({ outcome: 'validation.unknown_value' })
      return input
    },
    skip: async (db, { kind, outcome }, asking) => {
      const flag = flagOf(kind)
      const settled = flag ? sql`not projects.${sql.ref(flag)}` : sql`true`
      const held = await openWithOthers(db, asking)
      return sql<string | null>`case
        when ${archived} then 'archived'
        when projects.is_banned and ${outcome}::int <> ${sql.lit(reviewOutcome.rejected)} then 'banned'
        when projects.${sql.ref(reviewColumns[kind])} = ${outcome}::int and ${settled} then 'already_so'
        when ${held} then 'in_review' end`
    },
    before: (row, { kind }) => {
      const flag = flagOf(kind)
      return flag && row[flag] ? needsReview : (reviewLabel(kind, 'project', row[reviewColumns[kind]]) ?? '-')
    },
    after: async (_row, { kind, outcome }) => reviewLabel(kind, 'project', outcome)!,
    run: (tx, { auditContext }, row, { kind, outcome, reason }) => {
      const decision = { kind, outcome, reason, version: row.version }
      return decide(tx, auditContext, 'project', row, decision, async () => null)
    },
    told: ({ mail, outcome, reason }) => (mail ? { template: templateOf({ outcome }), reason } : undefined),
  },

  mail: {
    skip: async () => sql<string | null>`case when ${noAddress} then 'no_address' end`,
    before: (row) => row.organization_email || '-',
    after: async (_row, { template }) => ({ text: `emails.template.${template}`, tone: 'info' }),
    run: (tx, { auditContext }, row, { template, reason }) =>
      audit(tx, auditContext, {
        action: 'mail_applicant',
        ...auditOf('project', row),
        after: { template, ...(reason ? { reason } : {}) },
      }),
    told: ({ template, reason }) => ({ template, reason }),
  },

  internal_status: {
    prepare: async (db, input) => {
      if (input.internal_status !== null && !(await internalStatus(db, input.internal_status)))
        throw invalid({ internal_status: 'validation.unknown_value' })
      return input
    },
    skip: async (db, { internal_status }) => {
      const id = internal_status === null ? null : (await internalStatus(db, internal_status))?.id
      return sql<string | null>`case
        when projects.internal_status_id is not distinct from ${id ?? null}::bigint then 'already_so' end`
    },
    before: (row) => row.internal_title ?? '-',
    after: async (_row, { internal_status }, db) =>
      internal_status === null ? '-' : ((await internalStatus(db, internal_status))?.title ?? '-'),
    run: (tx, { auditContext }, row, input) => changeProject(tx, auditContext, row, input),
  },

  task: {
    // Reads the template's steps once, so that a change during a long run does not affect it.
    prepare: async (db, input, today) => {
      const { template, title, description, scheduled_for, users, send_completed_mail } = input
      if (scheduled_for < today) throw invalid({ scheduled_for: 'tasks.due_in_past' })
      await checkAssignees(db, users)
      if (template === undefined)
        return {
          ...input,
          tasks: [{ title: title!, description, scheduled_for, users, send_completed_mail, repeat: 'none' }],
        }
      const steps = await getTemplate(db, template)
      return { ...input, tasks: tasksOf(steps, { start: scheduled_for, users, send_completed_mail }) }
    },
    skip: async () => nothingSkipped,
    before: (row) => String(row.open_tasks),
    after: async (row, { tasks = [] }) => String(row.open_tasks + tasks.length),
    run: async (tx, doing, row, { tasks = [], to_reviewer }) => {
      const ids = to_reviewer ? await withReviewer(tx, row, doing.user.id) : []
      const given = tasks.map((task) => ({ ...task, users: [...new Set([...task.users, ...ids])] }))
      await createTasks(tx, doing, { type: 'project', id: row.id }, given)
      return undefined
    },
    staffMails: ({ tasks = [], users, to_reviewer }, { user }) => {
      const more = to_reviewer ? sql`|| coalesce(${activeReviewer}, ${user.id})` : sql``
      return sql<number>`${tasks.length}::int * (
        select count(distinct person)::int from unnest(${users}::bigint[] ${more}) as person)`
    },
  },

  assign: {
    prepare: async (db, input) => {
      if (input.reviewer !== null) await nameOfReviewer(db, input.reviewer)
      return input
    },
    skip: async (_db, { reviewer }) =>
      sql<string | null>`case
        when projects.reviewer_id is not distinct from ${reviewer}::bigint then 'already_so' end`,
    before: (row) => row.reviewer?.name ?? '-',
    after: async (_row, { reviewer }, db) => (reviewer === null ? '-' : personOf(db, reviewer)),
    run: async (tx, { auditContext }, row, { reviewer, note }) =>
      (await assignReviewer(tx, auditContext, [row.id], reviewer, note))[0],
  },

  // Divides waiting projects among reviewers; they keep those they already have, which count towards their share.
  divide: {
    prepare: async (db, input) => {
      for (const id of input.reviewers) await nameOfReviewer(db, id, 'reviewers')
      return input
    },
    skip: async (_db, { reviewers, all }) => sql<string | null>`case
      when ${archived} then 'archived'
      when projects.waiting_since is null then 'not_waiting'
      when projects.reviewer_id = any(${reviewers}::bigint[]) then 'already_theirs'
      when ${!all}::boolean and ${activeReviewer} is not null then 'has_reviewer' end`,
    before: (row) => row.reviewer?.name ?? '-',
    after: async () => '-',
    among: ({ reviewers }) => reviewers,
    run: async (tx, { auditContext }, row, { note }, to) =>
      (await assignReviewer(tx, auditContext, [row.id], to, note))[0],
  },

  archive: {
    skip: async () => sql<string | null>`case
      when ${archived} then 'already_so'
      when projects.financing = ${sql.lit(financing.inFinancing)} then 'still_in_financing'
      when projects.funded_cents > projects.settled_cents then 'unsettled_funds'
      when projects.settled_cents > projects.paid_cents then 'open_payouts' end`,
    before: (row) => statusLabel(row.status) ?? '-',
    after: async () => statuses[recordStatus.archived].label,
    run: async (tx, { auditContext }, row) => (await archiveProjects(tx, auditContext, [row.id]))[0],
  },

  unarchive: {
    skip: async () => sql<string | null>`case when not ${archived} then 'already_so' end`,
    before: (row) => statusLabel(row.status) ?? '-',
    after: async (row) => statusLabel(row.previous_status ?? recordStatus.inProgress) ?? '-',
    run: async (tx, { auditContext }, row) => (await unarchiveProjects(tx, auditContext, [row.id]))[0],
  },

  duplicate: {
    skip: async (db) => {
      const features = await getPlatformFeatures(db)
      const off = Object.entries(fundingTypes).flatMap(([type, { feature }]) =>
        features[feature] ? [] : [Number(type)],
      )
      return sql<string | null>`case
        when (select status from organizations where id = projects.organization_id) = ${sql.lit(recordStatus.archived)}
          then 'organization_archived'
        when projects.funding_type = any(${off}::int[]) then 'funding_type_switched_off' end`
    },
    before: (row) => row.title,
    after: async (row) => row.title,
    run: async (tx, { auditContext, locale }, row) => {
      await duplicateProjects(tx, auditContext, { ids: [row.id], keys: [row.slug], gone: [] }, locale)
      return undefined
    },
  },
}

/** An act with its input type erased; the caller has validated the input. */
// oxlint-disable-next-line typescript/no-explicit-any -- the input belongs to the act it was parsed for
export const actOf = (action: BulkAction) => bulkActs[action] as Act<any>

const noAddress = sql<boolean>`
  (select email_contact from organizations where organizations.id = projects.organization_id) = ''`

/** The reviewer of a project, if that account can still get tasks. */
const activeReviewer = sql<number | null>`(
  select users.id from users where users.id = projects.reviewer_id and user_type = 'staff' and state = 'active')`

/** True for projects that somebody else is reviewing now: a run must not decide them meanwhile. */
async function openWithOthers(db: Db, { user, now, today }: PreviewContext): Promise<RawBuilder<boolean>> {
  const { review_lease_minutes: minutes } = await limitsOn(db, today)
  const since = new Date(now.getTime() - minutes * 60_000)
  return sql<boolean>`exists (
    select from review_leases where project_id = projects.id and user_id <> ${user.id} and seen_at > ${since})`
}

/** The reviewer of a locked project, or `otherwise` if there is none. */
async function withReviewer(tx: Db, row: StoredDetail, otherwise: number): Promise<number[]> {
  const { rows } = await sql<{ id: number | null }>`
    select ${activeReviewer} as id from projects where projects.id = ${row.id}`.execute(tx)
  return [rows[0]!.id ?? otherwise]
}

async function personOf(db: Db, id: number): Promise<string> {
  const { rows } = await sql<{
    name: string
  }>`select ${personName} as name from users where id = ${id}`.execute(db)
  return rows[0]?.name ?? '-'
}

const internalStatus = (db: Db, slug: string) =>
  db
    .selectFrom('internal_statuses')
    .select(['id', 'title'])
    .where('subject', '=', 'project')
    .where('slug', '=', slug)
    .executeTakeFirst()
