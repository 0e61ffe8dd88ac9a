import { api, invalidate } from '#web/api.ts'
import { archivingOf } from '#web/table/archiving.ts'

/** Everything that shows projects loads again. */
export function projectsChanged(): Promise<void> {
  return invalidate(
    'GET /api/v4/projects/',
    'GET /api/v4/projects/minimal-list/',
    'GET /api/v4/project/:slug/',
    'GET /api/v4/project/:slug/history/',
  )
}

/** Archiving and restoring of projects, one or the selection ('Failed to archive projects', spec §8). */
export const projectArchive = archivingOf({
  table: 'projects',
  archive: (selection) => api('POST /api/v4/projects/archive/', { body: { selection } }),
  restore: (selection) => api('POST /api/v4/projects/unarchive/', { body: { selection } }),
  changed: projectsChanged,
  hrefOf: (row) => `/site-admin/project/${encodeURIComponent(row.slug)}/update/`,
  texts: {
    archivedOne: 'projects.archived_one',
    archived: 'projects.archived',
    restored: 'projects.restored',
    failed: 'projects.archive_failed',
    others: 'projects.archive_others',
  },
})
