import { api } from '#web/api.ts'
import { archivingOf } from '#web/table/state/archiving.ts'

export const organizationArchive = archivingOf({
  table: 'organizations',
  archive: (selection) => api('POST /api/v4/organizations/archive/', { body: { selection } }),
  restore: (selection) => api('POST /api/v4/organizations/unarchive/', { body: { selection } }),
  // Archiving fails because of projects, so the link of a blocking row leads to one.
  hrefOf: (row) => `/site-admin/project/${encodeURIComponent(row.slug)}/update/`,
  texts: {
    archivedOne: 'organizations.archived_one',
    archived: 'organizations.archived',
    restored: 'organizations.restored',
    failed: 'organizations.archive_failed',
    others: 'organizations.archive_others',
  },
})
