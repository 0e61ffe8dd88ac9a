import { proposableActs } from '#shared/approvals.ts'
import { z } from 'zod'
import { changeShapes, detailShapes, newShapes } from '#shared/records/shapes.ts'
import { filtersOf } from '#shared/lists/list-record.ts'
import { listQuery, pageOf, pagingQuery } from '#shared/lists/list.ts'
import { mediaTypes, route } from '#shared/route.ts'
import { chosenRows } from '#shared/lists/selection.ts'
import {
  AmountCents,
  bySlug,
  Choice,
  Info,
  Instant,
  line,
  Minimal,
  minimalQuery,
  paragraph,
  slugList,
  Version,
} from '#shared/shapes.ts'
import { fieldKeyOf } from '#features/additional-fields/names.ts'
import { exportRoute, recordExportQuery } from '#features/exports/query.ts'
import { ProjectMoney, TimelinePage, timelineQuery } from '#features/ledger/money.ts'
import { HistoryPage, Undo, undoParams } from '#features/history/contract.ts'
import { OrganizationBrief, ProjectBrief, TaskBrief } from '#features/organizations/brief.ts'
import { Decision, StandingDecision } from '#features/reviews/contract.ts'
import { projectRecord } from './fields.ts'
import { shownReasons } from './rules.ts'
import { rowSubjects } from './row-subjects.ts'
import { projectList } from './table.ts'

/** A project as lists show it (spec §3). Amounts in cents. */
export const ProjectRow = z
  .object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    organization: z.object({ slug: z.string(), title: z.string(), email_contact: z.string() }),
    status: Choice,
    review_status: Choice,
    content_review_status: Choice,
    voting_review_status: Choice,
    needs_donation_review: z.boolean(),
    needs_voting_review: z.boolean(),
    fully_funded: z.boolean(),
    expired: z.boolean(),
    can_receive_fundings: z.boolean(),
    is_banned: z.boolean(),
    funding_type: Choice,
    individual_bank_account: Minimal.nullable(),
    internal_status: z.object({ slug: z.string(), label: z.string() }).nullable(),
    target_cents: z.int(),
    funded_cents: z.int(),
    missing_cents: z.int(),
    /** The stages after what is allocated (`funded_cents`), and the latest business day of each. */
    settled_cents: z.int(),
    paid_cents: z.int(),
    arrived_cents: z.int(),
    allocated_on: z.string().nullable(),
    settled_on: z.string().nullable(),
    paid_on: z.string().nullable(),
    arrived_on: z.string().nullable(),
    ends_on: z.string().nullable(),
    /** The reviewer, and since when the project waits for a review. */
    reviewer: z.object({ id: z.int(), name: z.string() }).nullable(),
    waiting_since: Instant.nullable(),
    /** Facts that staff decide by: the organization's proof and place, blocking reasons and the newest decision. */
    proof: z.enum(['valid', 'expired', 'none']),
    town: z.string(),
    postcode: z.string(),
    blocking: z.array(z.enum(shownReasons)),
    last_decision: z
      .object({
        kind: z.enum(['review', 'content', 'voting', 'nonprofit']),
        choice: z.int(),
        display: z.string(),
        decided_at: Instant,
      })
      .nullable(),
    open_tasks: z.int(),
    /** Answers to additional fields by field key; lists contain only the beginning of long ones. */
    additional: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    /** Acts that wait for a second person. */
    waiting_acts: z.array(z.enum(proposableActs)),
    version: z.int(),
  })
  .meta({ id: 'ProjectRow' })
export type ProjectRow = z.infer<typeof ProjectRow>

export const Need = z.object({ id: z.int(), title: z.string(), amount_cents: z.int() }).meta({ id: 'Need' })

/** Why a project cannot take money now, each with the page that fixes it. */
export const BlockingReason = z
  .object({ code: z.string(), text: z.string(), link: z.string() })
  .meta({ id: 'BlockingReason' })

export const ProjectDetail = ProjectRow.extend({
  ...detailShapes(projectRecord),
  needs: z.array(Need),
  needs_frozen: z.boolean(),
  blocking_reasons: z.array(BlockingReason),
  created_at: Instant,
  updated_at: Instant,
}).meta({ id: 'ProjectDetail' })
export type ProjectDetail = z.infer<typeof ProjectDetail>

/** A project's peek: the facts for a decision, in one answer. */
const ProjectPeek = z
  .object({
    project: ProjectDetail,
    organization: OrganizationBrief,
    decisions: z.array(StandingDecision),
    /** The newest other projects of the organization. */
    earlier: z.array(ProjectBrief),
    earlier_count: z.int(),
    /** Open tasks; null for people who may not see tasks. */
    tasks: z.array(TaskBrief).nullable(),
  })
  .meta({ id: 'ProjectPeek' })

const NeedInput = z.strictObject({
  id: z.int().optional(),
  title: line(200).min(1),
  amount_cents: AmountCents,
})

const inOrder = (body: { starts_on?: string | null | undefined; ends_on?: string | null | undefined }) =>
  !body.starts_on || !body.ends_on || body.starts_on <= body.ends_on
const outOfOrder = { path: ['ends_on'], error: 'projects.ends_before_start' }
/** Answers by field key; each is validated against its field, and null removes it. */
const Answers = z.record(
  z.string().max(40),
  z.union([z.string().max(20_000), z.number(), z.boolean(), z.null()]),
)

const needs = z.array(NeedInput).max(200)
const NewProject = z
  .strictObject({
    ...newShapes(projectRecord, { needs }),
    description: paragraph(projectRecord.fields.description.max).default(''),
    needs: needs.default([]),
    additional: Answers.optional(),
  })
  .refine(inOrder, outOfOrder)

const ProjectChange = z
  .strictObject({
    ...changeShapes(projectRecord, { needs }),
    additional: Answers.optional(),
    version: Version.optional(),
  })
  .refine(inOrder, outOfOrder)

const query = listQuery(projectList)
const filterNames = filtersOf(projectList).map(({ name }) => name)
/** A filter of the list, or of an additional field. */
const filterName = z.union(
  [
    z.enum(filterNames),
    z
      .string()
      .max(60)
      .refine((name) => fieldKeyOf(name) !== undefined),
  ],
  'validation.unknown_value',
)
const slugsBody = chosenRows('project_slugs', slugList, query)
const gone = z.array(z.string()).optional()
const archived = z.object({ archived: z.array(z.string()), gone })

export const projects = {
  list: route({
    method: 'GET',
    path: '/api/v4/projects/',
    shows: rowSubjects,
    searched: { list: 'projects', words: 'kept' },
    access: 'view_projects',
    summary: 'List projects with search, filters, ordering and paging',
    compressed: true,
    query,
    response: pageOf(ProjectRow),
  }),
  create: route({
    method: 'POST',
    path: '/api/v4/projects/',
    changes: ['project'],
    access: 'create_projects',
    summary: 'Create a project with its needs',
    body: NewProject,
    response: ProjectDetail,
    status: 201,
    location: '/api/v4/project/{slug}/',
    idempotent: true,
  }),
  minimalList: route({
    method: 'GET',
    path: '/api/v4/projects/minimal-list/',
    shows: ['project'],
    access: 'view_projects',
    summary: 'List projects with slug and title only',
    query: minimalQuery,
    response: z.array(Minimal),
  }),
  count: route({
    method: 'GET',
    path: '/api/v4/projects/count/',
    shows: rowSubjects,
    access: 'view_projects',
    summary: 'Count the projects that a query of the list finds',
    query,
    response: z.object({ count: z.int() }),
  }),
  filterValues: route({
    method: 'GET',
    path: '/api/v4/projects/filters/:name/',
    shows: ['project', 'organization'],
    access: 'view_projects',
    summary:
      'List the values of one filter, each with its count among the projects that the other filters find',
    params: z.object({ name: filterName }),
    query: listQuery(projectList, { find: z.string().max(100, 'validation.too_long').default('') }),
    response: z.object({
      values: z.array(z.object({ value: z.string(), title: z.string().nullable(), count: z.int() })),
      more: z.boolean(),
    }),
  }),
  blocking: route({
    method: 'GET',
    path: '/api/v4/projects/blocking/',
    shows: rowSubjects,
    access: 'view_projects',
    summary:
      'Count the matching projects that cannot receive money, by reason; a project may have several reasons',
    query,
    response: z.object({
      count: z.int(),
      blocked: z.int(),
      reasons: z.array(z.object({ code: z.enum(shownReasons), count: z.int() })),
    }),
  }),
  export: exportRoute('project', {
    path: '/api/v4/projects/export/',
    alsoNeeds: 'view_projects',
    summary: 'Export the rows of the list as XLSX or CSV; more than 20,000 rows become a background job',
    query: listQuery(projectList, recordExportQuery(projectList)),
  }),
  duplicate: route({
    method: 'POST',
    path: '/api/v4/projects/duplicate/',
    changes: ['project'],
    access: 'duplicate_projects',
    summary: 'Duplicate projects without their money, reviews and tasks',
    // Spec §5: duplication does nothing when no project is given.
    body: chosenRows('project_slugs', z.union([slugList, z.tuple([])]), query),
    response: z.object({
      duplicated: z.array(z.object({ from: z.string(), slug: z.string(), title: z.string() })),
      gone,
    }),
    status: 201,
    idempotent: true,
  }),
  archive: route({
    method: 'POST',
    path: '/api/v4/projects/archive/',
    changes: ['project'],
    access: 'archive_projects',
    summary: 'Archive projects, all or none',
    body: slugsBody,
    response: archived,
  }),
  archiveV3: route({
    method: 'POST',
    path: '/api/v3/projects/archive-projects/',
    changes: ['project'],
    access: 'archive_projects',
    summary: 'Archive projects (former path)',
    body: slugsBody,
    response: archived,
  }),
  unarchive: route({
    method: 'POST',
    path: '/api/v4/projects/unarchive/',
    changes: ['project'],
    access: 'archive_projects',
    summary: 'Restore archived projects to their previous status',
    body: slugsBody,
    response: z.object({ unarchived: z.array(z.string()), gone }),
  }),
  read: route({
    method: 'GET',
    path: '/api/v4/project/:slug/',
    shows: ['project', 'organization', 'project_status', 'individual_account', 'money'],
    access: 'view_projects',
    summary: 'Get a project',
    params: bySlug,
    response: ProjectDetail,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/project/:slug/',
    changes: ['project'],
    access: 'change_projects',
    summary: 'Change a project; requires the version last read',
    params: bySlug,
    body: ProjectChange,
    response: ProjectDetail,
    approval: 'bank_details',
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v4/project/:slug/',
    changes: ['project'],
    access: 'delete_projects',
    summary: 'Delete a project without money; requires its title as confirmation',
    params: bySlug,
    body: z.strictObject({ confirm_title: z.string().max(1000) }),
    response: 'empty',
  }),
  info: route({
    method: 'GET',
    path: '/api/v4/project/:slug/info/',
    shows: ['project', 'money'],
    access: 'view_projects',
    summary: 'Get the title and escaped HTML for the info modal',
    params: bySlug,
    response: Info,
  }),
  peek: route({
    method: 'GET',
    path: '/api/v4/project/:slug/peek/',
    shows: [...rowSubjects, 'photo', 'document'],
    access: 'view_projects',
    summary: 'Get a project’s peek: money, blocking reasons, organization, decisions and open tasks',
    params: bySlug,
    response: ProjectPeek,
  }),
  reviewers: route({
    method: 'GET',
    path: '/api/v4/projects/reviewers/',
    shows: ['account'],
    access: 'change_projects',
    summary: 'List active staff who may decide on projects and can therefore be assigned as reviewers',
    response: z.array(z.object({ id: z.int(), full_name_w_username: z.string() })),
  }),
  assignReviewer: route({
    method: 'POST',
    path: '/api/v4/projects/reviewer/',
    changes: ['project', 'review_record'],
    access: 'change_projects',
    summary: 'Assign a reviewer to projects; null removes the assignment',
    body: slugsBody.safeExtend({ reviewer: z.int('validation.integer').min(1).nullable() }),
    response: z.object({ assigned: z.array(z.string()), gone }),
  }),
  review: route({
    method: 'POST',
    path: '/api/v4/project/:slug/review/',
    changes: ['project', 'email'],
    access: 'change_projects',
    summary: 'Decide a review; outcome null undoes the last decision',
    params: bySlug,
    body: Decision,
    response: ProjectDetail,
  }),
  history: route({
    method: 'GET',
    path: '/api/v4/project/:slug/history/',
    shows: ['project', 'photo', 'money'],
    access: 'view_projects',
    summary: 'List all changes of a project, newest first',
    params: bySlug,
    query: pagingQuery,
    response: HistoryPage,
  }),
  undo: route({
    method: 'POST',
    path: '/api/v4/project/:slug/history/:event/undo/',
    changes: ['project'],
    access: 'view_projects',
    summary: 'Undo a change; requires the right for the change itself',
    params: undoParams,
    body: Undo,
    response: ProjectDetail,
    idempotent: true,
    refusals: [409],
  }),
  money: route({
    method: 'GET',
    path: '/api/v4/project/:slug/money/',
    shows: ['project', 'money', 'payout', 'donation'],
    access: 'view_projects',
    summary: 'Get the money that a project received, by stage and by funding type',
    params: bySlug,
    response: ProjectMoney,
  }),
  exportMoney: route({
    method: 'GET',
    path: '/api/v4/project/:slug/money/export/',
    recorded: { action: 'export', object_type: 'project' },
    access: 'export_data',
    alsoNeeds: 'view_projects',
    summary: 'Export all postings of a project’s money as XLSX, with days, events, accounts and amounts',
    params: bySlug,
    response: 'file',
    media: [mediaTypes.xlsx],
  }),
  timeline: route({
    method: 'GET',
    path: '/api/v4/project/:slug/timeline/',
    shows: ['project', 'money'],
    access: 'view_projects',
    summary: 'List the events of a project’s money, newest first',
    params: bySlug,
    query: timelineQuery,
    response: TimelinePage,
  }),
  fundings: route({
    method: 'GET',
    path: '/api/v4/project/:slug/fundings/',
    shows: ['money'],
    access: 'view_projects',
    summary: 'List the gifts to a project, newest first',
    params: bySlug,
    query: pagingQuery,
    response: pageOf(
      z.object({
        slug: z.string(),
        received_on: z.string(),
        funding_type: Choice,
        amount_cents: z.int(),
        state: z.string(),
        source: z.string(),
        note: z.string(),
      }),
    ),
  }),
}
