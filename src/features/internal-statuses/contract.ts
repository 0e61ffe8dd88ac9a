import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { bySlug, line, Version } from '#shared/shapes.ts'

/** A custom status of projects or organizations (spec §3). */
export const InternalStatus = z
  .object({ slug: z.string(), title: z.string(), version: z.int() })
  .meta({ id: 'InternalStatus' })
export type InternalStatus = z.infer<typeof InternalStatus>

const title = line(100).min(1, 'validation.required')
const body = z.strictObject({ title })
const change = z.strictObject({ title, version: Version.optional() })

export const internalStatuses = {
  listOfProjects: route({
    method: 'GET',
    path: '/api/v4/projects/internal-status/',
    shows: ['project_status'],
    access: 'view_projects',
    summary: 'List the internal statuses of projects, by title',
    query: pagingQuery,
    response: pageOf(InternalStatus),
  }),
  createOfProjects: route({
    method: 'POST',
    path: '/api/v4/projects/internal-status/',
    changes: ['project_status'],
    access: 'create_settings',
    summary: 'Create an internal status for projects',
    body,
    response: InternalStatus,
    status: 201,
    location: '/api/v4/projects/internal-status/{slug}/',
  }),
  changeOfProjects: route({
    method: 'PATCH',
    path: '/api/v4/projects/internal-status/:slug/',
    changes: ['project_status'],
    access: 'change_settings',
    summary: 'Rename an internal status of projects; requires the version last read',
    params: bySlug,
    body: change,
    response: InternalStatus,
  }),
  deleteOfProjects: route({
    method: 'DELETE',
    path: '/api/v4/projects/internal-status/:slug/',
    changes: ['project_status'],
    access: 'delete_settings',
    summary: 'Delete an internal status that no project uses',
    params: bySlug,
    response: 'empty',
  }),
  listOfOrganizations: route({
    method: 'GET',
    path: '/api/v4/organizations/internal-status/',
    shows: ['organization_status'],
    access: 'view_organizations',
    summary: 'List the internal statuses of organizations, by title',
    query: pagingQuery,
    response: pageOf(InternalStatus),
  }),
  createOfOrganizations: route({
    method: 'POST',
    path: '/api/v4/organizations/internal-status/',
    changes: ['organization_status'],
    access: 'create_settings',
    summary: 'Create an internal status for organizations',
    body,
    response: InternalStatus,
    status: 201,
    location: '/api/v4/organizations/internal-status/{slug}/',
  }),
  changeOfOrganizations: route({
    method: 'PATCH',
    path: '/api/v4/organizations/internal-status/:slug/',
    changes: ['organization_status'],
    access: 'change_settings',
    summary: 'Rename an internal status of organizations; requires the version last read',
    params: bySlug,
    body: change,
    response: InternalStatus,
  }),
  deleteOfOrganizations: route({
    method: 'DELETE',
    path: '/api/v4/organizations/internal-status/:slug/',
    changes: ['organization_status'],
    access: 'delete_settings',
    summary: 'Delete an internal status that no organization uses',
    params: bySlug,
    response: 'empty',
  }),
}
