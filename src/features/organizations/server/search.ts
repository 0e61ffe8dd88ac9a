import { sql } from 'kysely'
import type { SearchKind } from '#server/search.ts'

/** Organizations, found by name, e-mail address, place and register number. */
export const organizationSearch: SearchKind<'organization'> = {
  kind: 'organization',
  permission: 'view_organizations',
  table: 'organizations',
  slug: sql`slug`,
  title: sql`title`,
  subtitle: sql`email_contact`,
  folded: sql`title_sort`,
  others: [sql`slug`, sql`fold(email_contact)`],
  prefixes: ['title_sort'],
  slugColumn: 'slug',
}
