import { api } from '#web/api.ts'
import { archivingOf } from '#web/table/state/archiving.ts'

/** Archives and restores one project or the selection ('Failed to archive projects', spec §8). */
export const projectArchive = archivingOf({
  table: 'projects',
  archive: (selection) => api('POST /api/v4/projects/archive/', { body: { selection } }),
  restore: (selection) => api('POST /api/v4/projects/unarchive/', { body: { selection } }),
  hrefOf: (row) => `/site-admin/project/${encodeURIComponent(row.slug)}/update/`,
  texts: {
    archivedOne: 'projects.archived_one',
    archived: 'projects.archived',
    restored: 'projects.restored',
    failed: 'projects.archive_failed',
    others: 'projects.archive_others',
  },
})
