import { api, invalidate } from '#web/api.ts'
import { archivingOf } from '#web/table/archiving.ts'

/** Everything that shows organizations loads again, projects too: their rows name the organization. */
export function organizationsChanged(): Promise<void> {
  return invalidate(
    'GET /api/v4/organizations/',
    'GET /api/v4/organizations/minimal-list/',
    'GET /api/v4/organization/:slug/',
    'GET /api/v4/organization/:slug/history/',
    'GET /api/v4/projects/',
    'GET /api/v4/project/:slug/',
  )
}

/** Archiving and restoring of organizations, one or the selection. */
export const organizationArchive = archivingOf({
  table: 'organizations',
  archive: (selection) => api('POST /api/v4/organizations/archive/', { body: { selection } }),
  restore: (selection) => api('POST /api/v4/organizations/unarchive/', { body: { selection } }),
  // Projects stand in the way.
  hrefOf: (row) => `/site-admin/project/${encodeURIComponent(row.slug)}/update/`,
  changed: organizationsChanged,
  texts: {
    archivedOne: 'organizations.archived_one',
    archived: 'organizations.archived',
    restored: 'organizations.restored',
    failed: 'organizations.archive_failed',
    others: 'organizations.archive_others',
  },
})
