import { z } from 'zod'
import { listQuery, pageOf, pagingQuery } from '#shared/lists/list.ts'
import { changeShapes, detailShapes, newShapes } from '#shared/records/shapes.ts'
import { route } from '#shared/route.ts'
import { chosenRows } from '#shared/lists/selection.ts'
import { bySlug, Choice, Info, Instant, Minimal, minimalQuery, slugList, Version } from '#shared/shapes.ts'
import { exportRoute, recordExportQuery } from '#features/exports/query.ts'
import { HistoryPage, Undo, undoParams } from '#features/history/contract.ts'
import { Decision, StandingDecision } from '#features/reviews/contract.ts'
import { OrganizationBrief, ProjectBrief, TaskBrief } from './brief.ts'
import { organizationRecord } from './fields.ts'
import { organizationList } from './table.ts'

/** An organization as lists show it (spec §3). */
export const OrganizationRow = z
  .object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    preview_token: z.string(),
    email_contact: z.string(),
    status: Choice,
    review_status: Choice,
    content_review_status: Choice,
    nonprofit_review_status: Choice,
    voting_review_status: Choice,
    needs_review: z.boolean(),
    needs_voting_review: z.boolean(),
    is_notice_of_exemption_expired: z.boolean(),
    internal_status: z.object({ slug: z.string(), label: z.string() }).nullable(),
    open_tasks: z.int(),
    version: z.int(),
  })
  .meta({ id: 'OrganizationRow' })
export type OrganizationRow = z.infer<typeof OrganizationRow>

/** An organization beside its list or a record: a row's fields, and what decides whether it may receive money. */
const OrganizationPeek = z
  .object({
    organization: OrganizationRow,
    brief: OrganizationBrief,
    decisions: z.array(StandingDecision),
    /** Its newest projects; null for people who may not see projects. */
    projects: z.array(ProjectBrief).nullable(),
    project_count: z.int(),
    /** Open tasks; null for people who may not see tasks. */
    tasks: z.array(TaskBrief).nullable(),
  })
  .meta({ id: 'OrganizationPeek' })

export const OrganizationDetail = OrganizationRow.extend({
  ...detailShapes(organizationRecord),
  exemption_valid_until: z.string().nullable(),
  project_count: z.int(),
  created_at: Instant,
  updated_at: Instant,
}).meta({ id: 'OrganizationDetail' })
export type OrganizationDetail = z.infer<typeof OrganizationDetail>

const NewOrganization = z.strictObject(newShapes(organizationRecord, {}))
const OrganizationChange = z.strictObject({
  ...changeShapes(organizationRecord, {}),
  version: Version.optional(),
})

const query = listQuery(organizationList)
const slugsBody = chosenRows('organization_slugs', slugList, query)
const gone = z.array(z.string()).optional()

export const organizations = {
  list: route({
    method: 'GET',
    path: '/api/v4/organizations/',
    shows: ['organization', 'organization_status', 'document', 'task', 'limit'],
    searched: { list: 'organizations', words: 'kept' },
    access: 'view_organizations',
    summary: 'List organizations with search, filters, ordering and paging',
    query,
    response: pageOf(OrganizationRow),
  }),
  create: route({
    method: 'POST',
    path: '/api/v4/organizations/',
    changes: ['organization'],
    access: 'create_organizations',
    summary: 'Create an organization',
    body: NewOrganization,
    response: OrganizationDetail,
    status: 201,
    location: '/api/v4/organization/{slug}/',
    idempotent: true,
  }),
  minimalList: route({
    method: 'GET',
    path: '/api/v4/organizations/minimal-list/',
    shows: ['organization'],
    access: 'view_organizations',
    summary: 'List organizations with slug and title only',
    query: minimalQuery,
    response: z.array(Minimal),
  }),
  export: exportRoute('organization', {
    path: '/api/v4/organizations/export/',
    alsoNeeds: 'view_organizations',
    summary: 'Export the rows of the list as XLSX or CSV; more than 20,000 rows become a background job',
    query: listQuery(organizationList, recordExportQuery(organizationList)),
  }),
  archive: route({
    method: 'POST',
    path: '/api/v4/organizations/archive/',
    changes: ['organization', 'project'],
    access: 'change_organizations',
    summary: 'Archive organizations, all or none',
    body: slugsBody,
    response: z.object({ archived: z.array(z.string()), gone }),
  }),
  unarchive: route({
    method: 'POST',
    path: '/api/v4/organizations/unarchive/',
    changes: ['organization', 'project'],
    access: 'change_organizations',
    summary: 'Restore archived organizations to their previous status',
    body: slugsBody,
    response: z.object({ unarchived: z.array(z.string()), gone }),
  }),
  read: route({
    method: 'GET',
    path: '/api/v4/organization/:slug/',
    shows: ['organization', 'organization_status', 'document', 'limit'],
    recorded: { action: 'read', object_type: 'organization' },
    access: 'view_organizations',
    summary: 'Get an organization',
    params: bySlug,
    response: OrganizationDetail,
  }),
  /** The specification lists the detail under the plural as well. */
  readPlural: route({
    method: 'GET',
    path: '/api/v4/organizations/:slug/',
    shows: ['organization', 'organization_status', 'document', 'limit'],
    recorded: { action: 'read', object_type: 'organization' },
    access: 'view_organizations',
    summary: 'Get an organization (plural path)',
    params: bySlug,
    response: OrganizationDetail,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/organization/:slug/',
    changes: ['organization'],
    access: 'change_organizations',
    summary: 'Change an organization; requires the version last read',
    params: bySlug,
    body: OrganizationChange,
    response: OrganizationDetail,
    approval: 'bank_details',
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v4/organization/:slug/',
    changes: ['organization'],
    access: 'delete_organizations',
    summary: 'Delete an organization without projects',
    params: bySlug,
    response: 'empty',
  }),
  info: route({
    method: 'GET',
    path: '/api/v4/organization/:slug/info/',
    shows: ['organization'],
    recorded: { action: 'read', object_type: 'organization' },
    access: 'view_organizations',
    summary: 'Get the title and escaped HTML for the info modal',
    params: bySlug,
    response: Info,
  }),
  accountHolder: route({
    method: 'GET',
    path: '/api/v4/organization/:slug/account-holder/',
    shows: ['organization', 'organization_status', 'document', 'limit'],
    recorded: { action: 'read', object_type: 'organization' },
    access: 'view_organizations',
    summary:
      'Get the account holder of an organization’s bank account; masked without the right to see bank details',
    params: bySlug,
    response: z.object({ holder: z.string() }),
  }),
  peek: route({
    method: 'GET',
    path: '/api/v4/organization/:slug/peek/',
    shows: ['organization', 'organization_status', 'document', 'task', 'limit', 'project', 'money'],
    access: 'view_organizations',
    summary: 'Get an organization’s peek: reviews, proof, projects and open tasks',
    params: bySlug,
    response: OrganizationPeek,
  }),
  review: route({
    method: 'POST',
    path: '/api/v4/organization/:slug/review/',
    changes: ['organization', 'email'],
    access: 'change_organizations',
    summary: 'Decide a review; outcome null undoes the last decision',
    params: bySlug,
    body: Decision,
    response: OrganizationDetail,
  }),
  history: route({
    method: 'GET',
    path: '/api/v4/organization/:slug/history/',
    shows: ['organization', 'document'],
    access: 'view_organizations',
    summary: 'List all changes of an organization, newest first',
    params: bySlug,
    query: pagingQuery,
    response: HistoryPage,
  }),
  undo: route({
    method: 'POST',
    path: '/api/v4/organization/:slug/history/:event/undo/',
    changes: ['organization'],
    access: 'view_organizations',
    summary: 'Undo a change; requires the right for the change itself',
    params: undoParams,
    body: Undo,
    response: OrganizationDetail,
    idempotent: true,
    refusals: [409],
  }),
  preview: route({
    method: 'GET',
    path: '/organization/:slug/',
    access: 'public',
    summary: 'Show the public preview of an organization; requires its token',
    params: bySlug,
    query: z.object({ preview_token: z.string().max(200).default('') }),
    response: 'html',
  }),
}
