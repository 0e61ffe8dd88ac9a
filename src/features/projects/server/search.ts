import { sql } from 'kysely'
import type { SearchKind } from '#server/search.ts'

/** Projects, found by their own name and that of their organization. */
export const projectSearch: SearchKind<'project'> = {
  kind: 'project',
  permission: 'view_projects',
  table: 'projects',
  slug: sql`slug`,
  title: sql`title`,
  subtitle: sql`organization_title`,
  folded: sql`title_sort`,
  others: [sql`slug`, sql`organization_sort`],
  prefixes: ['title_sort', 'organization_sort'],
  slugColumn: 'slug',
}
