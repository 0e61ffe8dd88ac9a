import { z } from 'zod'
import { route } from '#shared/route.ts'
import { bySlug, line, Version } from '#shared/shapes.ts'
import { valuesOfQuery } from '#shared/lists/selection.ts'
import { roleKeys } from '#features/users/presets.ts'
import { projects } from '../contract.ts'
import { rowSubjects } from '../row-subjects.ts'

export const ProjectView = z
  .object({
    slug: z.string(),
    title: z.string(),
    /** The query string of the list. */
    query: z.string(),
    /** Part of the product and read-only. */
    is_built_in: z.boolean(),
    is_mine: z.boolean(),
    is_shared: z.boolean(),
    opens_for: z.array(z.enum(roleKeys)),
    version: z.int(),
    /** Null when the list no longer knows the query. */
    count: z.int().nullable(),
  })
  .meta({ id: 'ProjectView' })
export type ProjectView = z.infer<typeof ProjectView>

const roles = z.array(z.enum(roleKeys, 'validation.unknown_value')).max(roleKeys.length)

const title = line(64).min(1, 'view_dialogs.title_required')
const query = z
  .string()
  .max(8000, 'validation.too_long')
  .refine((text) => projects.list.query.safeParse(valuesOfQuery(text)).success, 'project_views.query_unknown')

export const projectViews = {
  list: route({
    method: 'GET',
    path: '/api/v4/projects/views/',
    shows: ['view', ...rowSubjects],
    access: 'view_projects',
    summary: 'List the views of the project list, each with its count: built-in, own and shared ones',
    response: z.array(ProjectView),
  }),
  opening: route({
    method: 'GET',
    path: '/api/v4/projects/views/opening/',
    shows: ['view'],
    access: 'view_projects',
    summary:
      'Get the query with which the project list opens for the caller’s role; an empty query shows the whole list',
    response: z.object({ query: z.string() }),
  }),
  setOpening: route({
    method: 'PATCH',
    path: '/api/v4/projects/views/:slug/opening/',
    changes: ['view'],
    access: 'change_settings',
    summary: 'Open the project list with this built-in or shared view for exactly these roles',
    params: bySlug,
    body: z.strictObject({ roles }),
    response: z.object({ opens_for: z.array(z.enum(roleKeys)) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v4/projects/views/',
    changes: ['view'],
    access: 'view_projects',
    summary: 'Save a query of the project list as a view',
    body: z.strictObject({ title, query, is_shared: z.boolean().default(false) }),
    response: ProjectView,
    status: 201,
    idempotent: true,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/projects/views/:slug/',
    changes: ['view'],
    access: 'view_projects',
    summary: 'Change one of the caller’s views; requires the version last read',
    params: bySlug,
    body: z
      .strictObject({ title, query, is_shared: z.boolean() })
      .partial()
      .extend({ version: Version.optional() }),
    response: ProjectView,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v4/projects/views/:slug/',
    changes: ['view'],
    access: 'view_projects',
    summary: 'Delete one of the caller’s views',
    params: bySlug,
    response: 'empty',
  }),
}
